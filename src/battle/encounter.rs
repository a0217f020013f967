//! How two sides come upon each other: what a scenario lays down about it, and what it leaves to the dice.

use std::sync::Arc;

use bevy::ecs::prelude::Component;
use serde::Deserialize;

use super::{Key, Profile, SideId};
use crate::board::Square;
use crate::dice::Expr;

/// What a scenario says about how its sides meet. A battle without it has begun already.
#[derive(Component, Clone, Debug, Default)]
pub struct Encounter {
    /// Whether they meet indoors or underground, where distances are short.
    pub indoors: bool,
    /// Those who come by chance.
    pub wanderers: Vec<Wanderers>,
    /// Where they may come from: one of these is drawn.
    pub entries: Vec<Square>,
    /// Words about sides that rules ask for: "light", "noisy".
    pub words: Vec<(SideId, Vec<Key>)>,
    /// What a whole side counts for a figure, whatever its members have.
    pub figures: Vec<(SideId, Key, i32)>,
    /// Who is taken by surprise.
    pub surprise: Uncertain<Vec<SideId>>,
    /// How far apart they are, in the board's unit of length.
    pub distance: Uncertain<i32>,
    /// What the dice for the mood of the others show.
    pub reaction: Uncertain<i32>,
    /// What lies on the way of whoever runs, one after the other: words such as "corner".
    pub way: Vec<Key>,
}

/// Some who come by chance.
#[derive(Clone, Debug)]
pub struct Wanderers {
    /// What each of them is made from.
    pub profile: Arc<Profile>,
    /// Whose side they are on.
    pub side: SideId,
    /// How many, if not as many as is usual for their kind.
    pub number: Option<Expr>,
}

/// Something that a scenario may leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uncertain<T> {
    /// It does not come up: everybody stands and thinks as the scenario has it.
    #[default]
    Settled,
    /// The dice say.
    Thrown,
    /// It is this.
    Is(T),
}

impl Encounter {
    /// What is laid down for a figure of a whole side.
    pub fn figure(&self, side: SideId, figure: Key) -> Option<i32> {
        self.figures.iter().find(|(of, name, _)| *of == side && *name == figure).map(|(.., value)| *value)
    }

    /// Whether a word holds of a side.
    pub fn is(&self, side: SideId, word: Key) -> bool {
        self.words.iter().any(|(of, words)| *of == side && words.contains(&word))
    }
}
