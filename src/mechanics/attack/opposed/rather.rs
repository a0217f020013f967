//! What somebody would rather do to an enemy than strike them, once beside them: what a plan promises is the deed that comes of it.

use crate::mechanics::prelude::*;

/// What would be done to an enemy from beside them in a round of so many things rather than the plain blow with this arm: the best
/// plain blow, if that is another, or what is worth far more than any. How likely it comes off, and what it is done with; of what is
/// no blow the deed.
pub(super) fn rather(look: Look<'_>, who: Id, foe: Id, (things, arm): (i32, Key)) -> Option<(String, Key)> {
    let mut memo = Memo::of(look);
    memo.put(who, beside(look, who, foe)?);
    let there = look.remembering(&memo).planning(who, things);
    let weighed = |order: &Order| -> Option<(Worth, Forecast)> {
        let deed = there.deed(order.verb).ok()?;
        let forecast = deed.forecast(there, who, order)?;
        let beside = deed.worth(there, who, order).unwrap_or_default();
        Some((Worth(forecast.worth(there, who).0.saturating_add(beside.0)), forecast))
    };
    let meant = Order::new(ATTACK).with(arm).at(there.aim(foe));
    let (own, _) = weighed(&meant)?;
    let mut choices = Vec::new();
    for deed in there.rules().deeds.values().filter(|deed| deed.group() == Group::Attack) {
        deed.choices_at(there, who, there.key(foe), &mut choices);
    }
    // What takes more than the blow may be more than is left of the plan.
    let takes = |order: &Order| there.deed(order.verb).map_or(i32::MAX, |deed| deed.count(there, who, order));
    let is_open = |choice: &&Choice| {
        choice.is_legal() && there.target(&choice.order) == Some(foe) && takes(&choice.order) <= takes(&meant)
    };
    let best = |is_plain: bool| {
        let same = choices.iter().filter(|choice| (choice.order.verb == ATTACK) == is_plain).filter(is_open);
        // Of equal ones the first.
        let each = same.rev().filter_map(|choice| Some((weighed(&choice.order)?, &choice.order)));
        each.max_by_key(|((worth, _), _)| *worth)
    };
    let blow = best(true).filter(|((worth, _), order)| *worth > own && order.with != Some(arm));
    let most = blow.as_ref().map_or(own, |((worth, _), _)| *worth);
    let other = best(false).filter(|((worth, _), _)| worth.is_far_above(most));
    let with = |order: &Order| order.with.filter(|_| order.verb == ATTACK).unwrap_or(order.verb.key());
    let ((_, forecast), order) = other.or(blow)?;
    let first = forecast.against.first()?;
    Some((first.outcomes.chance(|(grade, _)| *grade >= 0).percent(), with(order)))
}

/// A place beside an enemy: where somebody stands, else the nearest that is free.
fn beside(look: Look<'_>, who: Id, foe: Id) -> Option<Footprint> {
    let (body, aim) = (look.footprint(who), look.footprint(foe));
    if body.gap(aim) <= 1 {
        return Some(body);
    }
    let is_free = |there: &Footprint| {
        let holds = |square: Square| look.board().terrain(square).is_some_and(|ground| ground.cost > 0);
        let is_in = |id: Id| id != who && look.place(id).present && look.footprint(id).gap(*there) <= 0;
        there.squares().all(holds) && !look.everybody().any(is_in)
    };
    let (before, far) = (body.side, aim.far());
    let columns = aim.at.x - before..=far.x + 1;
    let all = (aim.at.y - before..=far.y + 1).flat_map(move |y| columns.clone().map(move |x| Square::new(x, y)));
    let around = all.map(|at| body.moved_to(at)).filter(|there| there.gap(aim) == 1 && is_free(there));
    around.min_by_key(|there| (there.gap(body), there.at.y, there.at.x))
}
