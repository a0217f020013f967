//! Saying something aloud, which takes no time and may wake a sleeper.

use crate::mechanics::prelude::*;

/// Talking, calling, shouting, by the rule of what takes no time.
#[derive(Debug)]
pub struct Talk(pub RuleId);

impl Deed for Talk {
    nature!(|self| Nature::of("talk", Group::Turn, Stage::Upkeep).costing_nothing().tempting(false));

    offers!(|self| "Say something aloud", self.0);

    checks!(|self, look, who, _order| look.allows(who, &["talk"]));

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.say(self.0, who, |look| format!("{} says something aloud.", look.name(who)));
        Ok(())
    }
}
