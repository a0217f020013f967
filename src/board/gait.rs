//! What a ruleset decides about steps, and what it makes of other bodies in the way.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Metric, Square};

/// When a diagonal step may squeeze past what stands at its two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corners {
    /// Only when both ways round the corner are open.
    #[default]
    Clear,
    /// When one of the two ways round is open.
    OneSide,
    /// Also between two blocked squares; walls on edges still need a way round.
    Squeeze,
}

/// How a kind of body steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gait {
    /// What diagonal steps cost.
    pub metric: Metric,
    /// Which diagonal steps are barred by their sides.
    pub corners: Corners,
    /// The most that the ground may rise in a step; none: any height.
    pub climb: Option<u16>,
    /// The most that the ground may fall in a step; none: any depth.
    pub drop: Option<u16>,
}

/// Why a step, or a walk, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Obstacle {
    /// The body would stick out over the rim.
    #[error("off the board")]
    OffBoard,
    /// Ground that cannot be entered.
    #[error("blocked ground")]
    Ground,
    /// Something impassable on an edge.
    #[error("a wall in between")]
    Wall,
    /// A diagonal step past something that bars it.
    #[error("no room to pass the corner")]
    Corner,
    /// The ground rises or falls too much.
    #[error("too steep")]
    Steep,
    /// Somebody who lets nobody past.
    #[error("somebody in the way")]
    Body,
    /// The next square does not touch the one before.
    #[error("not adjacent")]
    NotAdjacent,
    /// A step farther than the budget.
    #[error("too far")]
    TooFar,
    /// A step onward from where every move ends.
    #[error("the move ends before")]
    Halted,
    /// A step that somebody does not let it make.
    #[error("held there")]
    Kept,
    /// The last square may be passed, but not stood on.
    #[error("no place to stand")]
    Taken,
}

/// What stands on a square means for somebody who wants to enter it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passage {
    /// Nothing: enter and stay.
    #[default]
    Free,
    /// Pass, but do not end there.
    Through,
    /// Enter and stay, but go no farther.
    Halt,
    /// Do not enter.
    Block,
}

impl Passage {
    const ALL: [Self; 4] = [Self::Free, Self::Through, Self::Halt, Self::Block];

    /// Both at once: a square that must be left and cannot be left is not entered.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self::ALL[self as usize | other as usize]
    }

    pub(super) const fn from_bits(bits: u64) -> Self {
        Self::ALL[(bits & 3) as usize]
    }
}

/// Other bodies, as far as they matter to the one who moves (who must not be
/// counted among them). Those on squares that the mover covers at the start of
/// their move are not asked for again during the move.
pub trait Bodies {
    /// What stands on `square` means for entering it.
    fn on(&self, square: Square) -> Passage;

    /// What stands anywhere from `low` (north-west) to `high` (south-east)
    /// means: all of it together.
    fn within(&self, low: Square, high: Square) -> Passage {
        let rows = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Square::new(x, y)));
        rows.fold(Passage::Free, |all, square| all.with(self.on(square)))
    }

    /// Whether somebody lets nobody step from one square to the other, though either is free. What keeps a body from a
    /// step must keep it from going there in two.
    fn keeps(&self, _from: Square, _to: Square) -> bool {
        false
    }
}

/// No other bodies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Bodies for Nobody {
    fn on(&self, _: Square) -> Passage {
        Passage::Free
    }

    fn within(&self, _: Square, _: Square) -> Passage {
        Passage::Free
    }
}

impl<F: Fn(Square) -> Passage> Bodies for F {
    fn on(&self, square: Square) -> Passage {
        self(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_that_must_be_left_and_cannot_be_left_is_not_entered() {
        assert_eq!(Passage::Through.with(Passage::Halt), Passage::Block);
        assert_eq!(Passage::Halt.with(Passage::Free), Passage::Halt);
        assert_eq!(Passage::Block.with(Passage::Through), Passage::Block);
    }
}
