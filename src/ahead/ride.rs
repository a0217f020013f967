//! Where somebody in the saddle could be carried in this turn, once they let their mount act.

use super::{Ahead, Watcher, blow, is_on_turn, is_still_on_turn, walk};
use crate::battle::{Choice, Falls, Group, Id, Look, Order};

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

impl Ahead {
    /// How `who` could ride, where they go nowhere on their own feet.
    pub fn ride(&mut self, look: Look<'_>, who: Id, choices: &[Choice]) -> Option<Ride> {
        let mount = look.mount(who).filter(|_| is_on_turn(look, who) && walk(choices).is_none())?;
        let lets_act = |choice: &&Choice| {
            choice.is_legal()
                && choice.group == Group::Turn
                && choice.purpose() == Group::Move
                && look.target(&choice.order) == Some(mount)
        };
        let first = choices.iter().find(lets_act)?;
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
        copy.play(&mut Watcher::of(who, &self.habits));
        let here = copy.look().filter(|here| is_still_on_turn(look, *here, mount))?;
        work_out(here)
    }
}
