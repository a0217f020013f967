//! The text of a rule, and what shows it in a battle.

use serde::{Deserialize, Serialize};

use super::AreaShape;
use crate::battle::{Key, RuleId, Verb};

/// How much of play a rule concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Every battle.
    #[default]
    Battle,
    /// Battles of tables that want it.
    Optional,
    /// What happens between battles.
    Campaign,
}

/// A rule in our own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// Its number in the ledger.
    pub id: RuleId,
    /// The area that it stands in; chapters are made of areas.
    pub area: String,
    /// What players call it.
    pub title: String,
    /// How much of play it concerns.
    #[serde(default)]
    pub tier: Tier,
    /// What it says.
    pub text: String,
    /// What was decided where its source is silent or at odds.
    #[serde(default)]
    pub ruling: Option<String>,
    /// Rules that it leans on.
    #[serde(default)]
    pub see: Vec<RuleId>,
    /// What shows it to those who look on, as nothing that comes about bears its id (how is rounded, what is counted).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown_by: Vec<Trace>,
}

/// Something of a battle that is touched when it comes about, is done, or is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trace {
    /// Something has come about by the rule of this id.
    Fact(RuleId),
    /// Dice have been thrown for it.
    Roll(Key),
    /// It has been added to something.
    Term(Key),
    /// A figure or count.
    Figure(Key),
    /// A condition.
    State(Key),
    /// The deed of this verb.
    Deed(Verb),
    /// A manner of doing something.
    Manner(Key),
    /// A part of a body that is aimed at.
    Part(Key),
    /// A type of damage.
    Type(Key),
    /// The shape of an area.
    Area(AreaShape),
}
