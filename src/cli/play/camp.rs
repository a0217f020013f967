//! A camp in words: who is there, and how they are.

use crate::battle::{Id, Look};

/// A line for each of those who camp.
pub(super) fn lines(look: Look<'_>) -> Vec<String> {
    let campers = look.everybody().filter(|id| look.rests(*id) && !look.is_dead(*id));
    campers.map(|id| format!("  {}: {}", look.name(id), state(look, id))).collect()
}

/// What hours and days may change of somebody, and what it may still choose.
fn state(look: Look<'_>, id: Id) -> String {
    let mut parts = Vec::new();
    let wounds = look.wounds(id).len();
    parts.extend((wounds > 0).then(|| if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") }));
    parts.extend(look.conditions(id).iter().map(|condition| condition.kind.to_string()));
    let damaged = look.gear(id).iter().filter(|item| item.wounds > 0);
    parts.extend(damaged.map(|item| format!("{} damaged", item.arm.name)));
    parts.extend(look.camp_lines(id).into_iter().map(|line| format!("{} {}", line.label.to_lowercase(), line.text)));
    parts.join("; ")
}
