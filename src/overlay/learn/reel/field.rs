//! What of the field a moving picture shows.

use std::collections::BTreeSet;

use super::{Moment, Seen};
use crate::battle::Id;
use crate::board::{Board, Footprint, Square, ZoneId};

/// A part of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub low: Square,
    /// The first square beyond it.
    pub high: Square,
}

impl Area {
    /// Whether a body lies wholly in it.
    pub fn holds(self, body: Footprint) -> bool {
        let (low, far) = (body.at, body.far());
        low.x >= self.low.x && low.y >= self.low.y && far.x < self.high.x && far.y < self.high.y
    }

    /// Whether a square lies in it, or right beside it.
    fn beside(self, at: Square) -> bool {
        (self.low.x - 1..=self.high.x).contains(&at.x) && (self.low.y - 1..=self.high.y).contains(&at.y)
    }

    /// Grows until these squares lie in it.
    pub fn take_in<'s>(&mut self, squares: impl IntoIterator<Item = &'s Square>) {
        for square in squares {
            let (low, high) = (self.low, self.high);
            self.low = Square::new(low.x.min(square.x), low.y.min(square.y));
            self.high = Square::new(high.x.max(square.x + 1), high.y.max(square.y + 1));
        }
    }
}

/// A frame has so many squares at least, across and down.
const LEAST: (i32, i32) = (5, 3);
/// A field of zones that is no larger than so many times what matters of it, in hundredths, is seen whole.
const LITTLE_MORE: i32 = 150;

/// What of the field matters: where those stand who are named, or all who have a part in what happens, and a little beside. A
/// place that is a zone is seen whole, and so are those beside it: somebody may go there, and none is cut at the edge for little.
pub(super) fn area(board: &Board, is_zoned: bool, moments: &[Moment], named: &[Id]) -> Area {
    let lines = || moments.iter().flat_map(|moment| &moment.told);
    let acts = |id: Id| lines().any(|line| line.who == Some(id) || line.whom == Some(id));
    let is_part = |seen: &&Seen| if named.is_empty() { acts(seen.id) } else { named.contains(&seen.id) };
    let all = || moments.iter().flat_map(|moment| &moment.who);
    let mut parts: Vec<&Seen> = all().filter(is_part).collect();
    if parts.is_empty() {
        parts = all().collect();
    }
    let corners = parts.iter().flat_map(|seen| [seen.body.at, seen.body.far()]);
    let struck = lines().filter(|_| named.is_empty()).flat_map(|line| line.squares.iter().copied());
    let zone = |square: Square| board.cell(square).and_then(|cell| cell.zone);
    let bodies = parts.iter().filter(|_| is_zoned).flat_map(|seen| [seen.body, seen.leaning()]);
    let within: BTreeSet<ZoneId> = bodies.flat_map(Footprint::squares).filter_map(zone).collect();
    let near = |at: Square| [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| Square::new(at.x + x, at.y + y));
    let is_within = |square: &Square| zone(*square).is_some_and(|zone| within.contains(&zone));
    let beside: BTreeSet<ZoneId> = board.squares().filter(is_within).flat_map(near).filter_map(zone).collect();
    let whole = board.squares().filter(|square| zone(*square).is_some_and(|zone| beside.contains(&zone)));
    let corners = corners.chain(struck).filter(|square| board.contains(*square)).chain(whole);
    let mut corners: Vec<Square> = corners.collect();
    let spans = |of: fn(&Square) -> i32| {
        let (low, high) = (corners.iter().map(of).min(), corners.iter().map(of).max());
        low.zip(high).map_or(0, |(low, high)| high - low + 1)
    };
    let is_little = |whole: i32, seen: i32| whole * 100 <= seen * LITTLE_MORE;
    let is_most = is_little(board.width(), spans(|at| at.x)) && is_little(board.height(), spans(|at| at.y));
    if is_zoned && is_most {
        corners.extend(board.squares());
    }
    // Beside a zone is nothing that belongs to it.
    let margin = i32::from(!is_zoned);
    let frame = around(&corners, board, margin);
    if !is_zoned && named.is_empty() {
        // Nobody stands at its very rim, half out of sight.
        let bodies = all().map(|seen| seen.body).filter(|body| frame.beside(body.at));
        corners.extend(bodies.flat_map(|body| [body.at, body.far()]));
    }
    around(&corners, board, margin)
}

/// These squares and so many beside them, but no fewer than leave room around two who stand beside each other, and none beyond the
/// field.
fn around(corners: &[Square], board: &Board, beside: i32) -> Area {
    let along = |of: fn(&Square) -> i32, side: i32, least: i32| {
        let low = corners.iter().map(of).min().unwrap_or(0);
        let high = corners.iter().map(of).max().unwrap_or(side - 1) + 1;
        // Whoever is on the way out may be beyond it.
        let (low, high) = ((low - beside).max(low.min(0)), (high + beside).min(high.max(side)));
        let span = (high - low).max(least.min(side));
        let more = span - (high - low);
        let low = if more > 0 { (low - more / 2).clamp(0, side - span) } else { low };
        (low, low + span)
    };
    let (left, right) = along(|square| square.x, board.width(), LEAST.0);
    let (top, bottom) = along(|square| square.y, board.height(), LEAST.1);
    Area { low: Square::new(left, top), high: Square::new(right, bottom) }
}

/// Where zones meet.
pub(super) fn borders(board: &Board) -> Vec<((i32, i32), (i32, i32))> {
    let zone = |square: Square| board.cell(square).map(|cell| cell.zone);
    let beyond = |square: Square| {
        let (x, y) = (square.x, square.y);
        [(Square::new(x + 1, y), ((x + 1, y), (x + 1, y + 1))), (Square::new(x, y + 1), ((x, y + 1), (x + 1, y + 1)))]
            .into_iter()
            .filter(move |(other, _)| board.contains(*other) && zone(*other) != zone(square))
            .map(|(_, ends)| ends)
    };
    board.squares().flat_map(beyond).collect()
}

/// The names of zones, and the squares that they lie in.
pub(super) fn zones(board: &Board) -> Vec<(String, Area)> {
    let mut all: Vec<(String, Option<Area>)> = board.zones.iter().map(|zone| (zone.name.clone(), None)).collect();
    for square in board.squares() {
        let Some(zone) = board.cell(square).and_then(|cell| cell.zone) else { continue };
        let Some((_, area)) = all.get_mut(usize::from(zone)) else { continue };
        let first = Area { low: square, high: Square::new(square.x + 1, square.y + 1) };
        area.get_or_insert(first).take_in([&square]);
    }
    all.into_iter().filter_map(|(name, area)| Some((name, area?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Terrain;

    /// Promise: a frame holds all squares that matter and one beside them, as far as the field goes and not beyond it.
    #[test]
    fn a_frame_ends_where_the_field_does() {
        let board = Board::open(12, 9, Terrain::open("grass")).unwrap();
        let frame = |corners: &[(i32, i32)]| {
            let corners: Vec<Square> = corners.iter().map(|(x, y)| Square::new(*x, *y)).collect();
            let Area { low, high } = around(&corners, &board, 1);
            ((low.x, low.y), (high.x, high.y))
        };
        assert_eq!(frame(&[(3, 3), (6, 4)]), ((2, 2), (8, 6)));
        assert_eq!(frame(&[(0, 0)]), ((0, 0), (5, 3)));
        assert_eq!(frame(&[(11, 8)]), ((7, 6), (12, 9)));
        assert_eq!(frame(&[(0, 0), (11, 8)]), ((0, 0), (12, 9)));
    }
}
