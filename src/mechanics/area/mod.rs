//! The slot of areas: blasts, lines and cones, and effects that come later.

pub mod area_attack;
mod blast;
pub mod delay;
pub mod dives;
mod landing;
mod odds;
pub mod saved_area;
pub mod shape;

use std::borrow::Borrow;

use crate::mechanics::prelude::*;

/// The names of those upon whom something comes down.
fn or_nobody(look: Look<'_>, those: impl IntoIterator<Item: Borrow<Id>>) -> String {
    let names = look.names(those, ", ");
    if names.is_empty() { "nobody".to_owned() } else { names }
}

/// Throws these dice with what is added to them, if there are any, once for all, and tells how much that is to each.
fn roll_damage(table: &mut Table<'_>, case: &Case<'_>, dice: Option<(Expr, Sum)>, rule: RuleId) -> Step<Option<i32>> {
    let Some((dice, bonus)) = dice else { return Ok(None) };
    let throw = table.throw(&dice)?;
    let total = throw.total.saturating_add(bonus.total()).max(0);
    let arm = case.arm.map_or("It", |arm| arm.name.as_str());
    table.note(|_| {
        let rolled = Roll::damage(&dice, &throw, &bonus).comes_to(total);
        Fact::new(rule, format!("{arm} does {total} damage to each.")).who(case.who).roll(rolled)
    });
    Ok(Some(total))
}
