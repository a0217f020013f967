//! Areas of effect: which squares a blast, a line, a cone or a ring covers.
//!
//! Every shape is rows of squares, so that listing them costs what they cover
//! and asking for one costs nothing much. Sizes are squares of the board; what
//! a square of a larger creature comes to is for the ruleset to work out.

use serde::{Deserialize, Serialize};

use super::rows::Rows;
use super::zone::{zone_neighbours, zone_squares};
use super::{Barrier, Board, Centre, Direction, Footprint, Square, ZoneId, line_ends, line_is_free};

/// An area of effect where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Template {
    /// A disc, or sphere.
    Disc {
        /// Its middle.
        centre: Centre,
        /// Squares across; the same number is the radius in half squares.
        diameter: i32,
        /// Which squares count.
        #[serde(default)]
        counts: Counts,
    },
    /// A straight band that begins at a body's edge (or corner, diagonally).
    Line {
        /// The body it comes from.
        from: Footprint,
        /// Where it goes.
        direction: Direction,
        /// Squares long.
        length: i32,
        /// Squares wide.
        width: i32,
        /// Where the odd square goes if it cannot lie evenly.
        side: Hand,
        /// What a diagonal step uses up of the length, in half squares: 2 as
        /// much as a straight one, 3 half as much again.
        diagonal: i32,
    },
    /// A wedge that widens away from a body.
    Cone {
        /// The body it comes from.
        from: Footprint,
        /// Where it goes.
        direction: Direction,
        /// Squares long.
        length: i32,
        /// Squares wide at its end. Diagonally it fills a quarter at most.
        width: i32,
        /// Where the odd square goes if it cannot lie evenly.
        side: Hand,
    },
    /// All squares near a body.
    Burst {
        /// The body in the middle.
        around: Footprint,
        /// Squares from it that are still reached.
        reach: i32,
        /// What a diagonal step counts, in half squares: 2 makes a square, 3 an octagon.
        diagonal: i32,
        /// Whether the body's own squares are covered too.
        inside: bool,
    },
    /// A whole zone.
    Zone {
        /// The zone.
        zone: ZoneId,
        /// What of the neighbouring zones is covered too.
        #[serde(default)]
        spread: Spread,
    },
}

/// Which squares of a disc count as covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// Those with any part covered.
    #[default]
    Partly,
    /// Those with the middle covered.
    Middle,
}

/// Left or right, seen along the direction of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// Anticlockwise.
    #[default]
    Left,
    /// Clockwise.
    Right,
}

/// How far the blast of a zone goes beyond it. It passes borders only where no
/// wall stops a walker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spread {
    /// Not at all.
    #[default]
    Inside,
    /// To the squares just across its borders.
    Rim,
    /// To the whole of the neighbouring zones.
    Neighbours,
}

impl Template {
    /// All squares of the board that are covered, each once: lines and cones
    /// outward, the rest row by row.
    pub fn squares(&self, board: &Board) -> Vec<Square> {
        match *self {
            Self::Zone { zone, spread } => zone_squares(board, zone, spread),
            _ => self.rows().squares(board),
        }
    }

    /// The same without what `barrier` keeps the effect from: squares that
    /// no free line leads to from the centre, or from the nearest square of the
    /// body it starts at; nothing stops it off the board. Zones are covered whole.
    pub fn squares_reached(&self, board: &Board, barrier: &impl Barrier) -> Vec<Square> {
        let barrier = OnBoard { board, barrier };
        let mut squares = self.squares(board);
        squares.retain(|&square| self.source(square).is_none_or(|source| line_is_free(&barrier, source, square)));
        squares
    }

    /// Whether `square` is covered.
    pub fn covers(&self, board: &Board, square: Square) -> bool {
        match *self {
            Self::Zone { zone, spread } => is_in_zone(board, zone, spread, square),
            _ => board.contains(square) && self.rows().contains(square),
        }
    }

    /// Whether any square of `body` is covered: it need not be inside whole. (A
    /// zone that spreads is looked up square by square; for many bodies list it once.)
    pub fn touches(&self, board: &Board, body: Footprint) -> bool {
        body.squares().any(|square| self.covers(board, square))
    }

    /// The same area turned about the body it comes from, by `eighths` of a
    /// turn clockwise; what has no direction stays as it is.
    #[must_use]
    pub const fn turned(mut self, eighths: i32) -> Self {
        if let Self::Line { direction, .. } | Self::Cone { direction, .. } = &mut self {
            *direction = direction.turned(eighths);
        }
        self
    }

    /// The same area with another centre; what has none stays as it is.
    #[must_use]
    pub const fn moved_to(mut self, place: Centre) -> Self {
        if let Self::Disc { centre, .. } = &mut self {
            *centre = place;
        }
        self
    }

    /// Where the line of effect to `square` begins.
    fn source(&self, square: Square) -> Option<Centre> {
        match *self {
            Self::Disc { centre, .. } => Some(centre),
            Self::Line { from, .. } | Self::Cone { from, .. } | Self::Burst { around: from, .. } => {
                Some(Centre::Square(line_ends(from, Footprint::one(square)).0))
            }
            Self::Zone { .. } => None,
        }
    }

    fn rows(&self) -> Rows {
        match *self {
            Self::Disc { centre, diameter, counts } => Rows::disc(centre, diameter, counts),
            Self::Line { from, direction, length, width, side, diagonal } => {
                Rows::line(from, direction, length, width, side, diagonal)
            }
            Self::Cone { from, direction, length, width, side } => Rows::cone(from, direction, length, width, side),
            Self::Burst { around, reach, diagonal, inside } => Rows::burst(around, reach, diagonal, inside),
            Self::Zone { .. } => Rows::none(),
        }
    }
}

/// A barrier that ends at the rim: blasts may come in from outside.
struct OnBoard<'a, B> {
    board: &'a Board,
    barrier: &'a B,
}

impl<B: Barrier> Barrier for OnBoard<'_, B> {
    fn square(&self, square: Square) -> bool {
        self.board.contains(square) && self.barrier.square(square)
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        self.board.contains(a) && self.board.contains(b) && self.barrier.edge(a, b)
    }
}

fn is_in_zone(board: &Board, zone: ZoneId, spread: Spread, square: Square) -> bool {
    let Some(found) = board.cell(square).and_then(|cell| cell.zone) else {
        return spread == Spread::Rim && zone_squares(board, zone, spread).contains(&square);
    };
    found == zone
        || match spread {
            Spread::Inside => false,
            Spread::Rim => zone_squares(board, zone, spread).contains(&square),
            Spread::Neighbours => zone_neighbours(board, zone, true).contains(&found),
        }
}

#[cfg(test)]
mod tests;
