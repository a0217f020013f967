//! What is thrown: with what one throws, how far it goes, and where it lies afterwards (HG-ATK-09, HG-ATK-10).

use super::means::is_weapon;
use super::{Opposed, THROW};
use crate::mechanics::attack::course::Meant;
use crate::mechanics::prelude::*;
use crate::mechanics::room::nearest_free;

/// Whether something that somebody has can be thrown, whatever else it is good for.
pub(super) fn can_be_thrown(item: &Item) -> bool {
    let is_a_thing = matches!(item.arm.kind, ArmKind::Melee | ArmKind::Ranged);
    is_a_thing && item.is_in_hand() && !item.arm.has("area")
}

impl Opposed {
    /// Whether somebody throws what is not made for that.
    pub(super) fn is_misused(&self, case: &Case<'_>) -> bool {
        case.is("thrown") && case.arm.is_some_and(|arm| !arm.has(self.throwing.made_for_it))
    }

    /// Whether a blow with this would be a throw.
    pub(super) fn throws(&self, look: Look<'_>, blow: Meant<'_>) -> bool {
        let Meant { who, target, item, order } = blow;
        let in_hand = item.is_in_hand();
        let is_made = item.arm.has(self.throwing.made_for_it);
        let is_of_no_other_use = item.arm.reach.is_empty() && !item.arm.has("missile");
        in_hand && (order.is(THROW) || is_of_no_other_use || (is_made && !Self::reaches(look, who, target, &item.arm)))
    }

    /// Whether somebody would throw what they had better keep in hand: what is not made for it, or all they can strike with.
    pub(super) fn gives_up(&self, look: Look<'_>, blow: Meant<'_>) -> bool {
        let is_made = || blow.item.arm.has(self.throwing.made_for_it);
        self.throws(look, blow) && (!is_made() || self.parts_with_it(look, blow))
    }

    /// How far something carries.
    pub(super) fn carries(&self, arm: &Arm, thrown: bool) -> i32 {
        let is_made = arm.has(self.throwing.made_for_it);
        if thrown && !is_made { self.throwing.other.0 } else { arm.range.unwrap_or(0) }
    }

    /// Whether somebody would have nothing left to strike with when they have thrown this.
    pub(super) fn parts_with_it(&self, look: Look<'_>, blow: Meant<'_>) -> bool {
        let Meant { who, item, .. } = blow;
        let is_other = |own: &Item| {
            is_weapon(own) && !std::ptr::eq(own, item) && own.held != Held::Body && !own.arm.reach.is_empty()
        };
        self.throws(look, blow) && !item.arm.reach.is_empty() && !look.gear(who).iter().any(is_other)
    }
}

/// What was thrown lies where its target stands, or as near to it as it goes.
pub(super) fn lands(table: &mut Table<'_>, who: Id, target: Id, thrown: Key) {
    let look = table.look();
    let at = look.footprint(target).at;
    let is_open = look.ground().walk(1, look.rules().measure.gait).fits(at);
    let beside = nearest_free(look, who, Footprint::one(at)).filter(|_| !is_open);
    let at = beside.map_or(at, |beside| beside.at);
    let is_it = |item: &Item| item.arm.name == thrown && item.is_in_hand();
    table.edit_first(who, is_it, |item| item.held = Held::Ground(at));
}
