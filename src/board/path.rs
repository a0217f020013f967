//! The shortest way to somewhere, over any distance.

use super::search::{Aim, alternates, search};
use super::trail::trail;
use super::{Board, Bodies, Footprint, Ground, Halves, Metric, Scratch, Square, Start};

const MOST: i32 = 2 * Board::MAX_SIDE as i32;

/// Where a walk should end: anywhere in one block of positions, but not in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    low: Square,
    high: Square,
    without: Option<(Square, Square)>,
}

impl Goal {
    /// Exactly `at`.
    pub fn at(at: Square) -> Self {
        let at = bounded(at);
        Self { low: at, high: at, without: None }
    }

    /// Where a body of `side` squares a side has a gap from `nearest` to
    /// `farthest` to `target` (0 overlapping, 1 touching).
    pub fn near(target: Footprint, side: i32, nearest: i32, farthest: i32) -> Self {
        let block = |gap: i32| {
            let back = gap.saturating_add(side.max(1)).saturating_sub(1);
            let ahead = gap.saturating_add(target.side.max(1)).saturating_sub(1);
            let (x, y) = (target.at.x, target.at.y);
            (
                bounded(Square::new(x.saturating_sub(back), y.saturating_sub(back))),
                bounded(Square::new(x.saturating_add(ahead), y.saturating_add(ahead))),
            )
        };
        let (low, high) = block(farthest.max(0));
        Self { low, high, without: (nearest > 0).then(|| block(nearest - 1)) }
    }

    /// Whether a body at `at` is there.
    pub fn has(&self, at: Square) -> bool {
        let is_in = |(low, high): (Square, Square)| low.x <= at.x && at.x <= high.x && low.y <= at.y && at.y <= high.y;
        is_in((self.low, self.high)) && !self.without.is_some_and(is_in)
    }

    /// Columns and rows from `at` to the block.
    fn offsets(&self, x: i32, y: i32) -> (i32, i32) {
        let off = |low: i32, high: i32, at: i32| (low - at).max(at - high).max(0);
        (off(self.low.x, self.high.x, x), off(self.low.y, self.high.y, y))
    }
}

/// Off the board a place is as good as any other, so that none overflows.
fn bounded(at: Square) -> Square {
    let bound = |side: i32| side.clamp(-MOST, MOST);
    Square::new(bound(at.x), bound(at.y))
}

struct Towards {
    goal: Goal,
    metric: Metric,
}

impl Aim for Towards {
    #[inline]
    fn rest(&self, x: i32, y: i32, odd: u32) -> u32 {
        let (columns, rows) = self.goal.offsets(x, y);
        self.metric.halves_from(columns, rows, odd != 0).0
    }

    #[inline]
    fn is_met(&self, x: i32, y: i32) -> bool {
        self.goal.has(Square::new(x, y))
    }
}

/// A walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The squares to step to one after the other, without the start.
    pub squares: Vec<Square>,
    /// What all of it costs.
    pub cost: Halves,
    /// Whether an odd number of diagonals was stepped, those before the start with them.
    pub odd: bool,
    /// Whether it ends at the goal; otherwise it ends as near to it as can be.
    pub arrives: bool,
}

/// The cheapest way to `goal` for at most `budget`, past `bodies`. When there is
/// none, the cheapest way to the place nearest to the goal, which may be the
/// start; `None` when the start is off the board.
///
/// A goal that cannot be reached is only known after all that can be reached
/// was searched, so give hordes a budget.
pub fn find_path(
    ground: &Ground,
    bodies: &impl Bodies,
    start: impl Into<Start>,
    goal: Goal,
    budget: Halves,
    scratch: &mut Scratch,
) -> Option<Route> {
    let aim = Towards { goal, metric: ground.gait().metric };
    let start = start.into();
    let end = search(ground, bodies, start, budget, &aim, scratch)?;
    let alternates = alternates(ground);
    let cost = scratch.known(ground.grid, alternates, end.at, end.odd)?.cost;
    let squares = trail(ground, scratch, start, end.at, end.odd);
    Some(Route { squares, cost, odd: end.odd, arrives: end.is_met })
}

#[cfg(test)]
mod tests;
