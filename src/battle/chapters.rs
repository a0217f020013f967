//! The chapters of a rulebook: its rules in the order in which a round comes to them.

use serde::Serialize;

use super::RuleId;

/// A chapter of the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence; nothing where nobody has written one.
    pub text: String,
    /// Its areas in their order.
    pub areas: Vec<Section>,
}

/// An area of the rulebook with its rules, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What it is called.
    pub name: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
}

impl Chapter {
    /// All rules in it.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + '_ {
        self.areas.iter().flat_map(|area| area.rules.iter().copied())
    }
}
