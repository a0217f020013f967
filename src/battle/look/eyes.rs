//! Whose eyes see a battle: what a side holds in secret, whose place it does not know, and what it is not told.

use super::Look;
use crate::battle::{Fact, Id, SideId, Sides};

/// Sides that may know what their fighters hold in secret, one bit each; all
/// of them if nobody has said whose eyes see this.
pub(super) type Viewers = Option<u64>;

const fn bit(side: SideId) -> u64 {
    match 1_u64.checked_shl(side.0 as u32) {
        Some(bit) => bit,
        None => 0,
    }
}

/// Whose eyes see a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes(Viewers);

/// Sides that do not know of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unaware(u64);

impl Unaware {
    /// Those who do not know of the one, and those who do not know of the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<'w> Look<'w> {
    /// The same as `side` may see it: what others hold in secret is not told.
    #[must_use]
    pub const fn seen_by(self, side: SideId) -> Self {
        Self { viewers: Some(bit(side)), ..self }
    }

    /// The same on a screen before which only the players of these sides sit.
    #[must_use]
    pub fn for_players(self, sides: impl IntoIterator<Item = SideId>) -> Self {
        let sides = Some(sides.into_iter().fold(0, |all, side| all | bit(side)));
        Self { viewers: sides, audience: sides, ..self }
    }

    /// Whether a side is played by somebody before the screen, as far as anybody has said who is.
    pub fn is_played_here(&self, side: SideId) -> bool {
        self.audience.is_none_or(|sides| sides & bit(side) != 0)
    }

    /// The same as whoever is asked may see it; all of it when nobody is. Two
    /// before one screen do not see each other's secrets while a third decides.
    #[must_use]
    pub fn as_asked(self) -> Self {
        let asked = self.question().map(|question| question.side);
        let alone = self.audience.map(|sides| if sides.count_ones() == 1 { sides } else { 0 });
        match asked {
            Some(side) if self.is_played_here(side) => self.seen_by(side),
            _ => Self { viewers: alone.or(self.viewers), ..self },
        }
    }

    /// Whether whoever looks may know what `who` holds in secret: a hand of cards.
    pub fn may_know(&self, who: Id) -> bool {
        self.viewers.is_none_or(|sides| sides & bit(self.side(who)) != 0)
    }

    /// Whether those of a side may know where somebody is.
    pub fn is_known_to(&self, who: Id, side: SideId) -> bool {
        let is_concealed = || self.rules.registry.sees.iter().any(|mechanic| mechanic.conceals(*self, who, side));
        let is_known = || !is_concealed();
        self.side(who) == side || self.memo.map_or_else(is_known, |memo| memo.is_known(who, side, is_known))
    }

    /// Whether whoever looks may know where somebody is; of several, one who knows is enough.
    pub fn knows_of(&self, who: Id) -> bool {
        match self.viewers {
            None => true,
            // Before nobody's eyes it is shown only if it is no secret at all.
            Some(0) => self.sides().all(|side| self.is_known_to(who, side)),
            Some(viewers) => {
                self.sides().filter(|side| viewers & bit(*side) != 0).any(|side| self.is_known_to(who, side))
            }
        }
    }

    /// Everybody whose place the side that looks may know, in the order of their numbers: all who are drawn, listed or
    /// counted come from here.
    pub fn shown(self) -> impl Iterator<Item = Id> + Clone + use<'w> {
        self.everybody().filter(move |id| self.knows_of(*id))
    }

    /// Whoever is asked, if whoever looks may know who that is.
    pub fn asked(self) -> Option<Id> {
        self.question()?.who.filter(|who| self.knows_of(*who))
    }

    /// Whose eyes see this, to be compared: what was laid out for some eyes is laid out anew for others.
    pub const fn eyes(&self) -> Eyes {
        Eyes(self.viewers)
    }

    /// Whether whoever looks may read of something that happened.
    pub fn may_read(&self, fact: &Fact) -> bool {
        self.is_told(Unaware(fact.unknown_to))
    }

    /// Whether any of those who look gets to know of what these do not.
    pub fn is_told(&self, unaware: Unaware) -> bool {
        self.viewers.is_none_or(|viewers| match viewers {
            0 => unaware.0 == 0,
            _ => viewers & !unaware.0 != 0,
        })
    }

    /// The sides that do not know where somebody is.
    pub fn unaware_of(&self, who: Id) -> Unaware {
        Unaware(self.sides().filter(|side| !self.is_known_to(who, *side)).fold(0, |all, side| all | bit(side)))
    }

    /// The sides, one bit each, that do not get to know of something that happens: it is about somebody whose place they
    /// do not know, and has nothing to do with them.
    pub(in crate::battle) fn kept_from(&self, fact: &Fact) -> u64 {
        let Some(who) = fact.who else { return 0 };
        let concerns = |side: SideId| {
            let changed = fact.changes.iter().map(|change| change.who);
            fact.whom.into_iter().chain(changed).any(|id| self.side(id) == side)
        };
        let is_kept = |side: &SideId| !self.is_known_to(who, *side) && !concerns(*side);
        self.sides().filter(is_kept).fold(0, |all, side| all | bit(side))
    }

    /// Every side.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.battle::<Sides>().map_or(0, |sides| sides.0.len() as u8)).map(SideId)
    }

    /// The side that players lead: the first that the scenario gives to one, or else the first of all.
    pub fn players_side(&self) -> SideId {
        let sides = self.battle::<Sides>().map_or(&[][..], |sides| &sides.0);
        SideId(sides.iter().position(|side| side.is_players).unwrap_or(0) as u8)
    }
}
