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
    let has_walked = walks(look, order);
    (there.map_or_else(Vec::new, |there| other_than_first(there, who, thinker.plays_on(seed), has_walked)), player.made)
}

/// Whether nothing comes of an order but that somebody stands elsewhere.
pub(super) fn walks(look: Look<'_>, order: &Order) -> bool {
    look.deed(order.verb).is_ok_and(|deed| deed.nature().only_goes)
}

/// The best of what might be done beside what comes to mind first, and the last place to go to; the next best where there is none,
/// or where they have walked: two walks are no more than one.
fn other_than_first(look: Look<'_>, who: Id, mut mind: Mind, has_walked: bool) -> Vec<Order> {
    let first = mind.glance(look);
    let memo = Memo::of(look);
    let seen = look.remembering(&memo).without_words().seen_by(look.side(who));
    let mut found = in_turn(&mind, seen, who);
    let suits = |order: &Order| !(is_end(order) || has_walked && walks(look, order));
    found.retain(|order| first.as_ref() != Some(order) && suits(order) && seen.check(order).is_ok());
    if let Some(away) = found.iter().rposition(|order| walks(look, order)).filter(|at| *at > 0) {
        found.swap(1, away);
    }
    found.truncate(FOLLOWING);
    found
}

/// The answers to a question, by what they seem to be worth; of a number the least, the most and the middle.
fn listed(mind: &Mind, look: Look<'_>, question: &Question) -> Vec<Order> {
    let legal = look.legal_choices();
    let worths = mind.worths_listed(look, question, &legal);
    let mut all: Vec<(Order, Worth)> = Vec::new();
    for (choice, worth) in legal.iter().zip(worths) {
        let worth = mind.worth_of_sending_by(look, choice).unwrap_or(worth);
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
    let (mut weighed, mut odd) = mind.weighed(look, who, &legal, &mut Told::default());
    // What is set aside for later may be worth more than what would come to nothing.
    for orders in [&mut weighed, &mut odd] {
        orders.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    }
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
    mixed(found, 2, mixed(places(mind, look, who, &legal), 1, rest))
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
fn places(mind: &Mind, look: Look<'_>, who: Id, legal: &[Choice]) -> Vec<Order> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Skill;
    use crate::battle::house_words::ACT;
    use crate::trial;

    /// Looks at the turns of some battles.
    fn in_turns(mut sees: impl FnMut(Look<'_>, Id)) {
        for name in ["liberi_gothica/bridge_of_bells", "scale_toughness/gas_corridor"] {
            trial::watch(name, 2, 40, |look| {
                let Some(question) = look.question() else { return };
                let memo = Memo::of(look);
                if let Some(who) = whose_turn(question) {
                    sees(look.remembering(&memo).without_words().seen_by(question.side), who);
                }
            });
        }
    }

    /// Promise: of what is set aside for later the best is thought of, wherever it is listed.
    #[test]
    fn the_best_of_what_is_set_aside_is_thought_of() {
        let mut seen = 0;
        in_turns(|look, who| {
            let mind = Mind::new(Skill::Deep, 1);
            let legal = tempting::choices(look, who);
            let (_, mut odd) = mind.weighed(look, who, &legal, &mut Told::default());
            odd.retain(|(order, _)| !is_end(order));
            let Some(most) = odd.iter().map(|(_, worth)| *worth).max() else { return };
            let found = in_turn(&mind, look, who);
            let is_best = |order: &Order| odd.iter().any(|(other, worth)| other == order && *worth == most);
            assert!(found.iter().any(is_best), "{}: {found:?} of {odd:?}", look.name(who));
            seen += 1;
        });
        assert!(seen > 0, "something is set aside");
    }

    /// Promise: of those whom a side could send now the one who does most comes first, wherever they are listed.
    #[test]
    fn whoever_does_most_is_thought_of_first() {
        let mut seen = [0, 0];
        trial::watch("zones/toll_bridge", 1, 60, |look| {
            let Some(question) = look.question() else { return };
            let memo = Memo::of(look);
            let look = look.remembering(&memo).without_words().seen_by(question.side);
            let (mind, legal) = (Mind::new(Skill::Deep, 1), look.legal_choices());
            let Some(sent) = mind.send(look, &legal).filter(|sent| sent.verb == ACT) else { return };
            assert_eq!(listed(&mind, look, question).first(), Some(&sent));
            let is_first = legal.first().is_some_and(|choice| choice.order == sent);
            seen[usize::from(is_first)] += 1;
        });
        assert!(seen[0] > 0, "{seen:?} came first, and were listed so");
    }

    /// Promise: what might follow is the best of all, and a place to go to; after a walk it is the two best.
    #[test]
    fn what_might_follow_is_the_best_of_all() {
        let (mut goes, mut stays) = (0, 0);
        in_turns(|look, who| {
            let fresh = || Mind::new(Skill::Keen, 1);
            let mut mind = fresh();
            let first = mind.glance(look);
            let mut all = in_turn(&mind, look, who);
            all.retain(|order| first.as_ref() != Some(order) && !is_end(order) && look.check(order).is_ok());
            let deeds: Vec<Order> = all.iter().filter(|order| !walks(look, order)).take(FOLLOWING).cloned().collect();
            assert_eq!(other_than_first(look, who, fresh(), true), deeds, "{}", look.name(who));
            stays += usize::from(deeds.len() > 1);
            let both = other_than_first(look, who, fresh(), false);
            assert_eq!(both.first(), all.first(), "{}", look.name(who));
            if all.iter().skip(1).any(|order| walks(look, order)) {
                assert!(both.get(1).is_some_and(|order| walks(look, order)), "{}: {both:?}", look.name(who));
                goes += 1;
            }
        });
        assert!(goes > 0 && stays > 0, "{goes} go, {stays} stay");
    }
}
