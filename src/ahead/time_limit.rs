//! How long something goes on at once that may take several frames.

use std::time::Duration;

use bevy::platform::time::Instant;

/// A stretch of time after which somebody rests.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeLimit {
    ends: Option<(Instant, Duration)>,
    rests: bool,
}

impl TimeLimit {
    /// From now on so long, or without an end.
    pub fn of(slice: Option<Duration>) -> Self {
        Self { ends: slice.map(|slice| (Instant::now(), slice)), rests: false }
    }

    /// Whether the time is up: then they rest.
    pub fn is_up(&mut self) -> bool {
        self.rests = self.ends.is_some_and(|(since, slice)| since.elapsed() >= slice);
        self.rests
    }

    /// Whether they rest.
    pub const fn rests(&self) -> bool {
        self.rests
    }
}
