//! A battle that is gone through task by task and back again, so that every way in which its dice can fall is gone
//! from one moment, by the rules that play it and without a copy of it.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use bevy::ecs::query::QueryState;

use super::field::Due;
use super::stages::verdict::judge_battle;
use super::stages::{Desks, Ran, put_off, run_top};
use super::table::{Done, Teller, Undo};
use super::{
    Agenda, Asked, Chronicle, Clock, DiceCup, Ended, Given, Holding, Look, Order, Pause, Stage, Struck, Task, verdict,
};
use crate::dice::{AnyDice, EnumeratedDice};

/// One battle, gone through by hand.
pub struct Unrolled<'w> {
    world: &'w mut World,
    battle: Entity,
    desks: Desks,
    undo: Vec<Undo>,
    /// Everything that has changed since the first moment, on any way so far.
    changed: Touched,
    /// The stage of the pass that is next.
    stage: usize,
    /// Facts that were told before the first moment.
    facts: usize,
}

/// What has changed in it on any way, kept from one time that it is taken in hand to the next.
#[derive(Clone, Default)]
pub struct Touched(BTreeMap<(Entity, TypeId), Teller>);

/// A moment of it, between two tasks: everything can be taken back to it.
pub struct Halfway {
    undo: usize,
    stage: usize,
    facts: usize,
    struck: Struck,
    agenda: Agenda,
    due: Due,
    clock: Clock,
    given: Given,
    holding: Option<Holding>,
}

/// What came of going on.
pub enum Stepped {
    /// A task is done.
    Did(Task),
    /// Somebody is asked.
    Asked,
    /// The battle is over.
    Over,
    /// It cannot go on.
    Broken(Pause),
}

impl<'w> Unrolled<'w> {
    /// Takes a battle in hand where it stands; with it, dice that fall every way, once those of the task that waits for
    /// an answer have fallen again as they did.
    pub fn of(world: &'w mut World, battle: Entity) -> (Self, EnumeratedDice) {
        let thrown = world.get::<DiceCup>(battle).map_or(0, |cup| cup.0.thrown());
        put_off(world, battle);
        let fallen = world.get::<DiceCup>(battle).map(|cup| cup.0.clone());
        let dice = fallen.map_or_else(EnumeratedDice::default, |fallen| EnumeratedDice::after(fallen, thrown));
        let facts = world.get::<Chronicle>(battle).map_or(0, |chronicle| chronicle.facts.len());
        let desks = QueryState::new(world);
        (Self { world, battle, desks, undo: Vec::new(), changed: Touched::default(), stage: 0, facts }, dice)
    }

    /// Puts what is known to change in it in the place of what was known before.
    pub fn change_touched(&mut self, touched: Touched) -> Touched {
        std::mem::replace(&mut self.changed, touched)
    }

    /// The battle as everybody may see it.
    pub fn look(&self) -> Option<Look<'_>> {
        Look::at(self.world, self.battle)
    }

    /// What has been told since the first moment.
    pub fn told(&self) -> &[super::Fact] {
        super::chronicle(self.world, self.battle).get(self.facts..).unwrap_or_default()
    }

    /// How much is left to do.
    pub fn left(&self) -> usize {
        self.world.get::<Agenda>(self.battle).map_or(0, |agenda| agenda.0.len())
    }

    /// The moment at which it stands. Nobody is asked then.
    pub fn moment(&self) -> Halfway {
        let (world, battle) = (&*self.world, self.battle);
        Halfway {
            undo: self.undo.len(),
            stage: self.stage,
            facts: super::chronicle(world, battle).len(),
            struck: world.get::<Chronicle>(battle).map(|chronicle| chronicle.struck).unwrap_or_default(),
            agenda: world.get::<Agenda>(battle).cloned().unwrap_or_default(),
            due: world.get::<Due>(battle).copied().unwrap_or_default(),
            clock: world.get::<Clock>(battle).copied().unwrap_or_default(),
            given: world.get::<Given>(battle).cloned().unwrap_or_default(),
            holding: world.get::<Holding>(battle).cloned(),
        }
    }

    /// Takes everything back to that moment.
    pub fn back_to(&mut self, moment: &Halfway) {
        put_off(self.world, self.battle);
        while self.undo.len() > moment.undo
            && let Some(undo) = self.undo.pop()
        {
            undo.take_back(self.world);
        }
        self.stage = moment.stage;
        let mut battle = self.world.entity_mut(self.battle);
        if let Some(mut chronicle) = battle.get_mut::<Chronicle>() {
            chronicle.cut(moment.facts, moment.struck);
        }
        battle.insert((moment.agenda.clone(), moment.due, moment.clock, moment.given.clone(), Ended(None)));
        match &moment.holding {
            Some(holding) => battle.insert(holding.clone()),
            None => battle.remove::<Holding>(),
        };
    }

    /// Puts other dice into its cup and returns those that were in it.
    pub fn change_dice(&mut self, dice: impl Into<AnyDice>) -> Option<AnyDice> {
        let mut cup = self.world.get_mut::<DiceCup>(self.battle)?;
        Some(std::mem::replace(&mut cup.0, dice.into()))
    }

    /// How many throws of the task under way have been made.
    pub fn thrown(&self) -> u64 {
        self.world.get::<DiceCup>(self.battle).map_or(0, |cup| cup.0.thrown())
    }

    /// Answers what is asked; the answer must be one that [`Look::check`] found legal.
    pub fn give(&mut self, order: Order) {
        if let Some(mut given) = self.world.get_mut::<Given>(self.battle) {
            given.0.push(order);
        }
        if let Some(mut asked) = self.world.get_mut::<Asked>(self.battle)
            && asked.0.take().is_some()
        {
            self.stage = 0;
        }
    }

    /// Does the next task, in the order of the stages in which [`advance`](super::advance) does it.
    pub fn step(&mut self) -> Stepped {
        // A pass without any task in it: the agenda is empty.
        let mut idle = 0;
        loop {
            if verdict(self.world, self.battle).is_some() || idle > 2 {
                return Stepped::Over;
            }
            let stage = Stage::ALL.get(self.stage).copied();
            self.stage = (self.stage + 1) % Stage::ALL.len();
            let Some(due) = self.world.get::<Due>(self.battle).copied() else { return Stepped::Over };
            match stage {
                Some(Stage::Verdict) => {
                    idle += 1;
                    self.judge();
                }
                _ if due.stage == stage => return self.run(),
                _ => {}
            }
        }
    }

    fn run(&mut self) -> Stepped {
        match run_top(self.world, self.battle, &mut self.desks, None) {
            Ran::Done(task, done) => {
                self.keep(done);
                Stepped::Did(task)
            }
            Ran::Asked => Stepped::Asked,
            Ran::Broken(pause) => Stepped::Broken(pause),
        }
    }

    /// Finds out whether it is over, as is done after every pass.
    pub fn judge(&mut self) {
        let has_begun =
            self.world.get::<Agenda>(self.battle).is_some_and(|agenda| agenda.0.first() != Some(&Task::Start));
        let Some(mut due) = self.world.get_mut::<Due>(self.battle) else { return };
        if due.verdict && has_begun {
            due.verdict = false;
            let done = judge_battle(self.world, self.battle);
            self.keep(done);
        }
    }

    fn keep(&mut self, done: Done) {
        for (whose, what, teller) in done.changed {
            self.changed.0.insert((whose, what), teller);
        }
        self.undo.extend(done.undo);
    }

    /// A number that is the same for two moments only if nothing that the rules look at tells them apart.
    pub fn mark(&self, beside: impl fmt::Debug) -> u128 {
        let mut mark = Marking(DefaultHasher::new(), DefaultHasher::new());
        mark.1.write_u8(1);
        let (world, battle) = (&*self.world, self.battle);
        let told = (|| {
            write!(mark, "{beside:?} {} {:?}", self.stage, world.get::<Agenda>(battle))?;
            write!(mark, "{:?} {:?}", world.get::<Due>(battle), world.get::<Clock>(battle))?;
            write!(mark, "{:?} {:?}", world.get::<Given>(battle), world.get::<Holding>(battle))?;
            self.changed.0.iter().try_for_each(|((whose, what), teller)| {
                write!(mark, "\n{whose} {what:?} ")?;
                teller(world, *whose, &mut mark)
            })
        })();
        // Nothing that is told fails to be written.
        debug_assert!(told.is_ok());
        u128::from(mark.0.finish()) << 64 | u128::from(mark.1.finish())
    }
}

/// Takes a long text for two short numbers.
struct Marking(DefaultHasher, DefaultHasher);

impl Write for Marking {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        self.1.write(text.as_bytes());
        Ok(())
    }
}
