//! What one's own side is there for, as far as it is a matter of places.

use super::ground::Ground;
use crate::battle::{Id, Look, Objective, Sides};
use crate::board::{Footprint, Square};

/// Squares that somebody is to get to or to hold.
pub(super) struct Goal {
    ground: Ground,
    /// What each step nearer is worth, in felled enemies, and what the last one is worth beside that.
    step: f64,
    there: f64,
    /// Whether it counts for more than anybody to strike at.
    pub first: bool,
}

/// What each step towards the way out is worth to those who are to get away, and the last one beside that.
const OUT: f64 = 0.04;
const AWAY: f64 = 0.25;

/// The same of what is to be held.
const HELD: f64 = 0.03;
const ON_POST: f64 = 0.05;

fn objective<'a>(look: Look<'a>, who: Id) -> Option<&'a Objective> {
    look.battle::<Sides>()?.0.get(usize::from(look.side(who).0)).map(|side| &side.objective)
}

/// Whether somebody else may wait and win by it.
pub(super) fn is_in_haste(look: Look<'_>, who: Id) -> bool {
    let sides = look.battle::<Sides>().map_or(&[][..], |sides| &sides.0);
    let own = usize::from(look.side(who).0);
    let mut others = sides.iter().enumerate().filter(|(index, _)| *index != own);
    others.any(|(_, side)| !matches!(side.objective, Objective::LastStanding | Objective::Nothing))
}

impl Goal {
    /// Where somebody is to be by what its side is there for, if that is anywhere.
    pub fn of(look: Look<'_>, who: Id) -> Option<Self> {
        let at = |squares: &[Square]| Ground::from_squares(look, who, squares);
        match objective(look, who)? {
            Objective::Escape { squares, fighters } => {
                let ground = at(squares);
                let own = (ground.of(look.footprint(who)), who);
                let side = look.side(who);
                let friends = look.everybody().filter(|id| look.side(*id) == side && look.is_in_play(*id));
                let ahead = friends.filter(|id| (ground.of(look.footprint(*id)), *id) < own).count();
                // The others keep their backs free.
                let is_meant = usize::try_from(*fighters).is_ok_and(|fighters| ahead < fighters);
                is_meant.then_some(Self { ground, step: OUT, there: AWAY, first: own.0 > 0 })
            }
            Objective::Hold { squares, .. } => {
                let ground = at(squares);
                let is_far = ground.of(look.footprint(who)) > 0;
                Some(Self { ground, step: HELD, there: ON_POST, first: is_far })
            }
            _ => None,
        }
    }

    /// What it is worth to come to `body` for those who are not there yet.
    pub fn reached(&self, body: Footprint) -> f64 {
        self.worth(body) + if self.ground.of(body) == 0 { self.there } else { 0.0 }
    }

    /// What it is worth to stand at `body`.
    pub fn worth(&self, body: Footprint) -> f64 {
        -self.step * f64::from(self.ground.of(body).min(FARTHEST))
    }
}

/// From so many steps on it is all the same how far it is.
const FARTHEST: i32 = 200;
