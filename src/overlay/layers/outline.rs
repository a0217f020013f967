//! The edge of an area and strokes across it, found once and drawn with every frame: what lies along one line is one line,
//! however many squares it passes.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::board::Square;
use crate::overlay::camera::View;

/// A line along the edge of an area: its ends, and the way into the area. Places are in squares.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    ends: [Pos2; 2],
    inward: Vec2,
}

/// The edge of an area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline(Vec<Side>);

impl Outline {
    /// Around these squares.
    pub fn around(squares: &BTreeSet<Square>) -> Self {
        Self::of(squares.iter().copied(), |square| squares.contains(&square))
    }

    /// Around squares of which each is `within`.
    pub fn of(squares: impl Iterator<Item = Square>, within: impl Fn(Square) -> bool) -> Self {
        // By direction, side and line: where on it each piece begins.
        let mut lines: BTreeMap<(bool, bool, i32), Vec<i32>> = BTreeMap::new();
        for Square { x, y } in squares {
            for (is_open, line, at) in [
                (!within(Square::new(x, y - 1)), (true, true, y), x),
                (!within(Square::new(x, y + 1)), (true, false, y + 1), x),
                (!within(Square::new(x - 1, y)), (false, true, x), y),
                (!within(Square::new(x + 1, y)), (false, false, x + 1), y),
            ] {
                if is_open {
                    lines.entry(line).or_default().push(at);
                }
            }
        }
        let mut found = Vec::new();
        for ((is_level, is_first, line), mut places) in lines {
            places.sort_unstable();
            for run in places.chunk_by(|one, next| next - one == 1) {
                let [Some(first), Some(last)] = [run.first(), run.last()] else { continue };
                let place = |along: i32| {
                    let (along, line) = (along as f32, line as f32);
                    if is_level { pos2(along, line) } else { pos2(line, along) }
                };
                let way = if is_first { 1.0 } else { -1.0 };
                let inward = if is_level { vec2(0.0, way) } else { vec2(way, 0.0) };
                found.push(Side { ends: [place(*first), place(last + 1)], inward });
            }
        }
        Self(found)
    }

    /// The middle of the highest part of the edge.
    pub fn top(&self) -> Option<Pos2> {
        let upper = self.0.iter().filter(|side| side.inward.y > 0.0);
        let highest = upper.min_by(|one, other| one.ends[0].y.total_cmp(&other.ends[0].y))?;
        Some(highest.ends[0].lerp(highest.ends[1], 0.5))
    }

    /// Draws it so many points within the area; broken, if `gap` is the points between two strokes.
    pub fn draw(&self, painter: &Painter, view: &View, within: f32, stroke: Stroke, gap: Option<f32>) {
        let room = painter.clip_rect();
        for side in &self.0 {
            let along = (side.ends[1] - side.ends[0]).normalized() * within;
            let [from, to] = side.ends.map(|end| view.place(end) + side.inward * within);
            let ends = [from + along, to - along];
            if !room.intersects(Rect::from_two_pos(ends[0], ends[1]).expand(1.0)) {
                continue;
            }
            match gap {
                None => {
                    painter.line_segment(ends, stroke);
                }
                Some(gap) => {
                    painter.extend(Shape::dashed_line(&ends, stroke, 8.0, gap));
                }
            }
        }
    }
}

/// Strokes across an area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hatch(Vec<[Pos2; 2]>);

impl Hatch {
    /// So many strokes to a square, rising to the right.
    pub fn of(squares: &BTreeSet<Square>, dense: u8) -> Self {
        let dense = i32::from(dense.max(1));
        // Strokes are where x + y is a whole number of parts of a square: by that number, the pieces of each.
        let mut lines: BTreeMap<i32, Vec<(i32, i32)>> = BTreeMap::new();
        for Square { x, y } in squares {
            let first = (x + y) * dense;
            for part in 1..2 * dense {
                // From where it enters the square to where it leaves it, along x, in parts of a square.
                let (low, high) = ((part - dense).max(0), part.min(dense));
                lines.entry(first + part).or_default().push((x * dense + low, x * dense + high));
            }
        }
        let mut found = Vec::new();
        for (sum, mut pieces) in lines {
            pieces.sort_unstable();
            let place = |along: i32| pos2(along as f32, (sum - along) as f32) / dense as f32;
            for run in pieces.chunk_by(|one, next| one.1 == next.0) {
                if let [Some(first), Some(last)] = [run.first(), run.last()] {
                    found.push([place(first.0), place(last.1)]);
                }
            }
        }
        Self(found)
    }

    /// Draws them.
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

    fn squares(of: &[(i32, i32)]) -> BTreeSet<Square> {
        of.iter().map(|(x, y)| Square::new(*x, *y)).collect()
    }

    /// Promise: the edge of an area is as many lines as it has straight parts, not as many as it has squares.
    #[test]
    fn what_lies_along_one_line_is_one_line() {
        let room: BTreeSet<Square> = (0..30).flat_map(|x| (0..20).map(move |y| Square::new(x, y))).collect();
        let edge = Outline::around(&room);
        assert_eq!(edge.0.len(), 4);
        assert_eq!(edge.top(), Some(pos2(15.0, 0.0)));
        // With a notch in its upper side: two more corners on either side of it.
        let mut notched = room.clone();
        notched.remove(&Square::new(7, 0));
        assert_eq!(Outline::around(&notched).0.len(), 8);
        // Two that touch at a corner only are two areas.
        assert_eq!(Outline::around(&squares(&[(0, 0), (1, 1)])).0.len(), 8);
    }

    /// Promise: a stroke stays within its area, and every square of it has as many strokes as were asked for.
    #[test]
    fn strokes_stay_within_their_area_and_reach_every_square() {
        let area = squares(&[(0, 0), (1, 0), (1, 1), (2, 1), (5, 5)]);
        for dense in 1..=4 {
            let hatch = Hatch::of(&area, dense);
            let mut seen: BTreeMap<Square, usize> = BTreeMap::new();
            for [from, to] in &hatch.0 {
                for step in 0..400 {
                    let at = from.lerp(*to, (step as f32 + 0.5) / 400.0);
                    let square = Square::new(at.x.floor() as i32, at.y.floor() as i32);
                    assert!(area.contains(&square), "{dense}: {at:?} lies outside");
                    *seen.entry(square).or_default() += 1;
                }
            }
            assert_eq!(seen.len(), area.len(), "{dense}: a square has no stroke");
        }
        let plain: BTreeSet<Square> = (0..20).flat_map(|x| (0..20).map(move |y| Square::new(x, y))).collect();
        assert_eq!(Hatch::of(&plain, 1).0.len(), 39, "one line a diagonal");
    }
}
