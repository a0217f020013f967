//! Going on legs that are not one's own and may shy: round every place they do not dare to step on (HG-MOUNT-05).

use super::Paces;
use crate::board::{Ground, Reach, Scratch, reach};
use crate::mechanics::prelude::*;

impl Paces {
    /// Whether somebody goes on legs that are not their own and may shy.
    fn may_shy(look: Look<'_>, who: Id) -> bool {
        look.mount(who).is_some()
    }

    /// Whether nothing forbids somebody to step there.
    fn dares(look: Look<'_>, who: Id, to: Square) -> Allowed {
        let there = look.footprint(who).moved_to(to);
        look.rules().registry.steps.iter().try_for_each(|mechanic| mechanic.forbid_step(look, who, there))
    }

    /// Whether somebody dares to step on each of these squares.
    pub(super) fn dares_to_go(look: Look<'_>, who: Id, squares: &[Square]) -> Allowed {
        if !Self::may_shy(look, who) {
            return Ok(());
        }
        squares.iter().try_for_each(|square| Self::dares(look, who, *square))
    }

    /// Whether it is not for want of daring that somebody does not come to a square.
    pub(super) fn dares_to_come(
        &self,
        look: Look<'_>,
        who: Id,
        ground: &Ground,
        to: Square,
        budget: Halves,
    ) -> Allowed {
        if !Self::may_shy(look, who) {
            return Ok(());
        }
        let others = self.others(look, who, budget);
        let way = reach(ground, &others, look.footprint(who).at, budget, &mut Scratch::new()).path(to);
        Self::dares_to_go(look, who, &way.unwrap_or_default())
    }

    /// The places in a reach that somebody does not dare to step on.
    pub(super) fn undared(look: Look<'_>, who: Id, reach: &Reach<'_>) -> Vec<Square> {
        let entered =
            reach.entered().filter(|(reached, _)| reached.cost != Halves::ZERO).map(|(reached, _)| reached.at);
        entered.filter(|at| Self::dares(look, who, *at).is_err()).collect()
    }

    /// Those that somebody goes round who goes so far from a square in such a manner.
    pub(super) fn shunned(
        look: Look<'_>,
        who: Id,
        far: &(Square, Halves, bool),
        undared: impl FnOnce() -> Vec<Square>,
    ) -> Vec<Square> {
        if Self::may_shy(look, who) { look.keep_each("shunned", who, far, undared) } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use crate::battle::Order;
    use crate::board::Square;
    use crate::trial;

    /// HG-MOUNT-05: a mount that shies is ridden round what it does not dare to pass, where a way leads round it.
    #[test]
    fn a_mount_that_shies_is_ridden_round_what_it_fears() {
        trial::in_lesson("hursagmu", "HG-MOUNT-05-SHIES", 7, |look| {
            let rider = look.asked().unwrap();
            let to = |x, y| look.permits(rider, &Order { to: Some(Square::new(x, y)), ..Order::new("move") });
            // The shortest way leads past it, another that is as long does not.
            assert_eq!(to(5, 6), Ok(()));
            assert!(to(5, 5).is_err(), "no nearer than it was");
        });
    }
}
