//! Saying something aloud, which takes no time and may wake a sleeper.

use crate::mechanics::prelude::*;

/// Talking, calling, shouting, by the rule of what takes no time.
#[derive(Debug)]
pub struct Talk(pub RuleId);

impl Deed for Talk {
    fn nature(&self) -> Nature {
        Nature::of("talk", Group::Turn, Stage::Upkeep).tempting(false)
    }

    fn count(&self, _look: Look<'_>, _who: Id, _order: &Order) -> i32 {
        0
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        out.push(Choice::of(self, (look, who), Order::new("talk"), "Say something aloud", self.0));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        look.allows(who, &["talk"])
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        table.say(self.0, who, |look| format!("{} says something aloud.", look.name(who)));
        Ok(())
    }
}
