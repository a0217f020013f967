//! What has come to light in a battle: nobody can unlearn it, so a decision
//! that was made before it is not taken back for nothing.

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};

use super::{Decisions, DiceCup, Look, Table};

/// How often something hidden was shown to everybody, and what it was last. It
/// stands on the battle, and is there again when the battle is played again.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Revealed {
    times: u64,
    what: &'static str,
}

impl Table<'_> {
    /// Something hidden is shown; `what` says so in words ("Cards have been turned").
    pub fn reveal(&mut self, what: &'static str) {
        let mut shown = self.edit_battle::<Revealed>();
        shown.times += 1;
        shown.what = what;
    }
}

/// What nobody knew in the battle `before` and everybody may know `now`, in
/// words; nothing where no dice fell and nothing hidden was shown.
pub fn came_to_light(world: &World, before: Entity, now: Entity) -> Option<&'static str> {
    let times = |battle| world.get::<Revealed>(battle).map_or(0, |shown| shown.times);
    let thrown = |battle| world.get::<DiceCup>(battle).map_or(0, |cup| cup.0.thrown());
    if times(before) != times(now) {
        return world.get::<Revealed>(now).map(|shown| shown.what);
    }
    (thrown(before) != thrown(now)).then_some("Dice have fallen")
}

impl Look<'_> {
    /// The place of their own last decision among all decisions, and whether dice have fallen since.
    pub fn last_decided_here(self) -> Option<(usize, bool)> {
        let all = &self.battle::<Decisions>()?.0;
        let last = all.iter().rposition(|decision| self.is_played_here(decision.side))?;
        let thrown = self.battle::<DiceCup>().map_or(0, |cup| cup.0.thrown());
        Some((last, all.get(last)?.dice != thrown))
    }
}
