//! Saves: one die, and whatever does not exceed the figure passes (ZN-MISC-01, ZN-MISC-02).

use crate::mechanics::prelude::*;

/// The numbers of saves.
#[derive(Clone, Debug, Deserialize)]
pub struct RollUnder {
    /// What is thrown.
    pub die: Expr,
    /// Whether a throw of just the figure passes.
    pub equal_passes: bool,
    /// Whether the lowest throw always passes and the highest never does.
    pub extremes: bool,
    /// How a group saves together.
    pub group: Together,
}

/// How several save together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Together {
    /// One die for all of them.
    SingleRoll,
    /// A die each.
    EachRolls,
}

mechanic!(RollUnder: |self| {
    words(rules, words) => {
        let tried = rules.figures.iter().filter(|(_, figure)| figure.group.as_deref() == Some("ability"));
        words.add(Word::Roll, tried.map(|(name, _)| Key::new(&format!("{name} save"))));
    },
    plays => &[Part::Saves],
});

impl Saves for RollUnder {
    fn die(&self) -> &Expr {
        &self.die
    }

    fn passes(&self, natural: i32, figure: i32) -> bool {
        match () {
            () if self.extremes && natural <= self.die.min() => true,
            () if self.extremes && natural >= self.die.max() => false,
            () => natural < figure || (self.equal_passes && natural == figure),
        }
    }

    fn is_shared(&self) -> bool {
        self.group == Together::SingleRoll
    }
}
