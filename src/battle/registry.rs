//! Who plays which role in a ruleset: worked out once, when the ruleset is composed.

use std::sync::Arc;

use super::{
    Allows, Blows, Defends, Drives, Event, Flanks, Forbids, Harm, Judges, Listens, Mechanic, Modifies, Moment, Narrows,
    Rests, Saves, Sees, Shows, Step, Steps, Table,
};

/// The mechanics of a composition by what they are asked for, each list in the order of the slots.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// Every mechanic.
    pub mechanics: Vec<Arc<dyn Mechanic>>,
    listeners: Vec<Vec<Arc<dyn Listens>>>,
    /// Those that turn damage into harm.
    pub harm: Vec<Arc<dyn Harm>>,
    /// The one that throws saves.
    pub saves: Option<Arc<dyn Saves>>,
    /// Those that add to figures and rolls.
    pub modifies: Vec<Arc<dyn Modifies>>,
    /// Those that forbid deeds.
    pub forbids: Vec<Arc<dyn Forbids>>,
    /// Those that know what else is true of a blow.
    pub narrows: Vec<Arc<dyn Narrows>>,
    /// Those that forbid blows.
    pub allows: Vec<Arc<dyn Allows>>,
    /// Those that know what a blow meets and leaves.
    pub blows: Vec<Arc<dyn Blows>>,
    /// Those that have a say in where bodies go.
    pub steps: Vec<Arc<dyn Steps>>,
    /// Those that hide or reveal.
    pub sees: Vec<Arc<dyn Sees>>,
    /// Those that take deeds into their own hands.
    pub drives: Vec<Arc<dyn Drives>>,
    /// Those of defences.
    pub defends: Vec<Arc<dyn Defends>>,
    /// Those that keep something from battle to battle.
    pub rests: Vec<Arc<dyn Rests>>,
    /// Those that say who is flanked.
    pub flanks: Vec<Arc<dyn Flanks>>,
    /// Those that the computer asks.
    pub judges: Vec<Arc<dyn Judges>>,
    /// Those that readers ask.
    pub shows: Vec<Arc<dyn Shows>>,
}

/// Enters a mechanic into the list of a role.
macro_rules! joins {
    ($($list:ident: $role:ident),* $(,)?) => {
        fn retain(&mut self, name: &str) {
            $(self.$list.retain(|each| each.name() != name);)*
        }

        $(
            #[doc = concat!("Enters a mechanic as one that [`", stringify!($role), "`].")]
            pub fn $list(&mut self, mechanic: Arc<dyn $role>) {
                self.$list.push(mechanic);
            }
        )*
    };
}

impl Registry {
    joins!(harm: Harm, modifies: Modifies, forbids: Forbids, narrows: Narrows, allows: Allows, blows: Blows, steps: Steps, sees: Sees, drives: Drives, defends: Defends, rests: Rests, flanks: Flanks, judges: Judges, shows: Shows);

    /// Enters a mechanic as the one that throws saves; the first of them does.
    pub fn saves(&mut self, mechanic: Arc<dyn Saves>) {
        self.saves.get_or_insert(mechanic);
    }

    /// Enters a mechanic for all that it hears of.
    pub fn listens(&mut self, mechanic: Arc<dyn Listens>) {
        self.listeners.resize_with(Moment::ALL.len(), Vec::new);
        for moment in mechanic.hears() {
            self.listeners[*moment as usize].push(mechanic.clone());
        }
    }

    /// The same without one of the mechanics, whatever its roles.
    pub fn without(&self, name: &str) -> Self {
        let mut left = self.clone();
        left.mechanics.retain(|each| each.name() != name);
        left.listeners.iter_mut().for_each(|of| of.retain(|each| each.name() != name));
        left.retain(name);
        left.saves = left.saves.filter(|saves| saves.name() != name);
        left
    }

    /// Those who hear of such a moment.
    pub fn listeners(&self, moment: Moment) -> &[Arc<dyn Listens>] {
        self.listeners.get(moment as usize).map_or(&[], Vec::as_slice)
    }
}

impl Table<'_> {
    /// Lets all who listen hear what has happened, in the order of the slots.
    pub fn tell(&mut self, event: Event<'_>) -> Step {
        let rules = self.rules();
        rules.registry.listeners(event.moment()).iter().try_for_each(|listener| listener.hear(self, event))
    }
}
