//! Conditions, and what they and other things add to rolls and figures.

use serde::{Deserialize, Serialize};

use crate::battle::{ConditionName, Key, RuleId, refers};

/// A condition and everything that it does by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConditionDef {
    /// The rule that defines it.
    pub rule: RuleId,
    /// What it does, for the tooltip.
    pub text: String,
    /// How it is drawn: the word of a sign.
    pub sign: Option<String>,
    /// Named modifiers that it brings.
    pub mods: Vec<ModDef>,
    /// Verbs and kinds of deed that it forbids; "all" forbids every deed, but no save ("STR save").
    pub forbids: Vec<Key>,
    /// Conditions that it brings with it for as long as it lasts.
    pub implies: Vec<ConditionName>,
    /// Conditions that end when it begins (standing up from crouching, say).
    pub replaces: Vec<ConditionName>,
    /// Out of the fight while it lasts.
    pub out: bool,
    /// Out of the fight for good.
    pub dead: bool,
    /// A posture rather than an affliction.
    pub stance: bool,
    /// Of use to whoever is in it.
    pub helps: bool,
    /// Ends without a word: what was said when it began says how long it lasts.
    pub quiet: bool,
    /// Several can bring it about at once, and each has to end it.
    pub by_each: bool,
    /// Whoever somebody is in it with is in it as well, so that it is neither's luck.
    pub mutual: bool,
    /// Outlasts the battle.
    pub stays: bool,
    /// Of the mind, so that another mind in the same body has nothing of it.
    pub of_mind: bool,
    /// The word that every blow at somebody who is in it carries.
    pub opens_to: Option<Key>,
    /// A technique, which fighters learn, rather than a state that they come into.
    pub learned: bool,
}

impl ConditionDef {
    /// Whether nothing comes of it by itself.
    pub const fn does_nothing(&self) -> bool {
        let Self { mods, forbids, implies, out, dead, opens_to, .. } = self;
        let is_bare = mods.is_empty() && forbids.is_empty() && implies.is_empty() && opens_to.is_none();
        is_bare && !*out && !*dead
    }
}

/// A modifier that a condition, technique or item brings to a kind of roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModDef {
    /// The roll or figure that it touches.
    #[serde(deserialize_with = "refers::rolls")]
    pub on: Vec<Key>,
    /// What it adds.
    pub n: i32,
    /// Only where the roll carries all of these words ("melee", "ranged").
    #[serde(deserialize_with = "refers::words_of_rolls")]
    pub when: Vec<Key>,
    /// Not where it carries one of these.
    #[serde(deserialize_with = "refers::words_of_rolls")]
    pub unless: Vec<Key>,
    /// Multiplied by the amount of the condition.
    pub each: bool,
}
