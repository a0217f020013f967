//! What a click on the field means, and what is told of it before.

mod given;

use std::sync::Arc;

use super::Field;
use super::hint::in_vain;
use crate::ahead::{Approach, Comes, Ride, Way, carried_on, named};
use crate::battle::{Choice, Decisions, Group, Id, Look, Order};
use crate::board::{Footprint, Square};
use crate::overlay::course::{Next, Then};
use crate::overlay::known::placed;
use crate::overlay::{answers, odds, warnings};

use given::gives;
pub(super) use given::{Click, Gives};

/// The order that a click on `square` would give, with the way that it would
/// take if it is a move: that of the deed in hand, else a plain move to where
/// nobody is to be pointed at.
pub(super) fn goes(look: Look<'_>, with: &mut Field<'_>, square: Square) -> Option<(Order, Option<Arc<Way>>)> {
    let who = look.asked()?;
    // What waits for somebody is put down beside them: nobody walks instead.
    if with.hand.deed.is_none() && (with.hand.wielded.is_some() || with.pointer.at(look, square).is_some()) {
        return None;
    }
    let choice = with.hand.placing(&mut with.known, look)?;
    let to = meant(&choice.squares, placed(look, who, &choice), square)?;
    let order = with.known.routed(look, who, &choice, Order { to: Some(to), ..with.hand.filled(&choice) });
    let way = with.known.way(look, who, &order);
    Some((order, way))
}

/// Where a body goes if `square` is pointed at: so that this square is in its middle, or as near to it as there is room.
fn meant(open: &[(Square, i32)], body: Footprint, square: Square) -> Option<Square> {
    let off = |from: i32, to: i32| (2 * (to - from) - (body.side - 1)).abs();
    let there = open.iter().map(|(at, _)| *at).filter(|at| body.moved_to(*at).contains(square));
    there.min_by_key(|at| (off(at.x, square.x).max(off(at.y, square.y)), *at != square))
}

/// What a way costs and leaves, and what is said before it; what it leaves only where nothing follows it.
pub(super) fn cost(first: Option<&Choice>, found: &Way, ends: bool) -> String {
    let first = first.map(odds::with_chance);
    let texts = [first, Some(found.priced(ends))].into_iter().flatten();
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Whose squares a walk ends in, where bodies may stand in one: whoever is struck there is reached no other way.
pub(super) fn enters(look: Look<'_>, (who, struck): (Id, Option<Id>), way: &Way) -> Option<String> {
    let end = look.footprint(who).moved_to(*way.squares.last()?);
    // In a field of zones squares make no difference.
    let is_in = |id: Id| look.zoned().is_none() && end.gap(look.footprint(id)) == 0;
    if let Some(struck) = struck.filter(|struck| is_in(*struck)) {
        return Some(format!("shares {}'s square: the blow reaches no farther", look.name(struck)));
    }
    let is_other = |id: &Id| *id != who && look.is_in_play(*id) && !look.go_together(who, *id);
    let shared = named(look, look.shown().filter(|id| is_other(id) && is_in(*id)));
    shared.map(|names| format!("shares the square of {names}"))
}

/// The best walk and blow against an enemy out of reach: with what is wielded, else with anything. Whoever is in reach of a
/// blow that is next to nothing is walked up to all the same.
pub(super) fn approach(look: Look<'_>, with: &mut Field<'_>, square: Square) -> Option<Arc<Approach>> {
    let (who, target) = (look.asked()?, with.pointer.at(look, square)?);
    let is_turn =
        look.question().is_some_and(|question| question.choices.is_none() && look.is_played_here(question.side));
    if !is_turn || with.hand.deed.is_some() || !look.are_enemies(who, target) {
        return None;
    }
    // Nobody walks up to those who lie there by a slip of the hand while others still fight, nor to whom something is planned at.
    if with.hand.planned_at(look, target).is_some()
        || !look.is_in_play(target) && look.foes(who).any(|foe| look.knows_of(foe))
    {
        return None;
    }
    let choices = with.known.choices(look);
    let wielded = with.hand.wielded.clone();
    // What is done without an arm, a ram or a threat, is no reason not to come nearer with one, unless they are that near.
    let touches = look.footprint(who).gap(look.footprint(target)) <= 1;
    let reaches = |choice: &&Choice| {
        choice.is_legal()
            && choice.group == Group::Attack
            && wielded.as_ref().map_or(touches || choice.order.with.is_some(), |arm| arm == choice.order.done_with())
            && look.gives_up(&choice.order).is_none()
    };
    let is_in_reach = with.known.aimed(look).choices(&choices, target).iter().any(reaches);
    if is_in_reach && (touches || wielded.is_some() || with.known.strikes_well(look, target)) {
        return None;
    }
    let found = with.known.approach(look, target, wielded.as_deref());
    found.filter(|found| !is_in_reach || found.passes_up.is_some())
}

/// The first click shows it, the second does it.
pub(super) fn walk_and_strike(with: &mut Field<'_>, (who, target): (Id, Id), approach: &Approach) {
    let (after, orders) = (approach.sets_out(), approach.orders());
    match gives(with, Click::to_somebody(approach, &orders)) {
        Gives::Order => {
            with.hand.then = Then::approach(who, (target, with.hand.wielded.clone()), approach);
            with.wishes.order = Some(after.clone());
        }
        Gives::Shows => {
            with.hand.aim_at(None);
            with.hand.plan(orders);
        }
        Gives::Nothing => {}
    }
}

/// A ride to a square.
pub(super) struct Rides {
    /// Who carries them, and what is said before it.
    pub(super) ride: Arc<Ride>,
    pub(super) go: Order,
    /// The way that the mount takes.
    pub(super) way: Arc<Way>,
    /// What others do about it.
    pub(super) comes: Option<Arc<Comes>>,
}

/// That a mount is let act before it goes, and what that takes.
pub(super) fn said_first(look: Look<'_>, first: &Choice) -> String {
    let price = answers::priced(look, first).map(|price| format!(" ({})", answers::bare(&price)));
    format!("{}{}, then the mount goes:", first.label, price.unwrap_or_default())
}

/// Who strikes, where somebody else than whoever is asked does, and that they do so on the way.
pub(super) fn strikes(look: Look<'_>, approach: &Approach) -> Option<String> {
    let name = look.name(approach.course.by);
    let passing = if approach.from == approach.course.to { "" } else { " in passing" };
    approach.course.is_ride().then(|| format!("{name} strikes{passing}"))
}

/// The ride that a click on `square` would set out on, for a rider who goes nowhere on their own feet.
pub(super) fn rides(look: Look<'_>, with: &mut Field<'_>, square: Square) -> Option<Rides> {
    let question = look.question().filter(|question| question.choices.is_none())?;
    let is_free = with.hand.deed.is_none() && with.hand.wielded.is_none();
    if !is_free || !look.is_played_here(question.side) || with.pointer.at(look, square).is_some() {
        return None;
    }
    let (ride, _) = with.known.ride(look)?;
    let to = meant(&ride.walk.squares, look.footprint(ride.mount), square)?;
    let go = Order { to: Some(to), ..ride.walk.order.clone() };
    let way = with.known.ridden(look, &ride, &go)?;
    let comes = with.known.comes_of_ride(look, &ride, &go);
    Some(Rides { ride, go, way, comes })
}

/// Whether a rider gets at the enemy who is there only by riding nearer.
pub(super) fn rides_at(look: Look<'_>, with: &mut Field<'_>, square: Square) -> bool {
    let (Some(who), Some(target)) = (look.asked(), with.pointer.at(look, square)) else { return false };
    let is_free = with.hand.deed.is_none() && with.hand.wielded.is_none() && look.are_enemies(who, target);
    is_free && !with.known.aimed(look).open.contains(&target) && with.known.ride(look).is_some()
}

/// A ride that asks its rider in the middle.
pub(super) struct On {
    /// That it goes on.
    pub(super) order: Order,
    /// What is left of its way.
    pub(super) way: Vec<Square>,
    pub(super) mount: Id,
}

/// That a ride goes on by a click on `square`, where its rider is asked on the way and nobody is to be pointed at.
pub(super) fn rides_on(look: Look<'_>, with: &mut Field<'_>, square: Option<Square>) -> Option<On> {
    let is_free = with.hand.deed.is_none() && with.hand.wielded.is_none();
    let is_empty = square.is_none_or(|square| with.pointer.at(look, square).is_none());
    let question = look.question().filter(|_| is_free && is_empty)?;
    if !look.is_played_here(question.side) {
        return None;
    }
    let choices = with.known.choices(look);
    let (on, mount) = carried_on(look, &choices)?;
    // The last that was said of where it goes.
    let mut said = look.battle::<Decisions>()?.0.iter().rev().map(|decision| &decision.order);
    let go = said.find(|order| order.to.is_some()).map(|go| Order { path: Vec::new(), ..go.clone() });
    let way = go.and_then(|go| look.deed(go.verb).ok()?.way(look, mount, &go)).unwrap_or_default();
    Some(On { order: on.order.clone(), way, mount })
}

/// Gives the order of a click, or shows it.
fn say(with: &mut Field<'_>, click: Click<'_>) {
    let order = click.order().clone();
    match gives(with, click) {
        Gives::Order => with.wishes.order = Some(order),
        Gives::Shows => with.hand.plan(vec![order]),
        Gives::Nothing => {}
    }
}

/// Goes somewhere by this order; where that wants a second thought, at the second click.
pub(super) fn go(look: Look<'_>, with: &mut Field<'_>, order: &Order) {
    let is_twice = asks(look, with, order);
    say(with, Click::on_ground(order, is_twice));
}

/// Whether an order wants a second thought, where somebody wants to be asked for one.
pub(super) fn asks(look: Look<'_>, with: &mut Field<'_>, order: &Order) -> bool {
    with.preferences.warns && warnings::wants_a_second_word(look, order, &mut with.known)
}

/// The mount is let act, and goes there; where that wants a second thought, at the second click.
pub(super) fn ride_off(look: Look<'_>, with: &mut Field<'_>, Rides { ride, go, comes, .. }: Rides) {
    let warned = comes.filter(|_| with.preferences.warns);
    let asks = warned.is_some_and(|comes| warnings::asks(look, true, &comes, &mut with.known));
    match gives(with, Click::on_ground(&go, asks)) {
        Gives::Order => {
            let after = ride.first.order.clone();
            with.wishes.order = Some(after.clone());
            with.hand.then = Some(Then::after(after, Next::Go { who: ride.mount, order: go, strike: None }));
        }
        Gives::Shows => with.hand.plan(vec![go]),
        Gives::Nothing => {}
    }
}

/// Whether a click there only closes what is open. What is asked for a place is heard on the field, though the same places are
/// listed.
pub(super) fn closes(look: Look<'_>, with: &mut Field<'_>, square: Square) -> bool {
    let there = with.pointer.at(look, square);
    let aimed = there.filter(|who| with.hand.target == Some(*who));
    if aimed.is_some_and(|who| with.hand.led(&mut with.known, look, who).is_some()) {
        return false;
    }
    let is_open = with.hand.target.is_some() || with.hand.open.is_some();
    let closes = is_open && there.is_none_or(|who| with.hand.target == Some(who));
    closes && (with.hand.target.is_some() || with.hand.sent(&mut with.known, look, square, there).is_none())
}

/// `order`: what goes to this square; `sent`: what is sent there with what is wielded.
pub(super) fn clicked(
    look: Look<'_>,
    with: &mut Field<'_>,
    square: Square,
    (order, sent): (Option<Order>, Option<Order>),
) {
    if closes(look, with, square) {
        with.hand.put_down();
        return;
    }
    match (with.pointer.at(look, square), order) {
        (_, Some(order)) => go(look, with, &order),
        (Some(who), None) => {
            if let Some(order) = at_once(look, with, who, sent) {
                // The first click shows what an answer in the middle of a deed is.
                let is_within = look.question().is_some_and(answers::asks_within);
                let is_twice = is_within || asks(look, with, &order);
                let is_aimed = with.hand.target == Some(who);
                say(with, Click::at_somebody(&order, is_twice).shown(is_aimed));
                return;
            }
            if !who.is_thing() {
                with.sheet.selected = Some(who);
            }
            if let Some(why) = with.known.put_off_in_words(look, who) {
                // It is said why, and nothing else comes of it.
                with.hand.aim_at(None);
                with.tell(&why);
                return;
            }
            let aimed = with.known.aimed(look).at.contains_key(&who);
            let is_new = aimed && with.hand.target != Some(who);
            with.hand.aim_at(is_new.then_some(who));
            if is_new {
                warn_first(look, with, who);
            }
        }
        (None, None) => {
            if let Some(order) = sent {
                let is_twice = asks(look, with, &order);
                say(with, Click::at_somebody(&order, is_twice));
                return;
            }
            if let Some(order) = in_vain(look, with, square) {
                with.wishes.order = Some(order);
            }
            with.sheet.selected = None;
            with.hand.put_down();
        }
    }
}

/// Where what the second click on somebody gives wants a second word, the first one shows why, and the second is that word.
fn warn_first(look: Look<'_>, with: &mut Field<'_>, who: Id) {
    let led = with.hand.led(&mut with.known, look, who).filter(|_| with.preferences.warns);
    let Some(led) = led else { return };
    if warnings::wants_a_second_word(look, &led, &mut with.known) {
        with.hand.plan(vec![led]);
    }
}

/// The order that a click on `who` gives without asking first in what way: what is planned at them; where there are several, the
/// first once they are listed.
pub(super) fn at_once(look: Look<'_>, with: &mut Field<'_>, who: Id, sent: Option<Order>) -> Option<Order> {
    if let Some(planned) = with.hand.planned_at(look, who) {
        return Some(planned.clone());
    }
    let struck = with.hand.struck_with(&mut with.known, look, who);
    let is_aimed = with.hand.target == Some(who);
    let led = if is_aimed { with.hand.led(&mut with.known, look, who) } else { None };
    match struck {
        (Some(order), _) => Some(order),
        (None, _) if led.is_some() => led,
        (None, true) => None,
        (None, false) => {
            sent.or_else(|| answered(look, with, who)).or_else(|| answers::sending(look, &mut with.known, who))
        }
    }
}

/// The one answer to a question that is about `who`, in the middle of a deed: a click on them gives it.
fn answered(look: Look<'_>, with: &mut Field<'_>, who: Id) -> Option<Order> {
    look.question().filter(|question| question.choices.is_some() && look.is_played_here(question.side))?;
    let choices = with.known.choices(look);
    let name = look.key(who);
    let is_meant = |choice: &&Choice| choice.is_legal() && choice.order.at.iter().any(|at| at.who == Some(name));
    let mut meant = choices.iter().filter(is_meant);
    let only = meant.next().filter(|_| meant.next().is_none())?;
    (only.squares.is_empty() && only.numbers.is_none()).then(|| with.hand.filled(only))
}

/// Puts down what is in hand, then what is aimed at; with nothing of either, shows the sheet of the fighter under the
/// pointer.
pub(super) fn stepped_back(look: Look<'_>, with: &mut Field<'_>, pointer: Option<Square>) {
    if with.hand.holds_something() {
        with.hand.put_down();
    } else if let Some(who) = pointer.and_then(|square| with.pointer.at(look, square)).filter(|who| !who.is_thing()) {
        with.sheet.selected = Some(who);
        with.sheet.open = true;
    }
}

#[cfg(test)]
mod tests;
