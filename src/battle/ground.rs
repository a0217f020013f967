//! The ground of a battle, what stands and lies on it, and what is known of all this.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bevy::ecs::prelude::Component;

use super::{FigureName, Item, Key, ObjectDef};
use crate::board::{
    self, Board, DeclaredBorder, Footprint, Gait, Light, Spot, Spots, Square, Terrain, TerrainId, ZoneId,
};

/// The ground that a battle is fought on. Shared until something on it is
/// broken, then the battle's own.
#[derive(Component, Clone, Debug)]
pub struct Ground {
    /// Squares, terrain, edges, objects, zones.
    pub board: Arc<Board>,
    /// Light where nothing on the board says otherwise.
    pub light: Light,
    /// The things on the board that can be struck.
    pub things: Vec<Thing>,
    /// Words of the scenario that rules ask for ("unsanitary").
    pub tags: Vec<Key>,
    /// What is special about the borders between zones.
    pub borders: Vec<DeclaredBorder>,
    /// What can be worked: levers, gates, braziers.
    pub features: Vec<Feature>,
    /// What is known of all this.
    pub survey: Survey,
}

/// What was worked out from a board, once anybody asked: shared by battles that begin on the same ground, and forgotten
/// by each when the board changes under it.
#[derive(Clone, Debug, Default)]
pub struct Survey(Arc<Surveyed>);

#[derive(Debug, Default)]
struct Surveyed {
    /// The board as bodies of each size walk it, in each gait.
    walks: Mutex<BTreeMap<(i32, Gait, Vec<Key>), Arc<board::Ground>>>,
    /// The zones and the borders between them as places to stand in.
    spots: OnceLock<Spots>,
    /// Where bodies of so many squares a side stand in each place, its middle first.
    seats: Mutex<HashMap<(Spot, i32), Arc<[Square]>>>,
}

/// Something on the field that is worked by hand: a lever, a gate, a brazier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// What it is called in this battle.
    pub name: Key,
    /// Where it is.
    pub at: Square,
    /// How players say what is done with it: "raise the gate".
    pub verb: String,
    /// Whether it takes as long as a blow, rather than a moment.
    pub is_long: bool,
    /// The figure that is tried for it, if it may fail.
    pub save: Option<FigureName>,
    /// What comes of it.
    pub does: Works,
    /// Whether it can be done only once.
    pub once: bool,
    /// Whether it has been done.
    pub done: bool,
}

/// What lies about and belongs to nobody.
#[derive(Component, Clone, Debug, Default)]
pub struct Loose(pub Vec<Item>);

/// What working a feature does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Works {
    /// Nothing but a noise.
    #[default]
    Nothing,
    /// Opens the border between two zones, or shuts it if it is open.
    Turns(ZoneId, ZoneId),
    /// Opens it for good: breaks a door down.
    Opens(ZoneId, ZoneId),
    /// Puts a word on a zone, or takes it off: lights it, floods it.
    Marks(ZoneId, String, bool),
}

/// A thing on the board that can be struck: a fence, a door, a keg. Its wounds
/// are those of its entity, whose number is [`Id::thing`](super::Id::thing) of its place in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thing {
    /// What it is called in this battle.
    pub name: String,
    /// What it is.
    pub def: Arc<ObjectDef>,
    /// The index of its entry on the board.
    pub object: u16,
    /// The squares that it fills.
    pub squares: Vec<Square>,
    /// The edges that it stands on, each between two squares.
    pub edges: Vec<(Square, Square)>,
    /// What lay on those squares before, where it has changed that.
    pub stood_on: Vec<TerrainId>,
}

impl Thing {
    /// Where it is: the first square that it fills or stands beside.
    pub fn at(&self) -> Square {
        self.squares.first().copied().or(self.edges.first().map(|edge| edge.0)).unwrap_or_default()
    }
}

impl Ground {
    /// The board as bodies of `side` squares a side walk it.
    pub fn walk(&self, side: i32, gait: Gait) -> Arc<board::Ground> {
        self.walk_easily(side, gait, &[])
    }

    /// The same for whoever takes ground of these words like open ground.
    pub fn walk_easily(&self, side: i32, gait: Gait, over: &[Key]) -> Arc<board::Ground> {
        let mut walks = self.survey.0.walks.lock().unwrap_or_else(PoisonError::into_inner);
        let is_easy = |terrain: &Terrain| over.iter().any(|word| terrain.tags.iter().any(|tag| *word == tag.as_str()));
        let cost = |terrain: &Terrain| if is_easy(terrain) { terrain.cost.min(1) } else { terrain.cost };
        let derive = || Arc::new(board::Ground::with(&self.board, side, gait, cost, |edge| edge.blocks_move));
        walks.entry((side, gait, over.to_vec())).or_insert_with(derive).clone()
    }

    /// The zones as places to stand in.
    pub fn spots(&self) -> &Spots {
        self.survey.0.spots.get_or_init(|| Spots::of(&self.board, &self.borders))
    }

    /// The place in which a body stands: a border that it touches, or else its zone.
    pub fn spot_of(&self, body: Footprint) -> Option<Spot> {
        if body.side == 1 {
            return self.spots().at(body.at);
        }
        self.spots().of_body(body).or_else(|| self.spots().at(body.at))
    }

    /// Where a body of so many squares a side may stand in a place, in squares for its north-west corner, the middle
    /// of the place first, so that nobody stands on its name.
    pub fn seats(&self, spot: Spot, side: i32, gait: Gait) -> Arc<[Square]> {
        let mut known = self.survey.0.seats.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((spot, side)).or_insert_with(|| self.seats_afresh(spot, side, gait)).clone()
    }

    fn seats_afresh(&self, spot: Spot, side: i32, gait: Gait) -> Arc<[Square]> {
        let ground = self.walk(side, gait);
        let own = self.spots().squares(spot);
        let around = 1 - side..=0;
        let corners = own.iter().flat_map(|square| {
            let columns = around.clone();
            let rows = around.clone();
            rows.flat_map(move |dy| columns.clone().map(move |dx| Square::new(square.x + dx, square.y + dy)))
        });
        let fits = |at: &Square| ground.fits(*at) && self.spot_of(Footprint::new(*at, side)) == Some(spot);
        let mut seats: Vec<Square> = corners.filter(fits).collect();
        let count = own.len().max(1) as i32;
        let (x, y) = own.iter().fold((0, 0), |(x, y), square| (x + square.x, y + square.y));
        let off = |at: &Square| {
            let (dx, dy) = ((at.x * 2 + side - 1) * count - x * 2, (at.y * 2 + side - 1) * count - y * 2);
            (i64::from(dx).pow(2) + i64::from(dy).pow(2), at.y, at.x)
        };
        seats.sort_unstable_by_key(off);
        seats.dedup();
        seats.into()
    }

    /// Forgets what was worked out from a board that has changed.
    pub(super) fn forget(&mut self) {
        self.survey = Survey::default();
    }

    /// The light on a square: the battle's own, or darker where the ground says so.
    pub fn light_on(&self, square: Square) -> Light {
        let mut light = self.light;
        if let Some(terrain) = self.board.terrain(square) {
            for tag in &terrain.tags {
                light = match tag.as_str() {
                    "dark" => Light::Dark,
                    "hazy" | "smoke" => light.max(Light::Hazy),
                    "lit" => Light::Clear,
                    _ => light,
                };
            }
        }
        light
    }

    /// Whether any square under `footprint` carries the word `tag`.
    pub fn is_under(&self, footprint: Footprint, tag: &str) -> bool {
        footprint.squares().any(|square| self.board.has_tag(square, tag))
    }
}
