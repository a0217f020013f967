//! Setting up a battle.

use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use bevy::ecs::schedule::Schedules;

use super::field::Due;
use super::kinds::Kinds;
use super::memo::CardReader;
use super::stages::next_stage;
use super::{
    Agenda, Arm, Battle, Called, DiceCup, Encounter, Feature, Fighter, Figures, Gear, Ground, Held, Id, Item, Key,
    Loose, Place, Rules, RulesOf, Side, SideId, Sides, StandsIn, Surroundings, Survey, Task, Thing, schedule,
};
use crate::board::{Board, DeclaredBorder, Footprint, Light, Square};
use crate::dice::{AnyDice, Face, RolledDice};

/// A battle about to be fought: everything about it but the dice.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What it is called.
    pub title: String,
    /// The rules.
    pub rules: Arc<Rules>,
    /// What the files of the rules and its own come to, in a few letters: what was found by others does not hold by these.
    pub files: String,
    /// The ground.
    pub board: Arc<Board>,
    /// In what light.
    pub light: Light,
    /// The things on the board that can be struck.
    pub things: Vec<Thing>,
    /// Words that rules ask for.
    pub tags: Vec<Key>,
    /// The sides.
    pub sides: Vec<Side>,
    /// The fighters, in the order of their numbers.
    pub fighters: Vec<Fighter>,
    /// Rounds after which nobody has won.
    pub rounds: i32,
    /// Who acts in what order, where that is not to be rolled or drawn: those
    /// first, then everybody else by their numbers.
    pub arranged: Option<Vec<Id>>,
    /// Cards that lie on top of the deck, where that is not to be shuffled.
    pub deck: Option<Vec<Key>>,
    /// What is special about the borders between zones.
    pub borders: Vec<DeclaredBorder>,
    /// What can be worked by hand.
    pub features: Vec<Feature>,
    /// What lies about and belongs to nobody, and where.
    pub loose: Vec<(Arc<Arm>, Square)>,
    /// The side that began the fight, where that is clear.
    pub started_by: Option<SideId>,
    /// How the sides come upon each other, where the fight has not begun yet.
    pub encounter: Option<Encounter>,
    /// Wind and weather, and what comes down from beyond the edge.
    pub surroundings: Surroundings,
    /// Dice that fall before those of a seed, where the battle begins as a lesson.
    pub falls: Vec<Face>,
}

/// Bounds that make sure that a battle ends.
#[derive(Component, Clone, Copy, Debug)]
pub struct Limits {
    /// Rounds after which nobody has won.
    pub rounds: i32,
}

/// An order of turns that was laid down beforehand. Mechanics of initiative
/// keep to it instead of rolling or drawing, where there is one.
#[derive(Component, Clone, Debug, Default)]
pub struct Arranged(pub Option<Vec<Id>>);

/// The side that began the fight, where that is clear.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Opening(pub Option<SideId>);

/// Cards that lie on top of a deck that is not shuffled. Mechanics with cards
/// deal from these first, where there are any.
#[derive(Component, Clone, Debug, Default)]
pub struct Stacked(pub Option<Vec<Key>>);

/// Fighters that are still to come.
#[derive(Component, Clone, Debug, Default)]
pub struct Arrivals(pub Vec<Fighter>);

/// A world in which battles can be fought without a window.
pub fn quiet_world() -> World {
    let mut world = World::new();
    let mut schedules = Schedules::default();
    schedules.insert(schedule());
    world.insert_resource(schedules);
    world
}

impl Setup {
    /// The dice of the battle from a seed on, after those that are laid down.
    pub fn dice(&self, seed: u64) -> AnyDice {
        AnyDice::from(RolledDice::after(&self.falls, seed))
    }

    /// Puts the battle into `world`, ready for its first step.
    pub fn spawn(&self, world: &mut World, dice: AnyDice) -> Entity {
        let ground = Ground {
            board: self.board.clone(),
            light: self.light,
            things: self.things.clone(),
            tags: self.tags.clone(),
            borders: self.borders.clone(),
            features: self.features.clone(),
            survey: Survey::default(),
        };
        let loose = self.loose.iter().map(|(arm, at)| Item::new(arm.clone(), Held::Ground(*at)));
        let before =
            self.encounter.iter().filter(|met| !met.armies.is_empty() || met.camp.is_some()).map(|_| Task::Eve);
        let agenda = Agenda([Task::Start].into_iter().chain(before).collect());
        let battle = world
            .spawn((
                Battle { title: self.title.clone() },
                RulesOf(self.rules.clone()),
                ground,
                DiceCup(dice),
                Sides(self.sides.clone()),
                Limits { rounds: self.rounds },
                Arranged(self.arranged.clone()),
                Stacked(self.deck.clone()),
                Opening(self.started_by),
                Loose(loose.collect()),
                Due { stage: next_stage(&self.rules, &agenda), ..Due::default() },
                agenda,
            ))
            .id();
        let (late, present): (Vec<_>, Vec<_>) = self.fighters.iter().cloned().partition(Fighter::is_late);
        for fighter in &present {
            fighter.spawn(world, battle);
        }
        for thing in &self.things {
            let engine = thing.def.engine.and_then(|arm| self.rules.arms.get(&arm));
            world.spawn((
                StandsIn(battle),
                Called(Key::new(&thing.name)),
                Figures::new(thing.def.figures.iter().map(|(key, value)| (*key, *value)), &[]),
                Place { footprint: Footprint::one(thing.at()), ..Place::default() },
                Gear(engine.map(|arm| Item::new(arm.clone(), Held::Body)).into_iter().collect()),
            ));
        }
        world.entity_mut(battle).insert((Arrivals(late), self.surroundings.clone()));
        if let Some(encounter) = &self.encounter {
            world.entity_mut(battle).insert(encounter.clone());
        }
        Kinds::know(world);
        CardReader::refresh(world);
        battle
    }
}
