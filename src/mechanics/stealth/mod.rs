//! The slot of stealth: light, hiding, and who knows where whom is.

pub mod ambush;
pub mod backstab;
mod deeds;
pub mod hiding;
pub mod sneaking;
pub mod who_sees_whom;

use crate::mechanics::prelude::*;

/// Everybody gets to know where somebody is who was in that state of those who hide.
fn come_out(table: &mut Table<'_>, who: Id, hidden: ConditionName, (rule, why): (RuleId, &str)) -> Step {
    if !table.end(who, hidden)? {
        return Ok(());
    }
    table.reveal("Somebody came out of hiding");
    table.say_change(rule, who, (hidden, 1, 0), |look| format!("{} is hidden no more: {why}.", look.name(who)));
    Ok(())
}
