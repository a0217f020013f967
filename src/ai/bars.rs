//! What bars the way: those who get to no enemy otherwise strike at it.

use std::collections::BTreeSet;

use crate::battle::{Forecast, Id, Look, Order, Thing, Worth};
use crate::board::{Direction, Square};

/// What a blow is worth to those who are shut in, in felled enemies, and how much more where it is likely to break what bars
/// the way.
const STRIKES: f64 = 0.02;
const BREAKS: f64 = 0.05;

/// What it is worth to strike at something that bars the way, hand to hand; nothing where there is a way round it.
pub(super) fn worth(look: Look<'_>, who: Id, order: &Order, forecast: Option<&Forecast>) -> Option<Worth> {
    let thing = look.target(order).and_then(|target| look.thing(target))?;
    let is_near = order.with.and_then(|with| look.item(who, with)).is_some_and(|item| !item.arm.reach.is_empty());
    if order.verb != "attack" || !is_near || !bars(thing) || !is_shut_in(look, who) {
        return None;
    }
    let likely = forecast.and_then(|forecast| forecast.against.first()).map_or(0.0, |prospect| prospect.weight());
    Some(Worth::of(STRIKES + BREAKS * likely.clamp(0.0, 1.0)))
}

fn bars(thing: &Thing) -> bool {
    thing.def.blocks_move && thing.def.engine.is_none()
}

/// Whether somebody gets to no enemy, but would if things were out of the way.
fn is_shut_in(look: Look<'_>, who: Id) -> bool {
    let has_foes = look.zoned().is_none() && look.foes(who).next().is_some();
    // It is asked for every arm and every thing.
    has_foes && look.keep_each("shut in", who, &(), || !reaches(look, who, false) && reaches(look, who, true))
}

/// Whether any enemy stands where one gets on foot, past all bodies and, if so wanted, through all things.
fn reaches(look: Look<'_>, who: Id, through: bool) -> bool {
    let board = look.board();
    let things = || look.things().filter_map(|id| look.thing(id)).filter(|thing| thing.def.blocks_move);
    let filled: BTreeSet<Square> = things().flat_map(|thing| thing.squares.iter().copied()).collect();
    let shut: BTreeSet<(Square, Square)> = things().flat_map(|thing| thing.edges.iter().copied()).collect();
    let fills = |square: Square| filled.contains(&square);
    let shuts = |a: Square, b: Square| shut.contains(&(a, b)) || shut.contains(&(b, a));
    let is_open = |from: Square, to: Square| {
        let is_wall = board.edge(from, to).is_some_and(|edge| edge.blocks_move);
        let is_floor = board.terrain(to).is_some_and(|terrain| terrain.cost > 0);
        if through {
            (is_floor || fills(to)) && (!is_wall || shuts(from, to))
        } else {
            is_floor && !fills(to) && !is_wall
        }
    };
    let foes: Vec<_> = look.foes(who).map(|foe| look.footprint(foe)).collect();
    let mut next: Vec<Square> = look.footprint(who).squares().collect();
    let mut known: BTreeSet<Square> = next.iter().copied().collect();
    while let Some(at) = next.pop() {
        if foes.iter().any(|foe| foe.contains(at)) {
            return true;
        }
        let beside = Direction::ALL.into_iter().map(|direction| at.step(direction, 1));
        next.extend(beside.filter(|square| is_open(at, *square) && known.insert(*square)));
    }
    false
}
