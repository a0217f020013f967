//! The board itself: what lies on each square and on the edges between them.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Footprint, Square};

/// Index of a kind of ground in [`Board::terrains`].
pub type TerrainId = u8;
/// Index of a zone in [`Board::zones`].
pub type ZoneId = u16;

/// How much of a body is hidden, from nothing (0) to everything (4): light,
/// medium, heavy and total in between. Rulesets give the grades their effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverGrade {
    /// Nothing in the way.
    #[default]
    None,
    /// A quarter to a half.
    Light,
    /// About three quarters.
    Medium,
    /// All but a slit.
    Heavy,
    /// Everything.
    Total,
}

impl CoverGrade {
    /// The grades from bare to hidden.
    pub const ALL: [Self; 5] = [Self::None, Self::Light, Self::Medium, Self::Heavy, Self::Total];

    /// This grade `steps` better (negative: worse), capped at both ends.
    pub const fn better_by(self, steps: i32) -> Self {
        let index = self as i32 + steps;
        Self::ALL[if index < 0 {
            0
        } else if index > 4 {
            4
        } else {
            index
        } as usize]
    }
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// What a player calls it.
    pub name: String,
    /// Squares of movement that one square of it costs; 0 cannot be entered.
    pub cost: u8,
    /// Whether sight stops here.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Cover for those who are behind (or in) it.
    #[serde(default)]
    pub cover: CoverGrade,
    /// Words that rules ask for: "difficult", "extreme", "unsteady", "water", "smoke", "dark", "hazard".
    #[serde(default)]
    pub tags: Vec<String>,
}

impl Terrain {
    /// Ground of this name that hinders neither feet nor eyes, as most is.
    pub fn open(name: impl Into<String>) -> Self {
        Self { name: name.into(), cost: 1, blocks_sight: false, cover: CoverGrade::None, tags: Vec::new() }
    }
}

/// What lies on one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The kind of ground.
    pub terrain: TerrainId,
    /// Height of the ground in the board's unit of length.
    pub height: i16,
    /// The zone that the square belongs to, if the board is divided.
    pub zone: Option<ZoneId>,
}

/// What stands on the edge between two squares (or around a cover object).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// Nobody walks through.
    #[serde(default)]
    pub blocks_move: bool,
    /// Nobody sees through.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Cover for those who are behind it.
    #[serde(default)]
    pub cover: CoverGrade,
    /// The object that can be struck here, an index into [`Board::objects`].
    #[serde(default)]
    pub object: Option<u16>,
}

/// A thing that gives cover and can itself be struck: a fence, a door, a keg.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverObject {
    /// What a player calls it.
    pub name: String,
    /// The cover that it gives while whole.
    pub cover: CoverGrade,
    /// Squares that it fills (empty: it stands on edges only).
    #[serde(default)]
    pub squares: Vec<Square>,
}

/// A named group of squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// What a player calls it.
    pub name: String,
    /// Words that rules ask for.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// Why a board cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Sides must lie between 1 and [`Board::MAX_SIDE`], the area below [`Board::MAX_AREA`].
    #[error("a board of {0} x {1} squares; at most {max} a side and {area} in all", max = Board::MAX_SIDE, area = Board::MAX_AREA)]
    Size(i64, i64),
}

/// The battlefield: a rectangle of squares with what lies on them, what stands
/// on the edges between them, objects, and zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
    /// Edge on the north side of each square, then on the west side; rows and
    /// columns one longer than the board so that its outer rim has edges too.
    north: Vec<Edge>,
    west: Vec<Edge>,
    /// The kinds of ground; the first is what a new board is made of.
    pub terrains: Vec<Terrain>,
    /// Things that give cover and can be struck.
    pub objects: Vec<CoverObject>,
    /// Named groups of squares.
    pub zones: Vec<Zone>,
}

impl Board {
    /// Longest side of a board.
    pub const MAX_SIDE: i64 = 4096;
    /// Most squares on a board.
    pub const MAX_AREA: i64 = 4_194_304;

    /// An open board, all of it `ground`.
    ///
    /// # Errors
    /// When a side is not between 1 and [`Self::MAX_SIDE`] or the area is too large.
    pub fn open(width: i64, height: i64, ground: Terrain) -> Result<Self, BoardError> {
        let sane = |side| (1..=Self::MAX_SIDE).contains(&side);
        if !sane(width) || !sane(height) || width * height > Self::MAX_AREA {
            return Err(BoardError::Size(width, height));
        }
        Ok(Self::sized(width as i32, height as i32, ground))
    }

    /// A board of a single square: what stands in for one that cannot be made.
    pub fn one_square(ground: Terrain) -> Self {
        Self::sized(1, 1, ground)
    }

    fn sized(width: i32, height: i32, ground: Terrain) -> Self {
        Self {
            width,
            height,
            cells: vec![Cell::default(); (width * height) as usize],
            north: vec![Edge::default(); (width * (height + 1)) as usize],
            west: vec![Edge::default(); ((width + 1) * height) as usize],
            terrains: vec![ground],
            objects: Vec::new(),
            zones: Vec::new(),
        }
    }

    /// Columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Whether `square` lies on the board.
    pub const fn contains(&self, square: Square) -> bool {
        square.x >= 0 && square.y >= 0 && square.x < self.width && square.y < self.height
    }

    /// Whether `footprint` touches the rim of the board, or sticks out over it.
    pub const fn is_at_rim(&self, footprint: Footprint) -> bool {
        let (low, high) = (footprint.at, footprint.far());
        low.x <= 0 || low.y <= 0 || high.x + 1 >= self.width || high.y + 1 >= self.height
    }

    /// Whether all of `footprint` lies on the board.
    pub const fn holds(&self, footprint: Footprint) -> bool {
        self.contains(footprint.at) && self.contains(footprint.far())
    }

    /// Position of `square` in arrays that hold one entry a square; `None` off the board.
    pub const fn index(&self, square: Square) -> Option<usize> {
        if self.contains(square) { Some((square.y * self.width + square.x) as usize) } else { None }
    }

    /// Every square, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// What lies on `square`; `None` off the board.
    pub fn cell(&self, square: Square) -> Option<&Cell> {
        self.index(square).map(|index| &self.cells[index])
    }

    /// What lies on `square`, to change it; `None` off the board.
    pub fn cell_mut(&mut self, square: Square) -> Option<&mut Cell> {
        self.index(square).map(|index| &mut self.cells[index])
    }

    /// The ground on `square`; `None` off the board.
    pub fn terrain(&self, square: Square) -> Option<&Terrain> {
        self.cell(square).and_then(|cell| self.terrains.get(usize::from(cell.terrain)))
    }

    /// Whether all the ground of `footprint` can be stood on, whoever is there.
    pub fn supports(&self, footprint: Footprint) -> bool {
        footprint.squares().all(|square| self.terrain(square).is_some_and(|terrain| terrain.cost > 0))
    }

    /// Whether the ground on `square` carries the word `tag`.
    pub fn has_tag(&self, square: Square, tag: &str) -> bool {
        self.terrain(square).is_some_and(|terrain| terrain.tags.iter().any(|each| each == tag))
    }

    /// The edge between two squares that share a side; `None` for any other pair.
    pub fn edge(&self, a: Square, b: Square) -> Option<&Edge> {
        self.edge_slot(a, b).map(|(north, index)| if north { &self.north[index] } else { &self.west[index] })
    }

    /// The same, to change it.
    pub fn edge_mut(&mut self, a: Square, b: Square) -> Option<&mut Edge> {
        self.edge_slot(a, b).map(|(north, index)| if north { &mut self.north[index] } else { &mut self.west[index] })
    }

    /// All squares row by row, then the edges on their north sides and on their
    /// west sides (one more row, one more column): for layers made in one pass.
    pub(super) fn arrays(&self) -> (&[Cell], &[Edge], &[Edge]) {
        (&self.cells, &self.north, &self.west)
    }

    /// Which array holds the edge between `a` and `b`, and where.
    fn edge_slot(&self, a: Square, b: Square) -> Option<(bool, usize)> {
        if !self.contains(a) && !self.contains(b) {
            return None;
        }
        let low = a.min(b);
        let high = a.max(b);
        match (high.x - low.x, high.y - low.y) {
            (0, 1) => Some((true, (high.y * self.width + high.x) as usize)),
            (1, 0) => Some((false, (high.y * (self.width + 1) + high.x) as usize)),
            _ => None,
        }
    }
}
