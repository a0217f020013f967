//! The slot of encounters: what comes before a fight, and what comes after it for those who run.

pub mod armies;
pub mod meeting;
mod placing;
pub mod pursuit;
mod reaction;
mod surprise;

use crate::mechanics::prelude::*;

/// Those of a side who are in the fight.
fn members(look: Look<'_>, side: SideId) -> Vec<Id> {
    look.everybody().filter(|id| look.side(*id) == side && look.is_in_play(*id)).collect()
}

/// Those of all other sides who are in the fight.
fn others(look: Look<'_>, side: SideId) -> Vec<Id> {
    look.everybody().filter(|id| look.side(*id) != side && look.is_in_play(*id)).collect()
}

/// Those who are off the field for good: nobody goes after them any more.
#[derive(Component, Clone, Debug, Default)]
struct Away(Vec<Id>);

/// Somebody is off the field and out of the fight for good.
fn go_away(table: &mut Table<'_>, who: Id, state: ConditionName, rule: RuleId) -> Step {
    table.say_change(rule, who, (state, 0, 1), |look| format!("{} leaves the field.", look.name(who)));
    table.take_away(who);
    table.edit::<Left>(who).0 = true;
    table.edit_battle::<Away>().0.push(who);
    table.begin(who, Condition::new(state))
}

/// The word for what one of these does, or for what several do.
const fn so_many(who: &[Id], one: &'static str, several: &'static str) -> &'static str {
    if who.len() == 1 { one } else { several }
}
