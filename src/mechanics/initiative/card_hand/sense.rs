//! What a card is worth to whoever holds it, from what they can see: their own
//! hand, where everybody stands, and the set cards of their enemies.

use super::CardHand;
use crate::dice::Card;
use crate::mechanics::prelude::*;

/// What somebody who is about to lay a card sees of their enemies.
pub(super) enum Sight {
    /// Nobody is near enough to strike.
    NobodyNear,
    /// Enemies have cards that nobody has seen.
    Hidden,
    /// All of them show what they act on; the best of it.
    Shown(i32),
}

impl Sight {
    pub(super) fn of(rules: &CardHand, look: Look<'_>, who: Id) -> Self {
        let enemies: Vec<Id> = look.foes(who).collect();
        if !enemies.iter().any(|id| look.distance(who, *id) <= rules.near) {
            return Self::NobodyNear;
        }
        let shown = |id: &Id| CardHand::set_card(look, *id).filter(|_| !rules.holds(look, *id));
        let shown: Option<Vec<i32>> = enemies.iter().map(|id| shown(id).map(|card| place(rules, card))).collect();
        shown.and_then(|shown| shown.into_iter().max()).map_or(Self::Hidden, Self::Shown)
    }

    /// What it is worth to lay `card` now: the lowest that is sure to come first, and no high one with nobody near.
    pub(super) fn worth(&self, rules: &CardHand, card: Card) -> Worth {
        let rank = place(rules, card);
        match self {
            // A card that beats all of them, no higher than it must be.
            Self::Shown(best) if rank > *best => Worth(HIGHEST - rank),
            Self::Shown(_) | Self::NobodyNear => Worth(-rank),
            Self::Hidden => Worth(rank),
        }
    }
}

/// More than any card is worth.
const HIGHEST: i32 = 1000;

/// Numbers and suits as one number.
fn place(rules: &CardHand, card: Card) -> i32 {
    let (number, suit) = card.rank(rules.joker.highest());
    number.clamp(0, 50) * 8 + i32::from(suit)
}
