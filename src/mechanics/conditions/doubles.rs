//! A state that multiplies a figure: the hasted move twice as far (OS-INIT-06).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The state, and what it multiplies.
#[derive(Clone, Debug, Deserialize)]
pub struct Doubles {
    /// The state.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The figure.
    pub of: FigureName,
    /// How many times it counts.
    pub times: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Mechanic for Doubles {
    fn answers_for(&self) -> Vec<(ConditionName, String)> {
        vec![answers::left_of(self.of.key(), self.state)]
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl Modifies for Doubles {
    fn on(&self) -> Option<Vec<Key>> {
        Some(vec![self.of.key()])
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if look.is(case.who, self.state) {
            let whole = sum.total();
            sum.add(self.state, whole.saturating_mul(self.times) - whole, self.rule);
        }
    }
}
