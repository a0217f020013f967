//! What a run is: enough to tell whether two machines have fought battles of the same one.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::ai::Skill;

/// The version of the program and what its sources for battles come to: two programs of the same name fight alike.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("SORTIE_SOURCES"));

/// Battles of a run at most.
pub const MOST_BATTLES: u64 = 10_000_000;

/// A run of battles. Two parts belong together if all of this is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The program that fights.
    pub program: String,
    /// What the files of the ruleset and the scenario come to.
    pub rules: String,
    /// The scenario.
    pub scenario: String,
    /// Settings that are played differently.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// What is varied in the battle, one after the other, and its value.
    #[serde(default)]
    pub figures: Vec<(String, i32)>,
    /// How well the first side is played.
    pub skill: String,
    /// How well all others are.
    pub against: String,
    /// What all dice come from.
    pub seed: u64,
    /// Battles of the whole run.
    pub battles: u64,
    /// The names of the sides.
    pub sides: Vec<String>,
}

impl Run {
    /// How another run differs, in words: what was found there, and what is expected. Nothing where it is the same.
    pub fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        type Told = fn(&Run) -> String;
        let told: [(&'static str, Told); 9] = [
            ("program", |run| run.program.clone()),
            ("scenario", |run| run.scenario.clone()),
            ("settings", |run| pairs(&run.settings)),
            ("figures", |run| pairs(run.figures.iter().map(|(name, value)| (name, value)))),
            ("skills", |run| format!("{} against {}", run.skill, run.against)),
            ("seed", |run| run.seed.to_string()),
            ("battles", |run| run.battles.to_string()),
            ("rules", |run| run.rules.clone()),
            ("sides", |run| run.sides.join(", ")),
        ];
        let differs = told.iter().find(|(_, told)| told(self) != told(other));
        differs.map(|(what, told)| (*what, told(other), told(self)))
    }

    /// The seed of one of its battles.
    pub fn seed_of(&self, number: u64) -> u64 {
        seed_of(self.seed, number)
    }
}

/// The seed of a battle, far from those of its neighbours.
pub(super) fn seed_of(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Another seed that comes from one: what is fought with it has dice of its own, the same each time.
pub fn other_seed(seed: u64) -> u64 {
    // No battle of a run has this number.
    seed_of(seed, u64::MAX)
}

fn pairs<K: std::fmt::Display, V: std::fmt::Display>(all: impl IntoIterator<Item = (K, V)>) -> String {
    let pairs: Vec<String> = all.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    if pairs.is_empty() { "none".to_owned() } else { pairs.join(", ") }
}

/// The word for a level of play.
pub fn called(skill: Skill) -> String {
    skill.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The level of play that is called so.
///
/// # Errors
/// With all that there are.
pub fn skill_called(word: &str) -> Result<Skill, Vec<String>> {
    Skill::from_str(word, false).map_err(|_| Skill::value_variants().iter().map(|skill| called(*skill)).collect())
}
