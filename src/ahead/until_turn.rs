//! What becomes of somebody until their next turn, tried out with everybody else played as a computer would.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use super::fate::Fate;
use super::time_limit::TimeLimit;
use super::{Ahead, Gone, PASSES, Peril, STEPS_A_FRAME, asked_in_turn, is_on_turn, pass};
use crate::ai::{Habits, Mind, Skill, lie_low, standing};
use crate::battle::{Falls, Id, Look, Order, Phase, Player, Question, Scratch, SideId};

/// A try that rests until there is time for more of it.
#[derive(Default)]
pub(super) struct Trial {
    orders: Vec<Order>,
    begun: Option<UntilTurn>,
}

/// Everybody plays on as a computer would, until it is the turn of `who` once more, in which they can move: where turns come in
/// parts, that of the next round. Those whom their side does not know of do nothing: what may come of them is nobody's to know.
pub(super) struct UntilTurn {
    who: Id,
    side: SideId,
    mind: Mind,
    left: usize,
    has_passed: bool,
    /// An enemy has had a turn.
    is_met: bool,
    habits: Habits,
    /// The round in which it began, and the part of a turn.
    begun: (i32, Phase),
    /// What is still said in the round in which it began.
    then: VecDeque<Order>,
    limit: TimeLimit,
}

impl UntilTurn {
    /// What is said next of what was meant to be, if it can be.
    fn next(&mut self, look: Look<'_>) -> Option<Order> {
        let (orders, (round, _)) = (&mut self.then, self.begun);
        let asked = asked_in_turn(look).filter(|_| !self.has_passed && !orders.is_empty())?;
        let is_theirs = asked == self.who || look.go_together(asked, self.who);
        if look.clock().round != round {
            orders.clear();
        }
        if !is_theirs || orders.front().is_none_or(|order| look.check(order).is_err()) {
            return None;
        }
        orders.pop_front()
    }

    /// Whether those who are on turn have come to their next one: a blow before the turns of a round lets nobody move.
    fn is_next_turn(&self, look: Look<'_>) -> bool {
        let ((round, part), now) = (self.begun, look.clock());
        match now.phase {
            Phase::First => now.round > round.saturating_add(1),
            _ if now.round > round => true,
            Phase::Whole if part == Phase::Whole => self.has_passed,
            Phase::Whole | Phase::Moves => part == Phase::First,
            Phase::Blows | Phase::Last => false,
        }
    }
}

impl Player for UntilTurn {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        // They are asked again when it goes on.
        if question.choices.is_none() && self.limit.is_up() {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        self.is_met |= asked_in_turn(look).is_some_and(|asked| look.are_enemies(self.who, asked));
        if let Some(next) = self.next(look) {
            return Some(next);
        }
        if is_on_turn(look, self.who) {
            let is_over = self.is_next_turn(look);
            self.has_passed = true;
            if is_over {
                return None;
            }
            return pass(look).or_else(|| self.mind.decide(look));
        }
        let kept = || lie_low(&self.mind, look, question, self.side).or_else(|| standing(&self.habits, look, question));
        kept().or_else(|| self.mind.decide(look))
    }
}

impl Ahead {
    /// Tries out once more what becomes of `who` after `order` and the end of their turn: with dice of its own, cards that
    /// their side does not see dealt anew, all others played by plain minds.
    pub fn venture(&mut self, look: Look<'_>, who: Id, order: &Order, peril: &mut Peril) {
        self.venture_all(look, who, std::slice::from_ref(order), peril);
    }

    /// The same of several orders that they give one after the other in this turn, as far as each can be given then.
    pub fn venture_all(&mut self, look: Look<'_>, who: Id, orders: &[Order], peril: &mut Peril) {
        // Where nobody has a choice in between there is nothing to be tried.
        let sure = if peril.tries == 0 { self.surely(look, who, orders) } else { None };
        match sure {
            Some(sure) => *peril = sure,
            None => self.try_once(look, (who, orders), (&mut Trial::default(), peril), None),
        }
    }

    /// The same for about so long: what is exact is gone through a few steps at a time, before anything is tried out.
    pub fn venture_further(
        &mut self,
        look: Look<'_>,
        who: Id,
        orders: &[Order],
        (gone, peril): (&mut Gone, &mut Peril),
        slice: Duration,
    ) {
        match gone.found() {
            None => self.surely_further(look, who, orders, (&mut *gone, STEPS_A_FRAME)),
            Some(Some(sure)) => *peril = sure.clone(),
            Some(None) => {
                let mut trial = self.trial.take().filter(|trial| trial.orders == orders).unwrap_or_default();
                self.try_once(look, (who, orders), (&mut trial, peril), Some(slice));
                self.trial = Some(trial);
            }
        }
    }

    /// Nothing is gone on with that was begun.
    pub fn put_down(&mut self) {
        self.trial = None;
    }

    /// Tries it out, or goes on with what has been begun of that: for about so long, or to its end.
    fn try_once(
        &mut self,
        look: Look<'_>,
        (who, orders): (Id, &[Order]),
        (trial, peril): (&mut Trial, &mut Peril),
        slice: Option<Duration>,
    ) {
        let Some((order, then)) = orders.split_first() else { return };
        let (side, seed) = (look.side(who), u64::from(peril.tries) + 1);
        let scratch = match (slice, self.names) {
            // Nothing else is copied to where a try rests.
            (Some(_), _) => self.aside.get_or_insert_with(|| Box::new(Scratch::new().told())),
            (None, true) => self.told.get_or_insert_with(|| Box::new(Scratch::new().told())),
            (None, false) => self.mute.get_or_insert_default(),
        };
        let (mut copy, mut player) = match trial.begun.take() {
            Some(begun) => (scratch.as_left(look), begun),
            None => {
                let mut copy = scratch.copy(look);
                copy.again(Falls::From(seed));
                copy.imagine(side);
                if copy.answer(order.clone()).is_err() {
                    peril.tries += 1;
                    return;
                }
                let begun = (look.clock().round, look.clock().phase);
                let (mind, habits) = (Mind::new(Skill::Plain, seed), self.habits.clone());
                let then = then.iter().cloned().collect();
                let (left, has_passed, is_met, limit) = (PASSES, false, false, TimeLimit::default());
                (copy, UntilTurn { who, side, mind, left, has_passed, is_met, habits, begun, then, limit })
            }
        };
        player.limit = TimeLimit::of(slice);
        copy.play(&mut player);
        if player.limit.rests() {
            *trial = Trial { orders: orders.to_vec(), begun: Some(player) };
            return;
        }
        peril.tries += 1;
        if let Some(after) = copy.look() {
            peril.unmet += u32::from(!player.is_met && is_on_turn(after, who));
            let by = strikers(after, who);
            // Nobody has to fear their friends: their own side decides what those do.
            let is_friend = |by: &Option<Id>| by.is_some_and(|by| by != who && !look.are_enemies(who, by));
            let is_spared = !by.is_empty() && by.iter().all(is_friend);
            let fate = if is_spared { Fate::default() } else { Fate::of(look, after, who, false) };
            peril.count(&fate, 1);
            let foes = by.into_iter().flatten().filter(|by| fate.hurt && look.are_enemies(who, *by));
            foes.for_each(|by| *peril.by.entry(by).or_default() += 1);
        }
    }
}

/// Whose hits somebody has taken. Those who send them somewhere are also told as the ones who hit them there in the same turn, as
/// at the foot of a fall.
fn strikers(after: Look<'_>, who: Id) -> BTreeSet<Option<Id>> {
    let mut sent: Option<(Id, (i32, Option<Id>))> = None;
    let mut all = BTreeSet::new();
    for fact in after.facts() {
        let now = (fact.round, fact.turn);
        sent = sent.filter(|(_, then)| *then == now);
        if let Some((by, _)) = fact.sends().filter(|(_, whom)| *whom == who) {
            sent = Some((by, now));
        }
        if let Some(dealt) = fact.dealt.filter(|_| fact.who == Some(who)) {
            all.insert(dealt.by.or(sent.map(|(by, _)| by)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{advance, answer};
    use crate::trial;

    /// Promise: where sides choose whom they send, a next turn that comes before any of an enemy is told apart from one that does
    /// not.
    #[test]
    fn a_turn_that_comes_before_any_of_an_enemy_is_told_apart() {
        let mut game = trial::begun("first_milestone", 2);
        let (mut mind, mut ahead) = (Mind::new(Skill::Plain, 2), Ahead::default());
        let (mut met, mut unmet) = (0, 0);
        for _ in 0..40 {
            let look = trial::look(&game);
            let Some(order) = look.question().and_then(|_| mind.decide(look)) else { break };
            if let Some(who) = asked_in_turn(look) {
                let mut peril = Peril::default();
                (0..6).for_each(|_| ahead.venture(look, who, &order, &mut peril));
                assert!(peril.unmet <= peril.tries);
                (met, unmet) = (met + u32::from(peril.unmet == 0), unmet + u32::from(peril.unmet > 0));
            }
            answer(&mut game.world, game.battle, order).unwrap();
            advance(&mut game.world, game.battle);
        }
        assert!(met > 0 && unmet > 0, "{met} met, {unmet} unmet");
    }
}
