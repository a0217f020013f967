//! Which conditions bring which others along, worked out once for a ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{ConditionDef, Dictionary, Key};

/// Conditions by the places that they have in their ruleset, a bit each.
pub type StateSet = u128;

/// So many conditions and techniques fit into one ruleset.
pub const MOST_STATES: usize = StateSet::BITS as usize;

/// The conditions of a ruleset, each with all that it brings along.
#[derive(Clone, Debug)]
pub struct States {
    brings: Vec<StateSet>,
    /// Those with modifiers, by the figure or roll that they touch.
    mods: Dictionary<StateSet>,
    /// Those that take somebody out of the fight.
    pub out: StateSet,
    /// Those that are the end of somebody.
    pub dead: StateSet,
}

impl States {
    /// Works them out.
    pub fn of(conditions: &Dictionary<Arc<ConditionDef>>) -> Self {
        let bit = |name: &Key| conditions.place(*name).map_or(0, bit);
        let itself =
            |(name, def): (&Key, &Arc<ConditionDef>)| def.implies.iter().fold(bit(name), |all, each| all | bit(each));
        let mut brings: Vec<StateSet> = conditions.iter().map(itself).collect();
        loop {
            let wider: Vec<StateSet> =
                brings.iter().map(|set| members(*set).fold(*set, |all, place| all | brings[place])).collect();
            if wider == brings {
                break;
            }
            brings = wider;
        }
        let all_that = |is: fn(&ConditionDef) -> bool| {
            let those = conditions.values().enumerate().filter(|(_, def)| is(def));
            those.fold(0, |all, (place, _)| all | self::bit(place))
        };
        let mut mods: BTreeMap<Key, StateSet> = BTreeMap::new();
        for (place, def) in conditions.values().enumerate() {
            let touched = def.mods.iter().flat_map(|each| &each.on);
            touched.for_each(|on| *mods.entry(*on).or_default() |= self::bit(place));
        }
        Self { mods: mods.into_iter().collect(), out: all_that(|def| def.out), dead: all_that(|def| def.dead), brings }
    }

    /// Those that change this figure or roll by modifiers of their own.
    pub fn with_mods_on(&self, on: Key) -> StateSet {
        self.mods.get(&on).copied().unwrap_or(0)
    }

    /// A condition with everything that it brings.
    pub fn brought_by(&self, place: usize) -> StateSet {
        self.brings.get(place).copied().unwrap_or(0)
    }
}

/// One condition alone.
pub const fn bit(place: usize) -> StateSet {
    if place < MOST_STATES { 1 << place } else { 0 }
}

fn members(set: StateSet) -> impl Iterator<Item = usize> {
    (0..MOST_STATES).filter(move |place| set & bit(*place) != 0)
}
