//! Things on the ground: those that somebody dropped, and those that belong to nobody.

use crate::mechanics::prelude::*;

/// Something on the ground that somebody can pick up.
#[derive(Clone, Copy)]
pub(super) struct Lying<'a> {
    /// Who dropped it, if anybody.
    owner: Option<Id>,
    index: usize,
    pub item: &'a Item,
    pub at: Square,
}

/// Whether somebody reaches what lies on a square: where they stand, or half a zone off with nothing between; where
/// there are no zones, at arm's length.
pub(super) fn reaches(look: Look<'_>, who: Id, square: Square) -> bool {
    if look.zoned().is_none() {
        return look.footprint(who).gap(Footprint::one(square)) <= 1;
    }
    look.spot(who).zip(look.spots().at(square)).is_some_and(|(own, other)| look.are_near(own, other))
}

/// Everything on the ground that somebody reaches: their own things first, and of those that are alike the sound ones.
pub(super) fn lying<'a>(look: Look<'a>, who: Id) -> Vec<Lying<'a>> {
    let mut found: Vec<Lying<'a>> = Vec::new();
    let mut gather = |owner: Option<Id>, items: &'a [Item]| {
        for (index, item) in items.iter().enumerate() {
            if let Held::Ground(at) = item.held
                && reaches(look, who, at)
            {
                found.push(Lying { owner, index, item, at });
            }
        }
    };
    gather(Some(who), look.gear(who));
    look.everybody().filter(|owner| *owner != who).for_each(|owner| gather(Some(owner), look.gear(owner)));
    gather(None, look.battle::<Loose>().map_or(&[], |loose| &loose.0));
    found.sort_by_key(|lying| lying.item.state.len());
    found
}

/// Takes something off the ground and puts it among the things of `who`.
pub(super) fn take(table: &mut Table<'_>, who: Id, (owner, index): (Option<Id>, usize), held: Held) {
    if owner == Some(who) {
        if let Some(item) = table.edit::<Gear>(who).0.get_mut(index) {
            item.held = held;
        }
        return;
    }
    let remove = |items: &mut Vec<Item>| (index < items.len()).then(|| items.remove(index));
    let taken = match owner {
        Some(owner) => remove(&mut table.edit::<Gear>(owner).0),
        None => remove(&mut table.edit_battle::<Loose>().0),
    };
    if let Some(item) = taken {
        // What another had begun to load begins again.
        table.edit::<Gear>(who).0.push(Item { held, progress: 0, ..item });
    }
}

impl Lying<'_> {
    /// Where it is to be found.
    pub const fn key(&self) -> (Option<Id>, usize) {
        (self.owner, self.index)
    }
}
