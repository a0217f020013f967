//! What stands between squares and is no wall: fences, doors, gates, ropes, and the openings of windows.

use super::canvas::{Canvas, Stamp, curve, line, oval, rect};
use super::colour::{Rgb, lit};
use crate::looks::Face;
use crate::looks::Fence;

const WOOD: Rgb = [0.60, 0.44, 0.27];
const DARK_WOOD: Rgb = [0.42, 0.30, 0.19];
const IRON: Rgb = [0.33, 0.34, 0.36];

/// A picture of what stands on an edge that runs east (`is_north`) or south, from its middle; nothing for what is a mass.
pub fn fence(face: &Face, cell: i32, what: Fence, is_north: bool) -> Option<Stamp> {
    let mut canvas = Canvas::new(face, cell, 0.62, what as u32 * 17 + u32::from(is_north))?;
    let height = match what {
        Fence::Wall | Fence::LowWall | Fence::Hedge => return None,
        Fence::Window => {
            window(&mut canvas, is_north);
            0.25
        }
        Fence::Rails => {
            rails(&mut canvas, is_north);
            0.16
        }
        Fence::Palisade => {
            palisade(&mut canvas, is_north);
            0.3
        }
        Fence::Door => {
            door(&mut canvas, is_north);
            0.36
        }
        Fence::Gate => {
            gate(&mut canvas, is_north);
            0.26
        }
        Fence::Rope => {
            let (from, by, to) =
                if is_north { ((-0.5, 0.0), (0.0, 0.09), (0.5, 0.0)) } else { ((0.0, -0.5), (0.07, 0.0), (0.0, 0.5)) };
            canvas.stroke(&curve(from, by, to), [0.35, 0.27, 0.17], 1.0, 0.06);
            canvas.stroke(&curve(from, by, to), [0.80, 0.70, 0.48], 1.0, 0.036);
            0.08
        }
    };
    Some(canvas.done(height))
}

fn window(canvas: &mut Canvas, is_north: bool) {
    let glass = [0.55, 0.68, 0.74];
    for middle in [-0.24, 0.24] {
        if is_north {
            canvas.blend(
                &rect((middle - 0.16, -0.06), (0.32, 0.14)),
                ((middle, -0.06), lit(glass, 1.3)),
                ((middle, 0.08), lit(glass, 0.7)),
            );
            canvas.outline(&rect((middle - 0.16, -0.06), (0.32, 0.14)));
            canvas.detail(&line(&[(middle, -0.06), (middle, 0.08)]), 1.0);
        } else {
            canvas.blend(
                &rect((-0.05, middle - 0.16), (0.1, 0.32)),
                ((-0.05, middle), lit(glass, 1.3)),
                ((0.05, middle), lit(glass, 0.8)),
            );
            canvas.outline(&rect((-0.05, middle - 0.16), (0.1, 0.32)));
        }
    }
}

fn rails(canvas: &mut Canvas, is_north: bool) {
    if is_north {
        for y in [-0.08, 0.04] {
            canvas.solid((-0.52, y), (1.04, 0.065), 0.03, WOOD);
        }
        for x in [-0.42, 0.0, 0.42] {
            canvas.solid((x - 0.045, -0.16), (0.09, 0.3), 0.2, lit(WOOD, 0.9));
        }
    } else {
        canvas.solid((-0.035, -0.52), (0.07, 1.04), 0.001, WOOD);
        for y in [-0.42, 0.0, 0.42] {
            canvas.solid((-0.06, y - 0.1), (0.12, 0.2), 0.12, lit(WOOD, 0.92));
        }
    }
}

fn palisade(canvas: &mut Canvas, is_north: bool) {
    for index in 0..7 {
        let along = -0.5 + (index as f32 + 0.5) / 7.0;
        let at = if is_north { (along, 0.02) } else { (0.0, along) };
        canvas.fill(&rect((at.0 - 0.07, at.1 - 0.02), (0.14, 0.14)), lit(DARK_WOOD, 0.9), 1.0);
        canvas.ball((at.0, at.1 - 0.03), (0.078, 0.078), lit(WOOD, 1.05));
        canvas.fill(&oval((at.0 - 0.01, at.1 - 0.045), (0.028, 0.028)), [0.86, 0.74, 0.54], 1.0);
    }
}

fn door(canvas: &mut Canvas, is_north: bool) {
    if is_north {
        canvas.solid((-0.44, -0.12), (0.88, 0.26), 0.16, WOOD);
        for x in [-0.22, 0.0, 0.22] {
            canvas.stroke(&line(&[(x, -0.02), (x, 0.14)]), lit(DARK_WOOD, 0.7), 0.7, 0.018);
        }
        for x in [-0.5, 0.4] {
            canvas.solid((x, -0.15), (0.1, 0.32), 0.18, [0.62, 0.58, 0.52]);
        }
        canvas.fill(&oval((0.3, 0.07), (0.035, 0.035)), IRON, 1.0);
    } else {
        canvas.solid((-0.1, -0.44), (0.2, 0.9), 0.08, WOOD);
        for y in [-0.28, 0.18] {
            canvas.fill(&rect((-0.1, y), (0.2, 0.06)), IRON, 1.0);
        }
        for y in [-0.5, 0.38] {
            canvas.solid((-0.14, y), (0.28, 0.14), 0.06, [0.62, 0.58, 0.52]);
        }
    }
}

fn gate(canvas: &mut Canvas, is_north: bool) {
    for index in 0..6 {
        let along = -0.42 + index as f32 * 0.168;
        let bar = if is_north { ((along - 0.03, -0.14), (0.06, 0.28)) } else { ((-0.07, along - 0.03), (0.14, 0.06)) };
        canvas.piece(&rect(bar.0, bar.1), lit(IRON, 1.15));
    }
    for side in [-0.06, 0.06] {
        let bar = if is_north { ((-0.48, side - 0.02), (0.96, 0.045)) } else { ((side - 0.02, -0.48), (0.045, 0.96)) };
        canvas.fill(&rect(bar.0, bar.1), IRON, 1.0);
    }
}
