//! Trees, bushes, logs and boulders.

use std::f32::consts::TAU;

use tiny_skia::Path;

use super::canvas::{At, Canvas, Stamp, line, oval, shape, smooth_shape};
use super::colour::{Rgb, lit, mix};
use crate::looks::Face;
use crate::looks::Stands;

/// A plant or stone; nothing where it is none.
pub fn plant(face: &Face, cell: i32, what: Stands, seed: u32, joins: u8) -> Option<Stamp> {
    let reach = match what {
        Stands::Tree | Stands::Pine => 0.9,
        Stands::Bush | Stands::Boulder => 0.6,
        Stands::Log => 0.5,
        _ => return None,
    };
    let mut canvas = Canvas::new(face, cell, reach, seed)?;
    let height = match what {
        Stands::Tree => {
            let hue = canvas.any(0.0, 1.0);
            let green = mix([0.38, 0.50, 0.25], [0.50, 0.55, 0.27], hue);
            trunk(&mut canvas);
            crown(&mut canvas, (0.0, -0.05), 0.68, green);
            0.55
        }
        Stands::Pine => {
            pine(&mut canvas);
            0.55
        }
        Stands::Bush => {
            let hue = canvas.any(0.0, 1.0);
            crown(&mut canvas, (0.0, 0.0), 0.42, mix([0.40, 0.50, 0.25], [0.50, 0.52, 0.26], hue));
            0.22
        }
        Stands::Boulder => {
            let tone = canvas.any(0.92, 1.05);
            let colour = lit([0.64, 0.61, 0.55], tone);
            let side = (canvas.any(-0.34, 0.34), 0.28);
            canvas.rock((0.0, -0.02), 0.42, colour);
            canvas.rock(side, 0.13, lit(colour, 0.95));
            0.34
        }
        _ => {
            log(&mut canvas, joins);
            0.22
        }
    };
    Some(canvas.done(height))
}

fn trunk(canvas: &mut Canvas) {
    for index in 0..5 {
        let (sin, cos) = (index as f32 * 1.3 + 0.4).sin_cos();
        canvas.stroke(&line(&[(0.0, 0.05), (cos * 0.3, sin * 0.22 + 0.1)]), [0.33, 0.25, 0.17], 1.0, 0.08);
    }
}

/// A crown of leaves from above: clumps of dabs, the dark ones below and the lit ones towards the upper left.
pub fn crown(canvas: &mut Canvas, middle: At, size: f32, green: Rgb) {
    let around = |turn: f32, far: f32| (middle.0 + turn.cos() * far, middle.1 + turn.sin() * far * 0.95);
    let lobes = (size * 11.0) as usize + 4;
    let ring: Vec<(At, f32)> = (0..lobes)
        .map(|lobe| {
            let turn = (lobe as f32 + canvas.any(-0.2, 0.2)) / lobes as f32 * TAU;
            (around(turn, size * canvas.any(0.62, 0.74)), size * canvas.any(0.27, 0.34))
        })
        .collect();
    for (at, round) in &ring {
        canvas.halo(*at, *round);
    }
    canvas.fill(&oval(middle, (size * 0.8, size * 0.76)), lit(green, 0.62), 1.0);
    for (at, round) in &ring {
        canvas.fill(&oval(*at, (*round, *round)), lit(green, 0.62), 1.0);
    }
    let mut clumps: Vec<At> = (0..5).map(|index| around(index as f32 * TAU / 5.0 + 0.4, size * 0.5)).collect();
    clumps.push(middle);
    clumps.extend(ring.iter().map(|(at, _)| *at));
    let dabs = (size * size * 640.0) as usize + 40;
    let mut leaves: Vec<(f32, At, f32, f32)> = (0..dabs)
        .map(|_| {
            let turn = canvas.any(0.0, TAU);
            let far = canvas.any(0.0, 1.0).sqrt() * 0.97;
            let at = around(turn, size * far);
            let away = |clump: &At| (at.0 - clump.0).powi(2) + (at.1 - clump.1).powi(2);
            let clump = clumps.iter().copied().min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(middle);
            let on_clump = -(at.0 - clump.0 + at.1 - clump.1) / (size * 0.5);
            let on_crown = -(at.0 - middle.0 + at.1 - middle.1) / (size * 2.0);
            let light = on_clump * 0.75 + on_crown * 0.55 - 0.25 * far * far + canvas.any(-0.12, 0.12);
            (light, at, canvas.any(0.0, TAU), canvas.any(0.5, 0.8) * (0.05 + size * 0.11))
        })
        .collect();
    leaves.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (light, at, turn, long) in leaves {
        let share = (0.5 + light).clamp(0.0, 1.0);
        let colour = mix(lit(green, 0.72), mix(lit(green, 1.16), [0.80, 0.80, 0.44], 0.2), share);
        let (sin, cos) = turn.sin_cos();
        let wide = (0.55 + 0.25 * sin) * long;
        canvas.fill(&leaf(at, (cos * long, sin * long), (-sin * wide, cos * wide)), colour, 0.9);
    }
}

/// A leaf around its middle, by half its length and width.
fn leaf(at: At, along: At, across: At) -> Option<Path> {
    smooth_shape(&[
        (at.0 - along.0, at.1 - along.1),
        (at.0 + across.0, at.1 + across.1),
        (at.0 + along.0, at.1 + along.1),
        (at.0 - across.0, at.1 - across.1),
    ])
}

fn pine(canvas: &mut Canvas) {
    let green: Rgb = [0.29, 0.41, 0.28];
    for layer in 0..5 {
        let size = 0.62 - layer as f32 * 0.125;
        let middle = (-0.02 * layer as f32, -0.05 * layer as f32);
        let points = 14 - layer * 2;
        let turn = canvas.any(0.0, 1.0);
        let star: Vec<At> = (0..points * 2)
            .map(|index| {
                let (sin, cos) = (turn + index as f32 / (points * 2) as f32 * TAU).sin_cos();
                let far = size * if index % 2 == 0 { canvas.any(0.92, 1.06) } else { 0.72 };
                (middle.0 + cos * far, middle.1 + sin * far * 0.95)
            })
            .collect();
        let whole = shape(&star);
        let light = 0.7 + 0.14 * layer as f32;
        canvas.blend(
            &whole,
            ((-size, -size), lit(green, light * 1.25)),
            ((size * 0.7, size * 0.7), lit(green, light * 0.75)),
        );
        if layer == 0 {
            canvas.outline(&whole);
        } else {
            canvas.detail(&whole, 0.45);
        }
    }
}

/// A felled trunk that goes on into the squares that it joins.
fn log(canvas: &mut Canvas, joins: u8) {
    let bark: Rgb = [0.47, 0.36, 0.25];
    let is_tall = joins & 5 > 0 && joins & 10 == 0;
    let end = |side: u8| if joins & side > 0 { 0.6 } else { 0.4 };
    let (from, to) = if is_tall { ((0.0, -end(1)), (0.0, end(4))) } else { ((-end(8), 0.0), (end(2), 0.0)) };
    let mut lines = vec![(from, to)];
    if joins & 10 > 0 {
        // A branch that lies across.
        lines.extend((joins & 1 > 0).then_some(((0.0, -0.6), (0.0, 0.0))));
        lines.extend((joins & 4 > 0).then_some(((0.0, 0.6), (0.0, 0.0))));
    }
    for _ in 0..4 {
        let along = canvas.any(-0.3, 0.3);
        let side = if canvas.any(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
        let foot = if is_tall { (0.0, along) } else { (along, 0.0) };
        let tip = (
            foot.0 + 0.34 * side * if is_tall { 1.0 } else { 0.4 },
            foot.1 + 0.34 * side * if is_tall { 0.4 } else { 1.0 },
        );
        canvas.stroke(&line(&[foot, tip]), lit(bark, 0.55), 1.0, 0.075);
        canvas.stroke(&line(&[foot, tip]), lit(bark, 0.95), 1.0, 0.045);
    }
    let (dark, light, width) = (lit(bark, 0.5), lit(bark, 1.06), 0.34);
    for (from, to) in &lines {
        canvas.stroke(&line(&[*from, *to]), dark, 1.0, width);
    }
    for (from, to) in &lines {
        canvas.stroke(&line(&[*from, *to]), lit(bark, 0.8), 1.0, width - 0.05);
        let up = |at: &At| (at.0 - 0.045, at.1 - 0.055);
        canvas.stroke(&line(&[up(from), up(to)]), light, 1.0, width * 0.42);
        for shift in [-0.09_f32, 0.02, 0.1] {
            let by = |at: &At| if is_tall { (at.0 + shift, at.1 * 0.9) } else { (at.0 * 0.9, at.1 + shift) };
            canvas.stroke(&line(&[by(from), by(to)]), lit(bark, 0.6), 0.5, 0.016);
        }
    }
    for (side, at) in [(1, (0.0, -0.4)), (2, (0.4, 0.0)), (4, (0.0, 0.4)), (8, (-0.4, 0.0))] {
        let is_end = joins & side == 0 && (is_tall == (side == 1 || side == 4));
        if is_end {
            canvas.fill(&oval(at, if is_tall { (0.15, 0.09) } else { (0.09, 0.15) }), [0.78, 0.64, 0.42], 1.0);
            canvas.detail(&oval(at, if is_tall { (0.08, 0.05) } else { (0.05, 0.08) }), 0.6);
        }
    }
}
