//! What people have made and set up in squares: furniture, wares, graves, engines.

mod joined;

use self::joined::{Joins, bench, between, boards, slab, stall};
use super::canvas::{At, Canvas, Stamp, blade, curve, line, oval, rect, shape};
use super::colour::{Rgb, lit};
use super::plants::plant;
use crate::looks::Face;
use crate::looks::Stands;

/// Pictures of each kind of thing.
pub const KINDS: u32 = 5;

const WOOD: Rgb = [0.60, 0.44, 0.27];
const DARK_WOOD: Rgb = [0.45, 0.32, 0.20];
const STONE: Rgb = [0.66, 0.63, 0.57];
const IRON: Rgb = [0.36, 0.37, 0.39];
const BRASS: Rgb = [0.78, 0.62, 0.30];

/// One of the pictures of a thing.
pub fn thing(face: &Face, cell: i32, what: Stands, kind: u32, joins: u8) -> Option<Stamp> {
    let seed = kind * 7919 + what as u32 * 131;
    if let Some(stamp) = plant(face, cell, what, seed, joins) {
        return Some(stamp);
    }
    let mut canvas = Canvas::new(face, cell, 0.5, seed)?;
    let joins = Joins(joins);
    let height = match what {
        Stands::Table => {
            slab(&mut canvas, joins, (0.12, 0.12), 0.1, WOOD);
            boards(&mut canvas, joins, 0.12, 4);
            if !joins.west() && !joins.north() {
                setting(&mut canvas);
            }
            0.14
        }
        Stands::Bench => bench(&mut canvas, joins),
        Stands::Stall => stall(&mut canvas, joins, kind),
        Stands::Altar => {
            slab(&mut canvas, joins, (0.08, 0.08), 0.16, STONE);
            let cloth = between(joins, (0.2, 0.0));
            canvas.fill(&rect((cloth.0, cloth.1), (cloth.2, cloth.3)), [0.58, 0.22, 0.20], 0.9);
            canvas.detail(&rect((cloth.0, cloth.1), (cloth.2, cloth.3)), 0.6);
            0.22
        }
        Stands::Tomb => {
            slab(&mut canvas, joins, (0.1, 0.12), 0.14, STONE);
            let lid = between(joins, (0.18, 0.2));
            canvas.fill(&rect((lid.0, lid.1), (lid.2, lid.3 - 0.1)), lit(STONE, 1.16), 1.0);
            canvas.detail(&rect((lid.0, lid.1), (lid.2, lid.3 - 0.1)), 0.7);
            0.22
        }
        Stands::Crate => crates(&mut canvas, kind),
        Stands::Chest => {
            canvas.solid((-0.26, -0.2), (0.52, 0.42), 0.2, DARK_WOOD);
            for x in [-0.2, 0.14] {
                canvas.fill(&rect((x, -0.2), (0.06, 0.42)), lit(BRASS, 0.8), 1.0);
            }
            canvas.piece(&rect((-0.04, -0.01), (0.08, 0.1)), BRASS);
            0.2
        }
        Stands::Barrel => {
            let at = (canvas.any(-0.06, 0.06), canvas.any(-0.05, 0.05));
            barrel(&mut canvas, at, 0.27);
            0.24
        }
        Stands::Keg => {
            barrel(&mut canvas, (0.0, 0.02), 0.22);
            canvas.stroke(&curve((0.0, -0.06), (0.1, -0.2), (0.2, -0.14)), [0.9, 0.85, 0.7], 1.0, 0.025);
            canvas.fill(&oval((0.2, -0.14), (0.035, 0.035)), [1.0, 0.6, 0.2], 1.0);
            0.2
        }
        Stands::Pillar => {
            canvas.piece(&rect((-0.34, -0.31), (0.68, 0.66)), lit(STONE, 0.86));
            canvas.piece(&oval((0.0, 0.05), (0.27, 0.27)), lit(STONE, 0.72));
            canvas.ball((0.0, -0.04), (0.27, 0.26), lit(STONE, 1.04));
            canvas.detail(&oval((0.0, -0.04), (0.18, 0.17)), 0.5);
            0.5
        }
        Stands::Urn => {
            canvas.piece(&rect((-0.22, 0.08), (0.44, 0.2)), lit(STONE, 0.8));
            canvas.ball((0.0, 0.0), (0.23, 0.22), [0.62, 0.50, 0.38]);
            canvas.piece(&oval((0.0, -0.08), (0.14, 0.09)), [0.70, 0.58, 0.45]);
            canvas.fill(&oval((0.0, -0.07), (0.09, 0.05)), [0.14, 0.12, 0.10], 1.0);
            0.28
        }
        Stands::Well => well(&mut canvas),
        Stands::Statue => {
            canvas.solid((-0.3, -0.18), (0.6, 0.5), 0.16, STONE);
            canvas.ball((0.0, -0.02), (0.2, 0.18), lit(STONE, 1.05));
            canvas.ball((0.0, -0.18), (0.12, 0.13), lit(STONE, 1.12));
            0.5
        }
        Stands::Gravestone => gravestone(&mut canvas),
        Stands::Lamp => lamp(&mut canvas),
        Stands::Brazier => brazier(&mut canvas),
        Stands::Cart => cart(&mut canvas),
        Stands::Engine => engine(&mut canvas),
        Stands::Screen => screen(&mut canvas),
        Stands::Anvil => {
            canvas.ball((0.0, 0.06), (0.25, 0.2), DARK_WOOD);
            let horn = shape(&[(-0.3, -0.1), (-0.12, -0.18), (0.26, -0.18), (0.26, 0.0), (-0.1, 0.0)]);
            canvas.blend(&horn, ((0.0, -0.18), lit(IRON, 1.5)), ((0.0, 0.02), IRON));
            canvas.outline(&horn);
            0.22
        }
        Stands::Post => {
            canvas.ball((0.0, 0.08), (0.11, 0.1), DARK_WOOD);
            canvas.ball((0.0, 0.0), (0.11, 0.1), WOOD);
            canvas.stroke(&curve((0.08, 0.02), (0.24, 0.1), (0.42, 0.02)), [0.75, 0.66, 0.46], 1.0, 0.045);
            canvas.stroke(&oval((0.0, 0.04), (0.12, 0.08)), [0.75, 0.66, 0.46], 1.0, 0.04);
            0.3
        }
        _ => crystal(&mut canvas),
    };
    Some(canvas.done(height))
}

/// What lies on a table.
fn setting(canvas: &mut Canvas) {
    let at = (canvas.any(-0.18, 0.18), canvas.any(-0.18, 0.05));
    canvas.fill(&oval((at.0 + 0.015, at.1 + 0.02), (0.075, 0.065)), [0.2, 0.14, 0.08], 0.35);
    canvas.piece(&oval(at, (0.07, 0.06)), [0.80, 0.77, 0.70]);
    let cup = (-at.0 * 0.9 + 0.05, canvas.any(-0.2, 0.08));
    canvas.piece(&oval(cup, (0.04, 0.04)), [0.55, 0.42, 0.30]);
}

fn crate_of(canvas: &mut Canvas, (left, top): At, size: f32) {
    let high = size * 0.3;
    let deep = size * 1.02;
    canvas.solid((left, top), (size, deep), high, WOOD);
    let lid = deep - high;
    for share in [0.33, 0.66] {
        canvas.stroke(
            &line(&[(left, top + lid * share), (left + size, top + lid * share)]),
            lit(DARK_WOOD, 0.8),
            0.5,
            0.013,
        );
    }
    for x in [left + 0.02, left + size - size * 0.16 - 0.02] {
        canvas.fill(&rect((x, top + 0.01), (size * 0.16, lid - 0.02)), lit(WOOD, 0.84), 1.0);
    }
    canvas.stroke(
        &line(&[(left + size * 0.2, top + lid * 0.94), (left + size * 0.8, top + lid * 0.06)]),
        lit(DARK_WOOD, 0.9),
        0.6,
        0.03,
    );
}

fn crates(canvas: &mut Canvas, kind: u32) -> f32 {
    match kind % 3 {
        0 => crate_of(canvas, (-0.34, -0.36), 0.68),
        1 => {
            crate_of(canvas, (-0.4, -0.38), 0.5);
            crate_of(canvas, (0.0, -0.02), 0.4);
        }
        _ => {
            crate_of(canvas, (-0.36, -0.3), 0.62);
            crate_of(canvas, (-0.16, -0.34), 0.34);
        }
    }
    0.3
}

fn barrel(canvas: &mut Canvas, (x, y): At, size: f32) {
    canvas.ball((x, y + size * 0.28), (size, size * 0.95), lit(DARK_WOOD, 0.9));
    canvas.stroke(
        &curve((x - size, y + size * 0.36), (x, y + size * 1.42), (x + size, y + size * 0.36)),
        IRON,
        0.9,
        0.035,
    );
    canvas.piece(&oval((x, y - size * 0.1), (size * 0.96, size * 0.9)), lit(IRON, 1.15));
    canvas.fill(&oval((x, y - size * 0.1), (size * 0.82, size * 0.76)), lit(WOOD, 1.04), 1.0);
    for share in [-0.4, 0.0, 0.4] {
        let half = size * 0.7 * (1.0_f32 - share * share).sqrt();
        canvas.stroke(
            &line(&[(x + share * size, y - size * 0.1 - half), (x + share * size, y - size * 0.1 + half)]),
            lit(DARK_WOOD, 0.8),
            0.6,
            0.014,
        );
    }
}

fn well(canvas: &mut Canvas) -> f32 {
    canvas.ball((0.0, 0.07), (0.42, 0.38), lit(STONE, 0.78));
    canvas.piece(&oval((0.0, -0.02), (0.42, 0.38)), lit(STONE, 1.06));
    for index in 0..12 {
        let (sin, cos) = (index as f32 / 12.0 * std::f32::consts::TAU).sin_cos();
        canvas.detail(&line(&[(cos * 0.29, sin * 0.25 - 0.02), (cos * 0.41, sin * 0.37 - 0.02)]), 0.7);
    }
    canvas.piece(&oval((0.0, 0.0), (0.29, 0.25)), [0.13, 0.15, 0.17]);
    canvas.fill(&oval((0.04, 0.07), (0.2, 0.13)), [0.26, 0.40, 0.46], 0.9);
    canvas.solid((-0.46, -0.09), (0.92, 0.1), 0.035, WOOD);
    canvas.stroke(&line(&[(0.02, -0.02), (0.02, 0.1)]), [0.8, 0.7, 0.5], 1.0, 0.025);
    0.3
}

fn gravestone(canvas: &mut Canvas) -> f32 {
    let mound = canvas.blob((0.0, 0.2), (0.25, 0.2), 9, 0.08);
    canvas.fill(&mound, [0.42, 0.36, 0.24], 0.5);
    let lean = canvas.any(-0.05, 0.05);
    let mut stone = vec![(-0.21, 0.08), (0.21, 0.08)];
    for step in 0..=8 {
        let (sin, cos) = (step as f32 / 8.0 * std::f32::consts::PI).sin_cos();
        stone.push((cos * 0.21 + lean, -0.16 - sin * 0.2));
    }
    let back: Vec<At> = stone.iter().map(|(x, y)| (x + 0.04, y - 0.04)).collect();
    canvas.piece(&shape(&back), lit(STONE, 1.12));
    let front = shape(&stone);
    canvas.blend(&front, ((-0.2, -0.36), lit(STONE, 0.98)), ((0.1, 0.1), lit(STONE, 0.72)));
    canvas.outline(&front);
    canvas.stroke(&line(&[(lean, -0.27), (lean * 0.6, -0.08)]), lit(STONE, 0.5), 0.7, 0.03);
    canvas.stroke(&line(&[(lean - 0.07, -0.21), (lean + 0.07, -0.21)]), lit(STONE, 0.5), 0.7, 0.03);
    0.3
}

fn lamp(canvas: &mut Canvas) -> f32 {
    canvas.ball((0.0, 0.16), (0.15, 0.12), IRON);
    canvas.stroke(&line(&[(0.0, 0.16), (0.0, -0.18)]), lit(IRON, 0.8), 1.0, 0.07);
    let glass = shape(&[(-0.1, -0.14), (0.1, -0.14), (0.14, -0.36), (-0.14, -0.36)]);
    canvas.blend(&glass, ((0.0, -0.36), [1.0, 0.93, 0.66]), ((0.0, -0.14), [0.98, 0.72, 0.32]));
    canvas.outline(&glass);
    canvas.piece(&shape(&[(-0.16, -0.36), (0.16, -0.36), (0.0, -0.46)]), lit(IRON, 0.9));
    0.5
}

fn brazier(canvas: &mut Canvas) -> f32 {
    canvas.ball((0.0, 0.06), (0.27, 0.23), IRON);
    canvas.fill(&oval((0.0, 0.0), (0.21, 0.16)), [0.35, 0.10, 0.05], 1.0);
    for (wide, tall, colour) in
        [(0.15, 0.34, [0.95, 0.45, 0.12]), (0.10, 0.25, [1.0, 0.70, 0.22]), (0.05, 0.15, [1.0, 0.93, 0.62])]
    {
        canvas.fill(&blade((0.0, 0.05), (0.02, 0.05 - tall), wide, -0.02), colour, 0.95);
    }
    0.24
}

fn wheel(canvas: &mut Canvas, (x, y): At) {
    canvas.piece(&oval((x, y), (0.055, 0.14)), DARK_WOOD);
    canvas.fill(&oval((x, y), (0.025, 0.05)), IRON, 1.0);
}

fn cart(canvas: &mut Canvas) -> f32 {
    canvas.stroke(&line(&[(0.2, -0.1), (0.48, -0.04)]), DARK_WOOD, 1.0, 0.05);
    canvas.stroke(&line(&[(0.2, 0.14), (0.48, 0.08)]), DARK_WOOD, 1.0, 0.05);
    canvas.solid((-0.42, -0.28), (0.66, 0.56), 0.12, WOOD);
    canvas.fill(&rect((-0.36, -0.23), (0.54, 0.34)), lit(DARK_WOOD, 0.9), 1.0);
    for index in 0..5 {
        let at = (-0.28 + canvas.any(-0.03, 0.4), -0.12 + canvas.any(-0.04, 0.14));
        let size = canvas.any(0.08, 0.11);
        let tone = canvas.any(0.88, 1.1);
        canvas.ball(
            at,
            (size, size * 0.8),
            lit(if index % 2 == 0 { [0.76, 0.66, 0.46] } else { [0.66, 0.55, 0.38] }, tone),
        );
    }
    for at in [(-0.12, -0.32), (-0.12, 0.31)] {
        let high = if at.1 < 0.0 { 0.05 } else { 0.12 };
        canvas.piece(&oval(at, (0.17, high)), DARK_WOOD);
        canvas.fill(&oval(at, (0.05, high * 0.5)), IRON, 1.0);
    }
    0.26
}

fn engine(canvas: &mut Canvas) -> f32 {
    for y in [-0.26, 0.18] {
        canvas.solid((-0.42, y), (0.84, 0.12), 0.04, DARK_WOOD);
    }
    for x in [-0.3, 0.22] {
        canvas.solid((x, -0.3), (0.1, 0.62), 0.04, WOOD);
    }
    for at in [(-0.43, -0.2), (-0.43, 0.24), (0.43, -0.2), (0.43, 0.24)] {
        wheel(canvas, at);
    }
    canvas.solid((-0.34, -0.06), (0.8, 0.1), 0.035, lit(WOOD, 1.1));
    let bow = curve((0.22, -0.42), (0.42, -0.02), (0.22, 0.4));
    canvas.stroke(&bow, lit(DARK_WOOD, 0.7), 1.0, 0.08);
    canvas.stroke(&bow, lit(WOOD, 1.15), 1.0, 0.045);
    canvas.stroke(&line(&[(0.22, -0.42), (-0.12, -0.01), (0.22, 0.4)]), [0.86, 0.80, 0.64], 1.0, 0.018);
    0.3
}

fn screen(canvas: &mut Canvas) -> f32 {
    for index in 0..6 {
        let x = -0.46 + index as f32 * 0.155;
        let top = -0.22 + canvas.any(-0.04, 0.04);
        let stake = shape(&[(x, 0.24), (x, top), (x + 0.07, top - 0.1), (x + 0.14, top), (x + 0.14, 0.24)]);
        canvas.blend(&stake, ((x, 0.0), lit(WOOD, 1.1)), ((x + 0.14, 0.0), lit(DARK_WOOD, 0.9)));
        canvas.outline(&stake);
    }
    canvas.piece(&rect((-0.47, 0.02), (0.94, 0.07)), lit(WOOD, 0.9));
    0.36
}

fn crystal(canvas: &mut Canvas) -> f32 {
    canvas.rock((0.0, 0.1), 0.3, [0.45, 0.44, 0.46]);
    for (x, y, tall) in [(-0.1, 0.02, 0.26), (0.1, 0.06, 0.22), (0.0, 0.1, 0.34)] {
        let shard = shape(&[
            (x - 0.07, y),
            (x - 0.05, y - tall * 0.7),
            (x, y - tall),
            (x + 0.07, y - tall * 0.6),
            (x + 0.06, y),
        ]);
        canvas.blend(&shard, ((x - 0.07, y - tall), [0.82, 1.0, 0.72]), ((x + 0.07, y), [0.26, 0.62, 0.38]));
        canvas.outline(&shard);
    }
    0.34
}
