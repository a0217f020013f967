//! Many battles without a window: who wins how often, and after how long.

mod fight;
mod interval;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bevy::ecs::prelude::World;
use sha2::{Digest, Sha256};

use crate::ai::Skill;
use crate::battle::{BattlePass, MOST_DECISIONS, Setup, SideId, Survey, caught, quiet_world};

use fight::Fight;
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

/// Runs of the schedule without a decision after which it is.
const MOST_RUNS: u32 = 100_000;
/// Battles that stand in one world at a time.
const MOST_AT_A_TIME: u64 = 16;

impl Plan {
    /// Fights them all; `done` hears of each battle that is over.
    ///
    /// # Errors
    /// When the threads cannot be had.
    pub fn run(&self, done: impl Fn() + Sync) -> Result<Tally, rayon::ThreadPoolBuildError> {
        let begun = Instant::now();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.max(1)).build()?;
        let next = AtomicU64::new(0);
        let fought = pool.broadcast(|_| self.fight_side_by_side(&next, &done));
        let mut outcomes: Vec<(u64, Outcome)> = fought.into_iter().flatten().collect();
        outcomes.sort_unstable_by_key(|(number, _)| *number);
        let outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        Ok(self.add_up(&outcomes, begun.elapsed().as_secs_f64()))
    }

    /// Fights battles in a world of their own until none is left, many at a time, since a run of the schedule
    /// carries all of them on.
    fn fight_side_by_side(&self, next: &AtomicU64, done: &impl Fn()) -> Vec<(u64, Outcome)> {
        let at_a_time = self.battles.div_ceil(self.threads.max(1) as u64).min(MOST_AT_A_TIME) as usize;
        let (mut world, survey) = (quiet_world(), Survey::default());
        let mut fights: Vec<Fight> = Vec::new();
        let mut over = Vec::new();
        loop {
            while fights.len() < at_a_time {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.battles {
                    next.store(self.battles, Ordering::Relaxed);
                    break;
                }
                fights.push(Fight::begin(self, &mut world, &survey, number));
            }
            if fights.is_empty() {
                return over;
            }
            let step = caught(|| {
                world.run_schedule(BattlePass);
                fights.iter_mut().for_each(|fight| fight.go_on(&mut world));
            });
            if step.is_err() {
                // A bug in one of them: each again by itself, so that it breaks no other.
                world = quiet_world();
                for fight in fights.iter_mut().filter(|fight| fight.outcome.is_none()) {
                    fight.outcome = Some(self.fight(&mut world, fight.number));
                }
            }
            for fight in fights.extract_if(.., |fight| fight.outcome.is_some()) {
                over.extend(fight.outcome.map(|outcome| (fight.number, outcome)));
                done();
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

    /// Fights one battle in `world`, which is as empty afterwards as it was
    /// before. A bug in it breaks this battle and no other.
    pub fn fight(&self, world: &mut World, number: u64) -> Outcome {
        let fought = caught(|| {
            let mut fight = Fight::begin(self, world, &Survey::default(), number);
            loop {
                if let Some(outcome) = fight.outcome.take() {
                    return outcome;
                }
                world.run_schedule(BattlePass);
                fight.go_on(world);
            }
        });
        fought.unwrap_or_else(|fault| {
            *world = quiet_world();
            let broken = Some(format!("the rules broke down: {fault}"));
            Outcome { winner: None, rounds: 0, turns: 0, attacks: 0, wounds: Vec::new(), broken }
        })
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
