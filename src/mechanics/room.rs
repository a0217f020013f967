//! Where somebody finds room who has to stand somewhere: thrown out of a saddle, out of a maw.

use crate::mechanics::prelude::*;

/// Whether somebody else takes up room there, at the height at which `who` is.
pub(super) fn is_taken(look: Look<'_>, who: Id, at: Footprint) -> bool {
    look.is_taken(who, at, look.place(who).altitude)
}

/// Whether somebody may stay there by the rules of how they walk.
pub(super) fn has_room(look: Look<'_>, who: Id, at: Footprint) -> bool {
    !look.rules().registry.steps.iter().any(|mechanic| mechanic.is_full(look, who, at))
}

/// Those who share somebody's place already.
pub(super) fn shares_place(look: Look<'_>, who: Id) -> bool {
    let here = look.footprint(who);
    let is_there = |id: Id| id != who && !look.go_together(who, id) && look.is_there(id);
    look.around(here, 0).any(|id| is_there(id) && look.footprint(id).gap(here) == 0)
}

/// Whether somebody holds, or is held by, others in the same place.
pub(super) fn is_tied(look: Look<'_>, who: Id) -> bool {
    let here = look.footprint(who);
    let is_here = |id: Id| id != who && look.place(id).present && look.footprint(id).gap(here) == 0;
    let holds = |id: Id| look.conditions(id).iter().any(|each| each.by == Some(who));
    let mut holders = look.conditions(who).iter().filter_map(|each| each.by);
    holders.any(is_here) || look.around(here, 0).any(|id| is_here(id) && holds(id))
}

/// Whoever comes to a stop among others, felled, fallen or held up, goes back to the last of the places on their `way`
/// where there is room, or else to the nearest that there is.
pub(super) fn come_to_rest(table: &mut Table<'_>, who: Id, way: &[Footprint], rule: RuleId) -> Step {
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
        Fact::new(rule, text).who(who).way(who, [here.at, to.at])
    });
    table.relocate(who, to)
}

/// Whoever gets up where somebody else stands by now does so beside them, in the same zone where there are zones.
pub(super) fn make_room(table: &mut Table<'_>, who: Id) -> Step {
    let look = table.look();
    let body = look.footprint(who);
    let is_level = |id: Id| look.place(id).altitude == look.place(who).altitude;
    let stands_on = |id: Id| id != who && look.is_in_play(id) && is_level(id) && look.footprint(id).gap(body) == 0;
    let is_apart = look.mount(who).is_none() && look.riders(who).is_empty();
    if !is_apart || !look.everybody().any(stands_on) {
        return Ok(());
    }
    let is_same = |at: Footprint| look.zoned().is_none() || look.spot_of(at) == look.spot_of(body);
    look.room_near(who, (body, body), 0, is_same).map_or(Ok(()), |to| table.relocate(who, to))
}

/// Higher than anybody flies.
const SKY: i32 = 1_000_000;

/// The lowest and the highest that somebody may come to be where they are: from the ground up into the air, or from the
/// bed of the water up to its face.
pub(super) fn levels(look: Look<'_>, place: Place) -> (i32, i32) {
    if place.altitude >= 0 {
        return (0, SKY);
    }
    let under = place.footprint.squares().filter_map(|at| look.board().cell(at));
    (under.map(|cell| i32::from(cell.height)).max().unwrap_or(0), 0)
}

/// The nearest square to `around` where `who` fits and nobody stands, the northernmost and westernmost of equals.
pub(super) fn nearest_free(look: Look<'_>, who: Id, around: Footprint) -> Option<Footprint> {
    look.room_near(who, (look.footprint(who), around), 0, |_| true)
}

/// The same, but not where that body is itself.
pub(super) fn nearest_beside(look: Look<'_>, who: Id, around: Footprint) -> Option<Footprint> {
    look.room_near(who, (look.footprint(who), around), 1, |_| true)
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
    look.room_near(who, (own, around), 1, |at| (here - down..=here + up).contains(&height(at)))
}
