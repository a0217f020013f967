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

mechanic!(BreaksOff: |self| {
    answers_for => self.by.iter().map(|state| (*state, format!("whether `{state}` breaks deeds off"))).collect(),
});

hears!(BreaksOff: |self, table| {
    Condition { who, begun: true, .. } => if self.by.iter().any(|kind| table.look().is(who, kind)) {
        table.rules().economy.interrupt(table, who)
    } else {
        Ok(())
    },
});

impl Shows for BreaksOff {
    fn breaks(&self, _look: Look<'_>, _who: Id, intent: &Intent) -> Vec<String> {
        let states = self.by.iter().filter(|_| intent.of == Waits::Time);
        states.map(|state| format!("being {state}")).collect()
    }
}
