//! Drawing and putting away, picking up and dropping, as far as all games have it alike: what is done with things, which of
//! them it can be done to, and how they come from where they are to where they are held (ST-GEAR-01, ZN-TURN-03,
//! ZN-GEAR-05).

use crate::mechanics::prelude::*;

/// What is done with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Draw,
    TakeOut,
    Stow,
    Sheathe,
    Swap,
    PickUp,
    PutDown,
    Drop,
}

impl Change {
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::TakeOut => "take out",
            Self::Stow => "stow",
            Self::Sheathe => "sheathe",
            Self::Swap => "swap",
            Self::PickUp => "pick up",
            Self::PutDown => "put down",
            Self::Drop => "drop",
        }
    }

    /// Whether something comes into a hand.
    pub const fn takes(self) -> bool {
        matches!(self, Self::Draw | Self::TakeOut | Self::Swap | Self::PickUp)
    }

    /// Whether it is done to what somebody holds or has about them so. What is in the pack is drawn like all else, unless
    /// it is taken out by a deed of its own `among` those of the game.
    pub fn fits(self, held: Held, among: &[Self]) -> bool {
        match self {
            Self::Draw | Self::Swap => held == Held::Belt || (held == Held::Pack && !among.contains(&Self::TakeOut)),
            Self::TakeOut => held == Held::Pack,
            Self::Stow | Self::Sheathe | Self::PutDown | Self::Drop => matches!(held, Held::Hand(_)),
            Self::PickUp => false,
        }
    }
}

/// A thing that something can be done with.
#[derive(Clone, Copy)]
pub(super) struct Thing<'a> {
    /// Whose it is, or who dropped it, if anybody.
    owner: Option<Id>,
    index: usize,
    pub item: &'a Item,
}

impl Thing<'_> {
    /// Where it is to be found.
    pub const fn key(&self) -> (Option<Id>, usize) {
        (self.owner, self.index)
    }

    /// The square on which it lies, if it does.
    pub const fn lies_at(&self) -> Option<Square> {
        match self.item.held {
            Held::Ground(at) => Some(at),
            _ => None,
        }
    }

    /// Whether an order means it that names so much.
    pub fn is_called(&self, name: Option<Key>) -> bool {
        name.is_none_or(|name| self.item.arm.name == name)
    }
}

/// Those of the things of `owner`, or of nobody, that are held in a way that `fits`.
pub(super) fn among<'a>(
    owner: Option<Id>,
    items: &'a [Item],
    fits: impl Fn(Held) -> bool,
) -> impl Iterator<Item = Thing<'a>> {
    let all = items.iter().enumerate().map(move |(index, item)| Thing { owner, index, item });
    all.filter(move |thing| fits(thing.item.held))
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
pub(super) fn lying<'a>(look: Look<'a>, who: Id) -> Vec<Thing<'a>> {
    let lies = move |held: Held| matches!(held, Held::Ground(at) if reaches(look, who, at));
    let others = look.everybody().filter(|owner| *owner != who);
    let owned = std::iter::once(who).chain(others).flat_map(|owner| among(Some(owner), look.gear(owner), lies));
    let loose = look.battle::<Loose>().map_or(&[][..], |loose| &loose.0);
    let mut found: Vec<Thing<'a>> = owned.chain(among(None, loose, lies)).collect();
    found.sort_by_key(|thing| thing.item.state.len());
    found
}

/// Lets somebody hold a thing so, whosever it was.
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
