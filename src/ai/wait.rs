//! Lying in wait: who had better do something else with their time.

use super::place::{NEAR, SAFE};
use super::style::Style;
use super::worths::{is_bare, is_bare_arm};
use super::{HARDLY, NOTHING};
use crate::battle::{Choice, Group, Id, Look, Order, Worth};

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
    let Some(item) = look.item_called(who, with).filter(|item| item.is_ready()) else { return true };
    if is_bare_arm(look, with) && arms() > NOTHING {
        return true;
    }
    let own = look.footprint(who);
    let shoots = item.arm.is_ranged();
    let within = if shoots { SAFE } else { NEAR };
    let near = |foe: &Id| own.gap(look.footprint(*foe)) <= within;
    // Those who shoot have to come into the open first, where nothing is in their line.
    let comes = |foe: Id| !Style::of(look, foe).shoots || (shoots && !look.in_line(who, foe));
    !look.foes(who).filter(near).any(comes)
}

/// What a posture is worth: nothing to those who had better be elsewhere where it keeps them low, and something to be up again.
pub(super) fn posture(choice: &Choice, keeps_low: bool, presses: bool, worth: Worth) -> Worth {
    match () {
        () if !presses || choice.group != Group::Posture => worth,
        () if keeps_low => worth.min(NOTHING),
        () => worth.max(Worth(UP)),
    }
}

/// What it is worth to those who are to be elsewhere not to crawl there.
const UP: i32 = 100;

/// What a blow is worth to those who could take something in hand first: with bare hands hardly anything.
pub(super) fn unarmed(look: Look<'_>, order: &Order, worth: Worth, arms: impl Fn() -> Worth) -> Worth {
    // Those who have something to draw do so before they come to blows with their fists.
    if is_bare(look, order) && worth <= arms() { worth.min(HARDLY) } else { worth }
}
