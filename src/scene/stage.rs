//! What the scene shows at the moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use bevy::math::Vec2;

use super::camera::Aim;
use crate::art::figures::{Base, Figure, Outfit, Vigour};
use crate::battle::{Id, Key};
use crate::board::{Board, Square};
use crate::looks::{Bleeds, Figures, Looks, Shared};

/// A colour that lies over a square, and how strongly.
pub type Hue = ([u8; 3], f32);

/// What is seen of a battle: its board, from where, and who stands on it. Places are in squares from the upper left corner.
#[derive(Resource, Clone)]
pub struct Stage {
    /// The board; nothing where no field is seen.
    pub board: Option<Arc<Board>>,
    /// The looks of the game, for ground, air and table.
    pub looks: Looks,
    /// From where one looks.
    pub aim: Aim,
    /// What layers lay over the ground.
    pub tints: Arc<BTreeMap<Square, Vec<Hue>>>,
    /// Everybody who is seen; who comes later lies over who comes before.
    pub actors: Vec<Actor>,
    /// Squares that something hangs over, and what that is.
    pub clouds: Arc<Vec<(Square, Key)>>,
    /// What those leave behind who are struck down.
    pub stains: Vec<Stain>,
    /// Dust that is whirled up.
    pub dust: Vec<Dust>,
    /// Whether whoever leaves is seen to go.
    pub moves: bool,
    /// Whether water, clouds and fire may move.
    pub stirs: bool,
}

impl Default for Stage {
    fn default() -> Self {
        let (aim, tints, actors, clouds) = Default::default();
        let (stains, dust) = Default::default();
        let looks = Looks::default();
        Self { board: None, looks, aim, tints, actors, clouds, stains, dust, moves: false, stirs: false }
    }
}

/// What somebody has left on the ground who was struck down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stain {
    /// Where its middle is.
    pub at: Vec2,
    /// How large it is.
    pub size: f32,
    /// Chooses its shape.
    pub seed: u32,
    /// What it is of.
    pub of: Bleeds,
    /// How far it has spread, 0 to 1.
    pub strength: f32,
}

/// Dust that somebody has whirled up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dust {
    /// Where from.
    pub at: Vec2,
    /// How large whoever whirled it up is.
    pub size: f32,
    /// Chooses its shape.
    pub seed: u32,
    /// The share of its time that has passed.
    pub share: f32,
}

/// Somebody on the field.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Who.
    pub id: Id,
    /// What they look like.
    pub look: Arc<Look>,
    /// Where their middle is.
    pub at: Vec2,
    /// How large their picture is.
    pub size: f32,
    /// How far they are turned over, in radians.
    pub turned: f32,
    /// What their picture is tinted with: white where nothing happens to them.
    pub tint: [f32; 4],
}

/// What somebody looks like: everything that their picture is painted from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// What they are put together from.
    pub of: Shared<Figures>,
    /// The word of their profile.
    pub token: Option<String>,
    /// The name of their profile.
    pub name: String,
    /// What they hold and wear.
    pub outfit: Outfit,
    /// The number of their side.
    pub side: u8,
    /// Its colour.
    pub colour: [u8; 3],
    /// How they fare.
    pub vigour: Vigour,
}

impl Look {
    /// Paints the token, so many pixels a side.
    pub fn painted<T>(&self, paint: impl FnOnce(&Figure<'_>) -> T) -> T {
        paint(&Figure {
            of: &self.of,
            token: self.token.as_deref(),
            name: &self.name,
            right: self.outfit.right,
            left: self.outfit.left,
            worn: &self.outfit.worn,
            base: Base::of(self.side),
            colour: self.colour,
            vigour: self.vigour,
            mount: self.outfit.mount,
        })
    }
}
