//! A state that halves a figure or a distance: whoever has lost an eye shoots half as far (ZN-COND-03).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The state, and what it halves.
#[derive(Clone, Debug, Deserialize)]
pub struct Halves {
    /// The state.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The figure or roll, rounded down.
    #[serde(deserialize_with = "refers::rolls")]
    pub of: Key,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Mechanic for Halves {
    fn answers_for(&self) -> Vec<(ConditionName, String)> {
        vec![answers::left_of(self.of, self.state)]
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl Modifies for Halves {
    fn on(&self) -> Option<Vec<Key>> {
        Some(vec![self.of])
    }

    fn modify(&self, look: Look<'_>, case: &Case<'_>, sum: &mut Sum) {
        if look.is(case.who, self.state) {
            let whole = sum.total();
            sum.add(self.state, whole.div_euclid(2) - whole, self.rule);
        }
    }
}
