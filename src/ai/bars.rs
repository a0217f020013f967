//! What bars the way: those who get to no enemy otherwise strike at it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::battle::house_words::ATTACK;
use crate::battle::{Forecast, Id, Look, Order, Prospect, Thing, Worth, weight};
use crate::board::{Board, Direction, Edge, Footprint, Ground, bodies_see};

/// What a blow is worth to those who are shut in, in felled enemies, and how much more where it is likely to break what bars
/// the way.
const STRIKES: f64 = 0.02;
const BREAKS: f64 = 0.05;

/// What it is worth to strike at something that bars the way, hand to hand; nothing where there is a way round it.
pub(super) fn worth(look: Look<'_>, who: Id, order: &Order, forecast: Option<&Forecast>) -> Option<Worth> {
    let thing = look.target(order).and_then(|target| look.thing(target))?;
    let is_near = order.with.and_then(|with| look.item(who, with)).is_some_and(|item| !item.arm.reach.is_empty());
    if order.verb != ATTACK || !is_near || !bars(thing) || !is_shut_in(look, who) {
        return None;
    }
    // How near it comes to breaking, whatever the thing is worth beside those who fight.
    let breaks = |prospect: &Prospect| weight(&prospect.outcomes, &prospect.harm, prospect.enough);
    let likely = forecast.and_then(|forecast| forecast.against.first()).map_or(0.0, breaks);
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

/// Whether a way on foot leads beside an enemy, past all bodies; with `through` also past all that bars it.
fn reaches(look: Look<'_>, who: Id, through: bool) -> bool {
    let board = if through { Cow::Owned(cleared(look)) } else { Cow::Borrowed(look.board()) };
    let (own, gait) = (look.footprint(who), look.rules().measure.gait);
    let ground =
        if through { Arc::new(Ground::of(&board, own.side, gait)) } else { look.ground().walk(own.side, gait) };
    let foes: Vec<Footprint> = look.foes(who).map(|foe| look.footprint(foe)).collect();
    let is_at = |body: Footprint| {
        let meets = |foe: &Footprint| body.gap(*foe) == 0 || (body.gap(*foe) == 1 && bodies_see(&board, body, *foe));
        foes.iter().any(meets)
    };
    let mut next = vec![own.at];
    let mut known = BTreeSet::from([own.at]);
    while let Some(at) = next.pop() {
        if is_at(own.moved_to(at)) {
            return true;
        }
        let open = Direction::ALL.into_iter().filter(|direction| ground.step(at, *direction).is_ok());
        next.extend(open.map(|direction| at.step(direction, 1)).filter(|square| known.insert(*square)));
    }
    false
}

/// The board as it would be without what bars the way.
fn cleared(look: Look<'_>) -> Board {
    let mut board = look.board().clone();
    let things: Vec<&Thing> = look.things().filter_map(|id| look.thing(id)).filter(|thing| bars(thing)).collect();
    // What was put there last lies on what was there before.
    for thing in things.into_iter().rev() {
        for (square, before) in thing.squares.iter().zip(&thing.stood_on) {
            if let Some(cell) = board.cell_mut(*square) {
                cell.terrain = *before;
            }
        }
        for (a, b) in &thing.edges {
            if let Some(edge) = board.edge_mut(*a, *b) {
                *edge = Edge::default();
            }
        }
    }
    board
}
