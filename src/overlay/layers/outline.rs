//! The edge of an area, found once and drawn with every frame: what lies along one line is one line.

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
}
