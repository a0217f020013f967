//! The battlefield as pure geometry: squares, terrain, walls, zones, footprints,
//! and the questions that play, computer opponent and overlay all ask of it.
//!
//! Nothing in here knows a rule, a die or an entity. What a ruleset decides
//! (what a diagonal costs, how far a pace is, how many squares a weapon
//! reaches) comes in as an argument.

mod arcs;
mod cover;
mod fan;
mod flank;
mod grid;
mod layer;
mod light;
mod opacity;
mod presence;
mod rows;
mod scatter;
mod sight;
mod square;
mod template;
mod text;
mod trace;
mod view;
mod zone;

#[cfg(test)]
mod fixture;

pub use arcs::{Arc, Arcs, bearing};
pub use cover::{Cover, CoverPiece, CoverPlace, CoverRule, CoverSource, cover_between, cover_layer};
pub use flank::{Sides, Siege, flanking_pairs, flanking_stances, is_flanked, siege};
pub use grid::{Board, BoardError, Cell, CoverGrade, CoverObject, Edge, Terrain, TerrainId, Zone, ZoneId};
pub use layer::Layer;
pub use light::{Light, Lights};
pub use opacity::Opacity;
pub use presence::Presence;
pub use scatter::{Landing, Stop, scatter, scatter_direction, swerve};
pub use sight::{
    Barrier, BlocksMove, BlocksSight, Nothing, bodies_see, line_ends, line_is_free, sees, sees_over, squares_between,
};
pub use square::{Direction, Footprint, Square};
pub use template::{Counts, Hand, Spread, Template};
pub use text::{Legend, TextError, TextMap, board_from_map, board_from_plan, draw_map, draw_plan, ground_char};
pub use trace::{Centre, Pass, Trace, trace, trace_from};
pub use view::View;
pub use zone::zone_neighbours;
