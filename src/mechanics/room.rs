//! Where somebody finds room who has to stand somewhere: thrown out of a saddle, out of a maw.

use crate::battle::{Fact, Id, Key, Look, Place, Step, Table};
use crate::board::{Footprint, Square};

/// Whether somebody else takes up room there, at the height at which `who` is.
pub(super) fn is_taken(look: Look<'_>, who: Id, at: Footprint) -> bool {
    is_taken_at(look, who, at, look.place(who).altitude)
}

/// The same so far above the ground.
pub(super) fn is_taken_at(look: Look<'_>, who: Id, at: Footprint, altitude: i32) -> bool {
    let is_there = |id: &Id| *id != who && !look.is_dead(*id) && !look.go_together(who, *id);
    let places = look.everybody().filter(is_there).map(|id| look.place(id));
    places.filter(|place| place.present && place.altitude == altitude).any(|place| place.footprint.gap(at) == 0)
}

/// Whether somebody may stay there by the rules of how it walks.
pub(super) fn has_room(look: Look<'_>, who: Id, at: Footprint) -> bool {
    !look.rules().mechanics.iter().any(|mechanic| mechanic.is_full(look, who, at))
}

/// Those with whom somebody shares its place already.
pub(super) fn shares_place(look: Look<'_>, who: Id) -> bool {
    let here = look.footprint(who);
    let is_there = |id: Id| id != who && !look.go_together(who, id) && look.place(id).present && !look.is_dead(id);
    look.everybody().any(|id| is_there(id) && look.footprint(id).gap(here) == 0)
}

/// Whether somebody holds, or is held by, others who are where it is.
pub(super) fn is_tied(look: Look<'_>, who: Id) -> bool {
    let here = look.footprint(who);
    let is_here = |id: Id| id != who && look.place(id).present && look.footprint(id).gap(here) == 0;
    let holds = |id: Id| look.conditions(id).iter().any(|each| each.by == Some(who));
    let mut holders = look.conditions(who).iter().filter_map(|each| each.by);
    holders.any(is_here) || look.everybody().any(|id| is_here(id) && holds(id))
}

/// Whoever comes to a stop among others, felled, fallen or held up, goes back to the last of the places on its `way`
/// where there is room, or else to the nearest that there is.
pub(super) fn come_to_rest(table: &mut Table<'_>, who: Id, way: &[Footprint], rule: Key) -> Step {
    let look = table.look();
    let here = look.footprint(who);
    if look.is_dead(who) || has_room(look, who, here) {
        return Ok(());
    }
    let before = way.iter().position(|at| *at == here).unwrap_or(0);
    let back = way.get(..before).unwrap_or_default().iter().rev().copied();
    let Some(to) = back.into_iter().find(|at| has_room(look, who, *at)).or_else(|| nearest_free(look, who, here))
    else {
        return Ok(());
    };
    table.note(|look| {
        let text = format!("{} comes to rest at {}: {} is taken.", look.name(who), to.at, here.at);
        Fact::new(rule, text).who(who).at([here.at, to.at])
    });
    table.relocate(who, to)
}

/// Sets somebody down on the field where it is, or beside whoever stands there by now, with all whom it carries.
pub(super) fn set_down(table: &mut Table<'_>, who: Id) -> Step {
    let look = table.look();
    let body = look.footprint(who);
    let Some(room) = nearest_free(look, who, body).filter(|room| *room != body) else { return Ok(()) };
    for rider in look.riders(who).to_vec() {
        table.relocate(rider, room)?;
    }
    table.relocate(who, room)
}

/// Higher than anybody flies.
const SKY: i32 = 1_000_000;

/// The lowest and the highest that somebody may come to be where it is: from the ground up into the air, or from the bed
/// of the water up to its face.
pub(super) fn levels(look: Look<'_>, place: Place) -> (i32, i32) {
    if place.altitude >= 0 {
        return (0, SKY);
    }
    let under = place.footprint.squares().filter_map(|at| look.board().cell(at));
    (under.map(|cell| i32::from(cell.height)).max().unwrap_or(0), 0)
}

/// How far around one looks for room.
const FARTHEST: i32 = 12;

/// The nearest square to `around` on which `who` fits and nobody stands, the northernmost and westernmost of equals.
pub(super) fn nearest_free(look: Look<'_>, who: Id, around: Footprint) -> Option<Footprint> {
    nearest(look, who, (look.footprint(who), around), 0)
}

/// The same, but not where that body is itself.
pub(super) fn nearest_beside(look: Look<'_>, who: Id, around: Footprint) -> Option<Footprint> {
    nearest(look, who, (look.footprint(who), around), 1)
}

/// The same for whoever covers as many squares as `own` by then, and no higher up or farther down than a step.
pub(super) fn room_beside(look: Look<'_>, who: Id, own: Footprint, around: Footprint) -> Option<Footprint> {
    let height = |at: Footprint| {
        let cells = at.squares().filter_map(|square| look.board().cell(square));
        cells.map(|cell| i32::from(cell.height)).max().unwrap_or(0)
    };
    let gait = look.rules().measure.gait;
    let (up, down) = (i32::from(gait.climb.unwrap_or(u16::MAX)), i32::from(gait.drop.unwrap_or(u16::MAX)));
    let here = height(around);
    nearest_where(look, who, (own, around), 1, |at| (here - down..=here + up).contains(&height(at)))
}

fn nearest(look: Look<'_>, who: Id, bodies: (Footprint, Footprint), from: i32) -> Option<Footprint> {
    nearest_where(look, who, bodies, from, |_| true)
}

fn nearest_where(
    look: Look<'_>,
    who: Id,
    (own, around): (Footprint, Footprint),
    from: i32,
    suits: impl Fn(Footprint) -> bool,
) -> Option<Footprint> {
    let ground = look.ground().walk(own.side, look.rules().measure.gait);
    let (low, high) = (around.at, around.far());
    (from..=FARTHEST).find_map(|ring| {
        // A large body begins farther off to the north and west.
        let before = ring + own.side - 1;
        let rows = low.y - before..=high.y + ring;
        let squares = rows.flat_map(|y| (low.x - before..=high.x + ring).map(move |x| Square::new(x, y)));
        let bodies = squares.map(|at| own.moved_to(at)).filter(|body| around.gap(*body) == ring);
        bodies.filter(|body| ground.fits(body.at) && suits(*body)).find(|body| !is_taken(look, who, *body))
    })
}
