//! Lying in wait: who had better do something else with their time.

use super::place::{NEAR, Style};
use super::worths::{is_bare, is_bare_arm};
use super::{HARDLY, NOTHING};
use crate::battle::{Group, Id, Item, Look, Order, Worth};

/// Whether nothing would come of this: what is over before it can come about, and what is prepared with bare hands by those
/// who have something to draw or to load, with nothing that strikes, or for nobody but those who shoot from where they are.
pub(super) fn is_idle(look: Look<'_>, who: Id, order: &Order, arms: impl Fn() -> Worth) -> bool {
    let Ok(deed) = look.deed(order.verb) else { return false };
    if deed.lapses(look, who, order).is_some() {
        return true;
    }
    if deed.group() != Group::Prepare {
        return false;
    }
    let Some(with) = order.sentence() else { return false };
    let strikes = look.item_called(who, with).is_some_and(Item::is_ready);
    if !strikes || (is_bare_arm(look, with) && arms() > NOTHING) {
        return true;
    }
    let own = look.footprint(who);
    let near = |foe: &Id| own.gap(look.footprint(*foe)) <= NEAR;
    !look.foes(who).filter(near).any(|foe| !Style::of(look, foe).shoots)
}

/// What a blow is worth to those who could take something in hand first: with bare hands hardly anything.
pub(super) fn unarmed(look: Look<'_>, order: &Order, worth: Worth, arms: impl Fn() -> Worth) -> Worth {
    // Those who have something to draw do so before they come to blows with their fists.
    if is_bare(look, order) && worth <= arms() { worth.min(HARDLY) } else { worth }
}
