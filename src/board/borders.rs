//! Zones as places to move between: the borders where they meet.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Board, Square, ZoneId};

/// What a scenario says of the border between two zones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredBorder {
    /// The two zones, in any order.
    pub between: (ZoneId, ZoneId),
    /// Whether one can move across; as the walls say if not given.
    #[serde(default)]
    pub open: Option<bool>,
    /// Words that rules ask for: "door", "drop", "climb", "low_wall".
    #[serde(default)]
    pub tags: Vec<String>,
}

/// A border: two zones that share a side of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// The two zones, the lower number first.
    pub between: (ZoneId, ZoneId),
    /// Whether one can move across.
    pub open: bool,
    /// Words that rules ask for.
    pub tags: Vec<String>,
    /// The pairs of squares that touch across it, in the order of `between`, row by row.
    pub pairs: Vec<(Square, Square)>,
}

impl Border {
    /// Whether it carries the word `tag`.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|each| each == tag)
    }

    /// The zone across from `zone`.
    pub const fn across(&self, zone: ZoneId) -> ZoneId {
        if self.between.0 == zone { self.between.1 } else { self.between.0 }
    }
}

/// What is wrong with the zones of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ZoneProblem {
    /// A zone without a square.
    #[error("zone {0} has no squares")]
    Empty(ZoneId),
    /// A zone that shares no side with another.
    #[error("zone {0} touches no other zone")]
    Alone(ZoneId),
    /// A zone that nobody can come to or leave.
    #[error("zone {0} has no border that can be crossed")]
    Shut(ZoneId),
    /// A square in a zone that the board does not list.
    #[error("square {at} is in zone {zone}, which is not listed")]
    Unlisted {
        /// The first such square.
        at: Square,
        /// The number it carries.
        zone: ZoneId,
    },
    /// A border declared between zones that do not meet.
    #[error("a border is declared between zones {0} and {1}, which do not meet")]
    Apart(ZoneId, ZoneId),
    /// A border declared more than once.
    #[error("the border between zones {0} and {1} is declared twice")]
    Twice(ZoneId, ZoneId),
}

/// A square that a zone cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum ZoneClash {
    /// It belongs to another zone.
    #[error("square {at} belongs to zone {holder} already")]
    Taken {
        /// The square.
        at: Square,
        /// The zone that has it.
        holder: ZoneId,
    },
    /// It is not on the board.
    #[error("square {0} is not on the board")]
    OffBoard(Square),
}

/// Gives `squares` to `zone` and lists those that it could not have: squares
/// off the board, and squares of another zone, which keep their zone.
pub fn claim_zone(board: &mut Board, zone: ZoneId, squares: impl IntoIterator<Item = Square>) -> Vec<ZoneClash> {
    let mut clashes = Vec::new();
    for at in squares {
        match board.cell_mut(at) {
            None => clashes.push(ZoneClash::OffBoard(at)),
            Some(cell) => match cell.zone {
                Some(holder) if holder != zone => clashes.push(ZoneClash::Taken { at, holder }),
                _ => cell.zone = Some(zone),
            },
        }
    }
    clashes
}

/// The zones of a board and the borders between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneGraph {
    borders: Vec<Border>,
    /// For each zone the positions of its borders, by the zone across.
    of_zone: Vec<Vec<usize>>,
    problems: Vec<ZoneProblem>,
}

impl ZoneGraph {
    /// The borders of `board`, changed by what is `declared`: where squares of
    /// two zones touch there is a border, open when one of their edges is.
    pub fn of(board: &Board, declared: &[DeclaredBorder]) -> Self {
        let zones = board.zones.len();
        let mut touching: BTreeMap<(ZoneId, ZoneId), Border> = BTreeMap::new();
        let mut squares = vec![0_u32; zones];
        let mut unlisted = BTreeMap::new();
        for at in board.squares() {
            let Some(zone) = board.cell(at).and_then(|cell| cell.zone) else { continue };
            match squares.get_mut(usize::from(zone)) {
                Some(count) => *count += 1,
                None => _ = unlisted.entry(zone).or_insert(at),
            }
            for beyond in [Square::new(at.x + 1, at.y), Square::new(at.x, at.y + 1)] {
                let Some(other) = board.cell(beyond).and_then(|cell| cell.zone) else { continue };
                if other == zone || usize::from(zone.max(other)) >= zones {
                    continue;
                }
                let between = (zone.min(other), zone.max(other));
                let fresh = || Border { between, open: false, tags: Vec::new(), pairs: Vec::new() };
                let border = touching.entry(between).or_insert_with(fresh);
                border.open |= board.edge(at, beyond).is_some_and(|edge| !edge.blocks_move);
                border.pairs.push(if zone < other { (at, beyond) } else { (beyond, at) });
            }
        }
        let mut problems: Vec<ZoneProblem> =
            unlisted.into_iter().map(|(zone, at)| ZoneProblem::Unlisted { at, zone }).collect();
        let mut seen = BTreeSet::new();
        for DeclaredBorder { between: (a, b), open, tags } in declared {
            let between = (*a.min(b), *a.max(b));
            if !seen.insert(between) {
                problems.push(ZoneProblem::Twice(between.0, between.1));
            }
            match touching.get_mut(&between) {
                None => problems.push(ZoneProblem::Apart(between.0, between.1)),
                Some(border) => {
                    border.open = open.unwrap_or(border.open);
                    border.tags.extend(tags.iter().cloned());
                }
            }
        }
        let borders: Vec<Border> = touching.into_values().collect();
        let mut of_zone = vec![Vec::new(); zones];
        for (position, border) in borders.iter().enumerate() {
            of_zone[usize::from(border.between.0)].push(position);
            of_zone[usize::from(border.between.1)].push(position);
        }
        let mut graph = Self { borders, of_zone, problems };
        graph.look_at_zones(&squares, &seen);
        graph
    }

    fn look_at_zones(&mut self, squares: &[u32], declared: &BTreeSet<(ZoneId, ZoneId)>) {
        let is_single = squares.len() == 1;
        for (zone, &count) in (0..).zip(squares) {
            let borders = &self.of_zone[usize::from(zone)];
            if count == 0 {
                self.problems.push(ZoneProblem::Empty(zone));
            } else if borders.is_empty() && !is_single {
                self.problems.push(ZoneProblem::Alone(zone));
            } else if !borders.is_empty() && !borders.iter().any(|&border| self.may_open(border, declared)) {
                self.problems.push(ZoneProblem::Shut(zone));
            }
        }
    }

    /// Whether somebody could ever cross a border: it is open, or it was said to be shut, and may be opened again.
    fn may_open(&self, border: usize, declared: &BTreeSet<(ZoneId, ZoneId)>) -> bool {
        let border = &self.borders[border];
        border.open || declared.contains(&border.between)
    }

    /// What is wrong: numbers that are not listed, borders declared between
    /// zones that do not meet, zones that touch nothing or cannot be entered.
    pub fn problems(&self) -> &[ZoneProblem] {
        &self.problems
    }

    /// All borders, by their zones.
    pub fn borders(&self) -> &[Border] {
        &self.borders
    }

    /// Those of `zone`, by the zone across.
    pub fn borders_of(&self, zone: ZoneId) -> impl Iterator<Item = &Border> {
        self.of_zone.get(usize::from(zone)).into_iter().flatten().map(|&border| &self.borders[border])
    }

    /// The border between two zones that meet.
    pub fn border(&self, a: ZoneId, b: ZoneId) -> Option<&Border> {
        let between = (a.min(b), a.max(b));
        self.borders.binary_search_by_key(&between, |border| border.between).ok().map(|found| &self.borders[found])
    }
}

#[cfg(test)]
mod tests;
