//! Lessons: a small board, a few orders, dice that fall as the lesson says and
//! what must then be true. A player steps through them, the tests run them.

mod chances;
mod fact;
mod run;

use serde::Serialize;

pub use chances::{Clauses, course_of};
pub use run::{Stage, run};

use crate::battle::Key;
pub use crate::rulebook::{Lesson, Scene};

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
    pub rules: Vec<Key>,
    /// Whether everything was as expected.
    pub passed: bool,
    /// What was not.
    pub differences: Vec<Difference>,
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
