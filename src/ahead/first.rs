//! What may be said before a walk so that it leaves time for a blow, or for a better one: a sprint, a weapon that is drawn.

use std::collections::{BTreeMap, BTreeSet};

use super::{Ahead, Watcher, blow, is_on_turn, is_still_on_turn, leaves_blow, walk};
use crate::battle::{Choice, Falls, Group, Id, Look, Order, Twin};
use crate::board::Square;

/// So often dice may fall otherwise before what is said first is held to be in vain.
pub(super) const THROWS: u64 = 6;

/// Whether a choice only says how somebody will go, and takes nothing of the turn.
pub(super) fn is_said_first(choice: &Choice) -> bool {
    let is_bare = choice.squares.is_empty() && choice.order.at.is_empty() && choice.order.toward.is_none();
    choice.is_legal() && choice.group == Group::Move && is_bare && choice.takes == 0 && choice.numbers.is_none()
}

/// Begins the copy anew and says there what is said first; whether that could be said.
pub(super) fn set_out(copy: &mut Twin<'_>, first: Option<&Choice>, seed: u64, watcher: &mut Watcher) -> bool {
    copy.again(Falls::From(seed));
    let Some(first) = first else { return true };
    let is_said = copy.answer(first.order.clone()).is_ok();
    if is_said {
        copy.play(watcher);
    }
    is_said
}

impl Ahead {
    /// What `who` could say before a walk, each with the squares that they could walk to then and strike from in this turn.
    pub fn runs(&mut self, look: Look<'_>, who: Id, choices: &[Choice]) -> Vec<(String, BTreeSet<Square>)> {
        if !is_on_turn(look, who) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for first in choices.iter().filter(|choice| is_said_first(choice)) {
            let throws = if first.chance.is_some() { THROWS } else { 1 };
            let squares: BTreeSet<Square> =
                (0..throws).flat_map(|seed| self.strikes_after(look, who, first, seed).unwrap_or_default()).collect();
            if !squares.is_empty() {
                found.push((first.label.to_lowercase(), squares));
            }
        }
        found
    }

    /// The squares that leave enough for a blow from there after what is said first, with the dice of `seed`, and the walk.
    fn strikes_after(&mut self, look: Look<'_>, who: Id, first: &Choice, seed: u64) -> Option<BTreeSet<Square>> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        if !set_out(&mut copy, Some(first), seed, &mut Watcher::of(look, who, &self.habits)) {
            return None;
        }
        let there = copy.look().filter(|here| is_still_on_turn(look, *here, who))?;
        let here = there.without_words();
        let choices = here.choices();
        // With nobody in reach yet only what cannot be done tells what a blow would take.
        let blow = blow(here, who, &choices).or_else(|| blow(there, who, &there.choices()))?;
        let walk = walk(&choices)?;
        let (deed, economy) = (here.deed(walk.order.verb).ok()?, &here.rules().economy);
        // Ways of one length cost the same.
        let mut leaves: BTreeMap<i32, bool> = BTreeMap::new();
        let mut squares = BTreeSet::new();
        for (square, length) in &walk.squares {
            let leaves = leaves.entry(*length).or_insert_with(|| {
                let order = Order { to: Some(*square), ..walk.order.clone() };
                let price = economy.price(here, who, &**deed, &order);
                price.is_ok_and(|price| leaves_blow(here, who, (&**deed, &order, &price), blow))
            });
            if *leaves {
                squares.extend(alike(here, who, *square));
            }
        }
        Some(squares)
    }
}

/// The squares that are as good as this one: in a field of zones all of its place where there is room, for only the first of them
/// is named where nobody reads what is named.
fn alike(look: Look<'_>, who: Id, square: Square) -> Vec<Square> {
    let place = look.zoned().and_then(|_| look.spot_of(look.footprint(who).moved_to(square)));
    place.map_or_else(|| vec![square], |place| look.rooms(who, place))
}
