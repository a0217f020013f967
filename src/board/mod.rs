//! The battlefield as pure geometry: squares, terrain, walls, zones, footprints,
//! and the questions that play, computer opponent and overlay all ask of it.
//!
//! Nothing in here knows a rule, a die or an entity. What a ruleset decides
//! (what a diagonal costs, how far a pace is, how many squares a weapon
//! reaches) comes in as an argument.

mod grid;
mod square;

pub use grid::{Board, BoardError, Cell, CoverGrade, CoverObject, Edge, Terrain, TerrainId, Zone, ZoneId};
pub use square::{Direction, Footprint, Square};
