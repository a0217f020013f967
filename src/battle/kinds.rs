//! What a battle is made of: every kind of component that the rules put on its entities, with how one is copied.
//!
//! Nobody lists the kinds of the mechanics. Whatever comes onto an entity of a battle comes through a door that knows
//! its type ([`Table::edit`](super::Table::edit), [`Newcomer::give`]), and the door remembers it here.

use std::any::TypeId;

use bevy::ecs::component::{ComponentId, Mutable};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, FromWorld, Mut, Resource, World};
use bevy::ecs::world::EntityWorldMut;

use super::field::{Due, Unsettled};
use super::finder::Finder;
use super::patience::Still;
use super::secrets::Revealed;
use super::{
    ActsWith, Agenda, Arranged, Arrivals, Asked, Battle, Bears, Briefed, Called, Camp, Clock, Combatant, Conditions,
    Decisions, DiceCup, Encounter, Ended, Fights, Figures, Follows, Gear, Given, Ground, Holding, Houses, Inhabits,
    Left, Limits, Loose, MadeFrom, Occasion, Opening, Place, Rides, RulesOf, Sides, Stacked, Surroundings, Tallies,
    Willing, Wounds,
};

/// The kinds of component that battles of this world are made of. A resource of worlds with battles in them.
#[derive(Resource)]
pub(super) struct Kinds(Vec<Option<Kind>>);

/// One kind of component.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub of: TypeId,
    pub copy: Copying,
}

/// Makes a component of an entity what it is on an entity of another world: the same, or not there.
pub(super) type Copying = fn(&World, Entity, &mut World, Entity);

fn copy<C: Component<Mutability = Mutable> + Clone>(from: &World, original: Entity, to: &mut World, twin: Entity) {
    match from.get::<C>(original) {
        Some(original) => match to.get_mut::<C>(twin) {
            Some(mut twin) => twin.clone_from(original),
            None => {
                Kinds::learn::<C>(to);
                to.entity_mut(twin).insert(original.clone());
            }
        },
        None => {
            to.entity_mut(twin).remove::<C>();
        }
    }
}

impl Kinds {
    /// Lets a world know the kinds that every battle has.
    pub fn know(world: &mut World) {
        world.init_resource::<Self>();
    }

    /// Remembers a kind of component.
    pub fn learn<C: Component<Mutability = Mutable> + Clone>(world: &mut World) {
        let id = world.register_component::<C>();
        world.get_resource_or_init::<Self>().enter::<C>(id);
    }

    fn enter<C: Component<Mutability = Mutable> + Clone>(&mut self, id: ComponentId) {
        if self.0.len() <= id.index() {
            self.0.resize(id.index() + 1, None);
        }
        if let Some(kind) = self.0.get_mut(id.index()) {
            *kind = Some(Kind { of: TypeId::of::<C>(), copy: copy::<C> });
        }
    }

    /// What is known of a component of this world; nothing where onlookers have put it there.
    pub fn get(&self, id: ComponentId) -> Option<&Kind> {
        self.0.get(id.index())?.as_ref()
    }
}

/// The kinds of the house, which battles are set up with.
impl FromWorld for Kinds {
    fn from_world(world: &mut World) -> Self {
        let mut kinds = Self(Vec::new());
        macro_rules! enter {
            ($($kind:ty),* $(,)?) => { $(kinds.enter::<$kind>(world.register_component::<$kind>());)* };
        }
        enter![
            ActsWith,
            Agenda,
            Arranged,
            Arrivals,
            Asked,
            Battle,
            Bears,
            Briefed,
            Called,
            Camp,
            Clock,
            Combatant,
            Conditions,
            Decisions,
            DiceCup,
            Due,
            Encounter,
            Ended,
            Fights,
            Figures,
            Finder,
            Follows,
            Gear,
            Given,
            Ground,
            Holding,
            Houses,
            Inhabits,
            Left,
            Limits,
            Loose,
            MadeFrom,
            Occasion,
            Opening,
            Place,
            Revealed,
            Rides,
            RulesOf,
            Sides,
            Stacked,
            Still,
            Surroundings,
            Tallies,
            Unsettled,
            Willing,
            Wounds,
        ];
        kinds
    }
}

/// Somebody who is just coming into a battle, to be given what mechanics keep of them.
pub struct Newcomer<'w>(pub(super) EntityWorldMut<'w>);

impl Newcomer<'_> {
    /// Gives them a component of the mechanic's own, in place of one that they have.
    pub fn give<C: Component<Mutability = Mutable> + Clone>(&mut self, what: C) {
        self.0.world_scope(Kinds::learn::<C>);
        self.0.insert(what);
    }

    /// A component that they have come with.
    pub fn get_mut<C: Component<Mutability = Mutable>>(&mut self) -> Option<Mut<'_, C>> {
        self.0.get_mut::<C>()
    }
}
