//! Squares, the eight directions, and the blocks of squares that bodies cover.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One square of the board: `x` runs east, `y` runs south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Square {
    /// Columns from the west edge.
    pub x: i32,
    /// Rows from the north edge.
    pub y: i32,
}

impl Square {
    /// The square in column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The square `steps` away in `direction`.
    pub const fn step(self, direction: Direction, steps: i32) -> Self {
        let (dx, dy) = direction.offset();
        Self::new(self.x.saturating_add(dx.saturating_mul(steps)), self.y.saturating_add(dy.saturating_mul(steps)))
    }
}

impl From<(i32, i32)> for Square {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Square> for (i32, i32) {
    fn from(square: Square) -> Self {
        (square.x, square.y)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// The eight directions, clockwise from north, as a scatter die counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up the page.
    #[default]
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down the page.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// One step in this direction as (columns, rows).
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Whether a step this way changes both column and row.
    pub const fn is_diagonal(self) -> bool {
        let (dx, dy) = self.offset();
        dx != 0 && dy != 0
    }

    /// The direction `eighths` of a turn clockwise (negative: anticlockwise).
    pub const fn turned(self, eighths: i32) -> Self {
        Self::ALL[(self as i32 + eighths).rem_euclid(8) as usize]
    }

    /// The direction as a player writes it: "north east".
    pub const fn word(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::NorthEast => "north east",
            Self::East => "east",
            Self::SouthEast => "south east",
            Self::South => "south",
            Self::SouthWest => "south west",
            Self::West => "west",
            Self::NorthWest => "north west",
        }
    }

    /// The direction that `text` names: "east", "north-east", "NorthEast", "ne".
    pub fn from_word(text: &str) -> Option<Self> {
        let plain: String = text.chars().filter(|each| each.is_ascii_alphabetic()).collect();
        let plain = plain.to_ascii_lowercase();
        Self::ALL.into_iter().find(|direction| {
            let word = direction.word().replace(' ', "");
            let short: String = direction.word().split(' ').filter_map(|part| part.chars().next()).collect();
            plain == word || plain == short
        })
    }

    /// Straight back.
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }
}

/// The block of squares that a body covers: its north-west square and its side.
///
/// Creatures too small for a square of their own still stand in one; how many
/// of them share it is for the ruleset to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Footprint {
    /// The north-west square.
    pub at: Square,
    /// Squares a side, at least 1.
    pub side: i32,
}

impl Footprint {
    /// A block of `side` squares whose north-west square is `at`.
    pub const fn new(at: Square, side: i32) -> Self {
        Self { at, side }
    }

    /// The single square `at`.
    pub const fn one(at: Square) -> Self {
        Self { at, side: 1 }
    }

    /// The south-east square.
    pub const fn far(self) -> Square {
        Square::new(self.at.x.saturating_add(self.side - 1), self.at.y.saturating_add(self.side - 1))
    }

    /// The same block moved so that its north-west square is `at`.
    pub const fn moved_to(self, at: Square) -> Self {
        Self { at, side: self.side }
    }

    /// Whether `square` lies in the block.
    pub const fn contains(self, square: Square) -> bool {
        let far = self.far();
        square.x >= self.at.x && square.x <= far.x && square.y >= self.at.y && square.y <= far.y
    }

    /// Every square of the block, row by row from the north-west.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        let Self { at, side } = self;
        (0..side).flat_map(move |dy| (0..side).map(move |dx| Square::new(at.x + dx, at.y + dy)))
    }

    /// Where a block with so many squares a side is no farther away than that, row by row from the north-west.
    pub fn around(self, side: i32, within: i32) -> impl Iterator<Item = Square> + Clone {
        let (low, high, off) = (self.at, self.far(), within + side - 1);
        let columns = low.x - off..=high.x + within;
        (low.y - off..=high.y + within).flat_map(move |y| columns.clone().map(move |x| Square::new(x, y)))
    }

    /// Of the places just so far from this block that are open to `body` the one nearest to where that is.
    pub fn nearest_beside(self, body: Self, gap: i32, is_open: impl Fn(Self) -> bool) -> Option<Self> {
        let places = self.around(body.side, gap).map(|at| body.moved_to(at));
        let open = places.filter(|there| there.gap(self) == gap && is_open(*there));
        open.min_by_key(|there| (there.gap(body), there.at.y, there.at.x))
    }

    /// Columns and rows between the nearest squares of two blocks: (0, 0) when
    /// they overlap, (1, 0) when they touch side by side.
    pub const fn offsets(self, other: Self) -> (i32, i32) {
        (
            span_gap(self.at.x, self.far().x, other.at.x, other.far().x),
            span_gap(self.at.y, self.far().y, other.at.y, other.far().y),
        )
    }

    /// Squares from edge to edge with diagonal neighbours counted as adjacent:
    /// 0 overlapping, 1 touching.
    pub const fn gap(self, other: Self) -> i32 {
        let (dx, dy) = self.offsets(other);
        if dx > dy { dx } else { dy }
    }
}

const fn span_gap(a_low: i32, a_high: i32, b_low: i32, b_high: i32) -> i32 {
    if b_low > a_high {
        b_low.saturating_sub(a_high)
    } else if a_low > b_high {
        a_low.saturating_sub(b_high)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: the place beside a block is as far from it as is asked, open, and the nearest to whoever looks for it.
    #[test]
    fn the_nearest_open_place_beside_a_block_is_found() {
        let (aim, body) = (Footprint::new(Square::new(5, 5), 2), Footprint::new(Square::new(0, 5), 2));
        let found = |gap: i32, shut: i32| {
            let there = aim.nearest_beside(body, gap, |there| there.at.y != shut && there.at.x < 5);
            there.map(|there| (there.at.x, there.at.y))
        };
        let first = "the first of those that are equally near";
        assert_eq!([found(1, 9), found(2, 9)], [Some((3, 3)), Some((2, 3))], "{first}");
        assert_eq!(found(1, 3), Some((3, 4)));
        assert_eq!(aim.nearest_beside(body, 1, |_| false), None);
    }
}
