//! What answers are worth to a mind that shares a body, for whoever has nobody to say so.

use super::TwoMinds;
use super::leaving::OUT;
use super::veto::VETO;
use crate::mechanics::prelude::*;

/// What a turn is worth in which nothing can be struck yet.
const A_TURN: f64 = 0.1;

/// What it is worth to have a body to oneself again.
const RID: f64 = 0.3;

/// What a body that is taken over is worth beyond one that is hindered and no more, in felled fighters: it fights for the other
/// side.
const TAKEN_OVER: f64 = 0.65;

impl Judges for TwoMinds {
    fn goes_on(&self, _look: Look<'_>, _who: Id, outcome: Key) -> f64 {
        if outcome == self.possessed.key() { TAKEN_OVER } else { 0.0 }
    }

    /// The answers to a question between minds, each with what it is worth to the one who is asked, in felled enemies.
    fn weigh(&self, look: Look<'_>, question: &Question) -> Vec<(Order, Worth)> {
        let (Some(mind), by) = (question.who, question.by) else { return Vec::new() };
        let is_friend = by.is_some_and(|by| look.own_side(by) == look.own_side(mind));
        let worth = |friend: f64, enemy: f64| if is_friend { friend } else { enemy };
        let (verb, worth) = match (question.kind.as_str(), by) {
            (VETO, Some(by)) => (VETO, worth(-1.0, self.worth_of_veto(look, mind, by))),
            ("escape", Some(by)) => (VETO, worth(-1.0, self.worth_of_keeping(look, mind, by))),
            ("let in", _) => ("let it in", worth(1.0, -1.0)),
            ("resist", _) => ("decline", worth(1.0, -1.0)),
            ("permit", _) => ("forbid", worth(-1.0, 1.0)),
            ("way out", _) => (OUT, self.worth_of_coming_out(look, mind)),
            _ => return Vec::new(),
        };
        vec![(Order::new(verb), Worth::of(worth))]
    }
}

impl TwoMinds {
    /// What is lost with a penalty: all, with the last of one's will.
    fn stake(&self, look: Look<'_>, mind: Id) -> f64 {
        1.0 / f64::from(look.value(mind, self.will).max(1))
    }

    /// The exact chance of winning, times what the other would do and what one could do oneself instead, against the
    /// risk of a penalty.
    fn worth_of_veto(&self, look: Look<'_>, mind: Id, actor: Id) -> f64 {
        let wins = self.chance_to_veto(look, mind, actor).map_or(0.0, |chance| chance.to_f64());
        let initiative = &look.rules().initiative;
        let instead = if initiative.has_acted(look, mind) { 0.0 } else { Self::worth_of_turn(look, mind) };
        wins * (Self::worth_of_turn(look, actor) + instead) - (1.0 - wins) * self.stake(look, mind)
    }

    fn worth_of_keeping(&self, look: Look<'_>, mind: Id, leaver: Id) -> f64 {
        let wins = self.chance_to_veto(look, mind, leaver).map_or(0.0, |chance| chance.to_f64());
        wins * self.stake(look, leaver) - (1.0 - wins) * self.stake(look, mind) - RID
    }

    /// What the best that a mind could do now with the body that they are in would be worth to them.
    fn worth_of_turn(look: Look<'_>, mind: Id) -> f64 {
        let (look, body) = (look.without_words().held_by(mind), look.body(mind));
        let strikes = look.options_among(body, |deed| deed.group() == Group::Attack);
        let worth = |choice: &Choice| {
            let forecast = look.forecast(body, &choice.order)?;
            let one = |prospect: &Prospect| {
                let target = prospect.who.filter(|target| !target.is_thing());
                target.map_or(0.0, |target| {
                    prospect.worth(look) * if look.are_enemies(body, target) { 1.0 } else { -2.0 }
                })
            };
            Some(forecast.against.iter().map(one).sum::<f64>())
        };
        let legal = strikes.iter().filter(|choice| choice.is_legal() && choice.squares.is_empty());
        legal.filter_map(worth).fold(A_TURN, f64::max)
    }

    /// What it would be worth to come out: much where the body is of no use, or nobody is left to strike with it.
    pub(super) fn worth_of_coming_out(&self, look: Look<'_>, mind: Id) -> f64 {
        let body = look.body(mind);
        let held = look.held_by(mind);
        let mut friends = look.everybody().filter(|id| *id != mind && look.own_side(*id) == look.own_side(mind));
        if look.has_given_up(mind) {
            // Outside they can recover, if others fight on meanwhile.
            if friends.any(|id| look.counts(id)) { RID } else { -1.0 }
        } else if !held.is_in_play(body) || held.foes(body).next().is_none() {
            RID
        } else {
            -1.0
        }
    }
}
