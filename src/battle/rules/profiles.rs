//! Ready-made combatants, and things that stand on the board.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::{ConditionName, FigureName, Key};
use crate::board::CoverGrade;

/// A ready-made combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// What players call it.
    pub name: Key,
    /// Who or what it is, in a line.
    pub blurb: String,
    /// Its class; some of its figures follow from that.
    pub class: Option<Key>,
    /// Its figures; those left out have their defaults.
    pub figures: BTreeMap<FigureName, i32>,
    /// What it carries: ready ones first.
    pub arms: Vec<Key>,
    /// Those of them that are not in hand when a battle begins.
    pub stowed: Vec<Key>,
    /// Groups of attacks that it has practised.
    pub combos: BTreeMap<Key, Vec<Key>>,
    /// What it has learned to do.
    pub techniques: Vec<Key>,
    /// Parts of its body that can be aimed at, with how many it has of each.
    pub parts: Vec<Key>,
    /// Words that rules ask for: "mindless", "electronic", "wings".
    pub tags: Vec<Key>,
    /// Conditions that it starts a battle with.
    pub conditions: Vec<ConditionName>,
    /// How its token is drawn.
    pub token: Option<String>,
}

/// A thing that gives cover, can be struck and can be broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ObjectDef {
    /// What players call it.
    pub name: Key,
    /// The cover that it gives while whole.
    pub cover: CoverGrade,
    /// Nobody walks through it.
    pub blocks_move: bool,
    /// Its figures: toughness, durability ...
    pub figures: BTreeMap<FigureName, i32>,
    /// Words that rules ask for.
    pub tags: Vec<Key>,
    /// The arm whose area goes off when it is destroyed.
    pub bursts: Option<Key>,
    /// The arm that it is for those who stand next to it: an engine of war.
    pub engine: Option<Key>,
}
