//! What has come to light in a battle: nobody can unlearn it, so a decision
//! that was made before it is not taken back for nothing.

use bevy::ecs::prelude::Component;

use super::{Decisions, DiceCup, Look, Table};

/// What hidden thing was shown to everybody last, and how many decisions had been made by then. It stands on the battle, and
/// is there again when the battle is played again.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Revealed {
    what: &'static str,
    after: usize,
}

impl Table<'_> {
    /// Something hidden is shown; `what` says so in words ("Cards have been turned").
    pub fn reveal(&mut self, what: &'static str) {
        let after = self.decided();
        *self.edit_battle::<Revealed>() = Revealed { what, after };
    }
}

impl Look<'_> {
    /// What nobody knew when only the first `made` decisions had been made and everybody may know now, in words; nothing
    /// where no dice fell and nothing hidden was shown.
    pub fn came_to_light_since(self, made: usize) -> Option<&'static str> {
        let next = self.battle::<Decisions>()?.0.get(made)?;
        if let Some(shown) = self.battle::<Revealed>().filter(|shown| shown.after > made) {
            return Some(shown.what);
        }
        let thrown = self.battle::<DiceCup>().map_or(0, |cup| cup.0.thrown());
        (next.dice != thrown).then_some("Dice have fallen")
    }
}
