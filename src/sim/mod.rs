//! Many battles without a window: who wins how often, and after how long.

mod interval;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::ai::{Mind, Skill};
use crate::battle::{Chronicle, Look, Setup, SideId, advance, answer, quiet_world, verdict};
use crate::dice::{AnyDice, RolledDice};

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

/// Decisions after which a battle is given up as one that goes nowhere.
const MOST_DECISIONS: u32 = 200_000;

impl Plan {
    /// Fights them all; `done` hears of each battle that is over.
    ///
    /// # Errors
    /// When the threads cannot be had.
    pub fn run(&self, done: impl Fn() + Sync) -> Result<Tally, rayon::ThreadPoolBuildError> {
        let begun = Instant::now();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.max(1)).build()?;
        // Each thread has a world of its own, in which one battle after the other is fought.
        let one = |world: &mut World, number: u64| {
            let outcome = self.fight(world, number);
            done();
            outcome
        };
        let outcomes: Vec<Outcome> =
            pool.install(|| (0..self.battles).into_par_iter().map_init(quiet_world, one).collect());
        Ok(self.add_up(&outcomes, begun.elapsed().as_secs_f64()))
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
        let seed = self.seed_of(number);
        let fought = catch_unwind(AssertUnwindSafe(|| {
            let battle = self.setup.spawn(world, AnyDice::from(RolledDice::from_seed(seed)));
            let outcome = self.fight_out(world, battle, seed);
            world.despawn(battle);
            outcome
        }));
        fought.unwrap_or_else(|_| {
            *world = quiet_world();
            let broken = Some("a bug in the rules".to_owned());
            Outcome { winner: None, rounds: 0, turns: 0, attacks: 0, wounds: Vec::new(), broken }
        })
    }

    fn fight_out(&self, world: &mut World, battle: Entity, seed: u64) -> Outcome {
        if let Some(mut chronicle) = world.get_mut::<Chronicle>(battle) {
            chronicle.off = !self.chronicle;
        }
        let mut minds = [self.skill, self.against.unwrap_or(self.skill)].map(|skill| Mind::new(skill, seed ^ 0x5eed));
        let (mut attacks, mut turns, mut last) = (0, 0, None);
        advance(world, battle);
        let mut broken = None;
        for _ in 0..MOST_DECISIONS {
            if verdict(world, battle).is_some() {
                break;
            }
            let Some(look) = Look::at(world, battle) else { break };
            let clock = look.clock();
            if last != Some(clock) {
                turns += u64::from(clock.turn.is_some());
                last = Some(clock);
            }
            let first = look.question().is_none_or(|question| question.side == SideId(0));
            let Some(order) = minds[usize::from(!first)].decide(look) else {
                broken = Some("nobody can answer".to_owned());
                break;
            };
            attacks += u64::from(look.deed(&order.verb).is_ok_and(|deed| deed.group() == "attack"));
            if let Err(refusal) = answer(world, battle, order) {
                broken = Some(refusal.to_string());
                break;
            }
            advance(world, battle);
        }
        let verdict = verdict(world, battle);
        let winner = verdict.and_then(|verdict| verdict.winner);
        if let Some(verdict) = verdict.filter(|verdict| verdict.why.starts_with("the battle ")) {
            let stuck = verdict.why.contains("cannot go on") || verdict.why.contains("in circles");
            broken = broken.or_else(|| stuck.then(|| verdict.why.clone()));
        }
        let mut wounds = vec![0; self.setup.sides.len()];
        let mut rounds = 0;
        if let Some(look) = Look::at(world, battle) {
            rounds = look.clock().round;
            for id in look.everybody() {
                if let Some(wounds) = wounds.get_mut(usize::from(look.side(id).0)) {
                    *wounds += look.wounds(id).len() as u64;
                }
            }
        }
        Outcome { winner, rounds, turns, attacks, wounds, broken }
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
