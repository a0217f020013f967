//! A saved battle played again to where it was, by whoever sent it: never longer than its reader is ready to wait, and
//! whatever the rules come to on the way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;

use super::{Game, NoScenario, Origin, Record, RecordError, digest, redo};
use crate::battle::{Decision, MOST_DECISIONS, Setup, advance, caught_in, quiet_world};
use crate::dice::{AnyDice, RolledDice};
use crate::rulebook::{Library, Scenario};

/// How long a battle may take to be played again.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    until: Option<Instant>,
    seconds: u64,
}

impl Budget {
    /// So many seconds from now.
    pub fn seconds(seconds: u64) -> Self {
        Self { until: Instant::now().checked_add(Duration::from_secs(seconds)), seconds }
    }

    /// A minute: many times what the longest battle takes.
    pub fn usual() -> Self {
        Self::seconds(60)
    }

    /// As long as it takes, for what was decided here.
    pub const fn endless() -> Self {
        Self { until: None, seconds: 0 }
    }

    fn is_spent(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() > until)
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
    /// With the first decision that does not fit, that the rules break down over, or that comes too late.
    pub fn replay_within(
        &self,
        world: &mut World,
        decisions: &[Decision],
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
        for (number, decision) in (1..).zip(decisions) {
            if outcome.is_err() {
                break;
            }
            outcome = match caught_in(world, |world| redo(world, battle, decision)) {
                _ if budget.is_spent() => {
                    Err(RecordError::TooSlow { number, of: decisions.len(), seconds: budget.seconds })
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
