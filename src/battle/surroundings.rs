//! What is in the air over a field: wind and rain, and what comes down on parts of it from beyond its edge.

use std::sync::Arc;

use bevy::ecs::prelude::Component;
use serde::Deserialize;

use super::Arm;
use crate::board::{Direction, Square};

/// What a scenario says about the air over its field; calm and clear unless it says otherwise.
#[derive(Component, Clone, Debug, Default)]
pub struct Surroundings {
    /// The wind, if there is any to speak of.
    pub wind: Option<Wind>,
    /// Whether it pours.
    pub rain: bool,
    /// What comes down from beyond the edge, in the order of the file.
    pub incoming: Vec<Incoming>,
}

/// A wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wind {
    /// Where it blows to.
    pub toward: Direction,
    /// Whether it is a strong one.
    #[serde(default)]
    pub strong: bool,
}

/// Something that strikes part of the field and that nobody on it does: arrows from beyond the wall, burning oil.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// What it strikes with; how large an area that is stands there.
    pub arm: Arc<Arm>,
    /// The square in the middle.
    pub at: Square,
    /// In which rounds, at their heads.
    pub rounds: Vec<i32>,
    /// How hard it is to strike there.
    pub challenge: i32,
}
