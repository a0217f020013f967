//! Blows at a square in the hope that somebody is there (ST-STEALTH-04).

use super::TargetThenDefence;
use super::strike::{is_weapon, words_of};
use crate::mechanics::attack::course::allowed;
use crate::mechanics::prelude::*;

impl TargetThenDefence {
    fn guessing_arm<'a>(&self, look: Look<'a>, who: Id, order: &Order, component: Key) -> Result<&'a Arm, Refusal> {
        let def = self.component(component);
        look.arm_for(who, order, |item: &Item| is_weapon(item, def) && item.is_ready()).map(|item| &*item.arm)
    }

    fn guess<'a>(&self, look: Look<'_>, who: Id, order: &'a Order, arm: &'a Arm, square: Square) -> Case<'a> {
        let near = look.threat(who, arm).reaches(look.footprint(who), Footprint::one(square));
        let mut case = words_of(Case::of("attack", who).with(arm), order, arm, near);
        case.from = Some(Footprint::one(square));
        case
    }

    /// Whether `who` may strike at a square where nobody turns out to be.
    pub(super) fn may_guess(&self, look: Look<'_>, who: Id, order: &Order, component: Key, square: Square) -> Allowed {
        let arm = self.guessing_arm(look, who, order, component)?;
        let case = self.guess(look, who, order, arm, square);
        allowed(look, &case, &[])?;
        look.admits(&case)
    }

    /// A blow at a wrong square: a miss, and no die is thrown.
    pub(super) fn miss(&self, table: &mut Table<'_>, who: Id, order: &Order, component: Key, square: Square) -> Step {
        let arm = self.guessing_arm(table.look(), who, order, component).cloned();
        let Ok(arm) = arm else { return Ok(()) };
        table.note(|look| {
            let text = format!("{} strikes at {square} with {}: nobody is there.", look.name(who), arm.name);
            Fact::new(self.rules.attack_roll, text).who(who).at([square])
        });
        let case = self.guess(table.look(), who, order, &arm, square);
        table.struck(&Blown::of(&case, false))
    }
}
