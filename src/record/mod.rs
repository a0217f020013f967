//! Saves and replays: a battle is its ruleset, scenario, seed and decisions,
//! so saving, loading, undoing and replaying are one mechanism.

mod chain;
mod code;
mod digest;
mod guard;
mod plain;
mod restore;
pub mod shelf;

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use crate::battle::{Answer, Decision, Decisions, Fault, MOST_DECISIONS, Setup, Spoken, advance, quiet_world};
use crate::files;
use crate::rulebook::reader::Overrides;

pub use chain::{Next, NoScenario, follow, what_follows};
pub use code::{CodeError, is_code};
pub use digest::digest;
pub use guard::{Mishap, NotDone, Standing};
pub use plain::plainly;
pub use restore::{Budget, NoBattle, redo};

/// The version of the files that this program writes and reads.
pub const VERSION: u32 = 2;

/// The word for people among those who play the sides: all other words name computers.
pub const PEOPLE: &str = "human";
/// Larger files are refused before they are read.
pub const MAX_BYTES: u64 = 64 << 20;

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
    pub decisions: Vec<Decision<Spoken>>,
    /// What the battle came to, to compare with.
    pub digest: String,
    /// The battle before it, whose survivors fight in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Record>>,
    /// Who plays each side, in words of whoever lets play; the battle itself
    /// does not depend on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
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
    #[error("{file}:{line}:{column}: {found}; expected a saved battle")]
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
    /// The code is none.
    #[error("{from}: {why}")]
    Code {
        /// Which file, or that it was given by itself.
        from: String,
        /// What is wrong.
        why: CodeError,
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
    /// More was decided than in any battle.
    #[error(
        "{file}: found {found} decisions, expected at most {MOST_DECISIONS}, those of the battles before it included"
    )]
    TooLong {
        /// Which file.
        file: String,
        /// How many.
        found: usize,
    },
    /// More comes of it than of any battle.
    #[error(
        "the battle is too long to be played again: by decision {number} of {of} there were more than {most} facts and decisions"
    )]
    TooMuch {
        /// The decision at which it was given up, from 1.
        number: usize,
        /// Of how many.
        of: usize,
        /// How many facts and decisions may come about.
        most: usize,
    },
    /// The rules break down over a decision.
    #[error("the rules broke down over decision {number}, `{order}`: {fault}")]
    Broke {
        /// Which, from 1; 0 is the start of the battle.
        number: usize,
        /// What was decided.
        order: String,
        /// Over what.
        fault: Fault,
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

/// Where a battle comes from: all that is needed to begin it again. A
/// component of the battle.
#[derive(Component, Clone, Debug)]
pub struct Origin {
    /// The battle.
    pub setup: Arc<Setup>,
    /// The scenario, by its name.
    pub scenario: String,
    /// Settings of the ruleset that are played differently.
    pub settings: Overrides,
    /// What the dice start from.
    pub seed: u64,
    /// The battle before it, whose survivors fight in it.
    pub before: Option<Box<Record>>,
    /// Who plays each side, if anybody has said so.
    pub seats: Vec<String>,
}

impl Origin {
    /// Begins the battle in `world`.
    pub fn begin(&self, world: &mut World) -> Entity {
        let battle = self.setup.spawn(world, self.setup.dice(self.seed));
        world.entity_mut(battle).insert(self.clone());
        advance(world, battle);
        battle
    }

    /// Plays these decisions from the start, however long it takes.
    ///
    /// # Errors
    /// With the first decision that does not fit, or that the rules break down over.
    pub fn replay(&self, world: &mut World, decisions: &[Decision<impl Answer>]) -> Result<Entity, RecordError> {
        self.replay_within(world, decisions, &Budget::endless())
    }
}

/// Everything that was decided in a battle so far.
pub fn decisions(world: &World, battle: Entity) -> &[Decision] {
    world.get::<Decisions>(battle).map_or(&[], |decisions| &decisions.0)
}

/// A battle as it would be saved now; none for one that nobody can begin again.
pub fn record(world: &World, battle: Entity) -> Option<Record> {
    let origin = world.get::<Origin>(battle)?;
    Some(Record {
        version: VERSION,
        scenario: origin.scenario.clone(),
        settings: origin.settings.clone(),
        seed: origin.seed,
        decisions: decisions(world, battle).iter().map(Decision::spoken).collect(),
        digest: digest(world, battle),
        before: origin.before.clone(),
        seats: origin.seats.clone(),
    })
}

/// Takes back the last `count` decisions: the battle as it was before them,
/// in place of the old one.
///
/// # Errors
/// When the battle cannot be begun again; the old one then stays.
pub fn undo(world: &mut World, battle: Entity, count: usize) -> Result<Entity, RecordError> {
    let Some(origin) = world.get::<Origin>(battle).cloned() else { return Ok(battle) };
    let mut kept = decisions(world, battle).to_vec();
    kept.truncate(kept.len().saturating_sub(count));
    let before = origin.replay(world, &kept)?;
    world.despawn(battle);
    Ok(before)
}

/// A battle in a world of its own.
pub struct Game {
    /// The world that it is in.
    pub world: World,
    /// The battle.
    pub battle: Entity,
}

impl Game {
    /// Begins a battle.
    pub fn new(scenario: &str, settings: &Overrides, setup: Arc<Setup>, seed: u64) -> Self {
        let origin = Origin {
            setup,
            scenario: scenario.to_owned(),
            settings: settings.clone(),
            seed,
            before: None,
            seats: Vec::new(),
        };
        let mut world = quiet_world();
        let battle = origin.begin(&mut world);
        Self { world, battle }
    }

    /// Begins the battle that follows another.
    pub fn after(next: Next) -> Self {
        let Next { scenario, before } = next;
        let (settings, seed) = (before.settings.clone(), before.seed.wrapping_add(1));
        let before = Some(Box::new(before));
        let origin =
            Origin { setup: scenario.setup, scenario: scenario.name, settings, seed, before, seats: Vec::new() };
        let mut world = quiet_world();
        let battle = origin.begin(&mut world);
        Self { world, battle }
    }

    /// Everything that was decided so far.
    pub fn decisions(&self) -> &[Decision] {
        decisions(&self.world, self.battle)
    }

    /// Takes back the last `count` decisions.
    ///
    /// # Errors
    /// When the battle cannot be begun again.
    pub fn undo(&mut self, count: usize) -> Result<(), RecordError> {
        self.battle = undo(&mut self.world, self.battle, count)?;
        Ok(())
    }
}

impl Record {
    /// Plays the record again and verifies that it ends as it did.
    ///
    /// # Errors
    /// With the first decision that does not fit, or that the end differs.
    pub fn play(&self, setup: Arc<Setup>) -> Result<Game, RecordError> {
        let mut world = quiet_world();
        let battle = self.play_in(&mut world, setup)?;
        Ok(Game { world, battle })
    }

    /// The same in a world that is there already.
    ///
    /// # Errors
    /// With the first decision that does not fit, or that the end differs.
    pub fn play_in(&self, world: &mut World, setup: Arc<Setup>) -> Result<Entity, RecordError> {
        self.play_within(world, setup, &Budget::usual())
    }

    /// Reads a record from a file: as it is written, or as a code.
    ///
    /// # Errors
    /// When the file cannot be read, is none, or is of another version.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let file = path.display().to_string();
        let wrong = |why| RecordError::File { file: file.clone(), why };
        let bytes = files::read(path, MAX_BYTES).map_err(wrong)?;
        Self::parse(&file, &bytes)
    }

    /// Reads a record that is named by its file or is a code itself.
    ///
    /// # Errors
    /// As for [`read`](Self::read), and when the code is none.
    pub fn find(said: &Path) -> Result<Self, RecordError> {
        match said.to_str().filter(|text| is_code(text)) {
            Some(code) => Self::parse("the code", code.as_bytes()),
            None => Self::read(said),
        }
    }

    /// Reads the text of a record, or a code; `from` says in messages where it
    /// comes from.
    ///
    /// # Errors
    /// When it is none, or is of another version.
    pub fn parse(from: &str, bytes: &[u8]) -> Result<Self, RecordError> {
        if let Some(code) = std::str::from_utf8(bytes).ok().filter(|text| is_code(text)) {
            let record = Self::from_code(code).map_err(|why| RecordError::Code { from: from.to_owned(), why });
            return record.and_then(|record| record.of_sane_length(from));
        }
        let shape = |why: &serde_json::Error| RecordError::Shape {
            file: from.to_owned(),
            line: why.line(),
            column: why.column(),
            found: plainly(why),
        };
        // The version first, so that a newer file is not called a broken one.
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let versioned: Versioned = serde_json::from_slice(bytes).map_err(|why| shape(&why))?;
        if versioned.version != VERSION {
            return Err(RecordError::Version { file: from.to_owned(), found: versioned.version });
        }
        serde_json::from_slice::<Self>(bytes).map_err(|why| shape(&why))?.of_sane_length(from)
    }

    /// Writes the record. The old file stays whole until the new one is.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let wrong = |why| RecordError::File { file: path.display().to_string(), why };
        files::write(path, self.text().map_err(wrong)?.as_bytes()).map_err(wrong)
    }

    /// The record as files have it.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub fn text(&self) -> std::io::Result<String> {
        serde_json::to_string_pretty(self).map_err(std::io::Error::other)
    }
}
