//! A battle as it would be if a deed had been done: for whoever weighs what comes of that later.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use bevy::ecs::prelude::Component;
use smallvec::SmallVec;

use super::Memo;
use super::card::Card;
use crate::battle::{Condition, ConditionDef, ConditionName, Id, Rules};

/// What a deed makes of somebody, beside what is foretold of it: nothing of this is harm.
#[derive(Clone, Debug)]
pub struct Makes {
    /// Of whom.
    pub of: Id,
    /// A state that they come into.
    pub begins: Option<Condition>,
    /// A state that is over for them.
    pub ends: Option<ConditionName>,
    /// How likely all of that is.
    pub chance: f64,
    bears: Option<Bearing>,
}

type Bearing = Arc<dyn Any + Send + Sync>;

/// Somebody, and a component that they are remembered to bear.
pub(super) struct Borne(Id, Bearing);

impl Makes {
    /// Makes nothing of somebody yet.
    pub const fn of(who: Id) -> Self {
        Self { of: who, begins: None, ends: None, chance: 1.0, bears: None }
    }

    /// The same, and they come into this state.
    #[must_use]
    pub fn begins(self, state: impl Into<Option<Condition>>) -> Self {
        Self { begins: state.into(), ..self }
    }

    /// The same, and this state is over for them.
    #[must_use]
    pub fn ends(self, state: impl Into<Option<ConditionName>>) -> Self {
        Self { ends: state.into(), ..self }
    }

    /// The same, and this is taken down of them: whom they aim at, say.
    #[must_use]
    pub fn bears<C: Component>(self, component: C) -> Self {
        Self { bears: Some(Arc::new(component)), ..self }
    }

    /// The same, and it is so likely.
    #[must_use]
    pub fn likely(self, chance: f64) -> Self {
        Self { chance, ..self }
    }

    /// Whether something else is taken down of them than a state.
    pub const fn is_borne(&self) -> bool {
        self.bears.is_some()
    }
}

impl<'w> Memo<'w> {
    /// Remembers that a deed has made this of somebody. Nothing may have been asked of it yet; in a battle of many, and of
    /// those who share a body, nothing is supposed.
    #[must_use]
    pub fn suppose(&mut self, rules: &'w Rules, makes: &Makes) -> bool {
        let Some(card) = self.fighters.get_mut(usize::from(makes.of.0)) else { return false };
        if !card.lodgers.is_empty() {
            return false;
        }
        card.change(rules, makes);
        self.borne = makes.bears.clone().map(|bears| Borne(makes.of, bears));
        true
    }

    /// What somebody is remembered to bear of this kind.
    pub(in crate::battle) fn borne<C: Component>(&self, who: Id) -> Option<&C> {
        let Borne(bearer, bears) = self.borne.as_ref()?;
        if *bearer == who { (**bears).downcast_ref() } else { None }
    }
}

impl<'w> Card<'w> {
    /// Takes down what a deed makes of its conditions, and all that follows from them.
    fn change(&mut self, rules: &'w Rules, makes: &Makes) {
        if makes.begins.is_none() && makes.ends.is_none() {
            return;
        }
        let mut conditions = self.conditions.to_vec();
        let replaced = makes.begins.as_ref().and_then(|new| rules.conditions.get(&new.kind));
        let replaced = replaced.map_or(&[][..], |def| &def.replaces);
        let is_over = |kind: ConditionName| makes.ends == Some(kind) || replaced.contains(&kind);
        conditions.retain(|each| !is_over(each.kind));
        conditions.extend(makes.begins.clone());
        let known = rules.states();
        let places = conditions.iter().filter_map(|each| rules.conditions.place(each.kind.key()));
        self.states = places.fold(0, |all, place| all | known.brought_by(place));
        self.every = every(rules, conditions.iter().map(|each| each.kind));
        self.conditions = Cow::Owned(conditions);
    }
}

/// States imply others so deep at most.
const DEEPEST: usize = 12;

/// The definitions of these states and of all that they bring along.
fn every(rules: &Rules, kinds: impl Iterator<Item = ConditionName>) -> Vec<&ConditionDef> {
    let mut pending: SmallVec<[(ConditionName, usize); 8]> = kinds.map(|kind| (kind, 0)).collect();
    let mut found = Vec::new();
    while let Some((kind, depth)) = pending.pop() {
        if let Some(def) = rules.conditions.get(&kind) {
            if depth < DEEPEST {
                pending.extend(def.implies.iter().map(|each| (*each, depth + 1)));
            }
            found.push(&**def);
        }
    }
    found
}
