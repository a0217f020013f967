//! Where somebody finds room who has to stand somewhere: thrown out of a saddle, out of a maw, back from a chase.

use super::Look;
use crate::battle::Id;
use crate::board::{Footprint, Square};

impl Look<'_> {
    /// Whether somebody else takes up room there, so far above the ground.
    pub fn is_taken(&self, who: Id, at: Footprint, altitude: i32) -> bool {
        let is_there = |id: &Id| *id != who && !self.is_dead(*id) && !self.go_together(who, *id);
        let places = self.around(at, 0).filter(is_there).map(|id| self.place(id));
        places.filter(|place| place.present && place.altitude == altitude).any(|place| place.footprint.gap(at) == 0)
    }

    /// The nearest place to `around`, at least so many squares off, where a body such as `own` fits and nobody stands,
    /// the northernmost and westernmost of equals.
    pub fn room_near(
        &self,
        who: Id,
        (own, around): (Footprint, Footprint),
        from: i32,
        suits: impl Fn(Footprint) -> bool,
    ) -> Option<Footprint> {
        let ground = self.ground().walk(own.side, self.rules().measure.gait);
        let (low, high, altitude) = (around.at, around.far(), self.place(who).altitude);
        let farthest = self.board().width().max(self.board().height());
        (from..=farthest).find_map(|ring| {
            // A large body begins farther off to the north and west.
            let before = ring + own.side - 1;
            let rows = low.y - before..=high.y + ring;
            let squares = rows.flat_map(|y| (low.x - before..=high.x + ring).map(move |x| Square::new(x, y)));
            let bodies = squares.map(|at| own.moved_to(at)).filter(|body| around.gap(*body) == ring);
            let fitting = bodies.filter(|body| ground.fits(body.at) && suits(*body));
            fitting.into_iter().find(|body| !self.is_taken(who, *body, altitude))
        })
    }

    /// Where somebody stands who has come onto the field where somebody else is already: as near to it as can be, in the
    /// same zone where there are zones. Nothing for whoever has its square to itself, or is carried by somebody who has.
    pub fn place_of_its_own(&self, who: Id) -> Option<Footprint> {
        let own = self.footprint(who);
        let is_carried = self.mount(who).is_some_and(|mount| self.place(mount).present);
        if is_carried || !self.is_taken(who, own, self.place(who).altitude) {
            return None;
        }
        let is_same = |at: Footprint| self.zoned().is_none() || self.spot_of(at) == self.spot_of(own);
        self.room_near(who, (own, own), 1, is_same)
    }
}
