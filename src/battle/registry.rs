//! Who plays which role in a ruleset: worked out once, when the ruleset is composed.

use std::sync::{Arc, OnceLock};

use super::{
    Allows, Blows, Defends, Dictionary, Drives, Event, Flanks, Forbids, Harm, Hides, Judges, Key, Listens, Mechanic,
    Modifies, Moment, Narrows, Rests, Saves, Sees, Shows, Step, Steps, Table,
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
    pub modifies: Modifiers,
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
    /// Those that keep cards from players.
    pub hides: Vec<Arc<dyn Hides>>,
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
    joins!(harm: Harm, forbids: Forbids, narrows: Narrows, allows: Allows, blows: Blows, steps: Steps, hides: Hides, sees: Sees, drives: Drives, defends: Defends, rests: Rests, flanks: Flanks, judges: Judges, shows: Shows);

    /// Enters a mechanic as the one that throws saves; the first of them does.
    pub fn saves(&mut self, mechanic: Arc<dyn Saves>) {
        self.saves.get_or_insert(mechanic);
    }

    /// Enters a mechanic as one that [`Modifies`].
    pub fn modifies(&mut self, mechanic: Arc<dyn Modifies>) {
        self.modifies.all.push(mechanic);
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
        left.modifies = Modifiers::of_all(left.modifies.all.into_iter().filter(|each| each.name() != name).collect());
        left.saves = left.saves.filter(|saves| saves.name() != name);
        left
    }

    /// Those who hear of such a moment.
    pub fn listeners(&self, moment: Moment) -> &[Arc<dyn Listens>] {
        self.listeners.get(moment as usize).map_or(&[], Vec::as_slice)
    }
}

/// Those that add to figures and rolls, by what they add to.
#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    all: Vec<Arc<dyn Modifies>>,
    by_roll: OnceLock<ByRoll>,
}

/// Those that touch each roll that any of them names, and those that touch all others.
#[derive(Clone, Debug)]
struct ByRoll(Dictionary<Vec<Arc<dyn Modifies>>>, Vec<Arc<dyn Modifies>>);

impl Modifiers {
    const fn of_all(all: Vec<Arc<dyn Modifies>>) -> Self {
        Self { all, by_roll: OnceLock::new() }
    }

    /// All of them, in the order of the slots.
    pub fn all(&self) -> &[Arc<dyn Modifies>] {
        &self.all
    }

    /// Those that may touch this figure or roll, in the order of the slots.
    pub fn of(&self, on: Key) -> &[Arc<dyn Modifies>] {
        let ByRoll(named, others) = self.by_roll.get_or_init(|| self.sort());
        named.get(&on).unwrap_or(others)
    }

    fn sort(&self) -> ByRoll {
        let touched: Vec<(&Arc<dyn Modifies>, Option<Vec<Key>>)> =
            self.all.iter().map(|each| (each, each.on())).collect();
        let those = |touches: &dyn Fn(Option<&Vec<Key>>) -> bool| {
            touched.iter().filter(|(_, on)| touches(on.as_ref())).map(|(each, _)| Arc::clone(each)).collect()
        };
        let named = touched.iter().flat_map(|(_, on)| on.iter().flatten());
        let lists = named.map(|name| (*name, those(&|on| on.is_none_or(|on| on.contains(name)))));
        ByRoll(lists.collect(), those(&|on| on.is_none()))
    }
}

impl Table<'_> {
    /// Lets all who listen hear what has happened, in the order of the slots.
    pub fn tell(&mut self, event: Event<'_>) -> Step {
        if let Event::Blow { blow } = event {
            self.count_blow(blow);
        }
        let rules = self.rules();
        rules.registry.listeners(event.moment()).iter().try_for_each(|listener| listener.hear(self, event))
    }
}
