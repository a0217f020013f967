//! Where somebody finds room who has to stand somewhere: thrown out of a saddle, out of a maw.

use crate::battle::{Id, Look};
use crate::board::{Footprint, Square};

/// How far around one looks for room.
const FARTHEST: i32 = 12;

/// The nearest square to `around` on which `who` fits and nobody stands, the northernmost and westernmost of equals.
pub(super) fn nearest_free(look: Look<'_>, who: Id, around: Footprint) -> Option<Footprint> {
    nearest(look, who, around, 0)
}

/// The same, but not where that body is itself.
pub(super) fn nearest_beside(look: Look<'_>, who: Id, around: Footprint) -> Option<Footprint> {
    nearest(look, who, around, 1)
}

fn nearest(look: Look<'_>, who: Id, around: Footprint, from: i32) -> Option<Footprint> {
    let own = look.footprint(who);
    let ground = look.ground().walk(own.side, look.rules().measure.gait);
    let is_taken = |body: Footprint| {
        let others = look.everybody().filter(|id| *id != who && look.place(*id).present && !look.is_dead(*id));
        others.map(|id| look.footprint(id)).any(|other| other.gap(body) == 0)
    };
    let (low, high) = (around.at, around.far());
    (from..=FARTHEST).find_map(|ring| {
        // A large body begins farther off to the north and west.
        let before = ring + own.side - 1;
        let rows = low.y - before..=high.y + ring;
        let squares = rows.flat_map(|y| (low.x - before..=high.x + ring).map(move |x| Square::new(x, y)));
        let bodies = squares.map(|at| own.moved_to(at)).filter(|body| around.gap(*body) == ring);
        bodies.filter(|body| ground.fits(body.at)).find(|body| !is_taken(*body))
    })
}
