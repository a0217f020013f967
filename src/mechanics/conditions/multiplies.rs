//! A state that multiplies or divides a figure or a roll: the hasted move twice as far (OS-INIT-06), those who have
//! lost an eye shoot half as far (ZN-COND-03).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The state, and what it multiplies.
#[derive(Clone, Debug, Deserialize)]
pub struct Multiplies {
    /// The state.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The figure or roll.
    #[serde(deserialize_with = "refers::rolls")]
    pub of: Key,
    /// How many times it counts.
    pub times: i32,
    /// By how much that is divided, rounded down.
    #[serde(default = "one")]
    pub over: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

mechanic!(Multiplies: |self| {
    answers_for => vec![answers::left_of(self.of, self.state)],
});

modifies!(Multiplies: [self.of] => |self, look, case, sum| {
    if look.is(case.who, self.state) {
        let whole = sum.total();
        let multiplied = whole.saturating_mul(self.times).div_euclid(self.over.max(1));
        sum.add(self.state, multiplied.saturating_sub(whole), self.rule);
    }
});
