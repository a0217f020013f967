//! What doing something is worth to somebody, by what the rules foretell.

use std::borrow::Cow;

use super::style::reach_in_squares;
use super::{bars, goal, outclassed, place};
use crate::battle::house_words::ATTACK;
use crate::battle::{Forecast, Group, Held, Id, Item, Look, Order, Prospect, Spending, Worth};
use crate::board::Square;

/// What doing something is worth, if anything tells.
pub(super) fn worth(look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
    let forecast = look.forecast(who, order);
    if forecast.as_ref().is_some_and(|forecast| throws_away(look, who, order, forecast)) {
        return None;
    }
    let worth = worth_foretold(look, who, order, forecast.as_ref())?;
    Some(goal::sought(look, who, order, worth, forecast.as_ref()))
}

/// What an order is worth by what is foretold of it; of what bars the way what it is worth to break that.
pub fn worth_foretold(look: Look<'_>, who: Id, order: &Order, forecast: Option<&Forecast>) -> Option<Worth> {
    look.deed(order.verb).ok()?;
    bars::worth(look, who, order, forecast).or_else(|| look.worth_foretold(who, order, forecast))
}

/// What somebody does by an order. Those who go on do what they have begun, at the target that they name now.
fn done_by<'o>(look: Look<'_>, who: Id, order: &'o Order) -> Cow<'o, Order> {
    let goes_on = look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Begun);
    let Some(begun) = look.rules().economy.unfinished(look, who).filter(|_| goes_on) else {
        return Cow::Borrowed(order);
    };
    let at = if order.at.is_empty() { &begun.at } else { &order.at };
    Cow::Owned(Order { at: at.clone(), ..begun.clone() })
}

/// Whether somebody would throw the only thing that it has to strike with, or throw anything without much of a chance.
fn throws_away(look: Look<'_>, who: Id, order: &Order, forecast: &Forecast) -> bool {
    let order = done_by(look, who, order);
    let Some(item) = order.with.and_then(|name| look.item(who, name)) else { return false };
    let Some(target) = forecast.against.first().and_then(|prospect| prospect.who) else { return false };
    let is_blade = |item: &Item| item.arm.damage.is_some() && !item.arm.reach.is_empty();
    let own = look.footprint(who);
    // What shoots stays in the hand; what flies itself is gone.
    let flies = item.arm.range.is_some() || item.arm.increment.is_some();
    let is_thrown = is_blade(item)
        && flies
        && item.arm.rounds.is_none()
        && matches!(item.held, Held::Hand(_) | Held::Belt)
        && own.gap(look.footprint_towards(target, own)) > reach_in_squares(look, who, item);
    if !is_thrown {
        return false;
    }
    // What flies to stay there is thrown at somebody, not at a part of them or at what they wear.
    if order.at.iter().any(|aim| aim.part.is_some()) {
        return true;
    }
    let is_other = |other: &&Item| {
        !std::ptr::eq(*other, item) && is_blade(other) && matches!(other.held, Held::Hand(_) | Held::Belt)
    };
    !look.gear(who).iter().any(|other| is_other(&other)) || chance(forecast) < WORTH_A_THROW
}

/// How likely somebody is hurt.
fn chance(forecast: &Forecast) -> f64 {
    let hurts = |prospect: &Prospect| prospect.outcomes.chance(|(grade, _)| *grade >= 1).to_f64();
    // Who may do something about it does the best.
    let answered = forecast.answers.iter().map(|answer| answer.outcomes.chance(|(grade, _)| *grade >= 1).to_f64());
    let plain = forecast.against.iter().map(hurts).fold(0.0, f64::max);
    answered.fold(plain, f64::min)
}

/// The least chance to hurt somebody that is worth throwing what one could strike with.
const WORTH_A_THROW: f64 = 0.25;

/// What doing something costs of a turn.
pub(super) fn price(look: Look<'_>, who: Id, order: &Order) -> i32 {
    let deed = look.deed(order.verb);
    deed.and_then(|deed| look.rules().economy.price(look, who, &**deed, order)).map_or(1, |price| price.amount)
}

/// What doing something is worth for each action that it takes: what takes longer must be worth more, what cannot be
/// finished now may come to nothing, and what has been begun is as good as done.
pub(super) fn per_action(look: Look<'_>, who: Id, order: &Order, worth: Worth) -> Worth {
    per_action_at(price(look, who, order), look, who, order, worth)
}

/// The same at a price that is known.
pub(super) fn per_action_at(price: i32, look: Look<'_>, who: Id, order: &Order, worth: Worth) -> Worth {
    let Ok(deed) = look.deed(order.verb) else { return worth };
    let economy = &look.rules().economy;
    let begun = economy.unfinished(look, who) == Some(order);
    // Steps leave all the time there is.
    let takes = match () {
        () if economy.costs_only_steps(look, who, &**deed, order) => 1,
        () if begun => price,
        () => price.max(deed.count(look, who, order)),
    };
    let is_late = takes > price && economy.only_begins(look, who, takes);
    let loses = |at: Square| Worth::of(outclassed::led(look, who, look.footprint(who).moved_to(at))).0;
    let led = deed.destination(look, who, order).map_or(0, |at| place::led(look, who, at).0 + loses(at));
    Worth((worth.0 - led) / takes.max(1) / if is_late { 2 } else { 1 })
}

/// Whether a change of what somebody holds takes nothing of the time for a blow. What only flies is for those afar.
pub(super) fn arms_at_once(look: Look<'_>, who: Id, order: &Order, price: i32) -> bool {
    let economy = &look.rules().economy;
    let Ok(deed) = look.deed(order.verb) else { return false };
    let spending = Spending { deed: &**deed, order, amount: price };
    let flies = || order.with.and_then(|with| look.item(who, with)).is_some_and(|item| item.arm.reach.is_empty());
    !economy.is_main(look, who, &**deed, order) && economy.leaves(look, who, Some(spending), 1) && !flies()
}

/// Whether this is a blow at somebody who is near enough to be struck with anything.
pub(super) fn is_at_hand(look: Look<'_>, who: Id, order: &Order) -> bool {
    let is_attack = look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Attack);
    is_attack && look.target(order).is_some_and(|target| look.is_nearby(who, target))
}

/// Whether somebody would strike with nothing in its hands.
pub(super) fn is_bare(look: Look<'_>, order: &Order) -> bool {
    order.verb == ATTACK && order.with.is_some_and(|with| is_bare_arm(look, with.as_str()))
}

/// Whether this is what those strike with who hold nothing.
pub(super) fn is_bare_arm(look: Look<'_>, arm: &str) -> bool {
    look.rules().measure.unarmed.as_ref().is_some_and(|unarmed| unarmed.arm.as_str() == arm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: those who go on use the arm that they began with, at the target that they name now. So nothing is thrown away
    /// unseen at somebody else.
    #[test]
    fn what_goes_on_is_done_with_what_it_was_begun_with() {
        let (mut same, mut others) = (0, 0);
        for name in ["gas_corridor", "even"] {
            trial::watch(name, 1, 200, |look| {
                let who = look.question().filter(|asked| asked.choices.is_none()).and_then(|asked| asked.who);
                let Some(who) = who else { return };
                let Some(begun) = look.rules().economy.unfinished(look, who) else { return };
                for choice in look.legal_choices().iter().filter(|choice| choice.group == Group::Begun) {
                    let done = done_by(look, who, &choice.order);
                    let whom = choice.order.whom().or(begun.whom());
                    assert_eq!((done.verb, done.with, done.whom()), (begun.verb, begun.with, whom), "{}", choice.order);
                    let is_same = whom == begun.whom();
                    *(if is_same { &mut same } else { &mut others }) += 1;
                }
            });
        }
        assert!(same + others > 0, "{same} go on, {others} at somebody else");
    }
}
