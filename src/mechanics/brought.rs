//! A condition that a blow or an area brings upon whoever it strikes, beside its damage.

use crate::mechanics::prelude::*;

/// A condition that is brought upon those who are struck.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Brought {
    /// The condition.
    pub state: ConditionName,
    /// When it ends, if not only when something ends it.
    pub until: Option<Until>,
    /// Whether it comes only with harm.
    #[serde(default)]
    pub if_hurt: bool,
    /// The rule that brings it.
    pub rule: RuleId,
}

impl Brought {
    /// The conditions that an arm leaves by its `effects` in whoever it harms, so that a weapon may bring one of its own;
    /// an effect that is no condition is left to the mechanic that knows it.
    pub fn by_arm(rules: &Rules, arm: &Arm) -> impl Iterator<Item = Self> {
        arm.effects.iter().filter_map(move |effect| {
            let rule = rules.conditions.get(effect)?.rule;
            Some(Self { state: ConditionName::of(*effect), until: None, if_hurt: true, rule })
        })
    }

    /// Whether it comes to somebody who has suffered this: nothing more comes to those who are out of the fight by it.
    pub fn comes(&self, rules: &Rules, judged: Option<&Judged>) -> bool {
        let falls = judged.is_some_and(|judged| judged.grade >= FELLED && rules.takes_out(judged.name));
        !falls && (!self.if_hurt || judged.is_some_and(|judged| judged.harm > 0))
    }

    /// Brings it upon `target`.
    pub fn begin(&self, table: &mut Table<'_>, by: Id, target: Id) -> Step {
        let (state, rule) = (self.state, self.rule);
        let before = i32::from(table.look().condition(target, state).is_some());
        table.note(|look| {
            let still = if before == 0 { "" } else { " still" };
            let text = format!("{} is{still} {state}.", look.name(target));
            Fact::new(rule, text).who(target).change(target, state, before, 1)
        });
        table.begin(target, Condition::new(state).until(self.until.unwrap_or(Until::Ended)).by(by))
    }
}
