//! Figures: what they are made up of, and the tables that they are looked up in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::{FigureName, Key, RuleId};

/// A figure: what it is called, and how it is made up if it is not simply given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FigureDef {
    /// A short form for sheets ("Str").
    pub short: Option<String>,
    /// The rule that defines it.
    pub rule: Option<RuleId>,
    /// The parts of a derived figure; empty for one that profiles give.
    pub is: Vec<FigurePart>,
    /// What a combatant has that gives none of its own.
    pub default: i32,
    /// Never below.
    pub min: Option<i32>,
    /// Never above.
    pub max: Option<i32>,
    /// Counted in halves: players write 2.5 and the rules reckon with 5.
    pub halves: bool,
    /// Whether less of it is better.
    pub low_is_good: bool,
    /// Where the sheet shows it: "ability", "skill", "figure", or nowhere.
    pub group: Option<String>,
    /// Always that of one's own mind, whoever else has one's body in hand.
    pub own: bool,
    /// The least and the most that profiles, fighters and things may be given of it.
    pub given: Option<(i32, i32)>,
}

/// One part of a derived figure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FigurePart {
    /// What the part is called; the figure that it reads if left out.
    pub name: Option<Key>,
    /// A plain number.
    pub n: i32,
    /// Another figure.
    pub of: Option<Key>,
    /// This figure instead, where it is higher.
    pub or: Option<FigureName>,
    /// How often that figure counts.
    pub times: Option<i32>,
    /// By what it is then divided, rounding down.
    pub over: Option<i32>,
    /// Looks the figure up in a table instead of taking it as it is.
    pub table: Option<Key>,
    /// That figure as it is without the state of play: a lowered attribute does
    /// not lower what was made of it once.
    pub whole: bool,
    /// Part of the state of play (wounds, penalties): counts even where a
    /// lesson or the odds set the figure to a number of their own.
    pub state: bool,
}

/// A table that turns one number into another: the row with the highest key
/// that is not above the number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<i32, i32>", into = "BTreeMap<i32, i32>")]
pub struct Table1(pub BTreeMap<i32, i32>);

impl TryFrom<BTreeMap<i32, i32>> for Table1 {
    type Error = &'static str;

    fn try_from(rows: BTreeMap<i32, i32>) -> Result<Self, Self::Error> {
        if rows.is_empty() { Err("at least one row") } else { Ok(Self(rows)) }
    }
}

impl From<Table1> for BTreeMap<i32, i32> {
    fn from(table: Table1) -> Self {
        table.0
    }
}

impl Table1 {
    /// The entry for `key`, if the table reaches down that far.
    pub fn get(&self, key: i32) -> Option<i32> {
        self.0.range(..=key).next_back().map(|(_, value)| *value)
    }
}
