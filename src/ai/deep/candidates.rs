//! What else might be done than what comes to mind first.

use crate::ai::place::NEAR;
use crate::ai::{Mind, fill, is_end, tempting, tempting::Told};
use crate::battle::{Choice, Id, Look, Memo, Order, Question, Worth};
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
    let mut verbs = Vec::new();
    for (order, _) in odd {
        if verbs.len() < ODD && !verbs.contains(&order.verb) && !is_end(&order) {
            verbs.push(order.verb);
            found.push(order);
        }
    }
    found.extend(legal.iter().find(|choice| is_end(&choice.order)).map(|end| fill(end, 0)));
    found.extend(walks(look, who, &legal));
    found
}

/// Where one might go: up to the nearest enemies, out of the reach of all of them, and to each place of a field of zones.
fn walks(look: Look<'_>, who: Id, legal: &[Choice]) -> Vec<Order> {
    let body = look.footprint(who);
    let foes: Vec<_> = look.foes_from(who, body).take(FOES).map(|foe| look.footprint(foe)).collect();
    let mut found = Vec::new();
    for choice in legal.iter().filter(|choice| !choice.squares.is_empty() && choice.order.at.is_empty()) {
        let mut squares: Vec<Square> = Vec::new();
        if look.zoned().is_some() {
            let mut places = Vec::new();
            for (square, _) in &choice.squares {
                let place = look.spot_of(body.moved_to(*square));
                if !places.contains(&place) {
                    places.push(place);
                    squares.push(*square);
                }
            }
        } else {
            let open = || choice.squares.iter().filter(|(square, _)| *square != body.at);
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
