//! A saved battle played again to where it was: no more of it than any battle comes to, and whatever
//! the rules come to on the way.

use std::cell::Cell;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Game, NoScenario, Origin, Record, RecordError, digest, redo};
use crate::battle::{Decision, MOST_DECISIONS, Setup, Spoken, advance, caught_in, chronicle, quiet_world};
use crate::dice::{AnyDice, RolledDice};
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

impl Origin {
    /// Plays these decisions from the start.
    ///
    /// # Errors
    /// With the first decision that does not fit, that the rules break down over, or that is one too many.
    pub fn replay_within(
        &self,
        world: &mut World,
        decisions: &[Decision<Spoken>],
        budget: &Budget,
    ) -> Result<Entity, RecordError> {
        let spawn = |world: &mut World| {
            let battle = self.setup.spawn(world, AnyDice::from(RolledDice::from_seed(self.seed)));
            world.entity_mut(battle).insert(self.clone());
            battle
        };
        let broke = |number: usize, order: String, fault| RecordError::Broke { number, order, fault };
        let battle = caught_in(world, spawn).map_err(|fault| broke(0, "the start".to_owned(), fault))?;
        let begun = caught_in(world, |world| advance(world, battle));
        let mut outcome = begun.map_err(|fault| broke(0, "the start".to_owned(), fault));
        let mut told = 0;
        for (number, decision) in (1..).zip(decisions) {
            if outcome.is_err() {
                break;
            }
            let redone = caught_in(world, |world| redo(world, battle, decision));
            let more = chronicle(world, battle).len().saturating_sub(told);
            told += more;
            outcome = match redone {
                _ if !budget.takes(more.saturating_add(1)) => {
                    Err(RecordError::TooMuch { number, of: decisions.len(), most: budget.most })
                }
                Ok(Ok(())) => Ok(()),
                Ok(Err(why)) => Err(RecordError::Decision { number, order: decision.order.told(), why }),
                Err(fault) => Err(broke(number, decision.order.told(), fault)),
            };
        }
        match outcome {
            Ok(()) => Ok(battle),
            Err(why) => {
                // The rules may have left nothing of it.
                let _ = world.try_despawn(battle);
                Err(why)
            }
        }
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
