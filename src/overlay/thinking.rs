//! A thought of the computer's that takes longer than one frame: the window never stands still for it.

use std::time::Duration;

use bevy::platform::time::Instant;

use crate::ai::deep::{Expected, Line, Reasons, Thought};
use crate::ai::{Mind, Skill};
use crate::battle::{Decisions, Look};

/// How long is thought within one frame, at least and at most.
const SLICE: (Duration, Duration) = (Duration::from_millis(12), Duration::from_millis(100));
/// Whoever waits longer than this for an answer is told whose it is, and that they need not wait.
const LONG: Duration = Duration::from_millis(500);

/// How long is thought in all: what is best by then is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How long is thought.
    thought: Duration,
    /// How long that takes by the clock, with all that is drawn between.
    clock: Duration,
}

impl Limits {
    /// For a decision of the computer's.
    pub(super) const DECISION: Self = Self { thought: Duration::from_secs(1), clock: Duration::from_secs(3) };
    /// For what somebody asks of it: a hint, or why something was decided.
    pub(super) const ASKED: Self = Self { thought: Duration::from_secs(3), clock: Duration::from_secs(3) };

    /// Whether so much thought, or so much time by the clock, is enough.
    fn are_reached(self, thought: Duration, clock: Duration) -> bool {
        thought >= self.thought || clock >= self.clock
    }
}

/// How long is thought within a frame, where all else between two slices took so long: where frames are slow anyway, so much
/// longer that a third of the time goes to the thought.
fn slice(rest: Duration) -> Duration {
    (rest / 2).clamp(SLICE.0, SLICE.1)
}

/// Work that takes longer than one frame, a slice of it within each.
#[derive(Default)]
pub(super) struct Slices {
    /// Until when was worked the last time.
    until: Option<Instant>,
}

impl Slices {
    /// Works for the length of a slice, for as long as there is `more` of it; how long that took.
    pub(super) fn work(&mut self, mut more: impl FnMut() -> bool) -> Duration {
        let slice = slice(self.until.map_or(Duration::ZERO, |until| until.elapsed()));
        let begun = Instant::now();
        while more() && begun.elapsed() < slice {}
        self.until = Some(Instant::now());
        begun.elapsed()
    }
}

/// How many decisions have been made.
fn decided(look: Look<'_>) -> usize {
    look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len())
}

/// A thought, and what it is about.
pub(super) struct Thinking {
    thought: Thought,
    /// How many decisions had been made when it began.
    made: usize,
    skill: Skill,
    since: Instant,
    /// How long it was thought about it so far.
    spent: Duration,
    slices: Slices,
    /// What has been thought is to be enough.
    is_stopped: bool,
}

impl Thinking {
    /// The thought that is `known`, if it is about the decision at hand; else a new one. Nothing where nothing is asked.
    pub(super) fn about(look: Look<'_>, known: Option<Self>, mind: &mut Mind) -> Option<Self> {
        let (made, skill) = (decided(look), mind.skill());
        known
            .filter(|known| known.made == made && known.skill == skill)
            .or_else(|| Some(Self::new(look, skill, Thought::of(mind, look)?)))
    }

    /// The same for somebody who is asked, and would be told what the deepest mind makes of it.
    pub(super) fn advising(look: Look<'_>, known: Option<Self>) -> Option<Self> {
        let (made, skill) = (decided(look), Skill::Deep);
        known
            .filter(|known| known.made == made)
            .or_else(|| Some(Self::new(look, skill, Thought::advising(&mut Mind::new(skill, made as u64), look)?)))
    }

    /// This thought about what was decided there.
    pub(super) fn again(look: Look<'_>, thought: Thought) -> Self {
        Self::new(look, Skill::Deep, thought)
    }

    fn new(look: Look<'_>, skill: Skill, thought: Thought) -> Self {
        let (made, since, spent) = (decided(look), Instant::now(), Duration::ZERO);
        Self { thought, made, skill, since, spent, slices: Slices::default(), is_stopped: false }
    }

    /// Thinks on for the length of a slice; whether it has come to an end, which it has within these limits in any case. What it has
    /// come to then stays as it is told.
    pub(super) fn go_on(&mut self, look: Look<'_>, limits: Limits) -> bool {
        if self.is_stopped {
            return true;
        }
        let thought = &mut self.thought;
        self.spent += self.slices.work(|| {
            thought.go_on(look);
            !thought.is_settled()
        });
        self.is_stopped = self.thought.is_settled() || limits.are_reached(self.spent, self.since.elapsed());
        self.is_stopped
    }

    /// Somebody does not want to wait any longer: what it has come to is had.
    pub(super) const fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Whether it has been going on for so long that whoever waits is told of it.
    pub(super) fn is_long(&self) -> bool {
        self.since.elapsed() >= LONG
    }

    /// What is best as far as has been thought.
    pub(super) fn best(&self) -> Option<&Line> {
        self.thought.best()
    }

    /// What is expected of something that was thought of.
    pub(super) fn expects(&self, line: &Line) -> Option<Expected> {
        self.thought.expects(line)
    }

    /// What speaks for what was decided, as far as has been thought again.
    pub(super) fn reasons(&self) -> Option<Reasons<'_>> {
        self.thought.reasons()
    }

    /// All that has been tried, the best first.
    pub(super) fn tried(&self) -> impl Iterator<Item = &Line> {
        self.thought.lines().into_iter().filter(|line| line.tried() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: where frames follow each other fast, thoughts hardly delay them; where they are slow as on a computer without a
    /// graphics card, about as much is thought, within three seconds of the clock.
    #[test]
    fn slow_frames_leave_as_much_time_to_think() {
        let millis = Duration::from_millis;
        assert_eq!([0, 4, 24, 60, 200, 2_000].map(|rest| slice(millis(rest))), [12, 12, 12, 30, 100, 100].map(millis));
        for (rest, least) in
            [(4, 1_000), (16, 1_000), (60, 1_000), (200, 1_000), (500, 500)].map(|(a, b)| (millis(a), b))
        {
            let (mut thought, mut clock) = (Duration::ZERO, Duration::ZERO);
            while !Limits::DECISION.are_reached(thought, clock) {
                thought += slice(rest);
                clock += rest + slice(rest);
            }
            assert!(thought >= millis(least), "{rest:?} a frame: only {thought:?} of thought");
            assert!(clock < millis(3_000) + rest + slice(rest), "{rest:?} a frame: {clock:?}");
        }
    }

    /// Promise: once a thought has come to an end, what it tells stays as it is, however often it is drawn.
    #[test]
    fn what_is_told_at_the_end_stays() {
        let game = trial::begun("gate", 3);
        let look = trial::look(&game);
        let mut thinking = Thinking::about(look, None, &mut Mind::new(Skill::Deep, 3)).unwrap();
        let tries = |thinking: &Thinking| thinking.tried().map(Line::tried).sum::<usize>();
        let limits = Limits { thought: Duration::ZERO, clock: Duration::ZERO };
        assert!(thinking.go_on(look, limits));
        let told = tries(&thinking);
        assert!(told > 0 && thinking.go_on(look, limits));
        assert_eq!(tries(&thinking), told);
    }
}
