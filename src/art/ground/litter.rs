//! Small things strewn over the ground.

use super::canvas::{At, Canvas, Stamp, blade, curve, line, oval, rect, shape};
use super::colour::{Rgb, lit, mix};
use super::plants::crown;
use crate::looks::Face;
use crate::looks::Litter;

/// Pictures of each kind of litter.
pub const KINDS: u32 = 6;

impl Litter {
    /// The least size of a square, in pixels, that shows it.
    pub const fn least(self) -> i32 {
        match self {
            Self::Stone | Self::Shrub | Self::Fern | Self::Reed | Self::Puddle | Self::Ivy | Self::Rung => 10,
            Self::Tuft | Self::Heather | Self::Dune | Self::Ripple | Self::Leaf => 14,
            Self::Flower | Self::Pebble | Self::Twig | Self::Crack | Self::Straw => 18,
        }
    }
}

impl Litter {
    /// Whether it is large and even enough to be taken for somebody where the ground is tinted.
    pub const fn stands_out(self) -> bool {
        matches!(self, Self::Pebble | Self::Stone | Self::Puddle)
    }

    /// Whether it lies in patches, with bare ground between.
    pub const fn gathers(self) -> bool {
        !matches!(self, Self::Ivy | Self::Rung | Self::Ripple | Self::Crack | Self::Shrub | Self::Stone | Self::Fern)
    }
}

/// One of the pictures of a kind of litter, on ground of these colours.
pub fn litter(face: &Face, cell: i32, what: Litter, kind: u32, ground: &[Rgb; 3]) -> Option<Stamp> {
    let mut canvas = Canvas::new(face, cell, 0.34, kind * 977 + what as u32 * 31)?;
    let height = match what {
        Litter::Tuft => {
            tuft(&mut canvas, ground, 7, 0.17);
            0.0
        }
        Litter::Flower => {
            flowers(&mut canvas, kind);
            0.0
        }
        Litter::Heather => {
            heather(&mut canvas);
            0.0
        }
        Litter::Shrub => {
            let (green, size) = (canvas.any(0.85, 1.1), canvas.any(0.15, 0.27));
            crown(&mut canvas, (0.0, 0.0), size, lit([0.40, 0.45, 0.24], green));
            0.12
        }
        Litter::Fern => {
            fern(&mut canvas, ground);
            0.02
        }
        Litter::Reed => {
            reeds(&mut canvas, ground);
            0.03
        }
        Litter::Pebble => {
            for _ in 0..3 {
                let at = (canvas.any(-0.13, 0.13), canvas.any(-0.1, 0.1));
                pebble(&mut canvas, at, ground);
            }
            0.0
        }
        Litter::Stone => {
            let size = canvas.any(0.0, 1.0).powi(2) * 0.13 + 0.055;
            let tone = canvas.any(0.86, 1.02);
            canvas.rock((0.0, 0.0), size, lit([0.66, 0.62, 0.54], tone));
            0.035
        }
        Litter::Twig => {
            let (x, y) = (canvas.any(0.06, 0.14), canvas.any(-0.08, 0.08));
            canvas.stroke(&line(&[(-x, -y), (x, y)]), [0.36, 0.27, 0.18], 0.6, 0.022);
            canvas.stroke(&line(&[(0.0, 0.0), (x * 0.5, y - 0.07)]), [0.36, 0.27, 0.18], 0.6, 0.016);
            0.0
        }
        Litter::Leaf => {
            for _ in 0..3 {
                let at = (canvas.any(-0.15, 0.15), canvas.any(-0.15, 0.15));
                canvas.fill(&oval(at, (0.03, 0.018)), [0.62, 0.45, 0.2], 0.7);
            }
            0.0
        }
        Litter::Puddle => {
            puddle(&mut canvas, ground);
            0.0
        }
        Litter::Ripple => {
            let wide = canvas.any(0.08, 0.19);
            for (y, share) in [(0.0, 0.5), (0.055, 0.3)] {
                let x = canvas.any(-0.05, 0.05);
                canvas.stroke(
                    &curve((x - wide, y), (x, y - 0.05), (x + wide, y)),
                    [0.9, 0.96, 0.95],
                    share * 0.6,
                    0.016,
                );
            }
            0.0
        }
        Litter::Dune => {
            let wide = canvas.any(0.14, 0.28);
            for y in [-0.05, 0.03] {
                let bow = canvas.any(0.03, 0.08);
                canvas.stroke(&curve((-wide, y), (0.0, y - bow), (wide, y)), lit(ground[1], 0.92), 0.5, 0.024);
                canvas.stroke(
                    &curve((-wide, y - 0.02), (0.0, y - bow - 0.02), (wide, y - 0.02)),
                    lit(ground[2], 1.04),
                    0.5,
                    0.02,
                );
            }
            0.0
        }
        Litter::Crack => {
            let mut at = (-0.16, canvas.any(-0.08, 0.08));
            for _ in 0..4 {
                let to = (at.0 + canvas.any(0.04, 0.10), at.1 + canvas.any(-0.07, 0.07));
                canvas.stroke(&line(&[at, to]), ground[2], 0.55, 0.014);
                at = to;
            }
            0.0
        }
        Litter::Ivy => {
            for _ in 0..7 {
                let at = (canvas.any(-0.2, 0.2), canvas.any(-0.2, 0.2));
                let size = canvas.any(0.04, 0.07);
                let green = canvas.any(0.75, 1.15);
                let leaf = canvas.blob(at, (size, size * 0.85), 5, 0.25);
                canvas.fill(&leaf, lit([0.36, 0.46, 0.22], green), 1.0);
                canvas.fill(
                    &oval((at.0 - size * 0.3, at.1 - size * 0.3), (size * 0.35, size * 0.25)),
                    [0.55, 0.64, 0.36],
                    0.5,
                );
            }
            0.02
        }
        Litter::Rung => {
            ladder(&mut canvas);
            0.05
        }
        Litter::Straw => {
            for _ in 0..3 {
                let (x, y) = (canvas.any(-0.1, 0.1), canvas.any(-0.1, 0.1));
                let (dx, dy) = (canvas.any(-0.08, 0.08), canvas.any(-0.05, 0.05));
                canvas.stroke(&line(&[(x - dx, y - dy), (x + dx, y + dy)]), [0.85, 0.74, 0.48], 0.45, 0.014);
            }
            0.0
        }
    };
    Some(canvas.done(height))
}

/// Blades of grass from one foot: darker ones behind, lighter ones before.
fn tuft(canvas: &mut Canvas, ground: &[Rgb; 3], blades: usize, tall: f32) {
    canvas.fill(&oval((0.02, 0.03), (tall * 0.7, 0.03)), lit(ground[1], 0.8), 0.4);
    for index in 0..blades {
        let lean = (index as f32 / (blades - 1) as f32 - 0.5) * 1.5 + canvas.any(-0.15, 0.15);
        let long = tall * canvas.any(0.7, 1.1) * (1.0 - 0.25 * lean.abs());
        let foot: At = (lean * 0.06, 0.03);
        let tip = (foot.0 + lean * long * 0.75, foot.1 - long);
        let light = if index % 2 == 0 { lit(ground[1], 0.8) } else { lit(ground[2], 1.04) };
        canvas.fill(&blade(foot, tip, 0.018, -lean * 0.02), light, 0.9);
    }
}

fn flowers(canvas: &mut Canvas, kind: u32) {
    let petals = [[0.94, 0.92, 0.84], [0.91, 0.82, 0.46], [0.76, 0.68, 0.82], [0.93, 0.90, 0.78]];
    let colour = petals[kind as usize % petals.len()];
    for _ in 0..4 {
        let at = (canvas.any(-0.16, 0.16), canvas.any(-0.13, 0.13));
        let size = canvas.any(0.016, 0.026);
        canvas.fill(&oval((at.0 + 0.012, at.1 + 0.016), (size * 1.3, size)), [0.25, 0.3, 0.16], 0.3);
        canvas.fill(&oval(at, (size * 1.25, size)), colour, 0.9);
        canvas.fill(&oval(at, (size * 0.45, size * 0.4)), [0.72, 0.55, 0.2], 0.9);
    }
}

fn heather(canvas: &mut Canvas) {
    canvas.fill(&oval((0.02, 0.04), (0.14, 0.06)), [0.28, 0.26, 0.18], 0.3);
    for index in 0..16 {
        let at = (canvas.any(-0.13, 0.13), canvas.any(-0.09, 0.06));
        let tone = canvas.any(0.85, 1.1);
        let colour = if index % 3 == 0 { [0.44, 0.44, 0.26] } else { [0.56, 0.40, 0.50] };
        canvas.fill(&oval(at, (0.026, 0.022)), lit(colour, tone), 0.9);
    }
}

fn fern(canvas: &mut Canvas, ground: &[Rgb; 3]) {
    canvas.fill(&oval((0.02, 0.03), (0.17, 0.12)), lit(ground[1], 0.8), 0.35);
    for frond in 0..8 {
        let (sin, cos) = (frond as f32 / 8.0 * std::f32::consts::TAU + canvas.any(-0.3, 0.3)).sin_cos();
        let long = canvas.any(0.19, 0.29);
        let light = if cos + sin < 0.0 { 1.12 } else { 0.86 };
        let colour = lit(mix(ground[2], [0.50, 0.60, 0.28], 0.6), light);
        let (tip, wide) = ((cos * long, sin * long * 0.82), long * 0.2);
        let side = |share: f32, by: f32| (tip.0 * share - sin * wide * by, tip.1 * share + cos * wide * by);
        let frond = shape(&[(0.0, 0.0), side(0.35, 1.0), side(0.7, 0.75), tip, side(0.7, -0.75), side(0.35, -1.0)]);
        canvas.fill(&frond, colour, 0.95);
        for share in [0.3, 0.5, 0.7] {
            canvas.stroke(
                &line(&[side(share, -0.9), side(share + 0.08, 0.0), side(share, 0.9)]),
                lit(colour, 0.8),
                0.5,
                0.012,
            );
        }
        canvas.stroke(&line(&[(0.0, 0.0), tip]), lit(colour, 0.82), 0.7, 0.012);
    }
}

fn reeds(canvas: &mut Canvas, ground: &[Rgb; 3]) {
    canvas.fill(&oval((0.02, 0.12), (0.13, 0.045)), lit(ground[1], 0.7), 0.5);
    for index in 0..7 {
        let x = canvas.any(-0.11, 0.11);
        let tip = (x + canvas.any(-0.07, 0.07), canvas.any(-0.26, -0.12));
        let colour = mix(lit(ground[1], 0.82), lit(ground[2], 1.08), canvas.any(0.0, 1.0));
        canvas.fill(&blade((x, 0.13), tip, 0.014, 0.0), colour, 0.95);
        if index % 3 == 0 {
            canvas.stroke(&line(&[(tip.0, tip.1 + 0.05), tip]), [0.36, 0.25, 0.15], 0.95, 0.032);
        }
    }
}

fn pebble(canvas: &mut Canvas, at: At, ground: &[Rgb; 3]) {
    let size = canvas.any(0.014, 0.034);
    let tone = canvas.any(0.9, 1.14);
    canvas.fill(&oval((at.0 + 0.012, at.1 + 0.014), (size * 1.1, size * 0.85)), lit(ground[1], 0.62), 0.45);
    canvas.fill(&oval(at, (size, size * 0.8)), lit(mix(ground[0], [0.68, 0.66, 0.62], 0.65), tone), 0.95);
    canvas.fill(&oval((at.0 - size * 0.25, at.1 - size * 0.25), (size * 0.5, size * 0.35)), [1.0, 0.98, 0.9], 0.22);
}

fn puddle(canvas: &mut Canvas, ground: &[Rgb; 3]) {
    let size = canvas.any(0.16, 0.27);
    let bank = canvas.blob((0.0, 0.0), (size * 1.12, size * 0.72), 9, 0.12);
    canvas.fill(&bank, lit(ground[1], 0.84), 0.7);
    let pool = canvas.blob((0.0, 0.01), (size, size * 0.6), 9, 0.12);
    canvas.fill(&pool, mix(lit(ground[2], 0.8), [0.42, 0.47, 0.45], 0.4), 0.7);
    canvas.stroke(
        &curve((-size * 0.5, -size * 0.1), (-size * 0.1, -size * 0.3), (size * 0.4, -size * 0.2)),
        [0.85, 0.88, 0.84],
        0.5,
        0.022,
    );
}

fn ladder(canvas: &mut Canvas) {
    let wood = [0.58, 0.43, 0.26];
    for x in [-0.17, 0.14] {
        canvas.solid((x, -0.33), (0.05, 0.66), 0.02, wood);
    }
    for step in 0..5 {
        let rung = rect((-0.17, -0.28 + step as f32 * 0.13), (0.34, 0.04));
        canvas.piece(&rung, lit(wood, 1.12));
    }
}
