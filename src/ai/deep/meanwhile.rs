//! Who plays on in a trial: for both sides a computer that judges as it does at first sight, but takes its time.

use crate::ai::{Mind, Skill, lie_low};
use crate::battle::{Look, Order, Player, Question, SideId};

/// Rounds that a trial goes on after the one in which it begins.
const ROUNDS: i32 = 2;

/// Decisions after which it ends at any rate.
const MOST: usize = 160;

/// Plays a trial on until there is enough to judge by.
pub(super) struct Meanwhile {
    mind: Mind,
    side: SideId,
    last_round: i32,
    left: usize,
}

impl Meanwhile {
    /// From this moment on. Where cards could not be dealt anew it ends before they are turned.
    pub fn of(look: Look<'_>, side: SideId, seed: u64, is_dealt: bool) -> Self {
        let rounds = if is_dealt { ROUNDS } else { 0 };
        Self { mind: Mind::steady(Skill::Plain, seed), side, last_round: look.clock().round + rounds, left: MOST }
    }
}

impl Player for Meanwhile {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        if look.clock().round > self.last_round {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        lie_low(look, question, self.side).or_else(|| self.mind.decide(look))
    }
}
