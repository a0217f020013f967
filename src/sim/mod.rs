//! Many battles without a window: who wins how often, and after how long.
//!
//! A [`Plan`] is fought whole, or in shares ([`Shard`]) on several machines. What came of a share is a [`Part`]: it names
//! its [`Run`], and has every battle in a few bytes. [`merge()`] puts all parts of a run together, and what comes of that is
//! the same to the last bit as if one machine had fought it: a [`Tally`] goes through the battles in their order, wherever
//! they come from.

mod fight;
mod interval;
mod merge;
mod packed;
mod part;
mod run;
mod shard;
mod tally;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::platform::time::Instant;

use crate::ai::{Effort, Skill};
use crate::battle::{Setup, SideId};
use crate::machine::side_by_side;

pub use fight::Field;
pub use interval::wilson;
pub use merge::{NotMerged, Whole, merge};
pub use part::{MOST_BYTES, Part, Spoilt};
pub use run::{MOST_BATTLES, PROGRAM, Run, called, other_seed, skill_called};
pub use shard::Shard;
pub use tally::{Tally, summed};

/// Battles to be fought.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The battle.
    pub setup: Arc<Setup>,
    /// How many.
    pub battles: u64,
    /// What the seeds of all of them come from.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// How well each side is played.
    pub skill: Skill,
    /// How well all sides but the first are played, if otherwise.
    pub against: Option<Skill>,
    /// How much those think who look ahead: on the first side, and on all others.
    pub efforts: [Effort; 2],
    /// Whether every fact is written down as in play; nobody reads it here.
    pub chronicle: bool,
}

/// How one battle went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub winner: Option<SideId>,
    /// Rounds that it took.
    pub rounds: i32,
    /// Turns that were taken.
    pub turns: u64,
    /// Attacks that were struck.
    pub attacks: u64,
    /// Blows of all attacks, answers and areas.
    pub blows: u64,
    /// Blows that reached their target and that no defence stopped.
    pub hits: u64,
    /// What it cost each side.
    pub losses: Vec<Losses>,
    /// It broke off, and why: a bug.
    pub broken: Option<String>,
}

/// What a battle cost a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Wounds that its fighters had at the end.
    pub wounds: u64,
    /// Fighters who were out of it at the end, or dead.
    pub felled: u64,
    /// Fighters who had left the field or given up.
    pub fled: u64,
}

impl Plan {
    /// Fights them all; `done` hears of each battle that is over.
    pub fn run(&self, done: impl Fn() + Sync) -> Tally {
        let all = self.run_while(|| {
            done();
            ControlFlow::Continue(())
        });
        all.unwrap_or_else(|| self.summed(0, &[]))
    }

    /// The same for as long as `done` says to go on: nothing comes of what was broken off.
    pub fn run_while(&self, done: impl Fn() -> ControlFlow<()> + Sync) -> Option<Tally> {
        let begun = Instant::now();
        let outcomes = self.fight(0..self.battles, done)?;
        Some(Tally { seconds: begun.elapsed().as_secs_f64(), ..self.summed(0, &outcomes) })
    }

    /// Fights the battles of these numbers, for as long as `done` says to go on, and tells how each went, in their order.
    /// Nothing comes of what was broken off.
    pub fn fight(&self, numbers: Range<u64>, done: impl Fn() -> ControlFlow<()> + Sync) -> Option<Vec<Outcome>> {
        let next = AtomicU64::new(numbers.start);
        let fought = side_by_side(self.threads, |_| self.fight_one_by_one(&next, numbers.end, &done));
        let fought = fought.into_iter().collect::<Option<Vec<_>>>()?;
        let mut outcomes: Vec<(u64, Outcome)> = fought.into_iter().flatten().collect();
        outcomes.sort_unstable_by_key(|(number, _)| *number);
        Some(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
    }

    /// What battles came to together that begin with this number.
    pub fn summed(&self, from: u64, outcomes: &[Outcome]) -> Tally {
        summed(self.setup.sides.len(), (from..).zip(outcomes.iter().cloned()))
    }

    /// Fights battles in a world of their own until none is left; nothing where that was broken off.
    fn fight_one_by_one(
        &self,
        next: &AtomicU64,
        end: u64,
        done: &impl Fn() -> ControlFlow<()>,
    ) -> Option<Vec<(u64, Outcome)>> {
        let mut field = Field::default();
        let mut over = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                next.store(end, Ordering::Relaxed);
                return Some(over);
            }
            over.push((number, field.fight(self, number)));
            if done().is_break() {
                // Nobody begins another.
                next.store(end, Ordering::Relaxed);
                return None;
            }
        }
    }

    /// The seed of one battle: far from those of its neighbours.
    pub fn seed_of(&self, number: u64) -> u64 {
        run::seed_of(self.seed, number)
    }
}
