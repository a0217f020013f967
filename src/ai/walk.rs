//! A player without a plan: walks to the nearest enemy and strikes at it. What
//! a measure of the rules alone is taken with.

use crate::battle::house_words::{ATTACK, END_TURN};
use crate::battle::{Choice, Group, Id, Look, Order};
use crate::board::{Footprint, Square};

/// The deed of a turn: one that has just been found legal.
pub(super) fn deed(look: Look<'_>, who: Id) -> Option<Order> {
    let nearest = look.nearest_foe(who);
    let strike = nearest.map(|enemy| Order::new(ATTACK).at(look.aim(enemy)));
    strike.filter(|strike| look.permits(who, strike).is_ok()).or_else(|| {
        let walk = nearest.and_then(|enemy| walk_to(look, who, enemy));
        walk.or_else(|| Some(Order::new(END_TURN))).filter(|order| look.check(order).is_ok())
    })
}

/// The move that leads nearest to an enemy, if any leads nearer.
fn walk_to(look: Look<'_>, who: Id, enemy: Id) -> Option<Order> {
    let body = look.footprint(enemy);
    if look.footprint(who).gap(body) <= 1 {
        return None;
    }
    towards(look, who, &way(look, who)?, body)
}

/// The first move that somebody could make now, with all squares that it leads to.
pub(super) fn way(look: Look<'_>, who: Id) -> Option<Choice> {
    let mut ways: Vec<Choice> = Vec::new();
    let rules = look.rules();
    for (verb, deed) in rules.deeds.iter().filter(|(_, deed)| deed.group() == Group::Move) {
        if rules.economy.price(look, who, &**deed, &Order::new(verb)).is_ok() {
            deed.choices(look, who, &mut ways);
        }
    }
    ways.into_iter().find(|choice| choice.is_legal() && !choice.squares.is_empty())
}

/// Where a move leads nearest to somebody, if that is nearer.
pub(super) fn towards(look: Look<'_>, who: Id, walk: &Choice, enemy: Footprint) -> Option<Order> {
    let own = look.footprint(who);
    let gap = |square: Square| own.moved_to(square).gap(enemy);
    let best = walk.squares.iter().min_by_key(|(square, cost)| (gap(*square), *cost, square.y, square.x));
    let (square, _) = best.filter(|(square, _)| gap(*square) < own.gap(enemy))?;
    Some(Order { to: Some(*square), ..walk.order.clone() })
}
