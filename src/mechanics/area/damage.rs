//! The damage of an area: thrown once, the same for all inside.

use crate::mechanics::prelude::*;

/// Throws these dice with what is added to them, if there are any, and tells how much that is to each.
pub(super) fn roll(
    table: &mut Table<'_>,
    case: &Case<'_>,
    dice: Option<(Expr, Sum)>,
    rule: RuleId,
) -> Step<Option<i32>> {
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
