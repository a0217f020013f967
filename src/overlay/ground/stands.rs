//! What stands in a square: walls and rocks that grow together, trees, tables,
//! stones.

use bevy_egui::egui::Color32;

use super::brush::{Brush, dark, light};
use super::looks::Stands;

const STONE: Color32 = Color32::from_rgb(0x8d, 0x86, 0x7a);
const MASONRY: Color32 = Color32::from_rgb(0x6d, 0x64, 0x58);
const ROCK: Color32 = Color32::from_rgb(0x6c, 0x68, 0x60);
const LEAF: Color32 = Color32::from_rgb(0x5b, 0x7a, 0x45);
const WOOD: Color32 = Color32::from_rgb(0x9c, 0x72, 0x45);

/// On which sides of a square its like stands: north, east, south, west.
pub type Beside = [bool; 4];

/// Paints what stands in a square.
pub fn stands(brush: &mut Brush<'_>, what: Stands, beside: Beside, fine: bool) {
    match what {
        Stands::Wall => massive(brush, MASONRY, beside, fine, courses),
        Stands::Rock => massive(brush, ROCK, beside, fine, cracks),
        Stands::Hedge => massive(brush, dark(LEAF, 0.1), beside, fine, foliage),
        Stands::Tree => tree(brush),
        Stands::Board => board(brush, beside),
        Stands::Stall => stall(brush),
        Stands::Crate => chest(brush),
        Stands::Stone => gravestone(brush),
        Stands::Pillar => pillar(brush),
        Stands::Block => slab(brush),
        Stands::Lamp => lamp(brush),
    }
}

/// The shadow that a mass to the north or west throws into a square.
pub fn shadow(brush: &mut Brush<'_>, north: bool, west: bool) {
    for step in 0..3 {
        let deep = 0.08 * (step + 1) as f32;
        if north {
            brush.shade((0.0, 0.0), (1.0, deep), 26);
        }
        if west {
            brush.shade((0.0, 0.0), (deep * 0.7, 1.0), 22);
        }
    }
}

/// A body that grows together with its like: a lit rim where it meets open
/// ground above, a dark one where it does below.
fn massive(brush: &mut Brush<'_>, colour: Color32, beside: Beside, fine: bool, inside: fn(&mut Brush<'_>, Color32)) {
    let [north, east, south, west] = beside;
    brush.block((0.0, 0.0), (1.0, 1.0), 0.0, colour);
    if fine {
        inside(brush, colour);
    }
    let rim = 0.09;
    if !north {
        brush.block((0.0, 0.0), (1.0, rim), 0.0, light(colour, 0.28));
    }
    if !west {
        brush.block((0.0, 0.0), (rim, 1.0), 0.0, light(colour, 0.18));
    }
    if !south {
        brush.block((0.0, 1.0 - rim * 1.9), (1.0, rim * 1.9), 0.0, dark(colour, 0.5));
    }
    if !east {
        brush.block((1.0 - rim, 0.0), (rim, 1.0), 0.0, dark(colour, 0.34));
    }
    let edge = dark(colour, 0.75);
    for (open, from, to) in [
        (!north, (0.0, 0.0), (1.0, 0.0)),
        (!east, (1.0, 0.0), (1.0, 1.0)),
        (!south, (0.0, 1.0), (1.0, 1.0)),
        (!west, (0.0, 0.0), (0.0, 1.0)),
    ] {
        if open {
            brush.line(&[from, to], 0.035, edge);
        }
    }
}

fn courses(brush: &mut Brush<'_>, colour: Color32) {
    let joint = dark(colour, 0.26);
    for row in 0..3_u32 {
        let y = row as f32 / 3.0;
        brush.line(&[(0.0, y), (1.0, y)], 0.018, joint);
        for x in if row % 2 == 0 { [0.0, 0.5] } else { [0.25, 0.75] } {
            brush.line(&[(x, y), (x, y + 1.0 / 3.0)], 0.018, joint);
        }
        if brush.chance(20 + row) < 0.35 {
            let x = if row % 2 == 0 { 0.01 } else { 0.26 };
            brush.block((x, y + 0.02), (0.48, 0.29), 0.0, light(colour, 0.07));
        }
    }
}

fn cracks(brush: &mut Brush<'_>, colour: Color32) {
    for index in 0..3 {
        let (x, y) = (0.1 + 0.6 * brush.chance(20 + index), 0.15 + 0.6 * brush.chance(30 + index));
        let size = 0.16 + 0.1 * brush.chance(40 + index);
        let tone = if brush.chance(50 + index) < 0.5 { light(colour, 0.1) } else { dark(colour, 0.14) };
        brush.body(
            &[(x, y + size * 0.3), (x + size * 0.5, y), (x + size, y + size * 0.4), (x + size * 0.5, y + size * 0.7)],
            tone,
            dark(colour, 0.3),
        );
    }
}

fn foliage(brush: &mut Brush<'_>, colour: Color32) {
    for index in 0..8 {
        let place = (0.12 + 0.76 * brush.chance(20 + index), 0.12 + 0.76 * brush.chance(40 + index));
        let tone = if brush.chance(60 + index) < 0.5 { light(colour, 0.14) } else { dark(colour, 0.16) };
        brush.disc(place, 0.1, tone);
    }
}

fn tree(brush: &mut Brush<'_>) {
    brush.oval((0.54, 0.6), (0.4, 0.34), dark(LEAF, 0.55));
    brush.disc((0.5, 0.5), 0.4, dark(LEAF, 0.22));
    for (x, y, radius, tone) in
        [(0.38, 0.42, 0.21, 0.0), (0.6, 0.38, 0.2, 0.1), (0.62, 0.62, 0.19, -0.1), (0.4, 0.64, 0.18, -0.06)]
    {
        let leaf = if tone < 0.0 { dark(LEAF, -tone) } else { light(LEAF, tone) };
        brush.disc((x, y), radius, leaf);
    }
    brush.disc((0.44, 0.36), 0.1, light(LEAF, 0.25));
    brush.ring((0.5, 0.5), 0.41, 0.025, dark(LEAF, 0.6));
}

/// A table or counter, which goes on into its like beside it.
fn board(brush: &mut Brush<'_>, [north, east, south, west]: Beside) {
    let gap = |joined: bool| if joined { 0.0 } else { 0.12 };
    let (left, top) = (gap(west), gap(north));
    let (width, height) = (1.0 - left - gap(east), 1.0 - top - gap(south));
    brush.shade((left + 0.05, top + 0.07), (width, height), 60);
    brush.block((left, top), (width, height), 0.05, WOOD);
    for row in 1..4 {
        let y = top + height * row as f32 / 4.0;
        brush.line(&[(left, y), (left + width, y)], 0.016, dark(WOOD, 0.25));
    }
    let edge = dark(WOOD, 0.6);
    for (open, from, to) in [
        (!north, (left, top), (left + width, top)),
        (!south, (left, top + height), (left + width, top + height)),
        (!west, (left, top), (left, top + height)),
        (!east, (left + width, top), (left + width, top + height)),
    ] {
        if open {
            brush.line(&[from, to], 0.03, edge);
        }
    }
}

fn stall(brush: &mut Brush<'_>) {
    brush.shade((0.14, 0.2), (0.8, 0.76), 60);
    for stripe in 0..5 {
        let tone =
            if stripe % 2 == 0 { Color32::from_rgb(0xb5, 0x53, 0x3c) } else { Color32::from_rgb(0xe6, 0xd9, 0xbd) };
        brush.block((0.08 + stripe as f32 * 0.168, 0.12), (0.168, 0.76), 0.0, tone);
    }
    brush.frame((0.08, 0.12), (0.84, 0.76), 0.03, 0.03, dark(WOOD, 0.6));
    brush.line(&[(0.08, 0.5), (0.92, 0.5)], 0.02, dark(WOOD, 0.5));
}

fn chest(brush: &mut Brush<'_>) {
    brush.shade((0.2, 0.22), (0.68, 0.68), 60);
    brush.block((0.14, 0.14), (0.7, 0.7), 0.04, WOOD);
    let slat = dark(WOOD, 0.35);
    brush.line(&[(0.14, 0.37), (0.84, 0.37)], 0.02, slat);
    brush.line(&[(0.14, 0.61), (0.84, 0.61)], 0.02, slat);
    brush.line(&[(0.18, 0.8), (0.8, 0.18)], 0.05, dark(WOOD, 0.2));
    brush.frame((0.14, 0.14), (0.7, 0.7), 0.04, 0.05, dark(WOOD, 0.55));
}

fn gravestone(brush: &mut Brush<'_>) {
    brush.shade((0.28, 0.62), (0.58, 0.2), 60);
    brush.block((0.26, 0.3), (0.48, 0.48), 0.0, STONE);
    brush.disc((0.5, 0.32), 0.24, STONE);
    brush.block((0.68, 0.3), (0.06, 0.48), 0.0, dark(STONE, 0.3));
    let cut = dark(STONE, 0.55);
    brush.line(&[(0.5, 0.24), (0.5, 0.58)], 0.04, cut);
    brush.line(&[(0.39, 0.35), (0.61, 0.35)], 0.04, cut);
    brush.line(&[(0.26, 0.78), (0.74, 0.78)], 0.03, dark(STONE, 0.6));
}

fn pillar(brush: &mut Brush<'_>) {
    brush.oval((0.56, 0.58), (0.38, 0.36), dark(STONE, 0.55));
    brush.disc((0.5, 0.5), 0.37, dark(STONE, 0.2));
    brush.disc((0.48, 0.48), 0.29, light(STONE, 0.12));
    brush.disc((0.44, 0.43), 0.14, light(STONE, 0.35));
    brush.ring((0.5, 0.5), 0.37, 0.03, dark(STONE, 0.65));
}

fn slab(brush: &mut Brush<'_>) {
    brush.shade((0.15, 0.2), (0.78, 0.72), 60);
    brush.block((0.1, 0.14), (0.8, 0.68), 0.03, STONE);
    brush.block((0.16, 0.2), (0.68, 0.48), 0.02, light(STONE, 0.2));
    brush.frame((0.1, 0.14), (0.8, 0.68), 0.03, 0.03, dark(STONE, 0.6));
}

fn lamp(brush: &mut Brush<'_>) {
    for (radius, tone) in [(0.46, 0.16), (0.34, 0.3), (0.22, 0.55)] {
        let centre = brush.at(0.5, 0.42);
        let glow = Color32::from_rgba_unmultiplied(0xff, 0xd8, 0x6b, (tone * 160.0) as u8);
        let radius = brush.long(radius);
        brush.shapes.push(bevy_egui::egui::Shape::circle_filled(centre, radius, glow));
    }
    brush.line(&[(0.5, 0.42), (0.5, 0.9)], 0.07, dark(STONE, 0.6));
    brush.disc((0.5, 0.4), 0.12, Color32::from_rgb(0xff, 0xe7, 0x9a));
    brush.ring((0.5, 0.4), 0.13, 0.035, dark(STONE, 0.7));
}
