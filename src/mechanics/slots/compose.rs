//! How the mechanics of a composition are put together: in which order they are asked and told.

use super::Slots;
use crate::mechanics::prelude::*;

/// The mechanics of a composition, ready for a battle.
pub struct Composition {
    /// Who acts when.
    pub initiative: Arc<dyn Initiative>,
    /// What a turn can hold.
    pub economy: Arc<dyn Economy>,
    /// All of them, by what they are asked for.
    pub registry: Registry,
}

impl Slots {
    /// Puts the mechanics together, in the order of the slots.
    pub fn compose(self) -> Composition {
        let mut registry = Registry::default();
        let initiative = self.initiative.join(&mut registry);
        let economy = self.turn.join(&mut registry);
        self.reactions.into_iter().for_each(|each| each.join(&mut registry));
        self.size.into_iter().for_each(|each| each.join(&mut registry));
        self.encounter.into_iter().for_each(|each| each.join(&mut registry));
        self.movement.into_iter().for_each(|each| each.join(&mut registry));
        self.attack.into_iter().for_each(|each| each.join(&mut registry));
        self.area.into_iter().for_each(|each| each.join(&mut registry));
        self.cover.into_iter().for_each(|each| each.join(&mut registry));
        self.defence.into_iter().for_each(|each| each.join(&mut registry));
        self.stealth.into_iter().for_each(|each| each.join(&mut registry));
        self.gear.into_iter().for_each(|each| each.join(&mut registry));
        self.harm.into_iter().for_each(|each| each.join(&mut registry));
        self.wounds.into_iter().for_each(|each| each.join(&mut registry));
        self.skills.into_iter().for_each(|each| each.join(&mut registry));
        // What is due at the start of a turn comes in this order too: poison first, then the dying, then the broken,
        // then whoever has lost seconds or their wits.
        self.afflictions.into_iter().for_each(|each| each.join(&mut registry));
        self.death.into_iter().for_each(|each| each.join(&mut registry));
        self.morale.into_iter().for_each(|each| each.join(&mut registry));
        self.conditions.into_iter().for_each(|each| each.join(&mut registry));
        self.souls.into_iter().for_each(|each| each.join(&mut registry));
        self.abilities.into_iter().for_each(|each| each.join(&mut registry));
        self.minions.into_iter().for_each(|each| each.join(&mut registry));
        self.beasts.into_iter().for_each(|each| each.join(&mut registry));
        self.crowds.into_iter().for_each(|each| each.join(&mut registry));
        // Vetoes come after everything else that is due at the start of a turn.
        self.possession.into_iter().for_each(|each| each.join(&mut registry));
        self.aftermath.into_iter().for_each(|each| each.join(&mut registry));
        self.growth.into_iter().for_each(|each| each.join(&mut registry));
        Composition { initiative, economy, registry }
    }
}
