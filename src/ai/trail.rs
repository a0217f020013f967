//! Where those have been who are on the move, so that nobody walks to and fro.

use std::collections::BTreeMap;

use super::is_end;
use super::place::NEAR;
use crate::battle::{Clock, Id, Look, Order};
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
    /// Whether it has gone anywhere in this turn, and whether it has done anything else.
    goes: bool,
    does: bool,
    /// Whether an enemy was near when this turn began.
    is_met: bool,
    /// Turns in a row before this one in which it did nothing but go though one was, until they are enough.
    vain: i32,
}

/// The ways of everybody, as far as one remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail(BTreeMap<Id, Been>);

/// What it costs to go back to where one came from in the turn before, in felled enemies.
const BACK: f64 = 0.05;

/// What must be gained by walking on once one has walked in a turn, in felled enemies.
const AGAIN: f64 = 0.03;

/// Turns after which nobody keeps out of reach any longer for nothing.
const WEARY: i32 = 4;

impl Trail {
    /// Takes down where somebody stands who has to decide something.
    pub fn note(&mut self, look: Look<'_>, who: Id) {
        let own = look.footprint(who);
        let is_met = || look.foes(who).any(|foe| look.footprint(foe).gap(own) <= NEAR);
        self.noted(who, look.clock(), own.at, is_met);
    }

    fn noted(&mut self, who: Id, when: Clock, at: Square, is_met: impl Fn() -> bool) {
        let been = self.0.entry(who).or_default();
        if been.when != when {
            let before = been.now.first().copied().filter(|_| been.when.round + 1 == when.round);
            // Whoever has been weary once does not begin anew.
            let is_vain = !been.does || been.vain >= WEARY;
            let vain = if is_vain { been.vain + i32::from(been.goes && been.is_met) } else { 0 };
            *been = Been { when, from: Some(at), before, vain, is_met: is_met(), ..Been::default() };
        }
        been.from = been.from.or(Some(at));
        if been.now.last() != Some(&at) {
            been.now.push(at);
        }
    }

    /// Takes down what somebody does, which only takes it elsewhere or does not.
    pub fn decided(&mut self, who: Id, order: &Order) {
        let Some(been) = self.0.get_mut(&who) else { return };
        if order.to.is_some() && order.at.is_empty() {
            been.goes = true;
        } else {
            been.from = None;
            been.does |= !is_end(order);
        }
    }

    /// Whether somebody has done nothing but go for so many turns that it had better do something else.
    pub fn is_weary(&self, who: Id) -> bool {
        self.0.get(&who).is_some_and(|been| been.vain >= WEARY)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: who does nothing but go, turn after turn, is weary of it and stays so; who does something in between is not.
    #[test]
    fn whoever_only_runs_is_weary_of_it() {
        let who = Id(0);
        let (go, strike) = (Order { to: Some(Square::new(1, 1)), ..Order::new("move") }, Order::new("attack"));
        let weary = |orders: &[&Order], is_met: bool| {
            let mut trail = Trail::default();
            let turn = |(round, order): (i32, &&Order)| {
                trail.noted(who, Clock { round, ..Clock::default() }, Square::new(round, 0), || is_met);
                trail.decided(who, order);
                trail.is_weary(who)
            };
            (1..).zip(orders).map(turn).collect::<Vec<bool>>()
        };
        assert_eq!(
            weary(&[&go, &go, &go, &go, &go, &strike, &go], true),
            [false, false, false, false, true, true, true]
        );
        assert_eq!(weary(&[&go, &go, &strike, &go, &go, &go], true), [false; 6]);
        assert_eq!(weary(&[&strike; 8], true), [false; 8]);
        assert_eq!(weary(&[&go; 8], false), [false; 8], "nobody is near");
    }
}
