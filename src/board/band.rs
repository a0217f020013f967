//! How far weapons reach: bands of a body's own squares, and the gaps on the board that they cover.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Board, Footprint, Square};

/// Nothing reaches farther, so that no figure from outside can overflow or hang.
const MOST: i32 = Board::MAX_SIDE as i32;

/// A reach from `min` to `max` own squares of a body: 0 is its own area, 1 what
/// touches it, 2 one own square farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct Band {
    /// The nearest band.
    pub min: u16,
    /// The farthest.
    pub max: u16,
}

impl From<(u16, u16)> for Band {
    fn from((min, max): (u16, u16)) -> Self {
        Self { min, max }
    }
}

impl From<Band> for (u16, u16) {
    fn from(band: Band) -> Self {
        (band.min, band.max)
    }
}

impl Band {
    /// From `min` to `max`.
    pub const fn new(min: u16, max: u16) -> Self {
        Self { min, max }
    }

    /// Band `n` alone.
    pub const fn only(n: u16) -> Self {
        Self { min: n, max: n }
    }

    /// Whether band `n` is part of it.
    pub const fn has(self, n: u16) -> bool {
        self.min <= n && n <= self.max
    }

    /// The smallest and the largest gap that it covers on a board where an
    /// own square is `own` squares a side (at least 1); none when `min` exceeds `max`.
    pub fn gaps(self, own: i32) -> Option<(i32, i32)> {
        let (first, _) = gaps_of_band(self.min, own);
        let (_, last) = gaps_of_band(self.max, own);
        (self.min <= self.max).then_some((first, last))
    }
}

/// The smallest and the largest gap (0 overlapping, 1 touching) of band `n` for
/// a body whose own square is `own` squares a side: from (n-1) x own + 1 to n x own.
pub fn gaps_of_band(n: u16, own: i32) -> (i32, i32) {
    let (n, own) = (i32::from(n), own.clamp(1, MOST));
    if n == 0 { (0, 0) } else { ((n - 1) * own + 1, n * own) }
}

/// What a body threatens with all its weapons: the gaps that their bands cover
/// together, as stretches that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Threat {
    gaps: SmallVec<[(i32, i32); 2]>,
}

impl Threat {
    /// The threat of weapons with `bands`, for an own square of `own` squares a side.
    pub fn of(bands: &[Band], own: i32) -> Self {
        let mut given: SmallVec<[(i32, i32); 4]> = bands.iter().filter_map(|band| band.gaps(own)).collect();
        given.sort_unstable();
        let mut gaps: SmallVec<[(i32, i32); 2]> = SmallVec::new();
        for (low, high) in given {
            let (low, high) = (low.min(MOST), high.min(MOST));
            match gaps.last_mut() {
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => gaps.push((low, high)),
            }
        }
        Self { gaps }
    }

    /// Whether a body at that gap is threatened.
    pub fn covers(&self, gap: i32) -> bool {
        self.gaps.iter().any(|&(low, high)| (low..=high).contains(&gap))
    }

    /// Whether nothing is threatened.
    pub fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }

    /// The largest gap that is threatened.
    pub fn farthest(&self) -> Option<i32> {
        self.gaps.last().map(|&(_, high)| high)
    }

    /// The stretches of gaps, nearest first.
    pub fn gaps(&self) -> &[(i32, i32)] {
        &self.gaps
    }

    /// Whether `attacker` threatens any square of `target`. A ruleset in which
    /// only the nearest square counts, so that a giant may stand too close for a
    /// pike, asks [`Self::covers`] for the gap of the two instead.
    pub fn reaches(&self, attacker: Footprint, target: Footprint) -> bool {
        // The squares of the target lie at every gap from its nearest to its farthest.
        let near = attacker.gap(target);
        let (far, other) = (attacker.far(), target.far());
        let columns = (attacker.at.x - target.at.x).max(other.x - far.x);
        let rows = (attacker.at.y - target.at.y).max(other.y - far.y);
        let last = columns.max(rows).max(0);
        self.gaps.iter().any(|&(low, high)| low <= last && high >= near)
    }

    /// The squares of `board` that a body at `from` threatens, row by row.
    pub fn squares(&self, board: &Board, from: Footprint) -> Vec<Square> {
        let mut squares = Vec::new();
        let Some(reach) = self.farthest().filter(|_| from.side >= 1 && board.contains(from.at)) else {
            return squares;
        };
        let side = from.side.min(MOST);
        let from = Footprint { side, ..from };
        let (low, high) = (from.at, from.far());
        for y in (low.y - reach).max(0)..=(high.y + reach).min(board.height() - 1) {
            for x in (low.x - reach).max(0)..=(high.x + reach).min(board.width() - 1) {
                let square = Square::new(x, y);
                if self.covers(from.gap(Footprint::one(square))) {
                    squares.push(square);
                }
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::draw_map;
    use crate::board::fixture::field;

    fn drawn(bands: &[Band], side: i32) -> Vec<String> {
        let board = field(6 + i64::from(side), 6 + i64::from(side));
        let body = Footprint::new(Square::new(3, 3), side);
        let squares = Threat::of(bands, side).squares(&board, body);
        draw_map(&board, |square| if squares.contains(&square) { 'x' } else { '.' })
    }

    #[test]
    fn a_close_weapon_threatens_the_own_area_and_a_standard_one_the_ring_around_it() {
        assert_eq!(drawn(&[Band::only(0)], 1)[2..5], [".......", "...x...", "......."]);
        assert_eq!(drawn(&[Band::only(1)], 1)[2..5], ["..xxx..", "..x.x..", "..xxx.."]);
        assert_eq!(drawn(&[Band::only(2)], 1)[1..4], [".xxxxx.", ".x...x.", ".x...x."]);
    }

    #[test]
    fn a_horse_counts_squares_of_its_own_size() {
        assert_eq!(drawn(&[Band::only(1)], 2)[..4], ["........", ".xxxxxx.", ".xxxxxx.", ".xx..xx."]);
        assert_eq!((gaps_of_band(2, 2), gaps_of_band(1, 4), gaps_of_band(0, 4)), ((3, 4), (1, 4), (0, 0)));
    }

    #[test]
    fn several_reaches_of_one_weapon_join() {
        let spear = Threat::of(&[Band::only(2), Band::only(1)], 1);
        assert_eq!(spear.gaps(), [(1, 2)]);
        let odd = Threat::of(&[Band::only(0), Band::only(3), Band::new(5, 4)], 1);
        assert_eq!(odd.gaps(), [(0, 0), (3, 3)]);
        assert!(odd.covers(3) && !odd.covers(1));
    }

    proptest! {
        #[test]
        fn a_body_is_reached_when_one_of_its_squares_is(
            a in (0i32..8, 0i32..8, 1i32..4), b in (0i32..8, 0i32..8, 1i32..4), low in 0u16..4, more in 0u16..2, own in 1i32..3,
        ) {
            let board = field(12, 12);
            let (from, to) = (Footprint::new((a.0, a.1).into(), a.2), Footprint::new((b.0, b.1).into(), b.2));
            let threat = Threat::of(&[Band::new(low, low + more)], own);
            let squares = threat.squares(&board, from);
            prop_assert_eq!(threat.reaches(from, to), to.squares().any(|square| squares.contains(&square)));
        }
    }

    #[test]
    fn figures_from_outside_neither_overflow_nor_hang() {
        let threat = Threat::of(&[Band::only(u16::MAX)], i32::MAX);
        assert!(threat.squares(&field(4, 4), Footprint::one(Square::new(1, 1))).is_empty());
    }
}
