//! What a turn is still worth to those who could give it up for an answer.

use super::SureBlow;
use super::means::{Means, Occasion, Strike, weapons};
use crate::mechanics::prelude::*;

/// What any turn is worth at least, in felled enemies.
const AT_LEAST: f64 = 0.06;

/// What is counted of a blow that is still to be struck: from where somebody stands, and at the end of a run.
const AT_ONCE: f64 = 0.8;
const AT_A_RUN: f64 = 0.5;

impl SureBlow {
    /// What somebody's turn is still worth to them: the best blow that they could strike in it.
    pub fn worth_of_turn(&self, look: Look<'_>, who: Id) -> f64 {
        if !look.rules().economy.is_fresh(look, who) || !look.is_in_play(who) {
            return 0.0;
        }
        let run = run(look, who);
        let mut best = AT_LEAST;
        for item in weapons(look, who).filter(|item| item.arm.damage.is_some()) {
            for foe in look.foes(who) {
                let strike = Strike::new(who, foe, Means::Arm(item.arm.clone()), Occasion::Turn);
                let share = match () {
                    () if self.may(look, &strike).is_ok() => AT_ONCE * self.chance_to_hit(look, &strike).to_f64(),
                    () if run.is_some_and(|run| self.comes_to(look, &strike, run)) => AT_A_RUN,
                    () => continue,
                };
                let loss = || self.loss(look, &strike);
                best = best.max(share * look.weigh_once("loss of a plain blow", (who, foe), &item.arm, loss));
            }
        }
        best
    }

    /// Whether a blow from hand to hand could be struck at the end of a run of so many half zones.
    fn comes_to(&self, look: Look<'_>, strike: &Strike, run: u32) -> bool {
        let places = look.spot(strike.who).zip(look.spot(strike.target));
        let halves = places.and_then(|(own, at)| look.spots().on_foot(own, at));
        let is_near = halves.is_some_and(|halves| halves <= run.saturating_add(1));
        let is_useless = || strike.arm().is_none_or(|arm| look.is_useless(strike.who, arm));
        is_near && !strike.is_ranged() && !self.is_hidden(look, strike.target) && !is_useless()
    }
}

/// How far somebody can run who strikes at the end of it, in half zones; nothing for those who may not do both.
fn run(look: Look<'_>, who: Id) -> Option<u32> {
    let speed = look.rules().stats.speed.filter(|_| look.allows(who, &["move", "attack"]).is_ok())?;
    u32::try_from(look.value(who, speed)).ok()
}
