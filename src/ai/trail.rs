//! Where those have been who are on the move, so that nobody walks to and fro.

use std::collections::BTreeMap;

use crate::battle::{Clock, Id, Look};
use crate::board::{Footprint, Square};

/// Where somebody has stood lately.
#[derive(Clone, Debug, Default)]
struct Been {
    /// The turn that it is about.
    when: Clock,
    /// Where it stood whenever it decided something in that turn.
    now: Vec<Square>,
    /// Where it set out from since it last did anything but go.
    from: Option<Square>,
    /// Where it stood at the beginning of its turn before.
    before: Option<Square>,
}

/// The ways of everybody, as far as one remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail(BTreeMap<Id, Been>);

/// What it costs to go back to where one came from in the turn before, in felled enemies.
const BACK: f64 = 0.05;

/// What must be gained by walking on once one has walked in a turn, in felled enemies.
const AGAIN: f64 = 0.03;

impl Trail {
    /// Takes down where somebody stands who has to decide something.
    pub fn note(&mut self, look: Look<'_>, who: Id) {
        let (when, at) = (look.clock(), look.footprint(who).at);
        let been = self.0.entry(who).or_default();
        if been.when != when {
            let before = been.now.first().copied().filter(|_| been.when.round + 1 == when.round);
            *been = Been { when, now: Vec::new(), from: Some(at), before };
        }
        // Who stands where they stood has done something there since.
        if been.now.last() == Some(&at) {
            been.from = None;
        }
        been.from = been.from.or(Some(at));
        if been.now.last() != Some(&at) {
            been.now.push(at);
        }
    }

    /// Where somebody stood at the beginning of their turn.
    pub fn post(&self, look: Look<'_>, who: Id) -> Square {
        let been = self.0.get(&who).filter(|been| been.when == look.clock());
        been.and_then(|been| been.now.first().copied()).unwrap_or(look.footprint(who).at)
    }

    /// Takes down that somebody does something, which only takes it elsewhere or does not.
    pub fn decided(&mut self, who: Id, goes: bool) {
        if let Some(been) = self.0.get_mut(&who).filter(|_| !goes) {
            been.from = None;
        }
    }

    /// What it costs to go to such a place, for having been there or having gone enough; nothing where that is out of
    /// the question.
    pub fn cost(&self, look: Look<'_>, who: Id, to: Footprint) -> Option<f64> {
        let Some(been) = self.0.get(&who).filter(|been| been.when == look.clock()) else { return Some(0.0) };
        let is_there = |at: &Square| match look.zoned() {
            Some(_) => look.spot_of(to.moved_to(*at)) == look.spot_of(to),
            None => *at == to.at,
        };
        if been.now.len() > 1 && been.now.iter().any(is_there) {
            return None;
        }
        // What has walked on does not walk back half of the way.
        let metric = look.rules().measure.metric;
        let own = look.footprint(who);
        let off = |from: Square, at: Footprint| metric.between(own.moved_to(from), at);
        if been.from.is_some_and(|from| from != own.at && off(from, to) < off(from, own)) {
            return None;
        }
        let back = if been.before.as_ref().is_some_and(is_there) { BACK } else { 0.0 };
        let again = if been.now.len() > 1 { AGAIN } else { 0.0 };
        Some(back + again)
    }
}
