//! Harm: what a blow does, by the mechanic of its kind.

use crate::battle::{Case, Event, HarmName, Hit, Key, Pause, RuleId, Step, Table};

impl Table<'_> {
    /// Lets a blow do its harm through the mechanic that deals with its kind.
    pub fn inflict(&mut self, hit: &Hit) -> Step {
        let rules = self.rules();
        let harm = rules.harm(hit.kind).ok_or_else(|| Pause::Fault(format!("nothing harms the {}", hit.kind)))?;
        let first = self.next_fact();
        let done = self.within("harm", |table| {
            harm.inflict(table, hit)?;
            table.tell(Event::Harmed { hit })?;
            table.tell(Event::HarmDone { hit })
        });
        self.note_dealt(first, hit);
        done
    }

    /// The same for damage of these types that nobody aims: `case` says who suffers it and what it is.
    pub fn suffer(&mut self, case: &Case<'_>, kind: HarmName, types: &[Key], damage: i32, rule: RuleId) -> Step {
        let hit = Hit::unaimed(self.look(), case, kind, damage, rule);
        hit.map_or(Ok(()), |hit| self.inflict(&Hit { types: types.iter().copied().collect(), ..hit }))
    }
}
