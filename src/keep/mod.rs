//! A stretch of a battle kept as a lesson: field and fighters as its scenario writes them, what was done and what fell until
//! the stretch begins, each deed in it with a line of text, and what must be true at its end. A battle is a record, so no
//! state of it is out of reach: wounds, hands of cards and blows that are half struck come about again as they did.

mod checks;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::battle::{Decision, DiceCup, Fact, Key, Look, RuleId, Spoken, chronicle, quiet_world, rest, verdict};
use crate::dice::{AnyDice, Face, RolledDice};
use crate::files;
use crate::lesson::{Stage, run};
use crate::record::{Budget, NoScenario, Record, RecordError, redo};
use crate::rulebook::reader::{Problem, Source, lines};
use crate::rulebook::{Lesson, Library, Scenario};

/// No more rules are named by a lesson that is kept: it shows what comes first.
const RULES: usize = 12;

/// What the ids of lessons begin with that somebody has kept.
const KEPT: &str = "KEPT-";

/// Whether somebody has kept this lesson.
pub fn is_kept(lesson: &Lesson) -> bool {
    lesson.id.starts_with(KEPT)
}

/// From after so many decisions of a battle to after so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Decisions that had been made when it begins.
    pub from: usize,
    /// Decisions that had been made when it ends.
    pub to: usize,
}

/// What somebody writes to a stretch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What the lesson is called.
    pub title: String,
    /// What it is about.
    pub text: String,
    /// A line before each decision; those that are empty are left out.
    pub captions: Vec<String>,
}

/// Why a stretch cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// Its scenario cannot be had.
    #[error(transparent)]
    Scenario(#[from] NoScenario),
    /// Its decisions cannot be made again.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// There are no such decisions.
    #[error("found the decisions {from} to {to}, expected a stretch of 0 to {of}")]
    Stretch {
        /// Where it would begin.
        from: usize,
        /// Where it would end.
        to: usize,
        /// How many decisions there are.
        of: usize,
    },
    /// What was written cannot be read.
    #[error("{}", lines(.0))]
    Files(Vec<Problem>),
    /// Played as a lesson it goes differently.
    #[error("played as a lesson this stretch goes differently: {0}")]
    Differs(String),
    /// There is nowhere to put it.
    #[error("no folder of rulesets lies beside the program; name one with --rulesets DIR, and lessons are kept in it")]
    Nowhere,
    /// The file cannot be written.
    #[error("{file}: {why}")]
    File {
        /// Which file.
        file: String,
        /// What the system says.
        why: std::io::Error,
    },
}

/// A stretch as a lesson that was played and holds.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// The text of its file.
    pub text: String,
    /// What its file is called.
    name: String,
}

/// The battle before the kept one, played again to its end and over the hours after it.
struct Earlier<'a> {
    record: &'a Record,
    scenario: Scenario,
    played: Played,
    hours: i32,
    before: Option<Box<Earlier<'a>>>,
}

impl<'a> Earlier<'a> {
    fn of(library: &Library, record: &'a Record) -> Result<Self, NotKept> {
        let before = record.before.as_deref().map(|before| Self::of(library, before).map(Box::new)).transpose()?;
        let scenario = record.scenario_within(library, &Budget::usual())?;
        let hours = scenario.then.as_ref().map_or(0, |then| then.hours);
        let whole = Stretch { from: 0, to: record.decisions.len() };
        // What must be true is asked of the stretch alone.
        let played = Played { checks: Vec::new(), ..play(&scenario, record, (whole, Some(hours)))? };
        Ok(Self { record, scenario, played, hours, before })
    }
}

/// A stretch that was played again.
struct Played {
    /// What was done: "Mauve: attack with Sword at Goblin".
    lines: Vec<String>,
    /// Every die that fell.
    dice: Vec<Face>,
    /// How many had fallen when the stretch begins.
    fallen: usize,
    /// Everything that happened.
    facts: Vec<Fact>,
    /// The rules that come up in the stretch.
    rules: Vec<RuleId>,
    /// What must be true at its end.
    checks: Vec<(String, String)>,
}

/// Keeps a stretch of a battle. The lesson is played before it is handed out: it passes, and the same happens in it.
///
/// # Errors
/// With what stands against it, by name.
pub fn keep(library: &Library, record: &Record, stretch: Stretch, told: &Told) -> Result<Kept, NotKept> {
    let of = record.decisions.len();
    if stretch.from >= stretch.to || stretch.to > of {
        return Err(NotKept::Stretch { from: stretch.from, to: stretch.to, of });
    }
    let scenario = record.scenario_within(library, &Budget::usual())?;
    let played = play(&scenario, record, (stretch, None))?;
    let earlier = record.before.as_deref().map(|before| Earlier::of(library, before)).transpose()?;
    let (id, name) = named(library, scenario.ruleset);
    let kept = words::Battle { scenario: &scenario, record, played: &played, before: earlier.as_ref() };
    let text = words::file(kept, stretch, told, &id).map_err(NotKept::Files)?;
    let source = Source::Said(Arc::from(format!("{name}.ron")), Arc::from(text.as_str()));
    let lessons = library.lessons_at(Some(scenario.ruleset.as_str()), &source).map_err(NotKept::Files)?;
    let lesson = lessons.into_iter().next().ok_or_else(|| NotKept::Differs("nothing is left of it".to_owned()))?;
    prove(&lesson, &played)?;
    Ok(Kept { lesson: Arc::new(lesson), text, name })
}

impl Kept {
    /// What its file is called.
    pub fn file(&self) -> String {
        format!("{}.ron", self.name)
    }

    /// Writes it among the lessons of its game, in the folder that new files are written into.
    ///
    /// # Errors
    /// When there is none, or nothing can be written there.
    pub fn write(&self, library: &Library) -> Result<PathBuf, NotKept> {
        let folder = library.sources().keeps().ok_or(NotKept::Nowhere)?;
        let lessons = folder.join(self.lesson.ruleset.as_str()).join("lessons");
        let path = lessons.join(self.file());
        self.write_to(&path)?;
        Ok(path)
    }

    /// Writes it into this file.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn write_to(&self, path: &Path) -> Result<(), NotKept> {
        let wrong = |why| NotKept::File { file: path.display().to_string(), why };
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), files::make).map_err(wrong)?;
        files::write(path, self.text.as_bytes()).map_err(wrong)
    }
}

/// Every decision of a battle in words, with its fighter's name.
///
/// # Errors
/// With the first that cannot be made again.
pub fn deeds(scenario: &Scenario, record: &Record) -> Result<Vec<String>, NotKept> {
    let all = Stretch { from: 0, to: record.decisions.len() };
    play(scenario, record, (all, None)).map(|played| played.lines)
}

/// Plays a battle again to the end of the stretch, and over the hours after it where another battle follows.
fn play(scenario: &Scenario, record: &Record, (stretch, hours): (Stretch, Option<i32>)) -> Result<Played, NotKept> {
    let mut world = quiet_world();
    let dice = RolledDice::after(&scenario.setup.falls, record.seed).noting();
    let battle = scenario.setup.spawn(&mut world, AnyDice::from(dice));
    let (before, _) = record.decisions.split_at(stretch.from);
    let mut lines = Vec::new();
    let mut told = |look: Look<'_>, decision: &Decision<Spoken>| {
        let who = look.question().and_then(|question| question.who).map(|who| look.name(who));
        let order = &decision.order;
        lines.push(who.map_or_else(|| order.to_string(), |who| format!("{who}: {order}")));
    };
    redo(&mut world, battle, before, &mut told)?;
    let fallen = world.get::<DiceCup>(battle).map_or(0, |cup| cup.0.thrown());
    let first = Look::at(&world, battle).map(|look| (look.facts().len(), checks::Asked::at(look)));
    let all = record.decisions.get(..stretch.to).unwrap_or(&record.decisions);
    redo(&mut world, battle, all, &mut told)?;
    if let Some(hours) = hours {
        rest(&mut world, battle, hours).map_err(|why| NotKept::Differs(why.to_string()))?;
    }
    let dice = match world.get::<DiceCup>(battle).map(|cup| &cup.0) {
        Some(AnyDice::Rolled(dice)) => dice.noted().to_vec(),
        _ => Vec::new(),
    };
    let facts = chronicle(&world, battle).to_vec();
    if let Some(verdict) = verdict(&world, battle).filter(|verdict| verdict.is_broken) {
        return Err(NotKept::Differs(verdict.why.clone()));
    }
    let (look, (start, asked)) =
        Look::at(&world, battle).zip(first).ok_or_else(|| NotKept::Differs("the battle is gone".to_owned()))?;
    let mut rules: Vec<RuleId> = Vec::new();
    let new = facts.get(start..).unwrap_or_default();
    for fact in new {
        if rules.len() < RULES && look.rules().book.contains_key(&fact.rule) && !rules.contains(&fact.rule) {
            rules.push(fact.rule);
        }
    }
    let checks = asked.answers(look, new);
    let fallen = usize::try_from(fallen).unwrap_or(usize::MAX).min(dice.len());
    Ok(Played { lines, dice, fallen, facts, rules, checks })
}

/// Whether the lesson passes, and the same happens in it.
fn prove(lesson: &Lesson, played: &Played) -> Result<(), NotKept> {
    let report = run(lesson);
    if let Some(first) = report.differences.first() {
        let told = format!("{}: found {}, expected {}", first.what, first.found, first.expected);
        return Err(NotKept::Differs(told));
    }
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world).unasked();
    stage.play_to(lesson.play.len());
    let again = chronicle(stage.world, stage.battle);
    let differs = played.facts.iter().zip(again).find(|(one, other)| one.rule != other.rule || one.text != other.text);
    match differs {
        Some((one, other)) => Err(NotKept::Differs(format!("found `{}`, expected `{}`", other.text, one.text))),
        None if again.len() != played.facts.len() => {
            Err(NotKept::Differs(format!("found {} facts, expected {}", again.len(), played.facts.len())))
        }
        None => Ok(()),
    }
}

/// The id and the name of the file of the next lesson that is kept, which no other has.
fn named(library: &Library, ruleset: Key) -> (String, String) {
    let headings = library.headings(ruleset.as_str(), Some(KEPT)).unwrap_or_default();
    let files = library.sources().list(ruleset.as_str(), "lessons");
    let called = |number: usize| (format!("{KEPT}{number:02}"), format!("kept_{number:02}"));
    let is_free = |(id, name): &(String, String)| {
        !headings.iter().any(|heading| heading.id == *id) && !files.iter().any(|(file, _)| file == name)
    };
    (1..).map(called).find(is_free).unwrap_or_else(|| called(1))
}

#[cfg(test)]
mod tests;
