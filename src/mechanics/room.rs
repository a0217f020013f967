//! Where somebody finds room who has to stand somewhere: thrown out of a saddle, out of a maw.

use crate::battle::{Id, Look, Place};
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
