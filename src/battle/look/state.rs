//! In what state somebody is: wounds, conditions, what they have on them.

use smallvec::SmallVec;

use super::{DEEPEST, Look};
use crate::battle::field::Unsettled;
use crate::battle::{
    Condition, ConditionDef, ConditionName, Conditions, Gear, Held, Id, Item, Key, StateSet, Wound, Wounds, states,
};

impl<'w> Look<'w> {
    /// The wounds that somebody carries.
    pub fn wounds(&self, id: Id) -> &'w [Wound] {
        self.get::<Wounds>(id).map_or(&[], |wounds| &wounds.0)
    }

    /// The conditions that somebody is in, without those that others imply.
    pub fn conditions(&self, id: Id) -> &'w [Condition] {
        if let Some(card) = self.card(id) {
            return &card.conditions;
        }
        self.get::<Conditions>(id).map_or(&[], |conditions| &conditions.0)
    }

    /// What somebody has on it.
    pub fn gear(&self, id: Id) -> &'w [Item] {
        if let Some(card) = self.card(id) {
            return card.gear;
        }
        self.get::<Gear>(id).map_or(&[], |gear| &gear.0)
    }

    /// The item called `name` that somebody has, whatever the case of its letters, ready ones first.
    pub fn item_called(&self, id: Id, name: &str) -> Option<&'w Item> {
        ready_first(self.arms(id).filter(|item| item.arm.name.as_str().eq_ignore_ascii_case(name)))
    }

    /// The same by a name of the rules.
    pub fn item(&self, id: Id, name: Key) -> Option<&'w Item> {
        if self.houses_minds(id) {
            return ready_first(self.arms(id).filter(|item| item.arm.name == name));
        }
        ready_first(self.gear(id).iter().filter(|item| item.arm.name == name))
    }

    /// Whether somebody is in the condition `kind`, directly or because
    /// another condition brings it.
    pub fn is(&self, id: Id, kind: impl Into<ConditionName>) -> bool {
        let states = self.states(id);
        states != 0
            && self.rules.conditions.place(kind.into().key()).is_some_and(|place| states & states::bit(place) != 0)
    }

    /// Every condition that holds of somebody, implied ones included.
    pub(in crate::battle) fn states(&self, id: Id) -> StateSet {
        if let Some(card) = self.card(id) {
            return card.states;
        }
        if self.conditions(id).is_empty() && !self.houses_minds(id) {
            return 0;
        }
        let (conditions, known) = (&self.rules.conditions, self.rules.states());
        let places = self.weighing_on(id).filter_map(|each| conditions.place(each.kind.key()));
        places.fold(0, |all, place| all | known.brought_by(place))
    }

    /// The condition `kind` itself, if somebody is in it directly.
    pub fn condition(&self, id: Id, kind: impl Into<ConditionName>) -> Option<&'w Condition> {
        let conditions = self.conditions(id);
        if conditions.is_empty() {
            return None;
        }
        let kind = kind.into();
        conditions.iter().find(|condition| condition.kind == kind)
    }

    /// Whether somebody has been felled by those who act at once, and falls when all of them have acted.
    pub fn is_falling(&self, id: Id) -> bool {
        let unsettled = self.battle::<Unsettled>();
        unsettled
            .is_some_and(|unsettled| unsettled.0.iter().any(|(who, state)| *who == id && self.rules.ends(state.kind)))
    }

    /// Whether somebody has been brought into this by those who act at once, and is in it when all of them have acted.
    pub fn is_bound_for(&self, id: Id, state: impl Into<ConditionName>) -> bool {
        let state = state.into();
        let unsettled = self.battle::<Unsettled>();
        unsettled.is_some_and(|unsettled| unsettled.0.iter().any(|(who, each)| *who == id && each.kind == state))
    }

    /// Whether somebody is on the board and in no condition that takes it out of the fight.
    pub fn is_in_play(&self, id: Id) -> bool {
        let known = || self.rules.states();
        let states = self.states(id);
        self.place(id).present && (states == 0 || states & (known().out | known().dead) == 0)
    }

    /// Whether somebody is on the board and alive, in the fight or not.
    pub fn is_there(&self, id: Id) -> bool {
        self.place(id).present && !self.is_dead(id)
    }

    /// Whether somebody is dead for good.
    pub fn is_dead(&self, id: Id) -> bool {
        let states = self.states(id);
        states != 0 && states & self.rules.states().dead != 0
    }

    /// The definitions of all conditions that hold of somebody, implied ones
    /// included; one that two others imply comes twice.
    pub fn every_condition(&self, id: Id) -> impl Iterator<Item = &'w ConditionDef> + use<'w> {
        let rules = self.rules;
        let known = self.card(id).map(|card| card.every.iter().copied());
        let afresh = known.is_none().then(|| self.weighing_on(id)).into_iter().flatten();
        let mut pending: SmallVec<[(ConditionName, u8); 8]> = afresh.map(|each| (each.kind, 0)).collect();
        let found = std::iter::from_fn(move || {
            while let Some((kind, depth)) = pending.pop() {
                if let Some(def) = rules.conditions.get(&kind) {
                    if depth < DEEPEST {
                        pending.extend(def.implies.iter().map(|each| (*each, depth + 1)));
                    }
                    return Some(&**def);
                }
            }
            None
        });
        known.into_iter().flatten().chain(found)
    }

    /// Whether somebody has something of this name about it, and whole.
    pub fn carries(&self, id: Id, thing: Key) -> bool {
        let about = |item: &Item| !matches!(item.held, Held::Ground(_)) && !item.is("destroyed");
        self.gear(id).iter().any(|item| item.arm.name == thing && about(item))
    }
}

/// The first of these that is ready, else the first of them.
fn ready_first<'w>(found: impl Iterator<Item = &'w Item>) -> Option<&'w Item> {
    let mut first = None;
    for item in found {
        if item.is_ready() {
            return Some(item);
        }
        first = first.or(Some(item));
    }
    first
}
