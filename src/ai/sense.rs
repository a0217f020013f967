//! What a mind makes of things beside what the rules foretell: its haste, where it has been, whom it would rather be rid of.

use super::NOTHING;
use super::trail::Trail;
use super::worths::is_bare;
use crate::battle::{Id, Look, Order, Worth};
use crate::board::Footprint;

/// How somebody errs that judges in a hurry: each thing by a little, and every turn by something else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hurry(pub u64);

/// By what share those in a hurry misjudge what they could do, at most.
const MISJUDGES: f64 = 1.6;

/// What is left of the worth of anything at least: nobody overlooks whom they stand beside.
const LEAST: f64 = 0.2;

/// By what share of all that lies between them those in a hurry misjudge the answers to a question, at most.
pub(super) const MISANSWERS: f64 = 0.8;

/// What else somebody in a hurry errs about: letting a turn go by, having a whim, and what it is then.
pub(super) const SLOW: u64 = u64::MAX;
pub(super) const WHIM: u64 = u64::MAX >> 1;
pub(super) const CHOICE: u64 = u64::MAX >> 2;

/// By how much it misjudges a place, at most, in felled enemies.
const MISPLACES: f64 = 0.04;

impl Hurry {
    /// A number from -1 to 1 for each thing that is judged.
    pub fn errs(self, about: u64) -> f64 {
        let mut word = self.0 ^ about.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let share = f64::from(((word ^ (word >> 31)) >> 40) as u32) / f64::from(1_u32 << 24);
        2.0 * share - 1.0
    }

    /// The same from 0 to 1.
    pub fn share(self, about: u64) -> f64 {
        f64::midpoint(self.errs(about), 1.0)
    }

    /// What is taken for the worth of something; what is good for nothing never seems good.
    fn seems(self, worth: Worth, about: u64) -> Worth {
        let error = (1.0 + MISJUDGES * self.errs(about)).max(LEAST);
        if worth > NOTHING { times(worth, error).max(Worth(1)) } else { worth }
    }
}

/// How much more is made of harm to those who are all but done for than to those who are unhurt: what is down strikes
/// nobody any more.
const FINISHES: f64 = 0.8;

/// What an error is made about: the target, the deed and the weapon.
fn about(target: Id, order: &Order) -> u64 {
    let said = order.verb.as_str().bytes().chain(order.with.iter().flat_map(|with| with.as_str().bytes()));
    said.fold(u64::from(target.0), |so_far, byte| so_far.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// What a mind makes of places and people, beside what can be done there and to them.
pub(crate) struct Sense<'a> {
    pub(super) trail: &'a Trail,
    pub(super) hurry: Option<Hurry>,
}

impl Sense<'_> {
    /// Whether it judges in a hurry.
    pub(super) const fn is_hasty(&self) -> bool {
        self.hurry.is_some()
    }

    /// What standing somewhere seems to be worth beside the rest.
    pub(super) fn beside(&self, at: Footprint) -> f64 {
        let about = (at.at.x as u64) << 32 ^ (at.at.y as u64);
        self.hurry.map_or(0.0, |hurry| MISPLACES * hurry.errs(about))
    }

    /// What it costs to go there, for where one has been; nothing where that is out of the question.
    pub(super) fn cost_of_going(&self, look: Look<'_>, who: Id, to: Footprint) -> Option<f64> {
        self.trail.cost(look, who, to)
    }

    /// What it costs to be led by a deed to where one would stand after it; nothing where that is out of the question.
    pub(super) fn cost_of_deed(&self, look: Look<'_>, who: Id, order: &Order) -> Option<f64> {
        if order.to.is_none() || !order.at.is_empty() {
            return Some(0.0);
        }
        let to = look.deed(order.verb).ok().and_then(|deed| deed.destination(look, who, order));
        to.map_or(Some(0.0), |to| self.cost_of_going(look, who, look.footprint(who).moved_to(to)))
    }

    /// What something that is done to somebody seems to be worth: to those who take their time it is worth more where its
    /// target is nearly done for.
    pub(super) fn judged(&self, look: Look<'_>, order: &Order, worth: Worth) -> Worth {
        let target = look.target(order);
        let Some(target) = target else { return worth };
        // Hands are never taken for better than steel.
        if self.hurry.is_some() && is_bare(look, order) {
            return times(worth, LEAST);
        }
        if let Some(hurry) = self.hurry {
            return hurry.seems(worth, about(target, order));
        }
        let hurt = look.health(target).map_or(0.0, |(left, of)| 1.0 - f64::from(left.max(0)) / f64::from(of.max(1)));
        times(worth, 1.0 + FINISHES * hurt)
    }
}

fn times(worth: Worth, by: f64) -> Worth {
    Worth((f64::from(worth.0) * by) as i32)
}
