//! What a creature is feared for, when its blow lands well enough (OS-ATK-10).

use super::OneRoll;
use crate::mechanics::prelude::*;

/// What a special does.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Special {
    /// What is thrown beside the damage.
    pub dice: Option<Expr>,
    /// States that come upon the target when all have acted who act at once.
    pub begins: Vec<ConditionName>,
    /// The largest whom it comes upon, by the size that `tricks` names; anybody if that or this is left out.
    pub largest: Option<i32>,
}

impl OneRoll {
    /// The specials of an arm that come upon somebody of such a size.
    pub(super) fn specials_of<'a>(
        &'a self,
        look: Look<'_>,
        target: Id,
        arm: &'a Arm,
    ) -> impl Iterator<Item = &'a Special> + use<'a> {
        let size = self.tricks.as_ref().map(|tricks| look.value(target, tricks.size));
        let named = self.specials.iter().filter(|(name, _)| arm.effects.contains(name)).map(|(_, special)| special);
        named.filter(move |special| special.largest.is_none_or(|most| size.is_none_or(|size| size <= most)))
    }

    /// The special of a blow comes upon its target.
    pub(super) fn come_upon(&self, table: &mut Table<'_>, case: &Case<'_>) -> Step {
        let (Some(target), Some(arm)) = (case.against, case.arm) else { return Ok(()) };
        let states: Vec<ConditionName> =
            self.specials_of(table.look(), target, arm).flat_map(|special| special.begins.iter().copied()).collect();
        if table.look().is_dead(target) {
            return Ok(());
        }
        for state in states {
            table.say_change(self.rules.special, (target, case.who), (state, 0, 1), |look| {
                format!("{} is {state} by {}.", look.name(target), look.name(case.who))
            });
            table.begin_settled(target, Condition::new(state).by(case.who))?;
        }
        Ok(())
    }
}
