//! Where somebody finds room who has to stand somewhere: thrown out of a saddle, out of a maw.

use crate::battle::{Id, Look, Place};
use crate::board::Footprint;

/// Whether somebody else takes up room there, at the height at which `who` is.
pub(super) fn is_taken(look: Look<'_>, who: Id, at: Footprint) -> bool {
    look.is_taken(who, at, look.place(who).altitude)
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
    look.room_near(who, (own, around), 1, |at| (here - down..=here + up).contains(&height(at)))
}

fn nearest(look: Look<'_>, who: Id, bodies: (Footprint, Footprint), from: i32) -> Option<Footprint> {
    look.room_near(who, bodies, from, |_| true)
}
