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
        macro_rules! join {
            ($($slot:ident)+) => { $(self.$slot.into_iter().for_each(|each| each.join(&mut registry));)+ };
        }
        join!(reactions size encounter movement attack area cover defence stealth gear harm wounds skills);
        // What is due at the start of a turn comes in this order too: poison first, then the dying, then the broken,
        // then whoever has lost seconds or their wits.
        join!(afflictions death morale conditions souls abilities minions beasts crowds);
        // Vetoes come after everything else that is due at the start of a turn.
        join!(possession aftermath growth);
        Composition { initiative, economy, registry }
    }
}
