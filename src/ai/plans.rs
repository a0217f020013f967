//! How many things it is worth setting out to do, in games in which that is said beforehand and the blows do not
//! say so themselves.

use super::goal::Goal;
use super::place::NEAR;
use super::worths::worth;
use super::{Mind, NOTHING};
use crate::battle::{Choice, Id, Look, Memo, Order, Question, Worth};

/// The most that comes of one turn, in felled enemies.
const ENOUGH: f64 = 1.9;

/// What it is worth to have time to go to somebody, in felled enemies.
const APPROACH: f64 = 0.05;

/// What it is worth to keep a defence where somebody is near, in felled fighters.
const KEPT: f64 = 0.1;

/// What each thing more costs, so that of equal plans the one is best that takes less.
const EACH: f64 = 0.002;

/// What it costs those who are to be elsewhere to set out for nothing that takes them there, in felled enemies.
const STAYS: f64 = 0.5;

impl Mind {
    /// What each of the answers that are listed is worth.
    pub(super) fn worths_listed(&self, look: Look<'_>, question: &Question, legal: &[Choice]) -> Vec<Worth> {
        let mut weighed: Vec<(Order, Worth)> =
            look.rules().registry.judges.iter().flat_map(|mechanic| mechanic.weigh(look, question)).collect();
        if weighed.is_empty() {
            weighed = weigh(look, question, legal);
        }
        let must_go = |who: Id| are_plans(question, legal) && Goal::of(look, who).is_some_and(|goal| goal.first);
        let must_go = question.who.is_some_and(must_go);
        let worth = |choice: &Choice| {
            let weighed = || weighed.iter().find(|(order, _)| *order == choice.order).map(|(_, worth)| *worth);
            let worth = choice.worth.or_else(weighed).unwrap_or(NOTHING);
            let stays = must_go && left(&choice.order) == 0;
            if stays { Worth(worth.0.saturating_sub(Worth::of(STAYS).0)) } else { worth }
        };
        legal.iter().map(worth).collect()
    }

    /// What each legal answer is worth to the one who is asked. The window shows the likeliest first by it.
    pub fn worths(&self, look: Look<'_>) -> Vec<(Order, Worth)> {
        let Some(question) = look.question() else { return Vec::new() };
        let memo = Memo::of(look);
        let look = look.remembering(&memo).without_words().seen_by(question.side);
        let legal = if question.choices.is_some() { look.legal_choices() } else { Vec::new() };
        let worths = self.worths_listed(look, question, &legal);
        legal.into_iter().map(|choice| choice.order).zip(worths).collect()
    }
}

/// Whether all of these answers say how many things somebody sets out to do.
fn are_plans(question: &Question, legal: &[Choice]) -> bool {
    legal.iter().all(|choice| choice.order.verb == question.kind.as_str() && choice.order.n.is_some())
}

/// How many things an answer leaves beside those that it keeps: each manner of it says what one of them is kept for.
fn left(order: &Order) -> i32 {
    (order.n.unwrap_or(0) - order.manner.len() as i32).max(0)
}

/// The answers for somebody who lets the turn go by. Of answers about how many things they set out to do, only those that leave
/// least to be done are kept.
pub(super) fn for_nothing_else(question: &Question, mut legal: Vec<Choice>) -> Vec<Choice> {
    let least = legal.iter().map(|choice| left(&choice.order)).min().filter(|_| are_plans(question, &legal));
    legal.retain(|choice| least.is_none_or(|least| left(&choice.order) == least));
    legal
}

/// The same for somebody who does one thing in it: only those that leave one to be done, if any do.
pub(super) fn for_one_thing(question: &Question, legal: &[Choice]) -> Option<Vec<Choice>> {
    let is_one = |choice: &&Choice| are_plans(question, legal) && left(&choice.order) == 1;
    let one: Vec<Choice> = legal.iter().filter(is_one).cloned().collect();
    (!one.is_empty()).then_some(one)
}

/// What each of these answers is worth; nothing where they do not ask how many things somebody sets out to do.
fn weigh(look: Look<'_>, question: &Question, legal: &[Choice]) -> Vec<(Order, Worth)> {
    let Some(who) = question.who else { return Vec::new() };
    if !are_plans(question, legal) {
        return Vec::new();
    }
    let offers = offers(look, who);
    let own = look.footprint(who);
    let near = look.foes(who).any(|foe| own.gap(look.footprint(foe)) <= NEAR);
    let plan = |choice: &Choice| {
        let n = choice.order.n.unwrap_or(0);
        let kept = choice.order.manner.len();
        let planned = look.planning(who, n);
        let best = offers.iter().filter_map(|order| worth(planned, who, order)).max().unwrap_or(NOTHING);
        let actions = f64::from(left(&choice.order));
        let done = (actions * f64::from(best.0.max(0)) / 1000.0).min(ENOUGH);
        let done = if actions > 0.0 { done.max(APPROACH) } else { done };
        let safe = if kept > 0 && near { KEPT } else { 0.0 };
        (choice.order.clone(), Worth::of(done + safe - EACH * f64::from(n)))
    };
    legal.iter().map(plan).collect()
}

/// What somebody could do now, whatever it costs, but for going somewhere.
fn offers(look: Look<'_>, who: Id) -> Vec<Order> {
    let mut choices = Vec::new();
    for deed in look.rules().deeds.values().filter(|deed| !deed.nature().only_goes && deed.nature().in_turns) {
        deed.choices(look, who, &mut choices);
    }
    let legal = choices.into_iter().filter(|choice| choice.is_legal() && choice.squares.is_empty());
    legal.map(|choice| super::fill(&choice, 0)).collect()
}
