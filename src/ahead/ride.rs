//! Where somebody in the saddle could be carried in this turn, once they let their mount act, and how a ride goes on until its
//! rider strikes.

use super::{Ahead, Watcher, asked_in_turn, blow, is_on_turn, is_still_on_turn, walk};
use crate::battle::{Choice, Deed, Falls, Group, Id, Look, Order};
use crate::board::Square;

/// A turn that is handed to a mount, and its walk.
#[derive(Clone, Debug)]
pub struct Ride {
    /// What is said first: that the mount acts.
    pub first: Choice,
    /// Who walks.
    pub mount: Id,
    /// Its plain move then.
    pub walk: Choice,
    /// The rider keeps enough of the turn for a blow.
    pub strikes: bool,
}

/// Somebody goes, and they or their rider strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Who goes.
    pub mover: Id,
    /// Where the way ends.
    pub to: Square,
    /// Who strikes.
    pub by: Id,
}

impl Course {
    /// Whether the rider strikes.
    pub fn is_ride(&self) -> bool {
        self.by != self.mover
    }

    /// What is said in the middle of a ride so that its rider comes to strike: they let a moment on the way go by, or the one
    /// who carries them lets them act.
    pub fn rides_on(&self, look: Look<'_>) -> Option<Order> {
        let asked = asked_in_turn(look).filter(|_| self.is_ride())?;
        let is_there = look.footprint(self.mover).at == self.to;
        match asked == self.by {
            true if is_there => None,
            true => said(look, lets_go_by),
            false if is_there => said(look, |choice| lets(look, choice, self.by)),
            false => None,
        }
    }
}

/// The answer of a rider that lets a moment on the way go by, with who carries them.
pub fn carried_on<'c>(look: Look<'_>, choices: &'c [Choice]) -> Option<(&'c Choice, Id)> {
    let mount = look.mount(asked_in_turn(look)?)?;
    choices.iter().find(|choice| lets_go_by(choice)).map(|on| (on, mount))
}

/// What is said of those in the saddle in the middle of a ride on `mount` who do nothing then.
pub(super) fn rides_by(look: Look<'_>, mount: Id) -> Option<Order> {
    asked_in_turn(look).filter(|asked| look.riders(mount).contains(asked))?;
    said(look, lets_go_by)
}

/// The order of the first such choice about turns.
fn said(look: Look<'_>, is_meant: impl Fn(&Choice) -> bool) -> Option<Order> {
    let choices = look.legal_choices_among(|deed: &dyn Deed| deed.group() == Group::Turn);
    choices.into_iter().find(is_meant).map(|choice| choice.order)
}

/// Whether a choice only hands the shared turn to `other`.
fn lets(look: Look<'_>, choice: &Choice, other: Id) -> bool {
    choice.is_legal()
        && choice.group == Group::Turn
        && choice.purpose() == Group::Move
        && look.target(&choice.order) == Some(other)
}

/// Whether a choice lets a moment on the way go by, and does nothing.
fn lets_go_by(choice: &Choice) -> bool {
    let is_bare = choice.order.at.is_empty() && choice.order.with.is_none() && choice.squares.is_empty();
    choice.is_legal() && choice.group == Group::Turn && choice.purpose() == Group::Move && is_bare && choice.takes == 0
}

/// How somebody who goes nowhere on their own feet lets their mount act, and that mount.
pub(super) fn lets_act<'c>(look: Look<'_>, who: Id, choices: &'c [Choice]) -> Option<(&'c Choice, Id)> {
    let mount = look.mount(who).filter(|_| is_on_turn(look, who) && walk(choices).is_none())?;
    choices.iter().find(|choice| lets(look, choice, mount)).map(|first| (first, mount))
}

impl Ahead {
    /// How `who` could ride, where they go nowhere on their own feet.
    pub fn ride(&mut self, look: Look<'_>, who: Id, choices: &[Choice]) -> Option<Ride> {
        let (first, mount) = lets_act(look, who, choices)?;
        let cheapest = blow(look, who, choices);
        self.mounted(look, (who, mount), &first.order, |here| {
            let walk = walk(&here.choices()).cloned()?;
            let strikes = cheapest.is_some_and(|blow| here.rules().economy.leaves(here, who, None, blow));
            Some(Ride { first: first.clone(), mount, walk, strikes })
        })
    }

    /// Works something out in the turn of a mount that its rider has let act.
    pub fn mounted<T>(
        &mut self,
        look: Look<'_>,
        (who, mount): (Id, Id),
        first: &Order,
        work_out: impl FnOnce(Look<'_>) -> Option<T>,
    ) -> Option<T> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(0));
        copy.answer(first.clone()).ok()?;
        copy.play(&mut Watcher::of(look, who, &self.habits));
        let here = copy.look().filter(|here| is_still_on_turn(look, *here, mount))?;
        work_out(here)
    }
}
