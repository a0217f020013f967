//! The table at which one battle is played: the only place where state
//! changes, dice are thrown and questions are asked.
//!
//! A task of the agenda runs against a `Table`. When it needs an answer that
//! nobody has given yet, it stops with [`Pause::Ask`], and the battle stands
//! still as it is at that moment. Once the answer has come, everything that
//! the task did (changes, dice, facts) is taken back and the task is run again
//! from its start, with the answer. So a rule with questions in the middle,
//! however deeply nested, still reads from top to bottom like the rule in the
//! book, and whoever is asked sees what it is asked about.

mod ask;
mod conditions;
mod deeds;
mod halt;
mod lodging;
mod notes;
mod row;
mod saddle;
mod saves;
mod throws;

pub(super) use halt::{Done, Halt, Halted, Marks, Teller, Undo};
pub use notes::Told;
pub use saves::Thrown;
pub use throws::Checked;

use std::any::TypeId;
use std::fmt::Debug;
use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, Mut, World};
use thiserror::Error;

use super::finder::Finder;
use super::kinds::Kinds;
use super::memo::CardReader;
use super::{
    Agenda, Arrivals, Chronicle, Clock, Combatant, Conditions, FigureName, Gear, Given, Ground, Id, Item, Key, Look,
    Order, Phase, Place, Player, Question, Roster, Rules, RulesOf, Tallies, Task, Things, Wound, Wounds,
};
use crate::dice::DiceError;

/// Why a task stops before its end.
#[derive(Debug, Error)]
pub enum Pause {
    /// Somebody must decide first.
    #[error("waiting for an answer")]
    Ask(Box<Question>),
    /// The dice of a script do not fit what is rolled.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// The rules have come to a state that cannot be: a bug. The battle stops
    /// and says so; nothing else is touched.
    #[error("{0}")]
    Fault(String),
}

/// What a task, or a part of one, comes to.
pub type Step<T = ()> = Result<T, Pause>;

fn teller<C: Component + Debug>(world: &World, entity: Entity, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
    world.get::<C>(entity).map_or(Ok(()), |component| write!(out, "{component:?}"))
}

/// One battle while a task of it is run.
pub struct Table<'w> {
    world: &'w mut World,
    battle: Entity,
    rules: Arc<Rules>,
    answers: Vec<Order>,
    player: Option<&'w mut dyn Player>,
    /// The task that is run, and where all stood before it, as far as copies are made within it.
    underway: Option<(Task, Marks)>,
    asked: usize,
    /// What has been asked in this task because of somebody, where it is read.
    row: Vec<row::Answered>,
    within: Vec<&'static str>,
    /// The place of the fact that all that happens now comes of.
    outcome_of: Option<usize>,
    done: Done,
    agenda: Vec<Task>,
    is_stirred: bool,
    has_interfered: bool,
    is_read: bool,
}

/// What a verdict may hang on: who is there, where, in what state, on what side, and in which round.
fn may_decide(component: TypeId) -> bool {
    component == TypeId::of::<Conditions>()
        || component == TypeId::of::<Place>()
        || component == TypeId::of::<Combatant>()
        || component == TypeId::of::<Arrivals>()
        || component == TypeId::of::<Clock>()
}

impl<'w> Table<'w> {
    /// Sits down at `battle`.
    ///
    /// # Errors
    /// When that entity is no battle.
    pub fn at(world: &'w mut World, battle: Entity) -> Step<Self> {
        let rules = world.get::<RulesOf>(battle).map(|rules| rules.0.clone());
        let rules = rules.ok_or_else(|| Pause::Fault("this is not a battle".to_owned()))?;
        let answers = world.get::<Given>(battle).map(|given| given.0.clone()).unwrap_or_default();
        Ok(Self::with(world, battle, rules, answers))
    }

    /// The same for whoever has the rules and the answers at hand.
    pub(super) fn with(world: &'w mut World, battle: Entity, rules: Arc<Rules>, answers: Vec<Order>) -> Self {
        let is_read = world.get::<Chronicle>(battle).is_some_and(|chronicle| !chronicle.off);
        Self {
            world,
            battle,
            rules,
            answers,
            player: None,
            underway: None,
            asked: 0,
            row: Vec::new(),
            within: Vec::new(),
            outcome_of: None,
            done: Done::default(),
            agenda: Vec::new(),
            is_stirred: false,
            has_interfered: false,
            is_read,
        }
    }

    /// The same where somebody answers within the task.
    pub(super) fn played_by(self, player: Option<&'w mut dyn Player>, (task, marks): (&Task, Marks)) -> Self {
        let looks_ahead = player.as_ref().is_some_and(|player| player.looks_ahead());
        Self { player, underway: looks_ahead.then(|| (task.clone(), marks)), ..self }
    }

    /// The ruleset that is played.
    pub fn rules(&self) -> Arc<Rules> {
        self.rules.clone()
    }

    /// Looks at the battle as it stands.
    ///
    /// # Panics
    /// Never for a table that [`Table::at`] returned: a battle keeps its rules and ground.
    #[expect(
        clippy::expect_used,
        reason = "`Table::at` has seen the rules, and every battle is set up with its ground"
    )]
    pub fn look(&self) -> Look<'_> {
        Look::by(&self.rules, self.world, self.battle).expect("a battle keeps its rules and its ground")
    }

    /// The same without words where nobody reads them, and without what nobody may do.
    pub fn glance(&self) -> Look<'_> {
        if self.is_read { self.look() } else { self.look().without_words() }
    }

    /// The world that the battle is in, for components of mechanics' own.
    pub const fn world(&self) -> &World {
        self.world
    }

    /// The entity of a combatant; the battle's own for a number that nobody has.
    fn entity(&self, id: Id) -> Entity {
        let entities = match id.as_thing() {
            None => self.world.get::<Roster>(self.battle).map(Roster::entities),
            Some(_) => self.world.get::<Things>(self.battle).map(Things::entities),
        };
        let place = id.as_thing().unwrap_or(usize::from(id.0));
        entities.and_then(|entities| entities.get(place)).copied().unwrap_or(self.battle)
    }

    /// A component of a combatant, to change it. What it was before is kept
    /// until the task is done.
    pub fn edit<C: Component<Mutability = Mutable> + Clone + Debug + Default>(&mut self, id: Id) -> Mut<'_, C> {
        let entity = self.entity(id);
        self.edit_entity(entity)
    }

    /// Takes such a component of a combatant back to what it is at first, where it has become anything else.
    pub fn reset<C: Component<Mutability = Mutable> + Clone + Debug + Default + PartialEq>(&mut self, id: Id) {
        if self.look().get::<C>(id).is_some_and(|state| *state != C::default()) {
            *self.edit::<C>(id) = C::default();
        }
    }

    /// A component of the battle itself, to change it.
    pub fn edit_battle<C: Component<Mutability = Mutable> + Clone + Debug + Default>(&mut self) -> Mut<'_, C> {
        self.edit_entity(self.battle)
    }

    #[expect(clippy::expect_used, reason = "the component is inserted where it is missing")]
    fn edit_entity<C: Component<Mutability = Mutable> + Clone + Debug + Default>(
        &mut self,
        entity: Entity,
    ) -> Mut<'_, C> {
        let tag = TypeId::of::<C>();
        Finder::hear_of::<C>(self.world, entity);
        if self.done.changes(entity, tag, teller::<C>) {
            self.is_stirred |= may_decide(tag);
            let mut its_own = self.world.entity_mut(entity);
            let before = its_own.get::<C>().cloned();
            if before.is_none() {
                its_own.insert(C::default());
                Kinds::learn::<C>(self.world);
                // It has become another kind of entity, whose card is still to be read at once.
                CardReader::refresh(self.world);
            }
            self.done.undo.push(Undo::component(entity, before));
        }
        self.world.get_mut(entity).expect("the component is there: it was, or was put there when it was first edited")
    }

    /// The ground, to change it; the board becomes the battle's own.
    pub fn edit_ground(&mut self, change: impl FnOnce(&mut Ground)) {
        let battle = self.battle;
        let Some(before) = self.world.get::<Ground>(battle).cloned() else { return };
        if let Some(mut ground) = self.world.get_mut::<Ground>(battle) {
            change(&mut ground);
            ground.forget();
        }
        self.done.changes(battle, TypeId::of::<Ground>(), |world, battle, out| {
            let Some(ground) = world.get::<Ground>(battle) else { return Ok(()) };
            write!(out, "{:?} {:?} {:?} {:?}", ground.board, ground.things, ground.features, ground.borders)
        });
        self.done.undo.push(Undo::component(battle, Some(before)));
    }

    /// Whether anybody reads what happens and what is asked.
    pub const fn is_read(&self) -> bool {
        self.is_read
    }

    /// Puts a task on top of what is left: it is done next.
    pub fn push(&mut self, task: Task) {
        self.agenda.push(task);
    }

    /// Whose turn was interrupted by what is done now.
    pub fn interrupted(&self) -> Option<Id> {
        let below = self.world.get::<Agenda>(self.battle).map_or(&[][..], |agenda| &agenda.0);
        self.agenda.iter().rev().chain(below.iter().rev()).find_map(|task| match task {
            Task::End(who) => Some(*who),
            _ => None,
        })
    }

    /// The clock.
    pub fn clock(&self) -> Clock {
        self.world.get::<Clock>(self.battle).copied().unwrap_or_default()
    }

    /// Says whose turn it is. The clock is kept with every task, so it needs no keeping here.
    pub(super) fn set_turn(&mut self, turn: Option<Id>) {
        if let Some(mut clock) = self.world.get_mut::<Clock>(self.battle) {
            clock.turn = turn;
        }
    }

    /// Says which part of a turn it is, and whether several act at once.
    pub(super) fn set_phase(&mut self, phase: Phase, together: bool) {
        if let Some(mut clock) = self.world.get_mut::<Clock>(self.battle) {
            (clock.phase, clock.together) = (phase, together);
        }
    }

    /// Sets a running count and returns what it was.
    pub fn set_tally(&mut self, id: Id, name: impl Into<Key>, value: i32) -> i32 {
        let name = name.into();
        let mut tallies = self.edit::<Tallies>(id);
        let before = tallies.get(name);
        tallies.set(name, value);
        before
    }

    /// Adds so much to a running count that takes off a figure; what there was of that figure, and what there is then.
    pub fn lose(&mut self, id: Id, (left, lost): (FigureName, Key), points: i32) -> (i32, i32) {
        let before = self.look().value(id, left);
        let so_far = self.look().tally(id, lost);
        self.set_tally(id, lost, so_far.saturating_add(points));
        (before, self.look().value(id, left))
    }

    /// Changes the item called `name` that somebody has, ready ones first;
    /// whether it has one.
    pub fn edit_item(&mut self, id: Id, name: Key, change: impl FnOnce(&mut Item)) -> bool {
        let found = self.look().item(id, name);
        let index = found.and_then(|found| self.look().gear(id).iter().position(|item| std::ptr::eq(item, found)));
        let Some(index) = index else { return false };
        if let Some(item) = self.edit::<Gear>(id).0.get_mut(index) {
            change(item);
        }
        true
    }

    /// Changes the first of somebody's things that is meant, if there is one.
    pub fn edit_first(&mut self, who: Id, is_meant: impl Fn(&Item) -> bool, change: impl FnOnce(&mut Item)) {
        if let Some(item) = self.edit::<Gear>(who).0.iter_mut().find(|item| is_meant(item)) {
            change(item);
        }
    }

    /// Gives a wound.
    pub fn wound(&mut self, id: Id, wound: Wound) {
        self.edit::<Wounds>(id).0.push(wound);
    }

    /// Puts a latecomer on the board.
    pub fn arrive(&mut self, fighter: &super::Fighter) -> Id {
        let id = fighter.spawn(self.world, self.battle);
        let entity = self.entity(id);
        self.is_stirred = true;
        self.done.undo.push(Undo::arrival(entity));
        id
    }

    /// Keeps what the task has done: the tasks that it puts on the agenda, whether a verdict may hang on it, and how all
    /// of it could be taken back.
    pub(super) fn keep(self) -> (Vec<Task>, bool, Done) {
        (self.agenda, self.is_stirred, self.done)
    }

    /// Leaves the battle standing as it is, in the middle of the task.
    pub(super) fn halt(self, marks: Marks) -> (&'w mut World, Halt) {
        (self.world, Halt::new(self.done.undo, marks))
    }
}
