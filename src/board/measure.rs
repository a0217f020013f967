//! How far it is from one square to another, in half squares.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Footprint;

/// A length or a cost of movement in half squares, so that one and a half stays whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Halves(pub u32);

impl Halves {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// More than any walk on any board.
    pub const ENDLESS: Self = Self(u32::MAX / 2);

    /// That many whole squares.
    pub const fn squares(squares: u32) -> Self {
        Self(squares.saturating_mul(2))
    }

    /// Whole squares, a half rounded up.
    pub const fn rounded(self) -> u32 {
        self.0 / 2 + self.0 % 2
    }

    /// Whole squares, a half left out.
    pub const fn whole(self) -> u32 {
        self.0 / 2
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left after `other`; nothing when that is more.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.whole())?;
        if self.0 % 2 == 1 { write!(f, ".5") } else { Ok(()) }
    }
}

/// What a diagonal counts: for distances and for steps alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// As much as a straight step: distance is the larger of columns and rows.
    #[default]
    Chebyshev,
    /// One and a half: the larger offset and half the smaller.
    OneAndAHalf,
    /// One, then two, then one: every second diagonal counts double.
    Alternating,
    /// There are no diagonals: columns and rows are added.
    Manhattan,
}

impl Metric {
    /// What a diagonal step costs after an even and after an odd number of
    /// diagonals; `None` where nobody steps diagonally.
    pub const fn diagonal(self) -> Option<[Halves; 2]> {
        match self {
            Self::Chebyshev => Some([Halves(2), Halves(2)]),
            Self::OneAndAHalf => Some([Halves(3), Halves(3)]),
            Self::Alternating => Some([Halves(2), Halves(4)]),
            Self::Manhattan => None,
        }
    }

    /// The shortest walk over open ground across `columns` and `rows`.
    pub const fn halves(self, columns: i32, rows: i32) -> Halves {
        self.halves_from(columns, rows, false)
    }

    /// The same after an odd number of diagonals (or an even one).
    pub const fn halves_from(self, columns: i32, rows: i32, odd: bool) -> Halves {
        let (columns, rows) = (columns.unsigned_abs(), rows.unsigned_abs());
        let (large, small) = if columns > rows { (columns, rows) } else { (rows, columns) };
        let extra = match self {
            Self::Chebyshev => 0,
            Self::OneAndAHalf => small,
            Self::Alternating => small.saturating_add(odd as u32) / 2 * 2,
            Self::Manhattan => small.saturating_mul(2),
        };
        Halves(large.saturating_mul(2).saturating_add(extra))
    }

    /// Whole squares across `columns` and `rows`, a half rounded up.
    pub const fn squares(self, columns: i32, rows: i32) -> u32 {
        self.halves(columns, rows).rounded()
    }

    /// The distance between the nearest squares of two bodies.
    pub const fn between(self, a: Footprint, b: Footprint) -> Halves {
        let (columns, rows) = a.offsets(b);
        self.halves(columns, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn a_diagonal_counts_as_each_metric_says() {
        let far = |metric: Metric| [(3, 0), (3, 1), (3, 2), (3, 3)].map(|(x, y)| metric.halves(x, -y).0);
        assert_eq!(far(Metric::Chebyshev), [6, 6, 6, 6]);
        assert_eq!(far(Metric::OneAndAHalf), [6, 7, 8, 9]);
        assert_eq!(far(Metric::Alternating), [6, 6, 8, 8]);
        assert_eq!(far(Metric::Manhattan), [6, 8, 10, 12]);
    }

    #[test]
    fn a_range_rounds_a_half_up() {
        assert_eq!(Metric::OneAndAHalf.squares(5, 4), 7);
        assert_eq!(Metric::OneAndAHalf.squares(5, 3), 7);
        assert_eq!(Metric::OneAndAHalf.squares(5, 2), 6);
    }

    #[test]
    fn an_odd_diagonal_is_remembered() {
        assert_eq!(Metric::Alternating.halves_from(1, 1, true), Halves(4));
        assert_eq!(Metric::Alternating.halves_from(1, 0, true), Halves(2));
        assert_eq!(Metric::Alternating.halves_from(2, 2, true), Metric::Alternating.halves(2, 2));
    }

    #[test]
    fn distance_runs_between_the_nearest_squares_of_two_bodies() {
        let giant = Footprint::new(Square::new(0, 0), 3);
        assert_eq!(Metric::OneAndAHalf.between(giant, Footprint::one(Square::new(4, 3))), Halves(5));
        assert_eq!(Metric::Chebyshev.between(giant, Footprint::one(Square::new(2, 2))), Halves::ZERO);
    }

    #[test]
    fn no_figure_from_outside_overflows() {
        for metric in [Metric::Chebyshev, Metric::OneAndAHalf, Metric::Alternating, Metric::Manhattan] {
            assert!(metric.halves_from(i32::MIN, i32::MAX, true).0 > 0);
        }
    }

    #[test]
    fn half_squares_read_as_halves() {
        assert_eq!((Halves(7).to_string(), Halves(8).to_string()), ("3.5".into(), "4".into()));
        assert_eq!((Halves(7).rounded(), Halves(7).whole(), Halves::squares(3)), (4, 3, Halves(6)));
    }
}
