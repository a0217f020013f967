//! Opponents who are far stronger: some of what one does against them is harder, or comes to nothing (HG-SIZE-01).

use crate::mechanics::prelude::*;

/// What it does to be far weaker than somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Gap {
    /// How it is played.
    pub mode: GapMode,
    /// From what difference on.
    pub from: i32,
    /// From what difference on it is impossible, where it ever is.
    pub never: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

/// How the difference of strength is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapMode {
    /// It is harder.
    #[default]
    Penalty,
    /// It is harder, and impossible where the difference is great.
    Forbid,
    /// It is nothing.
    Off,
}

impl Gap {
    /// What it takes off a roll of the weaker one, who is weaker by so much.
    pub(in crate::mechanics) const fn takes_off(&self, weaker_by: i32) -> i32 {
        match self.mode {
            GapMode::Off => 0,
            _ if weaker_by < self.from => 0,
            _ => weaker_by.saturating_sub(self.from).saturating_add(1),
        }
    }

    /// Whether somebody weaker by so much cannot do it at all.
    pub(in crate::mechanics) fn forbids(&self, weaker_by: i32) -> bool {
        self.mode == GapMode::Forbid && weaker_by >= self.never
    }
}
