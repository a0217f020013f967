//! Strokes across squares, found once and drawn with every frame: what lies along one line is one line.

use std::collections::BTreeMap;

use bevy_egui::egui::{Painter, Pos2, Rect, Stroke, pos2};

use crate::board::Square;
use crate::overlay::camera::View;

/// No square has more strokes to a side than this.
const DENSEST: usize = 3;

/// Parts of a side where strokes of any density begin.
const PARTS: i32 = 6;

/// Strokes from the upper right to the lower left: their ends, in squares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hatch(Vec<[Pos2; 2]>);

impl Hatch {
    /// So many to a side of each square; they run on into those of its neighbours.
    pub fn of(squares: impl Iterator<Item = (Square, usize)>) -> Self {
        // By the sum of both places, which is the same all along a stroke: where each piece of it begins and ends across.
        let mut lines: BTreeMap<i32, Vec<(i32, i32)>> = BTreeMap::new();
        for (Square { x, y }, count) in squares {
            let apart = PARTS / count.clamp(1, DENSEST) as i32;
            let steps = (1..).map(|step| step * apart).take_while(|along| *along < 2 * PARTS);
            for along in steps.filter(|_| count > 0) {
                let across = (x * PARTS + (along - PARTS).max(0), x * PARTS + along.min(PARTS));
                lines.entry((x + y) * PARTS + along).or_default().push(across);
            }
        }
        let mut found = Vec::new();
        for (sum, mut pieces) in lines {
            pieces.sort_unstable();
            let place = |across: i32| {
                let [x, y] = [across, sum - across].map(|parts| parts as f32 / PARTS as f32);
                pos2(x, y)
            };
            for run in pieces.chunk_by(|one, next| one.1 == next.0) {
                let [Some(first), Some(last)] = [run.first(), run.last()] else { continue };
                found.push([place(first.0), place(last.1)]);
            }
        }
        Self(found)
    }

    /// Draws what of it can be seen.
    pub fn draw(&self, painter: &Painter, view: &View, stroke: Stroke) {
        let room = painter.clip_rect();
        for ends in &self.0 {
            let ends = ends.map(|end| view.place(end));
            if room.intersects(Rect::from_two_pos(ends[0], ends[1])) {
                painter.line_segment(ends, stroke);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: squares beside each other share their strokes, and denser ones have more.
    #[test]
    fn strokes_run_on_from_square_to_square() {
        let strokes =
            |all: &[(i32, i32, usize)]| Hatch::of(all.iter().map(|(x, y, count)| (Square::new(*x, *y), *count))).0;
        assert!(strokes(&[(4, 4, 0)]).is_empty());
        assert_eq!([1, 2, 3, 9].map(|count| strokes(&[(0, 0, count)]).len()), [1, 3, 5, 5]);
        assert_eq!(strokes(&[(1, 0, 1), (0, 1, 1)]), [[pos2(0.0, 2.0), pos2(2.0, 0.0)]]);
        let wide: Vec<(i32, i32, usize)> = (0..40).flat_map(|x| (0..40).map(move |y| (x, y, 3))).collect();
        assert!(strokes(&wide).len() < 40 * 2 * 3, "a line for each stroke, and not for each square");
    }
}
