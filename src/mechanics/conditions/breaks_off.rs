//! What breaks off a deed that has been begun and not finished (ST-TURN-03).

use crate::mechanics::prelude::*;

/// The conditions that break deeds off.
#[derive(Clone, Debug, Deserialize)]
pub struct BreaksOff {
    /// Their names; whatever brings one of them does so too.
    pub by: Vec<ConditionName>,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Mechanic for BreaksOff {
    fn answers_for(&self) -> Vec<(ConditionName, String)> {
        self.by.iter().map(|state| (*state, format!("whether `{state}` breaks deeds off"))).collect()
    }

    fn repeats(&self) -> bool {
        true
    }
}

hears!(BreaksOff: |self, table| {
    Condition { who, begun: true, .. } => self.on_condition(table, who),
});

impl BreaksOff {
    fn on_condition(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        if self.by.iter().any(|kind| look.is(who, kind)) {
            let rules = table.rules();
            return rules.economy.interrupt(table, who);
        }
        Ok(())
    }
}
