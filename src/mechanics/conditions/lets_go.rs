//! Whoever falls into some conditions lets go of whatever they hold.

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

impl Mechanic for LetsGo {
    fn answers_for(&self) -> Vec<(ConditionName, String)> {
        let of =
            |state: &ConditionName| (*state, format!("what becomes of things in the hands of those who are `{state}`"));
        self.conditions.iter().map(of).collect()
    }

    fn repeats(&self) -> bool {
        true
    }
}

hears!(LetsGo: |self, table| {
    Condition { who, kind, begun: true } => self.on_condition(table, who, kind),
});

impl LetsGo {
    fn on_condition(&self, table: &mut Table<'_>, who: Id, kind: ConditionName) {
        if who.is_thing() || !self.conditions.contains(&kind) {
            return;
        }
        table.let_fall(who, self.rule, |item| matches!(item.held, Held::Hand(_)));
    }
}
