//! Looks at a battle again once it is over. It tells how likely each side was to win, moment by moment. It tells what each
//! decision gave away beside the best that was open, and what the dice did ([`Luck`]).
//!
//! ```no_run
//! # fn told(game: &sortie::record::Game) -> Option<sortie::analysis::Analysis> {
//! use std::ops::ControlFlow;
//!
//! use sortie::analysis::{Effort, Played};
//! let played = Played::of(&game.world, game.battle)?;
//! played.analysed(Effort::default(), 2, || ControlFlow::Continue(())).ok()?
//! # }
//! ```
//!
//! All of it is tried out on copies of the battle as it truly stood, cards and hidden fighters included: it is told when all
//! is over. It is the same for the same battle, effort and seed, on however many threads.

mod kept;
mod luck;
mod seen;

use std::ops::ControlFlow;

use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Decision, Look, Sides, advance, answer, caught, quiet_world, verdict};
use crate::record::{Origin, RecordError, decisions, digest};

pub use kept::beside;
pub use luck::{Fortune, Luck};
use seen::{Eye, Seen};

/// The version of what is kept.
pub const VERSION: u32 = 1;

/// How much is tried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Battles that are played out from each moment that a chance is told of.
    pub playouts: u32,
    /// Moments that a chance is told of.
    pub moments: usize,
    /// How often the dice of each decision are thrown anew.
    pub throws: u32,
    /// Whether it is thought about what else might have been decided.
    pub judges: bool,
    /// What all dice come from.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { playouts: 60, moments: 24, throws: 60, judges: true, seed: 0 }
    }
}

/// All that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The version of the file.
    pub version: u32,
    /// Of which battle.
    pub digest: String,
    /// With how much effort.
    pub effort: Effort,
    /// The sides, by name.
    pub sides: Vec<String>,
    /// Which of them has won, if any.
    pub winner: Option<usize>,
    /// How likely each was to win, from moment to moment.
    pub moments: Vec<Moment>,
    /// Every decision.
    pub decisions: Vec<Judged>,
}

/// How likely each side was to win at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Decisions that had been made.
    pub decision: usize,
    /// The round.
    pub round: i32,
    /// Each side's chance.
    pub chances: Vec<Chance>,
}

/// A chance to win, and between which bounds it lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// The share of battles that were won from here on.
    pub rate: f64,
    /// No less than this.
    pub low: f64,
    /// No more than this.
    pub high: f64,
}

/// A decision, what it was worth, and what came of it. All worths are shares of a battle won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The round.
    pub round: i32,
    /// The side that decided, by its place.
    pub side: usize,
    /// Who of it.
    pub who: Option<String>,
    /// What was decided.
    pub order: String,
    /// How good that was; nothing where there was no choice.
    pub grade: Option<Grade>,
    /// What was given away beside the best that was thought of.
    pub given_away: f64,
    /// What would have been better.
    pub better: Option<String>,
    /// What the dice brought each side beside what they bring on an average; nothing where none fell.
    pub luck: Vec<f64>,
    /// What was rolled.
    pub rolls: Vec<String>,
}

impl Analysis {
    /// How often a side decided how well, the good first.
    pub fn grades(&self, side: usize) -> [(Grade, usize); 4] {
        let own = || self.decisions.iter().filter(|judged| judged.side == side);
        Grade::ALL.map(|grade| (grade, own().filter(|judged| judged.grade == Some(grade)).count()))
    }

    /// Who decided something: a fighter, else a side.
    pub fn whose<'a>(&'a self, judged: &'a Judged) -> &'a str {
        let side = || self.sides.get(judged.side).map(String::as_str);
        judged.who.as_deref().or_else(side).unwrap_or_default()
    }
}

impl Judged {
    /// What the dice brought the side that decided; nothing where none fell.
    pub fn own_luck(&self) -> Option<f64> {
        self.luck.get(self.side).copied()
    }
}

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Nothing better was found.
    Good,
    /// Little was given away.
    Slip,
    /// More was given away.
    Mistake,
    /// Much was given away.
    Blunder,
}

impl Grade {
    /// All of them, the good first.
    pub const ALL: [Self; 4] = [Self::Good, Self::Slip, Self::Mistake, Self::Blunder];
    /// All of them, with the share of a battle from which on they are called so.
    const FROM: [(Self, f64); 4] =
        [(Self::Blunder, 0.25), (Self::Mistake, 0.12), (Self::Slip, 0.05), (Self::Good, f64::NEG_INFINITY)];

    /// What giving so much away is called.
    pub fn of(given_away: f64) -> Self {
        Self::FROM.iter().find(|(_, from)| given_away >= *from).map_or(Self::Good, |(grade, _)| *grade)
    }

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Slip => "slip",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A battle that was played, to be looked at again.
#[derive(Clone, Debug)]
pub struct Played {
    origin: Origin,
    decisions: Vec<Decision>,
    digest: String,
}

impl Played {
    /// A battle as far as it has come; nothing for one that nobody can begin again.
    pub fn of(world: &World, battle: Entity) -> Option<Self> {
        let origin = world.get::<Origin>(battle)?.clone();
        Some(Self { origin, decisions: decisions(world, battle).to_vec(), digest: digest(world, battle) })
    }

    /// How many decisions it has.
    pub const fn decisions(&self) -> usize {
        self.decisions.len()
    }

    /// Which battle it is.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Analyses it on so many threads; `done` hears of each decision, and says whether to go on: nothing comes of what was
    /// broken off.
    ///
    /// # Errors
    /// With the first decision that cannot be made again.
    pub fn analysed(
        &self,
        effort: Effort,
        threads: usize,
        done: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Result<Option<Analysis>, RecordError> {
        let threads = threads.clamp(1, 64);
        let walk = |part: usize| {
            let eye = Eye { effort, part, of: threads, all: self.decisions.len() };
            let broke = |fault| RecordError::Broke { number: 0, order: "the analysis".to_owned(), fault };
            caught(|| self.walk(&eye, &done)).unwrap_or_else(|fault| Err(broke(fault)))
        };
        let parts: Result<Option<Vec<Seen>>, RecordError> = std::thread::scope(|scope| {
            let walk = &walk;
            let others: Vec<_> = (1..threads).map(|part| scope.spawn(move || walk(part))).collect();
            let first = walk(0);
            let others =
                others.into_iter().map(|other| other.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
            std::iter::once(first).chain(others).map(Result::transpose).collect::<Option<_>>().transpose()
        });
        let Some(parts) = parts? else { return Ok(None) };
        let mut seen = parts.into_iter().reduce(Seen::and).unwrap_or_default();
        seen.moments.sort_by_key(|moment| moment.decision);
        seen.decisions.sort_by_key(|(number, _)| *number);
        Ok(Some(Analysis {
            version: VERSION,
            digest: self.digest.clone(),
            effort,
            sides: seen.sides,
            winner: seen.winner,
            moments: seen.moments,
            decisions: seen.decisions.into_iter().map(|(_, judged)| judged).collect(),
        }))
    }

    /// Plays it again in a world of its own, and looks at every decision that falls to this eye. What was decided is answered
    /// as people do it, so that the battle can be copied in between.
    fn walk(&self, eye: &Eye, done: &impl Fn() -> ControlFlow<()>) -> Result<Option<Seen>, RecordError> {
        let mut world = quiet_world();
        let battle = self.origin.begin(&mut world);
        let mut seen = Seen::default();
        for (number, decision) in self.decisions.iter().enumerate() {
            let unfit =
                |why: String| RecordError::Decision { number: number + 1, order: decision.order.to_string(), why };
            let look = Look::at(&world, battle).ok_or_else(|| unfit("there is no battle".to_owned()))?;
            let after = self.decisions.get(number + 1).map(|next| next.dice);
            seen.before(eye, look, (number, decision, after));
            answer(&mut world, battle, decision.order.clone()).map_err(|refusal| unfit(refusal.to_string()))?;
            advance(&mut world, battle);
            let look = Look::at(&world, battle).ok_or_else(|| unfit("there is no battle".to_owned()))?;
            seen.after(eye, look, number);
            if eye.is_own(number) && done().is_break() {
                return Ok(None);
            }
        }
        seen.finish(eye, &world, battle);
        Ok(Some(seen))
    }
}

/// As precise as anything here is worth: it is the same once it was written and read.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// The sides of a battle, by name.
fn sides(look: Look<'_>) -> Vec<String> {
    look.battle::<Sides>().map_or_else(Vec::new, |sides| sides.0.iter().map(|side| side.name.clone()).collect())
}

/// The side that has won, by its place.
fn winner(world: &World, battle: Entity) -> Option<usize> {
    Some(usize::from(verdict(world, battle)?.winner?.0))
}

#[cfg(test)]
mod tests {
    use super::Grade;

    #[test]
    fn what_is_given_away_has_a_name() {
        let named = [-0.2, 0.0, 0.049, 0.05, 0.12, 0.25, 1.0].map(|share| Grade::of(share).word());
        assert_eq!(named, ["good", "good", "good", "slip", "mistake", "blunder", "blunder"]);
    }
}
