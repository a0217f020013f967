//! The edge of an area, found once and drawn with every frame: what lies along one line is one line.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::board::{Board, Square};
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, label_size};

/// The squares beside these where nobody ever stands: no edge is drawn along a wall, a tree or a stone.
pub fn closed<'a>(board: &Board, squares: impl Iterator<Item = &'a Square>) -> BTreeSet<Square> {
    let around = |at: &Square| [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(x, y)| Square::new(at.x + x, at.y + y));
    let is_shut = |square: &Square| board.terrain(*square).is_some_and(|terrain| terrain.cost == 0);
    squares.flat_map(around).filter(is_shut).collect()
}

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

    /// Around all squares that are `within`.
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

    /// The ends of the highest part of the edge, of several the longest.
    pub fn top(&self) -> Option<[Pos2; 2]> {
        let upper = self.0.iter().filter(|side| side.inward.y > 0.0);
        let length = |side: &Side| (side.ends[1].x - side.ends[0].x).abs();
        let highest = upper.min_by(|one, other| {
            one.ends[0].y.total_cmp(&other.ends[0].y).then_with(|| length(other).total_cmp(&length(one)))
        })?;
        Some(highest.ends)
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

/// A word on a line is tried so many points to the sides of its place.
const ASIDE: [f32; 9] = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0, -180.0];
/// It is tried so many lines of text below.
const BELOW: [f32; 3] = [0.0, 1.0, 2.0];

/// What lies within a line, as a word on a part of it whose ends are told in squares: in its middle, aside, or below that. It is
/// worth nothing that it would hide.
pub fn tag(painter: &Painter, view: &View, (ends, text): ([Pos2; 2], &str), colour: Color32, plates: &mut Plates) {
    let size = label_size(painter, text);
    let [from, to] = ends.map(|end| view.place(end));
    let top = from.lerp(to, 0.5) + vec2(-size.x / 2.0, 2.0);
    let rows = BELOW.into_iter().flat_map(|down| ASIDE.map(|aside| vec2(aside, down * (size.y + 2.0))));
    let is_on = |off: &Vec2| off.x == 0.0 || off.x.abs() + size.x / 2.0 <= (to.x - from.x).abs() / 2.0;
    let places = rows.filter(is_on).map(|off| Rect::from_min_size(top + off, size));
    plates.mark(painter, places, (text, theme::over(theme::INK, colour, 0.4)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    fn squares(of: &[(i32, i32)]) -> BTreeSet<Square> {
        of.iter().map(|(x, y)| Square::new(*x, *y)).collect()
    }

    /// Promise: the edge of an area is as many lines as it has straight parts, not as many as it has squares.
    #[test]
    fn what_lies_along_one_line_is_one_line() {
        let room: BTreeSet<Square> = (0..30).flat_map(|x| (0..20).map(move |y| Square::new(x, y))).collect();
        let edge = Outline::around(&room);
        assert_eq!(edge.0.len(), 4);
        assert_eq!(edge.top(), Some([pos2(0.0, 0.0), pos2(30.0, 0.0)]));
        // With a notch in its upper side: two more corners on either side of it.
        let mut notched = room.clone();
        notched.remove(&Square::new(7, 0));
        assert_eq!(Outline::around(&notched).0.len(), 8);
        assert_eq!(
            Outline::around(&notched).top(),
            Some([pos2(8.0, 0.0), pos2(30.0, 0.0)]),
            "a word has most room on the longest part"
        );
        // Two that touch at a corner only are two areas.
        assert_eq!(Outline::around(&squares(&[(0, 0), (1, 1)])).0.len(), 8);
    }

    /// Promise: no edge is drawn around a wall in the middle of an area: that is neither safe nor out of reach.
    #[test]
    fn a_wall_within_an_area_has_no_edge() {
        let game = trial::begun("gate", 1);
        let board = trial::look(&game).board();
        let stands = |square: &Square| board.terrain(*square).is_some_and(|terrain| terrain.cost > 0);
        let all = (8..=12).flat_map(|x| (3..=6).map(move |y| Square::new(x, y)));
        let room: BTreeSet<Square> = all.filter(stands).collect();
        let closed = closed(board, room.iter());
        assert_eq!(closed, squares(&[(10, 4), (10, 5), (10, 7)]));
        let within = |square: Square| room.contains(&square) || closed.contains(&square);
        // Nor where the area ends at one: its lower edge is in two parts.
        assert_eq!(Outline::of(room.iter().copied(), within).0.len(), 5);
        assert_eq!(Outline::around(&room).0.len(), 8);
    }
}
