//! Saves and replays: a battle is its ruleset, scenario, seed and decisions,
//! so saving, loading, undoing and replaying are one mechanism.

mod digest;

use std::io::Write;
use std::path::Path;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Decision, Decisions, DiceCup, Setup, advance, answer, quiet_world, verdict};
use crate::dice::{AnyDice, RolledDice};
use crate::rulebook::reader::Overrides;

pub use digest::digest;

/// The version of the files that this program writes and reads.
pub const VERSION: u32 = 1;
/// Larger files are refused before they are read.
const MAX_BYTES: u64 = 64 << 20;

/// A battle as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the file.
    pub version: u32,
    /// The scenario, by its name.
    pub scenario: String,
    /// Settings of the ruleset that are played differently.
    #[serde(default)]
    pub settings: Overrides,
    /// What the dice started from.
    pub seed: u64,
    /// Everything that was decided.
    pub decisions: Vec<Decision>,
    /// What the battle came to, to compare with.
    pub digest: String,
}

/// Why a record cannot be read or does not play as it did.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("{file}: {why}")]
    File {
        /// Which file.
        file: String,
        /// What the system says.
        why: std::io::Error,
    },
    /// The file is no record.
    #[error("{file}:{line}:{column}: found {found}, expected a saved battle")]
    Shape {
        /// Which file.
        file: String,
        /// Where.
        line: usize,
        /// Where.
        column: usize,
        /// What is wrong.
        found: String,
    },
    /// The file is of another version of the program.
    #[error("{file}: found version {found}, expected {VERSION}")]
    Version {
        /// Which file.
        file: String,
        /// Its version.
        found: u32,
    },
    /// A decision that is not legal any more.
    #[error("decision {number}, `{order}`: {why}")]
    Decision {
        /// Which, from 1.
        number: usize,
        /// What was decided.
        order: String,
        /// Why it does not fit.
        why: String,
    },
    /// It ends differently.
    #[error("the battle ends differently: found {found}, expected {expected}")]
    Digest {
        /// What it came to now.
        found: String,
        /// What it came to then.
        expected: String,
    },
}

/// A battle that is being played, with all that is needed to save it.
pub struct Game {
    /// The world that it is in.
    pub world: World,
    /// The battle.
    pub battle: Entity,
    setup: std::sync::Arc<Setup>,
    scenario: String,
    settings: Overrides,
    seed: u64,
}

impl Game {
    /// Begins a battle.
    pub fn new(scenario: &str, settings: &Overrides, setup: std::sync::Arc<Setup>, seed: u64) -> Self {
        let mut world = quiet_world();
        let battle = setup.spawn(&mut world, AnyDice::from(RolledDice::from_seed(seed)));
        advance(&mut world, battle);
        Self { world, battle, setup, scenario: scenario.to_owned(), settings: settings.clone(), seed }
    }

    /// Everything that was decided so far.
    pub fn decisions(&self) -> &[Decision] {
        self.world.get::<Decisions>(self.battle).map_or(&[], |decisions| &decisions.0)
    }

    /// The battle as it would be saved now.
    pub fn record(&self) -> Record {
        Record {
            version: VERSION,
            scenario: self.scenario.clone(),
            settings: self.settings.clone(),
            seed: self.seed,
            decisions: self.decisions().to_vec(),
            digest: digest(&self.world, self.battle),
        }
    }

    /// Plays these decisions from the start.
    ///
    /// # Errors
    /// With the first decision that does not fit.
    pub fn replay(&mut self, decisions: &[Decision]) -> Result<(), RecordError> {
        *self = Self::new(&self.scenario, &self.settings, self.setup.clone(), self.seed);
        for (index, decision) in decisions.iter().enumerate() {
            let misfit =
                |why: String| RecordError::Decision { number: index + 1, order: decision.order.to_string(), why };
            let thrown = self.world.get::<DiceCup>(self.battle).map_or(0, |cup| cup.0.thrown());
            if thrown != decision.dice {
                return Err(misfit(format!("found {thrown} dice thrown before it, expected {}", decision.dice)));
            }
            if verdict(&self.world, self.battle).is_some() {
                return Err(misfit("the battle is over by then".to_owned()));
            }
            answer(&mut self.world, self.battle, decision.order.clone()).map_err(|why| misfit(why.to_string()))?;
            advance(&mut self.world, self.battle);
        }
        Ok(())
    }

    /// Takes back the last `count` decisions.
    ///
    /// # Errors
    /// Never for decisions that were made in this game; a bug would show here.
    pub fn undo(&mut self, count: usize) -> Result<(), RecordError> {
        let mut decisions = self.decisions().to_vec();
        decisions.truncate(decisions.len().saturating_sub(count));
        self.replay(&decisions)
    }
}

impl Record {
    /// Plays the record again and verifies that it ends as it did.
    ///
    /// # Errors
    /// With the first decision that does not fit, or that the end differs.
    pub fn play(&self, setup: std::sync::Arc<Setup>) -> Result<Game, RecordError> {
        let mut game = Game::new(&self.scenario, &self.settings, setup, self.seed);
        game.replay(&self.decisions)?;
        let found = digest(&game.world, game.battle);
        if found == self.digest { Ok(game) } else { Err(RecordError::Digest { found, expected: self.digest.clone() }) }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the file cannot be read, is none, or is of another version.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let file = path.display().to_string();
        let wrong = |why| RecordError::File { file: file.clone(), why };
        let kind = std::fs::metadata(path).map_err(wrong)?;
        if !kind.is_file() || kind.len() > MAX_BYTES {
            return Err(wrong(std::io::Error::other("no ordinary file of at most 64 MB")));
        }
        let bytes = std::fs::read(path).map_err(wrong)?;
        let shape = |why: &serde_json::Error| RecordError::Shape {
            file: file.clone(),
            line: why.line(),
            column: why.column(),
            found: why.to_string(),
        };
        // The version first, so that a newer file is not called a broken one.
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let versioned: Versioned = serde_json::from_slice(&bytes).map_err(|why| shape(&why))?;
        if versioned.version != VERSION {
            return Err(RecordError::Version { file, found: versioned.version });
        }
        serde_json::from_slice(&bytes).map_err(|why| shape(&why))
    }

    /// Writes the record. The old file stays whole until the new one is.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let wrong = |why| RecordError::File { file: path.display().to_string(), why };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(wrong)?;
        let text = serde_json::to_string_pretty(self).map_err(|why| wrong(std::io::Error::other(why)))?;
        file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(wrong)?;
        file.persist(path).map(drop).map_err(|failed| wrong(failed.error))
    }
}
