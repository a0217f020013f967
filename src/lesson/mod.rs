//! Lessons: a small board, a few orders, dice that fall as the lesson says and
//! what must then be true. A player steps through them, the tests run them.

mod chances;
mod fact;
mod known;
mod run;
mod touch;

use std::collections::BTreeSet;

use serde::Serialize;

pub use chances::{Clauses, course_of};
pub use run::{Script, Stage, run, run_all, run_watched};

use crate::battle::{Key, Look, RuleId, quiet_world};
pub use crate::rulebook::{Lesson, Scene};

/// What is so in a lesson once so many of its steps have been played, asked in the words in which lessons ask.
///
/// # Errors
/// With what is not understood.
pub fn asked(lesson: &Lesson, played: usize, what: &str) -> Result<String, String> {
    if let Some(told) = chances::foretell(lesson, played, what) {
        return told;
    }
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world).unasked();
    stage.play_to(played);
    fact::tell(Look::at(stage.world, stage.battle).ok_or("no battle")?, what)
}

/// What is so in a battle as it stands, asked in the words of lessons.
///
/// # Errors
/// With what is not understood.
pub fn told(look: Look<'_>, what: &str) -> Result<String, String> {
    fact::tell(look, what)
}

/// How a lesson went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The lesson.
    pub id: String,
    /// The ruleset.
    pub ruleset: Key,
    /// What it is called.
    pub title: String,
    /// The rules that it shows.
    pub rules: Vec<RuleId>,
    /// Whether everything was as expected.
    pub passed: bool,
    /// What was not.
    pub differences: Vec<Difference>,
    /// What had happened until something was not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chronicle: Vec<Line>,
    /// The rules that it touches, where anybody wanted to know.
    #[serde(skip)]
    pub touched: BTreeSet<RuleId>,
}

impl Report {
    /// The rules that the lesson names and never touches.
    pub fn named_in_vain(&self) -> impl Iterator<Item = RuleId> {
        self.rules.iter().copied().filter(|rule| !self.shows(*rule))
    }

    /// Whether it shows a rule, where that was watched.
    pub fn shows(&self, rule: RuleId) -> bool {
        self.touched.contains(&rule)
    }
}

/// A line of the chronicle of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The rule that made it so.
    pub rule: RuleId,
    /// What happened.
    pub text: String,
    /// The dice that fell for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
}

/// Something that was not as expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What.
    pub what: String,
    /// What it should be.
    pub expected: String,
    /// What it is.
    pub found: String,
}
