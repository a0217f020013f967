//! The file of a sweep, as it is written.
//!
//! ```ron
//! (
//!     title: "How many goblins does the gate hold?",
//!     scenarios: ["scale_toughness/gate"],
//!     settings: {"wound_at": ["meets", "exceeds"]},
//!     figures: ["count of Goblin=4..8", "Toughness of Watch by -1..1"],
//!     skills: ["plain", "keen against plain"],
//!     battles: 2000,
//! )
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::ai::Skill;
use crate::balance::{Vary, Wrong};
use crate::rulebook::reader::{Problem, Problems, Spanned, read_str, text_in};
use crate::sim::{MOST_BATTLES, skill_called};

/// Cells at most.
const MOST_CELLS: u64 = 1_000_000;
/// Jobs at most.
const MOST_JOBS: u64 = 10_000_000;
/// Battles of a job, if the file does not say.
const USUAL_JOB: u64 = 1_000;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    title: String,
    scenarios: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    settings: BTreeMap<Spanned<String>, Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    figures: Vec<Spanned<Figure>>,
    #[serde(default)]
    skills: Option<Spanned<Vec<Spanned<Skills>>>>,
    battles: Spanned<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    job: Option<Spanned<u64>>,
}

/// What is varied in the battle.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Figure(Vary);

impl TryFrom<String> for Figure {
    type Error = Wrong;

    fn try_from(said: String) -> Result<Self, Wrong> {
        said.parse().map(Self)
    }
}

/// How well the first side is played, and all others.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(try_from = "String")]
struct Skills([Skill; 2]);

impl TryFrom<String> for Skills {
    type Error = String;

    fn try_from(said: String) -> Result<Self, String> {
        let (own, other) = said.split_once(" against ").unwrap_or((&said, &said));
        let skill = |word: &str| {
            let wrong = |known: Vec<String>| {
                format!(
                    "found `{word}`, expected one of {}, or two of them, as in `keen against plain`",
                    known.join(", ")
                )
            };
            skill_called(word.trim()).map_err(wrong)
        };
        Ok(Self([skill(own)?, skill(other)?]))
    }
}

/// A sweep: what is fought, and how often.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What the page of it is called.
    pub title: String,
    /// The scenarios.
    pub scenarios: Vec<Spanned<String>>,
    /// Settings, each with the values that it has in turn.
    pub settings: Vec<(Spanned<String>, Vec<Spanned<String>>)>,
    /// What is varied in the battle, with its values.
    pub figures: Vec<Spanned<Vary>>,
    /// How well the first side is played, and all others.
    pub skills: Vec<[Skill; 2]>,
    /// Battles of each cell.
    pub battles: u64,
    /// What all dice come from: the same for each cell.
    pub seed: u64,
    /// Shares of each cell; each is a job.
    pub shares: u64,
    /// The name of the file.
    pub file: String,
    /// The file as it is written.
    pub text: String,
}

impl Sweep {
    /// Reads a file.
    ///
    /// # Errors
    /// With everything that is wrong in it, as far as it can be told without the rulesets.
    pub fn read(path: &Path) -> Result<Self, Vec<Problem>> {
        let text = text_in(path).map_err(|problem| vec![problem])?;
        Self::of(&path.display().to_string(), text)
    }

    /// Reads a text as such a file.
    ///
    /// # Errors
    /// With everything that is wrong in it, as far as it can be told without the rulesets.
    pub fn of(name: &str, text: String) -> Result<Self, Vec<Problem>> {
        let file: File = read_str(name, &text)?;
        let mut problems = Problems::new(name);
        once("scenario", &file.scenarios, &mut problems);
        file.settings.iter().for_each(|(_, values)| once("value", values, &mut problems));
        let mut named = BTreeSet::new();
        for figure in &file.figures {
            let name = figure.value.0.to_string();
            if !named.insert(name.clone()) {
                problems.push(figure.span, format!("`{name}` again"), "each figure once, with all its values");
            }
        }
        let skills = match &file.skills {
            None => vec![[Skill::default(); 2]],
            Some(skills) => {
                if skills.is_empty() {
                    problems.push(skills.span, "an empty list", "at least one level of play");
                }
                for (at, each) in skills.iter().enumerate() {
                    if skills.iter().take(at).any(|other| other.value == each.value) {
                        problems.push(each.span, "the same skills again", "each once");
                    }
                }
                skills.iter().map(|skills| skills.value.0).collect()
            }
        };
        let job = file.job.unwrap_or_else(|| USUAL_JOB.into());
        for (number, what) in [(&file.battles, "battles of each cell"), (&job, "battles of each job")] {
            if !(1..=MOST_BATTLES).contains(&number.value) {
                problems.push(number.span, number.to_string(), format!("1 to {MOST_BATTLES} {what}"));
            }
        }
        if !problems.is_empty() {
            return Err(problems.into_vec());
        }
        let sweep = Self {
            title: file.title,
            scenarios: file.scenarios.value,
            settings: file.settings.into_iter().map(|(name, values)| (name, values.value)).collect(),
            figures: file.figures.into_iter().map(|figure| figure.map(|figure| figure.0)).collect(),
            skills,
            battles: file.battles.value,
            seed: file.seed,
            shares: file.battles.value.div_ceil(job.value),
            file: name.to_owned(),
            text,
        };
        let lengths = sweep.axes().into_iter().map(|axis| axis.values.len() as u64);
        let cells = lengths.fold(1_u64, u64::saturating_mul);
        if cells > MOST_CELLS {
            let found = format!("a grid of {cells} cells");
            problems.add(Problem::whole_file(name, found, format!("at most {MOST_CELLS}")));
        } else if cells * sweep.shares > MOST_JOBS {
            let found = format!("{} jobs", cells * sweep.shares);
            let help = "`job` says of how many battles one is";
            problems.add(Problem::whole_file(name, found, format!("at most {MOST_JOBS}")).with_help(help));
        }
        problems.or(sweep)
    }
}

/// Tells of a list without anything in it, and of what stands in it twice.
fn once(what: &str, all: &Spanned<Vec<Spanned<String>>>, problems: &mut Problems) {
    if all.is_empty() {
        problems.push(all.span, "an empty list", format!("at least one {what}"));
    }
    let mut seen = BTreeSet::new();
    for each in all.iter().filter(|each| !seen.insert(each.value.as_str())) {
        problems.push(each.span, format!("`{}` again", each.value), format!("each {what} once"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"(
    scenarios: ["gate"],
    settings: {"wound_at": ["meets", "exceeds"]},
    figures: ["count of Goblin=2..4"],
    skills: ["plain", "keen against walk"],
    battles: 2500,
)"#;

    /// Promise: a sweep says what is fought, and is cut into jobs of a size.
    #[test]
    fn a_sweep_is_read() {
        let sweep = Sweep::of("s.ron", SOUND.to_owned()).unwrap();
        assert_eq!((sweep.cells(), sweep.shares, sweep.jobs()), (12, 3, 36));
        assert_eq!(sweep.skills, [[Skill::Plain; 2], [Skill::Keen, Skill::Walk]]);
    }

    /// Promise: what is wrong in a file is told with line and column, what was found and what is expected.
    #[test]
    fn a_wrong_sweep_is_told_with_its_place() {
        let cases = [
            ("\"gate\"", "", "2:16: found an empty list, expected at least one scenario"),
            ("\"gate\"", "\"gate\", \"gate\"", "2:25: found `gate` again, expected each scenario once"),
            ("[\"meets\", \"exceeds\"]", "[]", "3:28: found an empty list, expected at least one value"),
            ("\"exceeds\"", "3", "3:38: found "),
            ("count of Goblin=2..4", "Goblin", "4:15: found `Goblin`, expected what is varied"),
            ("=2..4\"", "=2\", \"count of Goblin=3\"", "4:36: found `count of Goblin` again"),
            ("keen against walk", "keener", "5:23: found `keener`, expected one of random, walk"),
            ("\"keen against walk\"", "\"plain against plain\"", "5:23: found the same skills again"),
            ("2500", "0", "6:14: found 0, expected 1 to 10000000 battles of each cell"),
            ("2500", "-4", "6:14: found "),
            ("2500,", "2500, job: 0,", "6:25: found 0, expected 1 to 10000000 battles of each job"),
            ("2500", "10000000, job: 1, seed: 3", "1:1: found 120000000 jobs, expected at most 10000000"),
            ("battles", "batles", "6:5: found "),
        ];
        for (from, to, expected) in cases {
            let text = SOUND.replacen(from, to, 1);
            let told = Sweep::of("s.ron", text).map(|_| ()).unwrap_err();
            let told: Vec<String> = told.iter().map(ToString::to_string).collect();
            assert!(told.iter().any(|line| line.starts_with(&format!("s.ron:{expected}"))), "{from}: {told:#?}");
        }
    }
}
