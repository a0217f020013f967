//! The straight line between two points of the grid, square by square, in exact
//! integer arithmetic: sight, cover, blasts and scatter all walk along it.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::Square;

/// A point that a line can start from: the middle of a square or a grid corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Centre {
    /// The middle of the square.
    Square(Square),
    /// The north-west corner of the square.
    Corner(Square),
}

impl Centre {
    /// The point in half squares: the middle of (x, y) is (2x, 2y), so grid lines have odd numbers.
    pub const fn halves(self) -> (i64, i64) {
        match self {
            Self::Square(square) => (2 * square.x as i64, 2 * square.y as i64),
            Self::Corner(square) => (2 * square.x as i64 - 1, 2 * square.y as i64 - 1),
        }
    }
}

/// How a line gets from one square to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Across the side that the two squares share.
    Side {
        /// The square that is left.
        from: Square,
        /// The square that is entered.
        to: Square,
    },
    /// Exactly through the corner where four squares meet.
    Corner {
        /// The square that is left.
        from: Square,
        /// The square that is entered.
        to: Square,
        /// The two squares that are only touched, the one in the row of `from` first.
        beside: [Square; 2],
    },
}

impl Pass {
    /// The square that is left.
    pub const fn from(self) -> Square {
        match self {
            Self::Side { from, .. } | Self::Corner { from, .. } => from,
        }
    }

    /// The square that is entered.
    pub const fn to(self) -> Square {
        match self {
            Self::Side { to, .. } | Self::Corner { to, .. } => to,
        }
    }
}

/// The passes of one line, in order; made by [`trace`] and [`trace_from`].
#[derive(Clone, Debug)]
pub struct Trace {
    at: Square,
    step: (i32, i32),
    /// Length of the line in half squares, and where on it the next grid line is crossed.
    length: (i64, i64),
    next: (i64, i64),
}

/// The line between the middles of two squares. Walked from the other end it
/// makes the same passes in reverse.
pub fn trace(from: Square, to: Square) -> Trace {
    trace_from(Centre::Square(from), to)
}

/// The line from a point to the middle of a square.
pub fn trace_from(from: Centre, to: Square) -> Trace {
    let (start, end) = (from.halves(), Centre::Square(to).halves());
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let step = (dx.signum() as i32, dy.signum() as i32);
    // A line from a corner starts in the one of the four squares that it enters.
    let (at, first) = match from {
        Centre::Square(square) => (square, 1),
        Centre::Corner(square) => {
            let shift = |step: i32| if step < 0 { -1 } else { 0 };
            (Square::new(square.x.saturating_add(shift(step.0)), square.y.saturating_add(shift(step.1))), 2)
        }
    };
    Trace { at, step, length: (dx.abs(), dy.abs()), next: (first, first) }
}

impl Iterator for Trace {
    type Item = Pass;

    fn next(&mut self) -> Option<Pass> {
        let column = self.next.0 < self.length.0;
        let row = self.next.1 < self.length.1;
        let order = match (column, row) {
            (false, false) => return None,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (true, true) => (self.next.0 * self.length.1).cmp(&(self.next.1 * self.length.0)),
        };
        let from = self.at;
        if order.is_le() {
            self.at.x += self.step.0;
            self.next.0 += 2;
        }
        if order.is_ge() {
            self.at.y += self.step.1;
            self.next.1 += 2;
        }
        let to = self.at;
        Some(if order.is_eq() {
            Pass::Corner { from, to, beside: [Square::new(to.x, from.y), Square::new(from.x, to.y)] }
        } else {
            Pass::Side { from, to }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(from: Square, to: Square) -> Vec<(i32, i32)> {
        trace(from, to).map(|pass| pass.to().into()).collect()
    }

    #[test]
    fn a_level_line_enters_every_square_on_the_way_and_the_last() {
        assert_eq!(squares(Square::new(1, 1), Square::new(4, 1)), [(2, 1), (3, 1), (4, 1)]);
        assert_eq!(squares(Square::new(1, 1), Square::new(1, 1)), []);
    }

    #[test]
    fn a_diagonal_goes_through_corners_only() {
        let passes: Vec<Pass> = trace(Square::new(0, 0), Square::new(1, 1)).collect();
        let corner = Pass::Corner {
            from: Square::new(0, 0),
            to: Square::new(1, 1),
            beside: [Square::new(1, 0), Square::new(0, 1)],
        };
        assert_eq!(passes, [corner]);
    }

    #[test]
    fn a_knights_move_crosses_two_sides() {
        assert_eq!(squares(Square::new(0, 0), Square::new(2, 1)), [(1, 0), (1, 1), (2, 1)]);
        assert_eq!(squares(Square::new(2, 1), Square::new(0, 0)), [(1, 1), (1, 0), (0, 0)]);
    }

    #[test]
    fn a_line_from_a_corner_starts_in_the_square_that_it_enters() {
        let corner = Centre::Corner(Square::new(5, 5));
        assert_eq!(trace_from(corner, Square::new(5, 5)).count(), 0);
        assert_eq!(trace_from(corner, Square::new(4, 4)).count(), 0);
        let west: Vec<_> = trace_from(corner, Square::new(2, 4)).map(Pass::to).collect();
        assert_eq!(west, [Square::new(3, 4), Square::new(2, 4)]);
    }
}
