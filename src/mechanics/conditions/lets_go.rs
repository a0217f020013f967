//! Whoever falls into some conditions lets go of whatever it holds.

use serde::Deserialize;

use crate::battle::{Fact, Held, Id, Key, Mechanic, Step, Table, refers};

/// The conditions that open hands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetsGo {
    /// Their names.
    #[serde(rename = "in", deserialize_with = "refers::conditions")]
    pub conditions: Vec<Key>,
    /// The rule that says so.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl Mechanic for LetsGo {
    fn name(&self) -> &'static str {
        "lets_go"
    }

    fn on_condition(&self, table: &mut Table<'_>, who: Id, kind: Key, begun: bool) -> Step {
        if !begun || who.is_thing() || !self.conditions.contains(&kind) {
            return Ok(());
        }
        let look = table.look();
        let square = look.footprint(who).at;
        let held = look.gear(who).iter().filter(|item| matches!(item.held, Held::Hand(_)));
        let names: Vec<Key> = held.map(|item| item.arm.name).collect();
        for name in names {
            table.edit_item(who, name.as_str(), |item| item.held = Held::Ground(square));
            table.note(|look| Fact::new(self.rule, format!("{} drops {name}.", look.name(who))).who(who));
        }
        Ok(())
    }
}
