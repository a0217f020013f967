//! What else might be done than what comes to mind first.

use super::trial_player::{Thinker, ToTheEnd, whose_turn};
use crate::ai::place::NEAR;
use crate::ai::{Mind, fill, is_end, tempting, tempting::Told};
use crate::battle::{Choice, Falls, Id, Look, Memo, Order, Question, Scratch, Worth};
use crate::board::Square;

/// So many deeds are thought of that are done where one stands.
const DEEDS: usize = 7;
/// So many of one kind against one target.
const OF_ONE_KIND: usize = 2;
/// So many that nothing speaks for at first sight.
const ODD: usize = 2;
/// So many answers to a question, and places to go to.
const ANSWERS: usize = 10;
const PLACES: usize = 6;
/// Enemies that one thinks of going to.
const FOES: usize = 3;

/// Of so many of the best deeds it is thought of what else might follow in the same turn, and of so many things each.
pub(super) const FOLLOWED: usize = 2;
pub(super) const FOLLOWING: usize = 2;

/// All that is worth a thought beside the first, the likeliest first.
pub(super) fn beside(mind: &Mind, look: Look<'_>, question: &Question, first: &Order) -> Vec<Order> {
    let memo = Memo::of(look);
    let look = look.remembering(&memo).without_words().seen_by(question.side);
    let mut found = match (question.who, &question.choices) {
        (Some(who), None) => in_turn(mind, look, who),
        _ => listed(mind, look, question),
    };
    let mut known = vec![first.clone()];
    found.retain(|order| {
        let is_new = !known.contains(order);
        known.push(order.clone());
        is_new && look.check(order).is_ok()
    });
    found
}

/// What might follow in the same turn on a deed, beside what comes to mind first then: the best of other deeds, and the last
/// place to go to. With it how many decisions it took to find that out.
pub(super) fn after(
    scratch: &mut Scratch,
    look: Look<'_>,
    (thinker, seed): (&Thinker, u64),
    order: &Order,
) -> (Vec<Order>, usize) {
    let (Some(who), false) = (look.question().and_then(whose_turn), is_end(order)) else { return (Vec::new(), 0) };
    let mut player = ToTheEnd::of(thinker, seed);
    let mut copy = scratch.copy_falling(look, Falls::From(seed));
    let is_done = copy.imagine(thinker.side) && copy.answer(order.clone()).is_ok();
    if is_done {
        copy.play(&mut player);
    }
    let there = copy.look().filter(|there| {
        is_done && there.clock().round == look.clock().round && there.question().and_then(whose_turn) == Some(who)
    });
    // Two walks are no more than one.
    let walks = |order: &Order| look.deed(order.verb).is_ok_and(|deed| deed.nature().only_goes);
    let suits = |then: &Order| !walks(order) || !walks(then);
    (there.map_or_else(Vec::new, |there| other_than_first(there, who, thinker.plays_on(seed), suits)), player.made)
}

/// What suits of what might be done beside what comes to mind first.
fn other_than_first(look: Look<'_>, who: Id, mut mind: Mind, suits: impl Fn(&Order) -> bool) -> Vec<Order> {
    let first = mind.glance(look);
    let memo = Memo::of(look);
    let seen = look.remembering(&memo).without_words().seen_by(look.side(who));
    let mut found = in_turn(&mind, seen, who);
    found.retain(|order| first.as_ref() != Some(order) && !is_end(order) && suits(order) && seen.check(order).is_ok());
    while found.len() > FOLLOWING {
        found.remove(1);
    }
    found
}

/// The answers to a question, by what they seem to be worth; of a number the least, the most and the middle.
fn listed(mind: &Mind, look: Look<'_>, question: &Question) -> Vec<Order> {
    let legal = look.legal_choices();
    let worths = mind.worths_listed(look, question, &legal);
    let mut all: Vec<(Order, Worth)> = Vec::new();
    for (choice, worth) in legal.iter().zip(worths) {
        let plain = fill(choice, 0);
        match choice.numbers {
            Some((low, high)) if choice.order.n.is_none() && low < high => {
                let middle = low + (high - low) / 2;
                all.extend([low, middle, high].map(|n| (Order { n: Some(n), ..plain.clone() }, worth)));
            }
            _ => all.push((plain, worth)),
        }
    }
    all.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    all.into_iter().map(|(order, _)| order).take(ANSWERS).collect()
}

/// What might be done in a turn.
fn in_turn(mind: &Mind, look: Look<'_>, who: Id) -> Vec<Order> {
    let legal = tempting::choices(look, who);
    let (mut weighed, odd) = mind.weighed(look, who, &legal, &mut Told::default());
    weighed.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    let mut found: Vec<Order> = Vec::new();
    for (order, _) in weighed {
        let is_alike = |other: &&Order| other.verb == order.verb && other.whom() == order.whom();
        if found.iter().filter(is_alike).count() < OF_ONE_KIND {
            found.push(order);
        }
    }
    found.truncate(DEEDS);
    let mut rest: Vec<Order> =
        legal.iter().find(|choice| is_end(&choice.order)).map(|end| fill(end, 0)).into_iter().collect();
    let mut verbs = Vec::new();
    for (order, _) in odd {
        if verbs.len() < ODD && !verbs.contains(&order.verb) && !is_end(&order) {
            verbs.push(order.verb);
            rest.push(order);
        }
    }
    // Where there is no time for all of it there is some of each.
    mixed(found, 2, mixed(walks(mind, look, who, &legal), 1, rest))
}

/// All of both, so many of the first before each one of the other.
fn mixed(first: Vec<Order>, many: usize, other: Vec<Order>) -> Vec<Order> {
    let (mut first, mut other, mut all) = (first.into_iter(), other.into_iter(), Vec::new());
    loop {
        let before = all.len();
        all.extend(first.by_ref().take(many));
        all.extend(other.next());
        if all.len() == before {
            return all;
        }
    }
}

/// Where one might go, of all places that one does not come from: up to the nearest enemies, out of the reach of all of them, and
/// to each place of a field of zones.
fn walks(mind: &Mind, look: Look<'_>, who: Id, legal: &[Choice]) -> Vec<Order> {
    let (body, sense) = (look.footprint(who), mind.sense());
    let is_open = |square: Square| sense.cost_of_going(look, who, body.moved_to(square)).is_some();
    let foes: Vec<_> = look.foes_from(who, body).take(FOES).map(|foe| look.footprint(foe)).collect();
    let mut found = Vec::new();
    for choice in legal.iter().filter(|choice| !choice.squares.is_empty() && choice.order.at.is_empty()) {
        let mut squares: Vec<Square> = Vec::new();
        if look.zoned().is_some() {
            let mut places = Vec::new();
            for (square, _) in choice.squares.iter().filter(|(square, _)| is_open(*square)) {
                let place = look.spot_of(body.moved_to(*square));
                if !places.contains(&place) {
                    places.push(place);
                    squares.push(*square);
                }
            }
        } else {
            let open = || choice.squares.iter().filter(|(square, _)| *square != body.at && is_open(*square));
            // Up to them by the shortest way.
            let up_to = foes.iter().filter_map(|foe| {
                let gap = |square: Square| body.moved_to(square).gap(*foe);
                open().min_by_key(|(square, cost)| (gap(*square), *cost)).map(|(square, _)| *square)
            });
            squares.extend(up_to);
            // To where nobody comes in one turn, or as far away as one gets.
            let nearest = |square: Square| foes.iter().map(|foe| body.moved_to(square).gap(*foe)).min().unwrap_or(NEAR);
            let away = open().max_by_key(|(square, cost)| (nearest(*square).min(NEAR + 1), -cost));
            squares.extend(away.map(|(square, _)| *square));
        }
        squares.dedup();
        squares.truncate(PLACES);
        let goes = |square: Square| Order { to: Some(square), ..choice.order.clone() };
        found.extend(squares.into_iter().map(goes));
    }
    found.truncate(PLACES * 2);
    found
}
