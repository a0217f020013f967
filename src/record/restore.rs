//! A saved battle played again to where it was: no more of it than any battle comes to, and whatever
//! the rules come to on the way. What was decided is answered within the tasks that ask.

use std::cell::Cell;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Game, NoScenario, Origin, Record, RecordError, decisions, digest};
use crate::battle::{
    Answer, Decision, DiceCup, Look, MOST_DECISIONS, Order, Player, Question, Setup, Stands, caught_in, play_on,
    quiet_world,
};
use crate::rulebook::{Library, Scenario};

/// How much may come about while a battle is played again, with those before it. It is counted and not timed, so that
/// what one machine plays another plays, too.
#[derive(Clone, Debug)]
pub struct Budget {
    most: usize,
    left: Cell<usize>,
}

/// Many times as many facts and decisions as the longest battle comes to.
const USUAL: usize = 200_000;

impl Budget {
    /// So many facts and decisions.
    pub const fn of(most: usize) -> Self {
        Self { most, left: Cell::new(most) }
    }

    /// What is played for others.
    pub const fn usual() -> Self {
        Self::of(USUAL)
    }

    /// As much as it takes, for what was decided here.
    pub const fn endless() -> Self {
        Self::of(usize::MAX)
    }

    /// Takes so much of it; whether there was as much.
    fn takes(&self, much: usize) -> bool {
        let left = self.left.get().checked_sub(much);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Why a saved battle cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum NoBattle {
    /// Its scenario cannot be had.
    #[error(transparent)]
    Scenario(#[from] NoScenario),
    /// Its decisions cannot be made.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Everybody who decided in a battle, deciding it again.
struct Again<'a, O, S> {
    decisions: &'a [Decision<O>],
    /// How many of them have been made.
    made: usize,
    budget: &'a Budget,
    /// Decisions and facts that are taken from it.
    paid: (usize, usize),
    /// Whoever looks at the battle before each of them.
    see: S,
    /// Why it goes no further.
    wrong: Option<RecordError>,
}

impl<O: Answer, S: FnMut(Look<'_>, &Decision<O>)> Player for Again<'_, O, S> {
    fn answer(&mut self, look: Look<'_>, _: &Question) -> Option<Order> {
        match self.next(look) {
            Ok(order) => order,
            Err(why) => {
                self.wrong = Some(why);
                None
            }
        }
    }
}

impl<O: Answer, S: FnMut(Look<'_>, &Decision<O>)> Again<'_, O, S> {
    /// Plays on from where the battle stands, to where all of it is decided.
    fn play(mut self, world: &mut World, battle: Entity) -> Result<(), RecordError> {
        self.made = decisions(world, battle).len();
        self.paid.0 = self.made;
        let played = caught_in(world, |world| play_on(world, battle, &mut self));
        let look = Look::at(world, battle);
        look.map_or(Ok(()), |look| self.pay(look))?;
        match (played, self.wrong.take()) {
            (_, Some(why)) => Err(why),
            (Err(fault), None) => {
                let last = self.made.checked_sub(1).and_then(|last| self.decisions.get(last));
                let order = last.map_or_else(|| "the start".to_owned(), |decision| decision.order.told());
                Err(RecordError::Broke { number: self.made, order, fault })
            }
            (Ok(Stands::Asking), None) => Ok(()),
            (Ok(Stands::Over | Stands::InCircles), None) => match look.zip(self.decisions.get(self.made)) {
                Some((look, decision)) => {
                    self.made += 1;
                    let over = || Err("the battle is over by then".to_owned());
                    thrown_by(look, decision).and_then(|()| over()).map_err(|why| self.unfit(decision, why))
                }
                None => Ok(()),
            },
        }
    }

    /// The next decision; none when all are made.
    fn next(&mut self, look: Look<'_>) -> Result<Option<Order>, RecordError> {
        self.pay(look)?;
        let Some(decision) = self.decisions.get(self.made) else { return Ok(None) };
        (self.see)(look, decision);
        self.made += 1;
        let meant = || decision.order.meant(look).map_err(|why| why.to_string());
        thrown_by(look, decision).and_then(|()| meant()).map(Some).map_err(|why| self.unfit(decision, why))
    }

    /// Takes what has come of the last decision from the budget, once.
    fn pay(&mut self, look: Look<'_>) -> Result<(), RecordError> {
        let facts = look.facts().len();
        let (paid, told) = std::mem::replace(&mut self.paid, (self.made, facts));
        if paid == self.made {
            self.paid.1 = told;
            return Ok(());
        }
        match self.budget.takes(facts.saturating_sub(told).saturating_add(1)) {
            true => Ok(()),
            false => {
                let (number, of, most) = (self.made, self.decisions.len(), self.budget.most);
                Err(RecordError::TooMuch { number, of, most })
            }
        }
    }

    fn unfit(&self, decision: &Decision<O>, why: String) -> RecordError {
        RecordError::Decision { number: self.made, order: decision.order.told(), why }
    }
}

/// Whether as many dice have been thrown as when the decision was made.
fn thrown_by<O>(look: Look<'_>, decision: &Decision<O>) -> Result<(), String> {
    let thrown = look.battle::<DiceCup>().map_or(0, |cup| cup.0.thrown());
    match thrown == decision.dice {
        true => Ok(()),
        false => Err(format!("found {thrown} dice thrown before it, expected {}", decision.dice)),
    }
}

/// Makes those of these decisions that a battle has not come to yet as they were made, with as many dice thrown by
/// then. `see` looks at it before each.
///
/// # Errors
/// With the first that does not fit, or that the rules break down over.
pub fn redo<O: Answer>(
    world: &mut World,
    battle: Entity,
    decisions: &[Decision<O>],
    see: impl FnMut(Look<'_>, &Decision<O>),
) -> Result<(), RecordError> {
    let budget = &Budget::endless();
    Again { decisions, made: 0, budget, paid: (0, 0), see, wrong: None }.play(world, battle)
}

impl Origin {
    /// Plays these decisions from the start.
    ///
    /// # Errors
    /// With the first decision that does not fit, that the rules break down over, or that is one too many.
    pub fn replay_within<O: Answer>(
        &self,
        world: &mut World,
        decisions: &[Decision<O>],
        budget: &Budget,
    ) -> Result<Entity, RecordError> {
        let spawn = |world: &mut World| {
            let battle = self.setup.spawn(world, self.setup.dice(self.seed));
            world.entity_mut(battle).insert(self.clone());
            battle
        };
        let broke = |fault| RecordError::Broke { number: 0, order: "the start".to_owned(), fault };
        let battle = caught_in(world, spawn).map_err(broke)?;
        let again =
            Again { decisions, made: 0, budget, paid: (0, 0), see: |_: Look<'_>, _: &Decision<O>| {}, wrong: None };
        let played = again.play(world, battle);
        played.map(|()| battle).inspect_err(|_| {
            // The rules may have left nothing of it.
            let _ = world.try_despawn(battle);
        })
    }
}

impl Record {
    /// The battle as it was saved, and its scenario, played again within a budget that holds for those before it, too.
    ///
    /// # Errors
    /// With what is wrong with the scenario, or the first decision that cannot be made again.
    pub fn restore(&self, library: &Library, budget: &Budget) -> Result<(Scenario, Game), NoBattle> {
        let scenario = self.scenario_within(library, budget)?;
        let mut world = quiet_world();
        let battle = self.play_within(&mut world, scenario.setup.clone(), budget)?;
        Ok((scenario, Game { world, battle }))
    }

    /// Plays the record again in `world` and verifies that it ends as it did.
    ///
    /// # Errors
    /// With the first decision that does not fit, or that the end differs.
    pub fn play_within(&self, world: &mut World, setup: Arc<Setup>, budget: &Budget) -> Result<Entity, RecordError> {
        let origin = Origin {
            setup,
            scenario: self.scenario.clone(),
            settings: self.settings.clone(),
            seed: self.seed,
            before: self.before.clone(),
            seats: self.seats.clone(),
        };
        let battle = origin.replay_within(world, &self.decisions, budget)?;
        let found = digest(world, battle);
        if found == self.digest {
            return Ok(battle);
        }
        world.despawn(battle);
        Err(RecordError::Digest { found, expected: self.digest.chars().take(64).collect() })
    }

    /// Decisions of this battle and of all those before it.
    fn length(&self) -> usize {
        let mut length = 0_usize;
        let mut each = Some(self);
        while let Some(record) = each {
            length = length.saturating_add(record.decisions.len());
            each = record.before.as_deref();
        }
        length
    }

    /// The record, unless it is longer than any battle can be.
    ///
    /// # Errors
    /// When it is.
    pub(super) fn of_sane_length(self, from: &str) -> Result<Self, RecordError> {
        let found = self.length();
        if found > MOST_DECISIONS {
            return Err(RecordError::TooLong { file: from.to_owned(), found });
        }
        Ok(self)
    }
}
