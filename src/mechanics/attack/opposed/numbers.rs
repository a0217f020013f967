//! What is added to the rolls of a blow (HG-ATK-01, HG-ATK-02, HG-ATK-10 to HG-ATK-12, HG-ATK-15, HG-DMG-01 to
//! HG-DMG-04).

use super::Opposed;
use crate::mechanics::contest::challenge;
use crate::mechanics::force::Force;
use crate::mechanics::prelude::*;

/// Every number of a blow, gathered before a die is thrown.
pub(in crate::mechanics::attack) struct Blow {
    pub attack: Sum,
    pub challenge: Sum,
    pub damage: Sum,
    pub dice: Expr,
    pub exposed: Exposed,
}

impl Opposed {
    /// How hard a shot is by its distance and by everything between; hand to hand it is nothing.
    pub(super) fn challenge(&self, look: Look<'_>, case: &Case<'_>) -> Sum {
        let Some(target) = case.against.filter(|_| case.is("shot")) else { return Sum::new() };
        challenge(look, case, &self.challenge, (look.distance(case.who, target), self.rules.range))
    }

    /// What is added to the roll of a blow.
    pub(super) fn attack(&self, look: Look<'_>, case: &Case<'_>) -> Sum {
        let mut sum = look.figure(case.who, self.skill(look, case));
        if self.is_misused(case) {
            sum.add("not made to be thrown", self.throwing.other.1.saturating_neg(), self.rules.other);
        }
        look.sum(case, sum)
    }

    /// What is added to the damage of a blow with so many actions put into it.
    pub(super) fn damage(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Sum {
        let augments = self.augment.0.saturating_mul(augments);
        self.damage.added(look, case, self.is_misused(case), (augments, self.rules.augment))
    }

    /// Gathers every number of a blow.
    pub(super) fn gather(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Blow {
        let kind = case.arm.and_then(|arm| arm.harms).unwrap_or(self.harms);
        Blow {
            attack: self.attack(look, case),
            challenge: self.challenge(look, case),
            damage: self.damage(look, case, augments),
            dice: Force::dice(case.arm),
            exposed: look.exposed(kind, &case.turned()),
        }
    }
}
