//! A state that multiplies a figure: the hasted move twice as far (OS-INIT-06).

use serde::Deserialize;

use crate::battle::{Case, Key, Look, Mechanic, Modifies, RuleId, Sum, refers};

/// The state, and what it multiplies.
#[derive(Clone, Debug, Deserialize)]
pub struct Doubles {
    /// The state.
    #[serde(rename = "in", deserialize_with = "refers::conditions")]
    pub state: Key,
    /// The figure.
    #[serde(deserialize_with = "refers::figures")]
    pub of: Key,
    /// How many times it counts.
    pub times: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Mechanic for Doubles {
    fn answers_for(&self) -> Vec<(Key, String)> {
        vec![(self.state, format!("how much is left of the `{}` of those who are `{}`", self.of, self.state))]
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl Modifies for Doubles {
    fn on(&self) -> Option<Vec<Key>> {
        Some(vec![self.of])
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if look.is(case.who, self.state) {
            let whole = sum.total();
            sum.add(self.state, whole.saturating_mul(self.times) - whole, self.rule);
        }
    }
}
