//! Those who fall into some conditions let go of all that they hold.

use crate::mechanics::prelude::*;

/// The conditions that open hands.
#[derive(Clone, Debug, Deserialize)]
pub struct LetsGo {
    /// Their names.
    #[serde(rename = "in")]
    pub conditions: Vec<ConditionName>,
    /// The rule that says so.
    pub rule: RuleId,
}

mechanic!(LetsGo: |self| {
    answers_for => {
        let of =
            |state: &ConditionName| (*state, format!("what becomes of things in the hands of those who are `{state}`"));
        self.conditions.iter().map(of).collect()
    },
});

hears!(LetsGo: |self, table| {
    Condition { who, kind, begun: true } => if !who.is_thing() && self.conditions.contains(&kind) {
        table.let_fall(who, self.rule, Item::is_in_hand);
    },
});
