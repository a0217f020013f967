//! Lessons: a small board, a few orders, dice that fall as the lesson says and
//! what must then be true. A player steps through them, the tests run them.

mod fact;
mod run;

use std::sync::Arc;

use serde::Serialize;

pub use run::{Stage, run};

use crate::battle::{Key, Setup};

/// One lesson, read and checked.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its id, by which everything outside calls it.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What the player is told before it begins.
    pub text: String,
    /// The ruleset.
    pub ruleset: Key,
    /// The rules that it shows.
    pub rules: Vec<Key>,
    /// The battle.
    pub setup: Arc<Setup>,
    /// The dice in the order in which they fall: "d6=2".
    pub dice: Vec<String>,
    /// What is done and what must then be true.
    pub play: Vec<Scene>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Told to the player.
    Say(String),
    /// Somebody does or answers something: "Mauve: move to (3,0)".
    Do(String),
    /// What must be true now: what, and what it must be.
    Expect(Vec<(String, String)>),
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
