//! What a click does to an enemy in a round that is planned: what a plan promises is the deed that comes of it.

use crate::mechanics::prelude::*;

/// What is done to an enemy, as one blow stands out among all.
struct Done {
    worth: Worth,
    /// How likely it comes off.
    chance: String,
    /// What it is done with; of what is no blow the deed.
    with: Key,
}

/// What is done to an enemy in a round of so many things: from where somebody stands, if they reach that far, else from beside
/// them. On the way they draw what they strike better with, where that takes nothing. How likely it comes off, and with what.
pub(super) fn promised(look: Look<'_>, who: Id, foe: Id, things: i32) -> Option<(String, Key)> {
    let (own, gear) = (look.footprint(who), look.gear(who));
    let from = |there: Footprint, gear: &[Item]| done(look, (who, foe), things, (there, gear));
    if let Some(done) = from(own, gear) {
        return Some((done.chance, done.with));
    }
    let there = beside(look, who, foe).filter(|there| *there != own)?;
    let drawn = drawn(look, who);
    let each = std::iter::once(gear).chain(drawn.iter().map(Vec::as_slice)).filter_map(|gear| from(there, gear));
    // Of equal ones the first: nothing is drawn in vain.
    let best = each.reduce(|best, other| if other.worth > best.worth { other } else { best })?;
    Some((best.chance, best.with))
}

/// What somebody would do to an enemy from there with these things: the best plain blow, or what goes before it.
fn done(look: Look<'_>, (who, foe): (Id, Id), things: i32, (there, gear): (Footprint, &[Item])) -> Option<Done> {
    let is_beside = there.gap(look.footprint(foe)) <= 1;
    let mut memo = Memo::of(look);
    memo.put(who, there);
    memo.equip(who, gear);
    let there = look.remembering(&memo).planning(who, things);
    let mut choices = Vec::new();
    for deed in there.rules().deeds.values().filter(|deed| deed.group() == Group::Attack) {
        deed.choices_at(there, who, there.key(foe), &mut choices);
    }
    // What takes more than a blow may be more than is left of the plan.
    let takes = |order: &Order| there.deed(order.verb).map_or(i32::MAX, |deed| deed.count(there, who, order));
    let most = takes(&Order::new(ATTACK));
    let is_open = |choice: &&Choice| {
        choice.is_legal()
            && there.target(&choice.order) == Some(foe)
            && there.gives_up(&choice.order).is_none()
            && takes(&choice.order) <= most
            // What is done without an arm keeps nobody from coming nearer with one.
            && (is_beside || choice.order.with.is_some())
    };
    let weighed = choices.iter().filter(is_open).filter_map(|choice| {
        let forecast = there.forecast(who, &choice.order)?;
        let worth = there.worth_foretold(who, &choice.order, Some(&forecast));
        let merit = Merit::of(there, &choice.order, (takes(&choice.order), 0), (0, worth));
        Some((merit, (&choice.order, forecast)))
    });
    let (merit, (order, forecast)) = Merit::best_of(weighed, false)?;
    let chance = forecast.against.first()?.outcomes.chance(|(grade, _)| *grade >= 0).percent();
    let with = order.with.filter(|_| order.verb == ATTACK).unwrap_or(order.verb.key());
    Some(Done { worth: merit.worth?, chance, with })
}

/// What somebody would have on them after each of the weapons that they can draw for nothing.
fn drawn(look: Look<'_>, who: Id) -> Vec<Vec<Item>> {
    let gear = look.gear(who);
    let full = gear.iter().fold(Grip::default(), |full, item| match item.held {
        Held::Hand(grip) => full.and(grip),
        _ => full,
    });
    let hand = Grip::all(2).without(full).first(1).unwrap_or_default();
    let draws = look.options_among(who, |deed| deed.group() == Group::Gear);
    let draws = draws.iter().filter(|choice| look.only_draws(who, choice));
    let with = draws.filter_map(|choice| {
        let mut gear = gear.to_vec();
        let item = gear.iter_mut().find(|item| !item.is_ready() && choice.order.with == Some(item.arm.name))?;
        item.held = Held::Hand(hand);
        Some(gear)
    });
    with.collect()
}

/// A place beside an enemy: where somebody stands, else the nearest that is free.
pub(super) fn beside(look: Look<'_>, who: Id, foe: Id) -> Option<Footprint> {
    let (body, aim) = (look.footprint(who), look.footprint(foe));
    if body.gap(aim) <= 1 {
        return Some(body);
    }
    let is_open = |there: Footprint| {
        let is_there = |id: Id| id != who && look.place(id).present && look.knows_of(id);
        let is_in = |id: Id| is_there(id) && look.footprint(id).gap(there) <= 0;
        look.board().supports(there) && !look.everybody().any(is_in)
    };
    aim.nearest_beside(body, 1, is_open)
}
