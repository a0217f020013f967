//! Engines of war. They stand where they are. Anybody with hands who stands next to one may work it (HG-GEAR-03).

use crate::mechanics::prelude::*;

/// The engines that are not broken, with what each of them is.
pub(in crate::mechanics) fn engines<'a>(look: Look<'a>) -> impl Iterator<Item = (Id, &'a Item)> {
    look.things().filter_map(move |id| {
        look.thing(id)?.def.engine?;
        Some((id, look.gear(id).first()?))
    })
}

/// The engines next to somebody, which they may work: of several of a kind those that are loaded come first.
pub(in crate::mechanics) fn crewed<'a>(look: Look<'a>, who: Id) -> Vec<(Id, &'a Item)> {
    let own = look.footprint(who);
    let is_beside = |id: Id| own.gap(look.footprint_towards(id, own)) <= 1;
    let mut engines: Vec<(Id, &Item)> = engines(look).filter(|(id, _)| is_beside(*id)).collect();
    let has_hands = || look.gear(who).iter().any(|item| item.arm.has("hands"));
    if !engines.is_empty() && !has_hands() {
        engines.clear();
    }
    engines.sort_by_key(|(_, item)| item.loaded <= 0);
    engines
}

/// What an engine held is gone: it must be loaded again.
pub(in crate::mechanics) fn let_off(table: &mut Table<'_>, who: Id, arm: Key) {
    let is_it = |(_, item): &(Id, &Item)| item.arm.name == arm && item.loaded > 0;
    let Some(engine) = crewed(table.look(), who).into_iter().find(is_it).map(|(id, _)| id) else { return };
    if let Some(item) = table.edit::<Gear>(engine).0.first_mut() {
        item.loaded -= 1;
    }
}
