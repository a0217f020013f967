//! What is added to damage where skill is set against skill, by blows at one as by what strikes a whole area
//! (HG-ATK-15, HG-DMG-01 to HG-DMG-04).

use crate::mechanics::prelude::*;

/// What is added to damage.
#[derive(Clone, Debug, Deserialize)]
pub struct Force {
    /// The figure of those who put their own strength into it.
    pub strength: FigureName,
    /// Words of arms into which nobody can.
    pub without: Vec<Key>,
    /// The figure of an arm.
    pub power: Key,
}

impl Force {
    /// The dice of the damage: two with six sides where the arm says nothing of it.
    pub(super) fn dice(arm: Option<&Arm>) -> Expr {
        arm.and_then(|arm| arm.damage.clone()).unwrap_or_else(|| Expr::d(6).times(2))
    }

    /// Whether nobody's strength counts for what is done with this.
    pub(super) fn is_machine(&self, arm: &Arm) -> bool {
        self.without.iter().any(|word| arm.has(word))
    }

    /// What an arm adds by itself.
    pub(super) fn of(&self, arm: &Arm) -> i32 {
        arm.figure(self.power).unwrap_or(0)
    }

    /// What is added by somebody and their arm, which counts half where it is `misused`, with so much for the actions that
    /// went into it, by that rule.
    pub(super) fn added(&self, look: Look<'_>, case: &Case<'_>, misused: bool, (augments, rule): (i32, RuleId)) -> Sum {
        let mut sum = Sum::new();
        if misused || !case.arm.is_some_and(|arm| self.is_machine(arm)) {
            sum.part(self.strength, look.value(case.who, self.strength));
        }
        if let Some(arm) = case.arm {
            let power = self.of(arm);
            sum.part(arm.name, if misused { power.div_euclid(2) } else { power });
        }
        sum.add("augment", augments, rule);
        look.sum(&case.on("damage"), sum)
    }
}
