//! Why somebody who wants to go has no place to go to.

use super::others::Others;
use super::paces::Paces;
use super::zone_by_zone::ZoneByZone;
use crate::board::{Scratch, reach};
use crate::mechanics::prelude::*;

/// Half steps that are more than anybody goes in one turn.
const MANY: i32 = 64;

/// The true reason: the turn pays for no step any more, else what the way itself says, else there is no room.
pub(super) fn nowhere(
    look: Look<'_>,
    who: Id,
    (deed, order): (&dyn Deed, &Order),
    rule: RuleId,
    way: impl FnOnce() -> Option<Refusal>,
) -> Refusal {
    let unpaid = look.rules().economy.price(look, who, deed, order).err();
    unpaid.or_else(way).unwrap_or_else(|| look.refusal(rule, || "there is nowhere to go".to_owned()))
}

impl Paces {
    /// Why nothing is in reach of somebody's legs: no Speed, enemies who hold them, too little left of the walk.
    pub(super) fn stays(&self, look: Look<'_>, who: Id, deed: (&dyn Deed, &Order)) -> Refusal {
        let each = self.a_move(look, who);
        if each == Halves::ZERO {
            return look.refusal_of(who, self.rules.walk, "has no Speed left");
        }
        let ground = look.ground().walk(look.footprint(who).side, look.rules().measure.gait);
        let opens = |others: &Others| {
            let at = look.footprint(who).at;
            reach(&ground, others, at, each, &mut Scratch::new()).iter().any(|reached| reached.cost != Halves::ZERO)
        };
        nowhere(look, who, deed, self.rules.walk, || {
            let held = self.rules.held.filter(|_| opens(&self.others(look, who, each).unheld()));
            if let Some(held) = held.filter(|_| !opens(&self.others(look, who, each))) {
                return Some(look.refusal_of(who, held, "is held in a melee"));
            }
            let why = || "what is left of the walk does not reach another square".to_owned();
            (!self.reached(look, who, self.most).is_empty()).then(|| look.refusal(self.rules.walk, why))
        })
    }
}

impl ZoneByZone {
    /// Why no other place is in reach: somebody is rooted to the spot, the walk is spent, what is left is too little.
    pub(super) fn stays(&self, look: Look<'_>, who: Id, deed: (&dyn Deed, &Order)) -> Refusal {
        if let Some(word) = Self::holds(look, who, &self.stopped_by) {
            return look.refusal(self.rules.speed, || format!("{} cannot walk: {word}", look.name(who)));
        }
        nowhere(look, who, deed, self.rules.places, || {
            let why = || "what is left of the walk does not reach another place".to_owned();
            (!self.reach(look, who, MANY).is_empty()).then(|| look.refusal(self.rules.places, why))
        })
    }
}
