//! What the deeds of a turn are worth beside one another, and where they had better be done from.

use std::cell::LazyCell;
use std::cmp::Reverse;

use super::goal::Fears;
use super::style::Style;
use super::tempting::{self, Told};
use super::worths::{arms_at_once, is_at_hand, per_action, per_action_at, price, worth};
use super::{HARDLY, Mind, NOTHING, Skill, fill, foresight, goes_first, is_end, place, presses, wait, zones};
use crate::battle::{Choice, Group, Id, Look, Memo, Order, Worth};
use crate::board::Footprint;

/// What going somewhere first must gain to those who could do without.
const WORTH_A_WALK: f64 = 0.01;

impl Mind {
    /// What it would do next in the turn of whoever is asked, with what that is worth beside letting it go by; nothing where it would
    /// do that.
    pub fn would(&self, look: Look<'_>) -> Option<(Order, Worth)> {
        let question = look.question().filter(|question| question.choices.is_none())?;
        let who = question.who?;
        let memo = Memo::of(look);
        let look = look.remembering(&memo).without_words().seen_by(question.side);
        let legal = tempting::choices(look, who);
        let (order, worth, _) = self.best_worth(look, who, &legal, &mut Told::default());
        order.filter(|order| !is_end(order)).map(|order| (order, worth))
    }

    /// The best deed of a turn among these, and whether any of them is worth doing where one stands.
    pub(super) fn best(&self, look: Look<'_>, who: Id, legal: &[Choice], told: &mut Told) -> (Option<Order>, bool) {
        let (order, _, strikes) = self.best_worth(look, who, legal, told);
        (order, strikes)
    }

    /// The same, with what it is worth.
    pub(super) fn best_worth(
        &self,
        look: Look<'_>,
        who: Id,
        legal: &[Choice],
        told: &mut Told,
    ) -> (Option<Order>, Worth, bool) {
        let mut best = Best::default();
        let strikes = self.weigh(look, who, legal, told, &mut best);
        let worth = best.worth();
        (best.best.map(|(_, _, order)| order), worth, strikes)
    }

    /// All that speaks for itself among these, with what it is worth, and what nothing speaks for.
    pub(super) fn weighed(
        &self,
        look: Look<'_>,
        who: Id,
        legal: &[Choice],
        told: &mut Told,
    ) -> (Vec<(Order, Worth)>, Vec<(Order, Worth)>) {
        let mut best = Best { all: Some(Vec::new()), ..Best::default() };
        self.weigh(look, who, legal, told, &mut best);
        (best.all.unwrap_or_default(), best.odd)
    }

    /// Weighs the deeds of a turn; whether any of them is worth doing where one stands.
    fn weigh(&self, look: Look<'_>, who: Id, legal: &[Choice], told: &mut Told, best: &mut Best) -> bool {
        told.begin();
        let mut strikes = false;
        let mut later: Vec<(Later, Kept)> = Vec::new();
        let left = look.rules().economy.remaining(look, who);
        let presses = presses(look, who);
        let sense = self.sense();
        let may_end = legal.iter().any(|choice| is_end(&choice.order));
        let arms = LazyCell::new(|| self.worth_of_arming(look, who, legal));
        let mut most = NOTHING;
        for (index, choice) in legal.iter().enumerate() {
            if is_end(&choice.order) {
                best.weigh(NOTHING, choice.order.clone(), index);
                continue;
            }
            if !choice.squares.is_empty() {
                continue;
            }
            for order in self.ways(look, who, choice) {
                let Some(worth) = told.worth(look, who, &order) else { continue };
                let Some(going) = sense.cost_of_deed(look, who, &order) else { continue };
                // The price of a choice is known.
                let price = if order == choice.order { choice.takes } else { price(look, who, &order) };
                let each = per_action_at(price, look, who, &order, worth);
                let worth = Worth(each.0.saturating_sub(Worth::of(going).0));
                let worth = wait::unarmed(look, &order, worth, || *arms);
                let nature = look.deed(order.verb).ok().map(|deed| deed.nature());
                let keeps_low = nature.is_some_and(|nature| nature.keeps_low);
                let worth = wait::posture(choice, keeps_low, presses, worth);
                // What is good for nothing is not done for want of something better.
                if (worth <= NOTHING || wait::is_idle(look, who, &order, || *arms)) && may_end {
                    best.leave(worth, order);
                    continue;
                }
                let bides = nature.is_some_and(|nature| nature.bides);
                if bides || keeps_low {
                    let why = if bides { Later::Bides } else { Later::KeepsLow };
                    later.push((why, Kept { worth, order, index, price }));
                    continue;
                }
                most = most.max(worth);
                let worth = sense.judged(look, &order, worth);
                strikes |= worth > HARDLY;
                let why = match () {
                    () if nature.is_some_and(|nature| nature.comes_last) => Some(Later::ComesLast),
                    () if choice.group == Group::Gear && arms_at_once(look, who, &order, price) => Some(Later::Arms),
                    () => None,
                };
                match why {
                    Some(why) => later.push((why, Kept { worth, order, index, price })),
                    None => best.weigh(worth, order, index),
                }
            }
        }
        // Those who can strike do so; the others look for a better place.
        let moves =
            legal.iter().enumerate().filter(|(_, choice)| !choice.squares.is_empty() && choice.group == Group::Move);
        let mut goes = false;
        let goes_first = strikes && goes_first(look, who);
        // Those who shoot keep off, and those who only have to hold out stay where they are.
        let may_look_round = matches!(self.skill, Skill::Keen | Skill::Deep) && look.zoned().is_none() && !presses;
        let looks_round = may_look_round && look.leash(who).is_none() && !Style::of(look, who).shoots;
        for (index, choice) in moves.filter(|_| !strikes || goes_first || presses || looks_round) {
            if goes_first && let Some((gain, square)) = place::better_from(look, who, choice, &sense) {
                let then = Worth(best.worth().0.saturating_add(gain.0));
                best.weigh(then, Order { to: Some(square), ..choice.order.clone() }, index);
            }
            if looks_round {
                let (fears, own) = (Fears::of(look, who), look.footprint(who));
                let (here, feared) = (sense.beside(own), place::danger(look, who, own));
                let heeds = |at: Footprint| {
                    let fear = (fears.at(at) - fears.at(own)).max(0.0);
                    let danger = (place::danger(look, who, at) - feared).max(0.0);
                    let cost = sense.cost_of_going(look, who, at)? + danger + fear;
                    Some(sense.beside(at) - here - cost - WORTH_A_WALK)
                };
                if let Some((worth, square)) = foresight::blow_from_elsewhere(look, who, choice, heeds) {
                    goes |= worth > NOTHING;
                    best.weigh(worth, Order { to: Some(square), ..choice.order.clone() }, index);
                }
            }
            if strikes && !presses {
                continue;
            }
            let found = match look.zoned() {
                Some(_) => zones::better(look, who, choice, &sense),
                None => place::better(look, who, choice, &sense),
            };
            if let Some((gain, square, way)) = found {
                let path = if way.is_empty() { choice.order.path.clone() } else { way };
                let order = Order { to: Some(square), path, ..choice.order.clone() };
                goes = true;
                best.weigh(gain, order, index);
            }
        }
        // Lying in wait comes last: when there is nowhere better to be, or no time to do anything there.
        for Kept { worth, order, index, price } in Later::Bides.of(&mut later) {
            // A blow goes before it, even where somebody else is the better one to threaten.
            if strikes && worth <= most {
                best.leave(worth, order);
                continue;
            }
            let worth = sense.judged(look, &order, worth);
            if strikes || !goes || price >= left {
                best.weigh(worth, order, index);
            } else {
                best.leave(worth, order);
            }
        }
        // Getting down for nothing comes before the blows, since a turn may end with the last of them; no time is taken for it.
        let is_blow = best
            .best
            .as_ref()
            .is_some_and(|(_, _, order)| look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack));
        let beside = best.worth();
        for Kept { worth, order, index, price } in Later::KeepsLow.of(&mut later) {
            if is_blow && price == 0 {
                best.weigh(Worth(beside.0.saturating_add(worth.0)), order, index);
            } else {
                best.leave(worth, order);
            }
        }
        // What comes to nothing before the end of the turn waits for whatever leaves time for it.
        let first = best.best.as_ref().filter(|(worth, _, order)| *worth > HARDLY && !is_end(order));
        let spare = first.map_or(0, |(_, _, order)| left.saturating_sub(price(look, who, order)));
        for Kept { worth, order, index, price } in Later::ComesLast.of(&mut later) {
            if price > 0 && price <= spare {
                best.leave(worth, order);
            } else {
                best.weigh(worth, order, index);
            }
        }
        // What is taken in hand beside the blow is taken before it: it is struck with that.
        let blow = best.best.as_ref().filter(|(_, _, order)| is_at_hand(look, who, order)).map(|(worth, ..)| *worth);
        for Kept { worth, order, index, .. } in Later::Arms.of(&mut later) {
            best.weigh(Worth(blow.unwrap_or(NOTHING).0.saturating_add(worth.0)), order, index);
        }
        strikes
    }

    /// What the best thing is worth that somebody could take in hand now.
    fn worth_of_arming(&self, look: Look<'_>, who: Id, legal: &[Choice]) -> Worth {
        let takes = legal.iter().filter(|choice| choice.group == Group::Gear && choice.squares.is_empty());
        let each = takes.filter_map(|choice| {
            let order = fill(choice, 0);
            Some(per_action(look, who, &order, worth(look, who, &order)?))
        });
        each.max().unwrap_or(NOTHING)
    }

    /// The ways of doing something that are worth thinking about.
    fn ways(&self, look: Look<'_>, who: Id, choice: &Choice) -> Vec<Order> {
        let mut ways = vec![fill(choice, 0)];
        let weighed = look.deed(choice.order.verb).map(|deed| deed.weighed(look, who, choice)).unwrap_or_default();
        ways.extend(weighed);
        if self.skill.minds_ways() {
            for part in &choice.parts {
                let mut order = choice.order.clone();
                if let Some(aim) = order.at.first_mut() {
                    aim.part = Some(*part);
                    ways.push(order);
                }
            }
            ways.extend(choice.manners.iter().map(|manner| choice.order.clone().manner(manner)));
        }
        ways
    }
}

/// Why a deed is weighed when all others are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Later {
    /// It lies in wait.
    Bides,
    /// It gets somebody down, before the blow that may end the turn.
    KeepsLow,
    /// It comes to nothing before the end of the turn.
    ComesLast,
    /// It takes in hand what a blow is then struck with.
    Arms,
}

/// A deed that is weighed when all others are.
struct Kept {
    worth: Worth,
    order: Order,
    index: usize,
    price: i32,
}

impl Later {
    /// All that is kept for this reason, which is then kept no longer.
    fn of(self, later: &mut Vec<(Self, Kept)>) -> impl Iterator<Item = Kept> + use<> {
        let (due, left): (Vec<_>, Vec<_>) = std::mem::take(later).into_iter().partition(|(why, _)| *why == self);
        *later = left;
        due.into_iter().map(|(_, kept)| kept)
    }
}

/// The best deed so far, with what it is worth and where it stands among the others; all of them where they are wanted.
#[derive(Default)]
struct Best {
    best: Option<(Worth, Reverse<usize>, Order)>,
    all: Option<Vec<(Order, Worth)>>,
    /// What nothing speaks for.
    odd: Vec<(Order, Worth)>,
}

impl Best {
    fn worth(&self) -> Worth {
        self.best.as_ref().map_or(NOTHING, |(worth, ..)| *worth)
    }

    fn weigh(&mut self, worth: Worth, order: Order, index: usize) {
        if let Some(all) = &mut self.all {
            all.push((order.clone(), worth));
        }
        let is_better = self.best.as_ref().is_none_or(|(most, at, _)| (worth, Reverse(index)) > (*most, *at));
        if is_better {
            self.best = Some((worth, Reverse(index), order));
        }
    }

    /// Sets something aside that is not done at first sight.
    fn leave(&mut self, worth: Worth, order: Order) {
        if self.all.is_some() {
            self.odd.push((order, worth));
        }
    }
}
