//! Ways round what is to be feared on the way, gas and rays, and round what may hold somebody up.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::ground::Ground;
use super::place::danger;
use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Direction, Footprint, Square};

/// What it gains to go to a square: by another way if the usual one leads through what is worse than both its ends, else
/// less what is to be feared on it.
pub(super) fn detour(look: Look<'_>, who: Id, choice: &Choice, gain: f64, to: Square) -> (f64, Square, Vec<Square>) {
    let body = look.footprint(who);
    let fear = |at: Square| danger(look, who, body.moved_to(at));
    let order = Order { to: Some(to), ..choice.order.clone() };
    let way = look.deed(order.verb).ok().and_then(|deed| deed.way(look, who, &order)).unwrap_or_default();
    let ends = fear(body.at).max(fear(to));
    let worst = way.iter().map(|at| fear(*at)).fold(0.0, f64::max) - ends;
    if worst <= 0.0 {
        return (gain, to, Vec::new());
    }
    let around = around(look, body, to, |at| fear(at) > ends);
    let around = around.filter(|way| look.check(&Order { path: way.clone(), ..order.clone() }).is_ok());
    match around {
        Some(way) => (gain - f64::from(way.len() as u32) * 0.001, to, way),
        None => (gain - worst, to, Vec::new()),
    }
}

/// What it gains to go to a square: all of it by a way on which nothing holds anybody up, where there `is_one`, else as much as one is
/// likely to come there.
pub(super) fn sure_way(
    look: Look<'_>,
    who: Id,
    choice: &Choice,
    (ground, is_one): (&Ground, bool),
    (gain, to): (f64, Square),
) -> (f64, Square, Vec<Square>) {
    let order = Order { to: Some(to), ..choice.order.clone() };
    let odds = ground.odds(look, who, &order);
    let body = look.footprint(who);
    let is_risky = |at: Square| body.moved_to(at).squares().any(|square| ground.risk(square) > 0.0);
    let around = if is_one && odds < 1.0 { around(look, body, to, is_risky) } else { None };
    let around = around.filter(|way| look.check(&Order { path: way.clone(), ..order.clone() }).is_ok());
    match around {
        Some(way) => (gain, to, way),
        None => (gain * odds, to, Vec::new()),
    }
}

/// The shortest way on foot from where a body stands to a square past all that it shuns.
fn around(look: Look<'_>, body: Footprint, to: Square, shuns: impl Fn(Square) -> bool) -> Option<Vec<Square>> {
    let ground = look.ground().walk(body.side, look.rules().measure.gait);
    let others: Vec<Footprint> = look
        .everybody()
        .filter(|id| look.place(*id).present && look.knows_of(*id))
        .map(|id| look.footprint(id))
        .filter(|at| *at != body)
        .collect();
    let is_free = |at: Square| !others.iter().any(|other| other.gap(body.moved_to(at)) == 0);
    let mut from: BTreeMap<Square, (i32, Square)> = BTreeMap::from([(body.at, (0, body.at))]);
    let mut next = BinaryHeap::from([(Reverse(0), body.at)]);
    while let Some((Reverse(cost), at)) = next.pop() {
        if at == to {
            let mut way = vec![at];
            while let Some((_, before)) =
                way.last().and_then(|at| from.get(at)).filter(|(_, before)| *before != body.at)
            {
                way.push(*before);
            }
            way.reverse();
            return Some(way);
        }
        for direction in Direction::ALL {
            let Ok(times) = ground.step(at, direction) else { continue };
            let square = at.step(direction, 1);
            let total = cost + if direction.is_diagonal() { 3 } else { 2 } * i32::from(times);
            let is_shorter = from.get(&square).is_none_or(|(known, _)| total < *known);
            if is_shorter && is_free(square) && !shuns(square) {
                from.insert(square, (total, at));
                next.push((Reverse(total), square));
            }
        }
    }
    None
}
