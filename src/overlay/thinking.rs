//! A thought of the computer's that takes longer than one frame: the window never stands still for it.

use std::time::Duration;

use bevy::platform::time::Instant;

use crate::ai::deep::{Line, Thought};
use crate::ai::{Mind, Skill};
use crate::battle::{Decisions, Look};

/// How long is thought within one frame.
const SLICE: Duration = Duration::from_millis(12);
/// Whoever waits longer than this for an answer is told whose it is.
const LONG: Duration = Duration::from_millis(400);

/// A thought, and what it is about.
pub(super) struct Thinking {
    thought: Thought,
    /// How many decisions had been made when it began.
    made: usize,
    skill: Skill,
    since: Instant,
}

impl Thinking {
    /// The thought that is `known`, if it is about the decision at hand; else a new one. Nothing where nothing is asked.
    pub(super) fn about(look: Look<'_>, known: Option<Self>, mind: &mut Mind) -> Option<Self> {
        let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let skill = mind.skill();
        known.filter(|known| known.made == made && known.skill == skill).or_else(|| {
            let thought = Thought::of(mind, look)?;
            Some(Self { thought, made, skill, since: Instant::now() })
        })
    }

    /// Thinks on for the length of a slice; whether it has come to an end, which it has after the `longest` time in any case.
    pub(super) fn go_on(&mut self, look: Look<'_>, longest: Duration) -> bool {
        let begun = Instant::now();
        while !self.thought.is_settled() && begun.elapsed() < SLICE {
            self.thought.go_on(look);
        }
        self.thought.is_settled() || self.since.elapsed() >= longest
    }

    /// Whether it has been going on for so long that whoever waits is told of it.
    pub(super) fn is_long(&self) -> bool {
        self.since.elapsed() >= LONG
    }

    /// What is best as far as has been thought.
    pub(super) fn best(&self) -> Option<&Line> {
        self.thought.best()
    }

    /// All that has been tried, the best first.
    pub(super) fn tried(&self) -> impl Iterator<Item = &Line> {
        self.thought.lines().into_iter().filter(|line| line.tried() > 0)
    }
}
