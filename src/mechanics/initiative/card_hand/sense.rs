//! What a card is worth to whoever holds it, from what it can see: its own
//! hand, where everybody stands, and the set cards of its enemies.

use super::CardHand;
use crate::battle::{Id, Look, Worth};
use crate::dice::Card;

/// What it is worth to lay `card` now. High cards are kept for rounds in which
/// somebody is near enough to strike; then the lowest that is sure to come
/// first is enough.
pub(super) fn worth(rules: &CardHand, look: Look<'_>, who: Id, card: Card) -> Worth {
    let rank = place(rules, card);
    let enemies: Vec<Id> = look.foes(who).collect();
    let matters = enemies.iter().any(|id| look.distance(who, *id) <= rules.near);
    if !matters {
        return Worth(-rank);
    }
    let shown = |id: &Id| CardHand::set_card(look, *id).filter(|_| !rules.holds(look, *id));
    let shown: Option<Vec<i32>> = enemies.iter().map(|id| shown(id).map(|card| place(rules, card))).collect();
    match shown.and_then(|shown| shown.into_iter().max()) {
        // All enemies show what they act on: a card that beats it, no higher than it must be.
        Some(best) if rank > best => Worth(HIGHEST - rank),
        Some(_) => Worth(-rank),
        None => Worth(rank),
    }
}

/// More than any card is worth.
const HIGHEST: i32 = 1000;

/// Numbers and suits as one number.
fn place(rules: &CardHand, card: Card) -> i32 {
    let (number, suit) = card.rank(rules.joker.highest());
    number.clamp(0, 50) * 8 + i32::from(suit)
}
