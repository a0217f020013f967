//! What is drawn all over a square of ground: grass, slabs, planks, water.

use bevy_egui::egui::Color32;

use super::brush::{Brush, dark, light};
use super::looks::Texture;

/// Paints the ground of one square, a little different from one to the next.
pub fn ground(brush: &mut Brush<'_>, colour: Color32, texture: Option<Texture>, fine: bool) {
    let shift = (brush.chance(1) - 0.5) * 0.05;
    let colour = if shift < 0.0 { dark(colour, -shift) } else { light(colour, shift) };
    brush.block((0.0, 0.0), (1.0, 1.0), 0.0, colour);
    if !fine {
        return;
    }
    match texture {
        Some(Texture::Tufts) => tufts(brush, colour, 3, 0.09),
        Some(Texture::Reeds) => tufts(brush, dark(colour, 0.1), 7, 0.2),
        Some(Texture::Specks) => specks(brush, colour),
        Some(Texture::Stones) => stones(brush, colour),
        Some(Texture::Puddles) => puddles(brush, colour),
        Some(Texture::Waves) => waves(brush, colour),
        Some(Texture::Planks) => planks(brush, colour),
        Some(Texture::Cobbles) => cobbles(brush, colour),
        Some(Texture::Flags) => flags(brush, colour),
        Some(Texture::Bricks) => bricks(brush, colour),
        Some(Texture::Leaves) => {
            bricks(brush, colour);
            leaves(brush);
        }
        Some(Texture::Rungs) => rungs(brush, colour),
        None => {}
    }
}

fn spot(brush: &Brush<'_>, salt: u32) -> (f32, f32) {
    (0.12 + 0.76 * brush.chance(salt), 0.16 + 0.72 * brush.chance(salt + 100))
}

fn tufts(brush: &mut Brush<'_>, colour: Color32, count: u32, tall: f32) {
    let blade = dark(colour, 0.24);
    for tuft in 0..count {
        let (x, y) = spot(brush, 10 + tuft);
        if brush.chance(40 + tuft) < 0.25 {
            continue;
        }
        brush.line(&[(x, y), (x - 0.035, y - tall)], 0.022, blade);
        brush.line(&[(x, y), (x + 0.005, y - tall * 1.25)], 0.022, blade);
        brush.line(&[(x, y), (x + 0.045, y - tall * 0.9)], 0.022, blade);
    }
}

fn specks(brush: &mut Brush<'_>, colour: Color32) {
    for speck in 0..5 {
        let place = spot(brush, 20 + speck);
        let radius = 0.012 + 0.014 * brush.chance(60 + speck);
        let tone = if brush.chance(70 + speck) < 0.5 { dark(colour, 0.16) } else { light(colour, 0.3) };
        brush.disc(place, radius, tone);
    }
}

fn stones(brush: &mut Brush<'_>, colour: Color32) {
    specks(brush, colour);
    for (index, (x, y)) in [(0.28, 0.62), (0.66, 0.3), (0.7, 0.76), (0.24, 0.24)].into_iter().enumerate() {
        let salt = 80 + index as u32;
        let (x, y) = (x + 0.1 * (brush.chance(salt) - 0.5), y + 0.1 * (brush.chance(salt + 10) - 0.5));
        let size = 0.09 + 0.06 * brush.chance(salt + 20);
        let tone = dark(colour, 0.12 + 0.14 * brush.chance(salt + 30));
        brush.oval((x + 0.015, y + 0.03), (size, size * 0.7), dark(colour, 0.4));
        brush.body(
            &[
                (x - size, y + size * 0.1),
                (x - size * 0.5, y - size * 0.7),
                (x + size * 0.4, y - size * 0.75),
                (x + size, y - size * 0.05),
                (x + size * 0.5, y + size * 0.6),
                (x - size * 0.5, y + size * 0.6),
            ],
            tone,
            dark(colour, 0.5),
        );
    }
}

fn puddles(brush: &mut Brush<'_>, colour: Color32) {
    let wet = Color32::from_rgb(0x7f, 0x93, 0x8a);
    for index in 0..2 {
        let (x, y) = spot(brush, 30 + index);
        brush.oval((x, y), (0.16, 0.075), dark(wet, 0.12));
        brush.oval((x, y - 0.012), (0.14, 0.055), wet);
    }
    tufts(brush, colour, 3, 0.14);
}

fn waves(brush: &mut Brush<'_>, colour: Color32) {
    for row in 0..3 {
        let y = 0.2 + 0.3 * row as f32 + 0.08 * (brush.chance(30 + row) - 0.5);
        let x = 0.1 + 0.5 * brush.chance(50 + row);
        let tone = if brush.chance(70 + row) < 0.5 { light(colour, 0.35) } else { dark(colour, 0.14) };
        let crest = [0.0, 0.06, 0.12, 0.18, 0.24, 0.3].map(|step: f32| {
            let bend = (step / 0.12 * std::f32::consts::PI).sin() * 0.022;
            (x + step, y + bend)
        });
        brush.line(&crest, 0.02, tone);
    }
}

fn planks(brush: &mut Brush<'_>, colour: Color32) {
    let seam = dark(colour, 0.34);
    for board in 0..4 {
        let y = board as f32 * 0.25;
        let tone = (brush.chance(20 + board) - 0.5) * 0.14;
        let plank = if tone < 0.0 { dark(colour, -tone) } else { light(colour, tone) };
        brush.block((0.0, y), (1.0, 0.25), 0.0, plank);
        brush.line(&[(0.0, y), (1.0, y)], 0.02, seam);
        let joint = 0.15 + 0.7 * brush.chance(30 + board);
        brush.line(&[(joint, y), (joint, y + 0.25)], 0.02, seam);
        brush.disc((joint + 0.035, y + 0.125), 0.012, seam);
    }
}

fn cobbles(brush: &mut Brush<'_>, colour: Color32) {
    let joint = dark(colour, 0.22);
    brush.block((0.0, 0.0), (1.0, 1.0), 0.0, joint);
    for row in 0..4_u32 {
        let shift = if row % 2 == 0 { 0.0 } else { -0.125 };
        for column in 0..5_u32 {
            let left = shift + column as f32 * 0.25;
            let (from, to) = (left.max(0.0), (left + 0.25).min(1.0));
            if to - from < 0.06 {
                continue;
            }
            let tone = (brush.chance(200 + row * 7 + column) - 0.5) * 0.16;
            let stone = if tone < 0.0 { dark(colour, -tone) } else { light(colour, tone) };
            brush.block((from + 0.012, row as f32 * 0.25 + 0.012), (to - from - 0.024, 0.226), 0.06, stone);
        }
    }
}

fn flags(brush: &mut Brush<'_>, colour: Color32) {
    let joint = dark(colour, 0.16);
    let split = 0.5 + 0.16 * (brush.chance(20) - 0.5);
    let lower = 0.35 + 0.3 * brush.chance(21);
    let upper = 0.35 + 0.3 * brush.chance(22);
    for (x, y, width, height, salt) in [
        (0.0, 0.0, upper, split, 23),
        (upper, 0.0, 1.0 - upper, split, 24),
        (0.0, split, lower, 1.0 - split, 25),
        (lower, split, 1.0 - lower, 1.0 - split, 26),
    ] {
        let tone = (brush.chance(salt) - 0.5) * 0.09;
        let slab = if tone < 0.0 { dark(colour, -tone) } else { light(colour, tone) };
        brush.block((x, y), (width, height), 0.0, slab);
        brush.line(&[(x, y), (x + width, y)], 0.018, joint);
        brush.line(&[(x, y), (x, y + height)], 0.018, joint);
    }
    if brush.chance(27) < 0.18 {
        let (x, y) = spot(brush, 28);
        brush.line(&[(x, y), (x + 0.07, y + 0.05), (x + 0.1, y + 0.13)], 0.016, dark(colour, 0.28));
    }
}

fn bricks(brush: &mut Brush<'_>, colour: Color32) {
    let joint = light(colour, 0.35);
    for row in 0..5_u32 {
        let y = row as f32 * 0.2;
        brush.line(&[(0.0, y), (1.0, y)], 0.02, joint);
        let shift = if row % 2 == 0 { 0.25 } else { 0.5 };
        for x in [shift, shift + 0.5] {
            if x < 1.0 {
                brush.line(&[(x, y), (x, y + 0.2)], 0.02, joint);
            }
        }
        if brush.chance(30 + row) < 0.4 {
            let x = if row % 2 == 0 { 0.27 } else { 0.02 };
            brush.block((x, y + 0.02), (0.46, 0.16), 0.0, dark(colour, 0.12));
        }
    }
}

fn leaves(brush: &mut Brush<'_>) {
    for leaf in 0..9 {
        let place = spot(brush, 300 + leaf);
        let tone = if brush.chance(320 + leaf) < 0.5 { (0x5d, 0x7d, 0x3f) } else { (0x76, 0x95, 0x50) };
        brush.disc(place, 0.06, Color32::from_rgb(tone.0, tone.1, tone.2));
    }
}

fn rungs(brush: &mut Brush<'_>, colour: Color32) {
    let wood = dark(colour, 0.4);
    for x in [0.3, 0.7] {
        brush.line(&[(x, 0.0), (x, 1.0)], 0.05, wood);
    }
    for rung in 0..5 {
        let y = 0.1 + rung as f32 * 0.2;
        brush.line(&[(0.3, y), (0.7, y)], 0.045, wood);
    }
}
