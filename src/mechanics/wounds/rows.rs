//! What a chart of wounds says: places of the body, what so much damage does to each of them, and what every wound does
//! (LG-WND-05 to LG-WND-24).

use crate::mechanics::prelude::*;

/// A place of the body with wounds of its own.
#[derive(Clone, Debug, Deserialize)]
pub struct Location {
    /// What players call it.
    #[serde(deserialize_with = "refers::own")]
    pub name: Key,
    /// The highest roll of the die of places that comes to it; all that are left if it does not say.
    pub up_to: Option<i32>,
    /// Its wounds, one row after the other: of several in one row, one.
    pub rows: Vec<Vec<Key>>,
    /// Words of bodies that have no such place.
    #[serde(default)]
    pub lacking: Vec<Key>,
    /// The figure that counts how many there are. Nobody is struck where none is
    /// left. Those who have fewer than there are sides lack the last of those.
    pub counted: Option<FigureName>,
    /// The sides that it has, the main one first.
    #[serde(default)]
    pub sides: Vec<Key>,
    /// Conditions of a side that can be struck no more.
    #[serde(default)]
    pub spent: Vec<ConditionName>,
}

/// One kind of wound and everything that it does.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct WoundDef {
    /// What becomes of those who suffer it, in words.
    pub text: String,
    /// The condition that it brings.
    pub brings: Option<ConditionName>,
    /// Each makes the condition stronger, where otherwise the longer one counts.
    pub adds_up: bool,
    /// It is over with its condition, and nothing of it is kept.
    pub passing: bool,
    /// How many squares it throws its victim back.
    pub flings: i32,
    /// What it drains at the start of each turn.
    pub drains: i32,
    /// What is held there falls.
    pub drops: bool,
    /// The small part of the body that it is about.
    pub part: Option<Key>,
    /// How many of those there are, and what those are in who have lost them all.
    pub all: Option<(i32, Option<ConditionName>)>,
    /// How long it lasts, and what comes after it; for good if it does not say.
    pub lasts: Vec<Stretch>,
    /// What treatment does about it.
    pub cure: Option<Cure>,
    /// The rule that it shows.
    pub rule: RuleId,
}

/// One stretch of the time that a wound lasts.
#[derive(Clone, Debug, Deserialize)]
pub struct Stretch {
    /// How long; for good if left out.
    pub n: Option<Expr>,
    /// Counted in what.
    #[serde(default)]
    pub of: Unit,
    /// The condition that it brings by then, if no longer its own.
    #[serde(default, rename = "as")]
    pub becomes: Option<ConditionName>,
    /// Rolled only after the battle.
    #[serde(default)]
    pub later: bool,
}

/// What times are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Rounds of the battle.
    Rounds,
    /// Days after it.
    #[default]
    Days,
    /// Weeks, kept by the half.
    Weeks,
}

impl Unit {
    /// What players call it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Days => "days",
            Self::Weeks => "weeks",
        }
    }

    /// Hours in one of what is kept.
    pub const fn hours(self) -> i32 {
        match self {
            Self::Rounds => 0,
            Self::Days => 24,
            Self::Weeks => 84,
        }
    }

    /// How many of what is kept go into one.
    pub const fn parts(self) -> i32 {
        match self {
            Self::Rounds | Self::Days => 1,
            Self::Weeks => 2,
        }
    }
}

/// What treatment does about a wound.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Cure {
    /// What it adds to the check.
    #[serde(default)]
    pub modifier: i32,
    /// How many parts of a continuous action it takes.
    pub actions: i32,
    /// What a success does.
    pub works: Works,
}

/// What successful treatment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Works {
    /// Ends the wound.
    Heals,
    /// Leaves this wound in its place.
    Leaves(Key),
    /// Shortens its first stretch to so much.
    Shortens(i32),
    /// Halves its first stretch, halves rounded up.
    Halves,
}
