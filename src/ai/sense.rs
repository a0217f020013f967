//! What a mind makes of things beside what the rules foretell: its haste, its fears, whom it would rather be rid of.

use super::NOTHING;
use super::foresight::Fears;
use super::trail::Trail;
use crate::battle::{Id, Look, Order, Worth};
use crate::board::Footprint;

/// How somebody errs that judges in a hurry: each thing by a little, and every turn by something else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hurry(pub u64);

/// By what share whoever is in a hurry misjudges whom to do something to, at most.
pub(super) const MISJUDGES: f64 = 0.8;

/// By how much it misjudges a place, at most, in felled enemies.
const MISPLACES: f64 = 0.02;

impl Hurry {
    /// A number from -1 to 1 for each thing that is judged.
    pub fn errs(self, about: u64) -> f64 {
        let mut word = self.0 ^ about.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let share = f64::from(((word ^ (word >> 31)) >> 40) as u32) / f64::from(1_u32 << 24);
        2.0 * share - 1.0
    }

    /// What is taken for the worth of something; what is good for nothing never seems good.
    fn seems(self, worth: Worth, about: usize) -> Worth {
        let error = 1.0 + MISJUDGES * self.errs(about as u64);
        if worth > NOTHING { times(worth, error).max(Worth(1)) } else { worth }
    }
}

/// How much more is made of harm to those of whom most is to be feared than to those of whom nothing is.
const HEEDS: f64 = 0.5;

/// What a mind makes of places and people, beside what can be done there and to them.
pub(crate) struct Sense<'a> {
    pub(super) trail: &'a Trail,
    pub(super) fears: Option<&'a Fears>,
    pub(super) hurry: Option<Hurry>,
}

impl Sense<'_> {
    /// What standing somewhere is worth for what is feared there.
    pub(super) fn beside(&self, at: Footprint) -> f64 {
        let about = (at.at.x as u64) << 32 ^ (at.at.y as u64);
        let error = self.hurry.map_or(0.0, |hurry| MISPLACES * hurry.errs(about));
        error - self.fears.map_or(0.0, |fears| fears.at(at))
    }

    /// What it costs to go there, for where one has been; nothing where that is out of the question.
    pub(super) fn cost_of_going(&self, look: Look<'_>, who: Id, to: Footprint) -> Option<f64> {
        self.trail.cost(look, who, to)
    }

    /// What something that is done to somebody seems to be worth: to whoever looks ahead it is worth more where more is
    /// to be feared of them.
    pub(super) fn judged(&self, look: Look<'_>, order: &Order, worth: Worth) -> Worth {
        let target = order.at.first().and_then(|aim| aim.who.as_deref()).and_then(|name| look.find(name));
        let Some(target) = target else { return worth };
        if let Some(hurry) = self.hurry {
            return hurry.seems(worth, usize::from(target.0));
        }
        let feared = self.fears.map_or(1.0, |fears| 1.0 + HEEDS * (fears.share(target) - 0.5));
        times(worth, feared)
    }
}

fn times(worth: Worth, by: f64) -> Worth {
    Worth((f64::from(worth.0) * by) as i32)
}
