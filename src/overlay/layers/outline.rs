//! The edge of an area and what fills it, found once and drawn with every frame: what lies along one line is one line, and
//! squares in a block are one block, however many they are.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

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

/// All of an area, in blocks. Places are in squares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fill(Vec<Rect>);

impl Fill {
    /// Of these squares: each stretch of a row is one block with those below it that are as wide.
    pub fn of(squares: &BTreeSet<Square>) -> Self {
        let mut rows: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for Square { x, y } in squares {
            rows.entry(*y).or_default().push(*x);
        }
        let mut found: Vec<Rect> = Vec::new();
        // By its two ends the block that was last so wide.
        let mut last: BTreeMap<(i32, i32), usize> = BTreeMap::new();
        for (y, mut places) in rows {
            places.sort_unstable();
            for run in places.chunk_by(|one, next| next - one == 1) {
                let [Some(from), Some(to)] = [run.first(), run.last()] else { continue };
                let (top, bottom) = (y as f32, (y + 1) as f32);
                let above = last.get(&(*from, *to)).and_then(|index| found.get_mut(*index));
                if let Some(block) = above.filter(|block| block.max.y == top) {
                    block.max.y = bottom;
                    continue;
                }
                last.insert((*from, *to), found.len());
                found.push(Rect::from_min_max(pos2(*from as f32, top), pos2((to + 1) as f32, bottom)));
            }
        }
        Self(found)
    }

    /// Draws it.
    pub fn draw(&self, painter: &Painter, view: &View, colour: Color32) {
        let room = painter.clip_rect();
        for block in self.0.iter().map(|block| view.area(*block)).filter(|block| room.intersects(*block)) {
            painter.rect_filled(block, 0.0, colour);
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

    /// Promise: every square of an area is filled once and nothing else is, and a room is one block.
    #[test]
    fn an_area_is_filled_once_in_few_blocks() {
        let area = squares(&[(0, 0), (1, 0), (1, 1), (2, 1), (1, 2), (2, 2), (5, 5)]);
        let fill = Fill::of(&area);
        assert_eq!(fill.0.len(), 3, "{fill:?}");
        for (x, y) in (-1..7).flat_map(|x| (-1..7).map(move |y| (x, y))) {
            let middle = pos2(x as f32 + 0.5, y as f32 + 0.5);
            let times = fill.0.iter().filter(|block| block.contains(middle)).count();
            assert_eq!(times, usize::from(area.contains(&Square::new(x, y))), "({x},{y})");
        }
        let room: BTreeSet<Square> = (0..20).flat_map(|x| (0..20).map(move |y| Square::new(x, y))).collect();
        assert_eq!(Fill::of(&room).0.len(), 1);
    }
}
