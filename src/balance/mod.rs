//! Even fights: one thing of a battle is varied ([`Vary`]), each variant is fought until it is sure enough which side it
//! favours ([`Bounds`]), and a curve through all of them ([`Curve`]) tells where the fight is even and what one more is worth.
//! A [`Trial`] is all of that, and [`Found`] what comes of it.
//! [`Scales`] tell in the same way what one fighter is worth beside others.

mod costs;
mod curve;
mod figure;
mod kinds;
mod sure;
mod trial;
mod vary;

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ai::Skill;
use crate::battle::Setup;
use crate::sim::Plan;

pub use costs::{Scales, Unweighed, Worth};
pub use curve::Curve;
pub use kinds::Kind;
pub use sure::Bounds;
pub use trial::{Found, News, Row, Stands, Trial};
pub use vary::{Vary, Wrong};

/// Battles that are fought before it is looked at them again.
const BATCH: u64 = 50;

/// How a variant is fought, and when it has been fought often enough.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sampling {
    /// How well both sides play.
    pub skill: Skill,
    /// What all dice come from.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// No more battles than this for a variant.
    pub most: u64,
    /// Enough is known once the share of wins is known within so much.
    pub within: f64,
}

/// How a variant has gone. Battles that nobody has won count half to each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Battles that were fought.
    pub battles: u64,
    /// Of which the first side has won so many.
    pub wins: u64,
    /// And nobody so many.
    pub draws: u64,
}

impl Tally {
    /// The share of the first side.
    pub fn rate(self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.battles.max(1) as f64
    }

    /// The same as the other side has it.
    fn turned(self) -> Self {
        Self { wins: self.battles.saturating_sub(self.wins + self.draws), ..self }
    }
}

/// Why a variant could not be fought.
#[derive(Debug, thiserror::Error)]
pub enum NotFought {
    /// A battle broke off.
    #[error("battle {number} (seed {seed}) broke off: {why}")]
    Broken {
        /// Which.
        number: u64,
        /// Its seed.
        seed: u64,
        /// Why.
        why: String,
    },
}

/// Fights a battle until it is sure whom it favours, or known well enough how much. `done` hears of each battle, and says
/// whether to go on: nothing comes of what was broken off.
fn fought(
    setup: &Arc<Setup>,
    sampling: Sampling,
    done: impl Fn() -> ControlFlow<()> + Sync,
) -> Result<Option<(Tally, Bounds)>, NotFought> {
    let mut tally = Tally::default();
    loop {
        let plan = Plan {
            setup: setup.clone(),
            battles: BATCH.min(sampling.most.saturating_sub(tally.battles)).max(1),
            // Each batch has dice of its own; those of two variants have the same.
            seed: sampling.seed.wrapping_add(tally.battles.wrapping_mul(0x9e37_79b9)),
            threads: sampling.threads,
            skill: sampling.skill,
            against: None,
            efforts: Default::default(),
            chronicle: false,
        };
        let Some(batch) = plan.run_while(&done) else { return Ok(None) };
        if let Some((number, why)) = batch.broken.first() {
            let (seed, number) = (plan.seed_of(*number), tally.battles + number);
            return Err(NotFought::Broken { number, seed, why: why.clone() });
        }
        tally.battles += batch.battles;
        tally.wins += batch.wins.first().copied().unwrap_or(0);
        tally.draws += batch.draws;
        let bounds = Bounds::of(tally.rate(), tally.battles);
        let is_sure = !bounds.holds(0.5) || bounds.high - bounds.low <= 2.0 * sampling.within;
        if is_sure || tally.battles >= sampling.most {
            return Ok(Some((tally, bounds)));
        }
    }
}
