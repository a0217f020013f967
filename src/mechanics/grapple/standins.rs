//! Grips that are there when somebody comes onto the field: files say that one is held and another holds, and who has
//! whom is found here.

use crate::battle::{Condition, ConditionName, Conditions, Id, Look, Table};

/// A state that nobody has brought about yet.
fn is_loose(look: Look<'_>, who: Id, state: ConditionName) -> bool {
    look.conditions(who).iter().any(|each| each.kind == state && each.by.is_none())
}

/// From now on the state of somebody is brought about by another.
fn give(table: &mut Table<'_>, who: Id, state: ConditionName, by: Id) {
    let mut conditions = table.edit::<Conditions>(who);
    let loose = conditions.0.iter_mut().find(|each| each.kind == state && each.by.is_none());
    loose.into_iter().for_each(|each: &mut Condition| each.by = Some(by));
}

/// The nearest enemy of those that fit.
fn nearest(look: Look<'_>, who: Id, fits: impl Fn(Id) -> bool) -> Option<Id> {
    let own = look.footprint(who);
    let is_one = |id: &Id| look.are_enemies(who, *id) && look.is_in_play(*id) && look.place(*id).present && fits(*id);
    look.everybody().filter(is_one).min_by_key(|id| (own.gap(look.footprint(*id)), *id))
}

/// Ties everybody who is held by nobody to the nearest enemy who holds nobody.
pub(super) fn tie(table: &mut Table<'_>, held: ConditionName, holding: ConditionName) {
    let everybody: Vec<Id> = table.look().everybody().collect();
    for who in everybody {
        let look = table.look();
        if is_loose(look, who, held)
            && let Some(holder) = nearest(look, who, |id| is_loose(look, id, holding))
        {
            give(table, who, held, holder);
            give(table, holder, holding, who);
        }
    }
}

/// The same in games in which nothing is said of those who hold: the nearest enemy does, if they reach.
pub(super) fn tie_to_nearest(table: &mut Table<'_>, held: ConditionName) {
    let everybody: Vec<Id> = table.look().everybody().collect();
    for who in everybody {
        let look = table.look();
        let reaches = |id: Id| look.footprint(who).gap(look.footprint(id)) <= 1;
        if is_loose(look, who, held)
            && let Some(holder) = nearest(look, who, reaches)
        {
            give(table, who, held, holder);
        }
    }
}
