//! What is added to the rolls of a blow (HG-ATK-01, HG-ATK-02, HG-ATK-10 to HG-ATK-12, HG-ATK-15, HG-DMG-01 to
//! HG-DMG-04).

use super::Opposed;
use crate::mechanics::contest::challenge;
use crate::mechanics::prelude::*;

/// Every number of a blow, gathered before a die is thrown.
pub(super) struct Blow {
    pub attack: Sum,
    pub challenge: Sum,
    pub damage: Sum,
    pub dice: Expr,
    pub exposure: Exposure,
    pub kind: HarmName,
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
        let mut sum = Sum::new();
        let arm = case.arm;
        let misused = self.is_misused(case);
        if misused || !arm.is_some_and(|arm| self.is_machine(arm)) {
            sum.part(self.damage.strength, look.value(case.who, self.damage.strength));
        }
        if let Some(arm) = arm {
            let power = arm.figure(self.damage.power).unwrap_or(0);
            sum.part(arm.name, if misused { power.div_euclid(2) } else { power });
        }
        sum.add("augment", self.augment.0.saturating_mul(augments), self.rules.augment);
        look.sum(&case.on("damage"), sum)
    }

    /// The dice of the damage.
    fn dice(arm: Option<&Arm>) -> Expr {
        arm.and_then(|arm| arm.damage.clone()).unwrap_or_else(|| Expr::d(6).times(2))
    }

    /// Whether nobody's strength counts for what is done with this.
    pub(super) fn is_machine(&self, arm: &Arm) -> bool {
        self.damage.without.iter().any(|word| arm.has(word))
    }

    /// Gathers every number of a blow.
    pub(super) fn gather(&self, look: Look<'_>, case: &Case<'_>, augments: i32) -> Blow {
        let kind = case.arm.and_then(|arm| arm.harms).unwrap_or(self.harms);
        Blow {
            attack: self.attack(look, case),
            challenge: self.challenge(look, case),
            damage: self.damage(look, case, augments),
            dice: Self::dice(case.arm),
            exposure: look.exposed(kind, &case.turned()),
            kind,
        }
    }
}
