//! How far the best computer looks: what could be done from elsewhere in the same turn. Nobody copies a battle for that:
//! a memory of the same battle with one place changed is asked what the rules foretell.

use super::place::by_gain;
use super::style::reach_of;
use super::worths::{per_action, worth};
use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, Group, Id, Item, Look, Memo, Order, Worth};
use crate::board::{Footprint, Square};

/// Enemies that are thought of from one square.
const MOST_STRUCK: usize = 3;

/// Squares where a blow is thought through.
const MOST_THOUGHT_THROUGH: usize = 6;

/// Enemies beside none of those, beside whom one more is thought through each.
const MOST_LEFT: usize = 3;

/// The plain blows with what somebody has ready that it may strike at another, whatever they cost.
fn blows<'a>(look: Look<'a>, who: Id, target: Id) -> impl Iterator<Item = Order> + 'a {
    let ready = look.arms(who).filter(|item| item.is_ready() && item.arm.damage.is_some());
    let order = move |item: &Item| Order::new(ATTACK).with(item.arm.name).at(look.aim(target));
    let may = move |order: &Order| look.deed(ATTACK).is_ok_and(|deed| deed.check(look, who, order).is_ok());
    ready.map(order).filter(may)
}

/// Whether somebody who stood there could strike at any enemy, in whatever way.
pub(super) fn strikes_from(look: Look<'_>, who: Id, body: Footprint) -> bool {
    let mut there = Memo::of(look);
    there.put(who, body);
    let there = look.remembering(&there);
    let mut choices = Vec::new();
    let deeds = look.rules().deeds.values().filter(|deed| deed.group() == Group::Attack && deed.nature().in_turns);
    deeds.for_each(|deed| deed.choices(there, who, &mut choices));
    let foes: Vec<Id> = there.foes(who).collect();
    let is_foe = |order: &Order| there.target(order).is_some_and(|target| foes.contains(&target));
    choices.iter().any(|choice| choice.is_legal() && is_foe(&choice.order))
}

/// Where somebody had best go before it strikes, where going takes nothing of the time for blows, and what comes of it.
pub(super) fn blow_from_elsewhere(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    heeds: impl Fn(Footprint) -> Option<f64>,
) -> Option<(Worth, Square)> {
    let own = look.footprint(who);
    let reach = reach_of(look, who);
    let foes: Vec<(Id, Footprint)> = look.foes(who).map(|foe| (foe, look.footprint(foe))).collect();
    let near = |square: Square| foes.iter().any(|(_, at)| own.moved_to(square).gap(*at) <= reach);
    let deed = look.deed(choice.order.verb).ok()?;
    let economy = &look.rules().economy;
    let squares = choice.squares.iter().map(|(square, _)| *square).filter(|square| *square != own.at && near(*square));
    let mut heeded: Vec<(f64, Square)> =
        squares.filter_map(|square| Some((heeds(own.moved_to(square))?, square))).collect();
    heeded.sort_by(|a, b| by_gain(b, a));
    let is_in_time = |square: Square| {
        let go = Order { to: Some(square), ..choice.order.clone() };
        economy.costs_only_steps(look, who, &**deed, &go)
    };
    let one = |(heeded, square): (f64, Square)| {
        if !is_in_time(square) {
            return None;
        }
        let mut there = Memo::of(look);
        there.put(who, own.moved_to(square));
        let there = look.remembering(&there);
        let blow = |order: Order| {
            there.deed(ATTACK).ok().filter(|deed| economy.price(there, who, &***deed, &order).is_ok())?;
            Some(per_action(there, who, &order, worth(there, who, &order)?))
        };
        let body = own.moved_to(square);
        let mut near: Vec<Id> = foes.iter().filter(|(_, at)| body.gap(*at) <= reach).map(|(foe, _)| *foe).collect();
        near.truncate(MOST_STRUCK);
        let best = near.into_iter().flat_map(|foe| blows(there, who, foe)).filter_map(blow).max()?;
        Some((Worth(best.0 + Worth::of(heeded).0), square))
    };
    // Places that are as good come row by row: the first of them may all be beside the same enemy.
    let (first, others) = heeded.split_at(heeded.len().min(MOST_THOUGHT_THROUGH));
    let is_by = |square: Square, at: Footprint| own.moved_to(square).gap(at) <= reach;
    let mut left: Vec<Footprint> = foes.iter().map(|(_, at)| *at).collect();
    left.retain(|at| !first.iter().any(|(_, square)| is_by(*square, *at)));
    left.sort_by_key(|at| own.gap(*at));
    let beside = |at: Footprint| others.iter().find(|(_, square)| is_by(*square, at) && is_in_time(*square));
    let more = left.into_iter().filter_map(beside).take(MOST_LEFT);
    let each = first.iter().chain(more).copied().filter_map(one);
    each.max_by_key(|(worth, square)| (*worth, -square.y, -square.x))
}
