//! Places on a field that is measured in zones: somebody stands inside a zone
//! or on the border between two, and half a zone is the step between the two.
//!
//! The place of a square follows from the zones alone, never from
//! walls or ground, so that nobody comes to stand elsewhere because a door was
//! opened. [`share`] says how borders come to their squares.

mod line;
mod names;
mod seats;
mod share;
mod ways;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Board, Border, DeclaredBorder, Footprint, Layer, Opacity, Square, ZoneGraph, ZoneId};
pub use line::SpotLine;
pub use ways::ReachedSpot;

/// A place on a field that is measured in zones. Zones come before borders, so
/// that places sort as [`Spots::all`] lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// Inside a zone, on none of its borders.
    Zone(ZoneId),
    /// On the border between two zones, the lower number first.
    Border(ZoneId, ZoneId),
}

impl Spot {
    /// The border between two zones, given in any order.
    pub const fn between(a: ZoneId, b: ZoneId) -> Self {
        if a < b { Self::Border(a, b) } else { Self::Border(b, a) }
    }

    /// The zones that it belongs to: one, or the two that a border divides.
    pub const fn zones(self) -> (ZoneId, Option<ZoneId>) {
        match self {
            Self::Zone(zone) => (zone, None),
            Self::Border(low, high) => (low, Some(high)),
        }
    }

    /// Whether it is in `zone` or on one of its borders: a blast on that zone strikes it.
    pub fn is_of(self, zone: ZoneId) -> bool {
        let (one, other) = self.zones();
        one == zone || other == Some(zone)
    }
}

impl From<&Border> for Spot {
    fn from(border: &Border) -> Self {
        Self::Border(border.between.0, border.between.1)
    }
}

/// The places of a board, their squares, and what lies between them. Made
/// again when a wall or a border of the board changes.
#[derive(Debug)]
pub struct Spots {
    graph: ZoneGraph,
    all: Vec<Spot>,
    /// For each place, in that order, its squares and the one of them that stands for it in lines.
    squares: Vec<Vec<Square>>,
    middles: Vec<Option<Square>>,
    zones: Layer<Option<ZoneId>>,
    at: Layer<Option<Spot>>,
    opacity: Opacity,
    /// For each place how far the others are, once it was asked.
    distances: Vec<OnceLock<Vec<Option<u32>>>>,
    /// The same where barriers bar the way.
    ways: Vec<OnceLock<Vec<Option<u32>>>>,
    /// For each pair what lies on the line between them, once it was asked.
    lines: Vec<OnceLock<Vec<OnceLock<SpotLine>>>>,
}

impl Spots {
    /// The places of `board`, its borders changed by what is `declared`.
    /// Squares in a zone that the board does not list belong to no place.
    pub fn of(board: &Board, declared: &[DeclaredBorder]) -> Self {
        let graph = ZoneGraph::of(board, declared);
        let is_listed = |zone: &ZoneId| usize::from(*zone) < board.zones.len();
        let zones = Layer::of(board, |square| board.cell(square).and_then(|cell| cell.zone).filter(is_listed));
        let mut sizes = vec![0; board.zones.len()];
        for zone in zones.iter().filter_map(|(_, zone)| *zone) {
            sizes[usize::from(zone)] += 1;
        }
        let all: Vec<Spot> =
            (0..).map(Spot::Zone).take(sizes.len()).chain(graph.borders().iter().map(Spot::from)).collect();
        let mut given = BTreeMap::new();
        for (border, squares) in graph.borders().iter().zip(share::share(&graph, &sizes)) {
            given.extend(squares.into_iter().map(|square| (square, Spot::from(border))));
        }
        let zone_at = |square| zones.get(square).copied().flatten();
        let at = Layer::of(board, |square| given.get(&square).copied().or(zone_at(square).map(Spot::Zone)));
        let mut squares = vec![Vec::new(); all.len()];
        for (square, spot) in at.iter() {
            if let Some(index) = spot.and_then(|spot| all.binary_search(&spot).ok()) {
                squares[index].push(square);
            }
        }
        let borders = std::iter::repeat_n(None, sizes.len()).chain(graph.borders().iter().map(Some));
        let middles = squares.iter().zip(borders).map(|(squares, border)| {
            let touching = border.and_then(|border| border.pairs.first()).map(|pair| pair.0);
            line::middle(squares).or(touching)
        });
        Self {
            middles: middles.collect(),
            distances: vec![OnceLock::new(); all.len()],
            opacity: Opacity::of(board),
            ways: vec![OnceLock::new(); all.len()],
            lines: vec![OnceLock::new(); all.len()],
            graph,
            all,
            squares,
            zones,
            at,
        }
    }

    /// The zones and the borders between them, with what is said of each.
    pub const fn graph(&self) -> &ZoneGraph {
        &self.graph
    }

    /// Every place: the zones by number, then the borders. Borders without a
    /// square of their own are among them.
    pub fn all(&self) -> &[Spot] {
        &self.all
    }

    /// The place that a square belongs to, for whoever points at the board.
    pub fn at(&self, square: Square) -> Option<Spot> {
        self.at.get(square).copied().flatten()
    }

    /// The place where `body` stands: a border as soon as any square of it
    /// belongs to that border. `None` where that is not clear: on two borders,
    /// on a border and in a zone beyond, in two zones, or in no zone somewhere.
    pub fn of_body(&self, body: Footprint) -> Option<Spot> {
        let found = || body.squares().map(|square| self.at(square));
        let border = found().flatten().find(|spot| matches!(spot, Spot::Border(..)));
        let stands = border.or_else(|| self.at(body.at))?;
        let is_part = |spot| spot == stands || matches!(spot, Spot::Zone(zone) if stands.is_of(zone));
        found().all(|spot| spot.is_some_and(is_part)).then_some(stands)
    }

    /// The squares of a place, row by row; none where a border found no room.
    pub fn squares(&self, spot: Spot) -> &[Square] {
        self.index(spot).map_or(&[], |index| &self.squares[index])
    }

    /// The places half a zone off, barred or not: the borders of a zone, the zones of a border.
    pub fn neighbours(&self, spot: Spot) -> impl Iterator<Item = Spot> {
        let known = self.index(spot).map(|_| spot);
        let (zone, divided) = match known {
            Some(Spot::Zone(zone)) => (Some(zone), None),
            Some(Spot::Border(low, high)) => (None, Some([low, high])),
            None => (None, None),
        };
        let borders = zone.into_iter().flat_map(|zone| self.graph.borders_of(zone)).map(Spot::from);
        borders.chain(divided.into_iter().flatten().map(Spot::Zone))
    }

    /// Whether a barrier bars the half step between two neighbours: onto a
    /// border that is not open nobody steps from either side. Places that are
    /// no neighbours have no step between them that could be barred.
    pub fn is_barred(&self, a: Spot, b: Spot) -> bool {
        match (a, b) {
            (border @ Spot::Border(low, high), Spot::Zone(zone))
            | (Spot::Zone(zone), border @ Spot::Border(low, high)) => {
                border.is_of(zone) && self.graph.border(low, high).is_some_and(|border| !border.open)
            }
            _ => false,
        }
    }

    /// The position of a place in [`Self::all`]; `None` for a border between zones that do not meet.
    fn index(&self, spot: Spot) -> Option<usize> {
        let zones = self.middles.len() - self.graph.borders().len();
        match spot {
            Spot::Zone(zone) => Some(usize::from(zone)).filter(|zone| *zone < zones),
            Spot::Border(..) => self.all[zones..].binary_search(&spot).ok().map(|border| zones + border),
        }
    }
}

#[cfg(test)]
mod tests;
