//! Many battles without a window: who wins how often, and after how long.

mod fight;
mod interval;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::ai::Skill;
use crate::battle::{Setup, SideId};

pub use fight::Field;
pub use interval::wilson;

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
    /// Whether every fact is written down as in play; nobody reads it here.
    pub chronicle: bool,
}

/// How one battle went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub winner: Option<SideId>,
    /// Rounds that it took.
    pub rounds: i32,
    /// Turns that were taken.
    pub turns: u64,
    /// Attacks that were struck.
    pub attacks: u64,
    /// Wounds that each side had at the end.
    pub wounds: Vec<u64>,
    /// It broke off, and why: a bug.
    pub broken: Option<String>,
}

/// How all of them went.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Battles that were fought.
    pub battles: u64,
    /// Wins of each side.
    pub wins: Vec<u64>,
    /// Battles that nobody won.
    pub draws: u64,
    /// Rounds of all of them together.
    pub rounds: u64,
    /// Turns of all of them together.
    pub turns: u64,
    /// Attacks of all of them together.
    pub attacks: u64,
    /// Wounds of each side, together.
    pub wounds: Vec<u64>,
    /// Battles that broke off: the number of the first and why.
    pub broken: Vec<(u64, String)>,
    /// The same for the same battles, whatever the threads.
    pub digest: String,
    /// How long it took.
    pub seconds: f64,
}

impl Plan {
    /// Fights them all; `done` hears of each battle that is over.
    ///
    /// # Errors
    /// When the threads cannot be had.
    pub fn run(&self, done: impl Fn() + Sync) -> Result<Tally, rayon::ThreadPoolBuildError> {
        let all = self.run_while(|| {
            done();
            ControlFlow::Continue(())
        });
        Ok(all?.unwrap_or_else(|| self.add_up(&[], 0.0)))
    }

    /// The same for as long as `done` says to go on: nothing comes of what was broken off.
    ///
    /// # Errors
    /// When the threads cannot be had.
    pub fn run_while(
        &self,
        done: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Result<Option<Tally>, rayon::ThreadPoolBuildError> {
        let begun = Instant::now();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.max(1)).build()?;
        let next = AtomicU64::new(0);
        let fought = pool.broadcast(|_| self.fight_one_by_one(&next, &done));
        let Some(fought) = fought.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let mut outcomes: Vec<(u64, Outcome)> = fought.into_iter().flatten().collect();
        outcomes.sort_unstable_by_key(|(number, _)| *number);
        let outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        Ok(Some(self.add_up(&outcomes, begun.elapsed().as_secs_f64())))
    }

    /// Fights battles in a world of their own until none is left; nothing where that was broken off.
    fn fight_one_by_one(&self, next: &AtomicU64, done: &impl Fn() -> ControlFlow<()>) -> Option<Vec<(u64, Outcome)>> {
        let mut field = Field::default();
        let mut over = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.battles {
                next.store(self.battles, Ordering::Relaxed);
                return Some(over);
            }
            over.push((number, field.fight(self, number)));
            if done().is_break() {
                // Nobody begins another.
                next.store(self.battles, Ordering::Relaxed);
                return None;
            }
        }
    }

    /// The seed of one battle: far from those of its neighbours.
    pub fn seed_of(&self, number: u64) -> u64 {
        let mut mixed = self.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn add_up(&self, outcomes: &[Outcome], seconds: f64) -> Tally {
        let sides = self.setup.sides.len();
        let mut tally = Tally {
            battles: outcomes.len() as u64,
            wins: vec![0; sides],
            draws: 0,
            rounds: 0,
            turns: 0,
            attacks: 0,
            wounds: vec![0; sides],
            broken: Vec::new(),
            digest: String::new(),
            seconds,
        };
        let mut hash = Sha256::new();
        for (number, outcome) in outcomes.iter().enumerate() {
            match outcome.winner.and_then(|side| tally.wins.get_mut(usize::from(side.0))) {
                Some(wins) => *wins += 1,
                None => tally.draws += 1,
            }
            tally.rounds += u64::try_from(outcome.rounds).unwrap_or(0);
            tally.turns += outcome.turns;
            tally.attacks += outcome.attacks;
            tally.wounds.iter_mut().zip(&outcome.wounds).for_each(|(sum, wounds)| *sum += wounds);
            tally.broken.extend(outcome.broken.clone().map(|why| (number as u64, why)));
            hash.update(format!("{outcome:?}\n"));
        }
        tally.digest = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        tally
    }
}
