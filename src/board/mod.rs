//! The battlefield as pure geometry: squares, terrain, walls, zones, footprints,
//! and the questions that play, computer opponent and overlay all ask of it.
//!
//! Nothing in here knows a rule, a die or an entity. What a ruleset decides
//! (what a diagonal costs, how far a pace is, how many squares a weapon
//! reaches) comes in as an argument.

mod arcs;
mod band;
mod borders;
mod cover;
mod crowd;
mod fan;
mod flank;
mod gait;
mod grid;
mod ground;
mod layer;
mod light;
mod lines;
mod measure;
mod nearest;
mod opacity;
mod path;
mod presence;
mod reach;
mod rows;
mod scatter;
mod scratch;
mod search;
mod sight;
mod span;
mod spots;
mod square;
mod template;
mod text;
mod threat;
mod trace;
mod trail;
mod view;
mod walk;
mod zone;

#[cfg(test)]
mod fixture;

pub use arcs::{Arc, Arcs, bearing};
pub use band::{Band, Threat, gaps_of_band};
pub use borders::{Border, DeclaredBorder, ZoneClash, ZoneGraph, ZoneProblem, claim_zone};
pub use cover::{Cover, CoverPiece, CoverPlace, CoverRule, CoverSource, cover_between, cover_of_squares};
pub use crowd::{Body, BodyId, Crowd, CrowdError, Side};
pub use flank::{Sides, flanking_pairs, is_flanked};
pub use gait::{Bodies, Corners, Gait, Nobody, Obstacle, Passage};
pub use grid::{Board, BoardError, Cell, CoverGrade, CoverObject, Edge, Terrain, TerrainId, Zone, ZoneId};
pub use ground::Ground;
pub use layer::Layer;
pub use light::Light;
pub use measure::{Halves, Metric};
pub use nearest::Nearest;
pub use opacity::Opacity;
pub use path::{Goal, Route, find_path};
pub use presence::Presence;
pub use reach::{KeptReaches, Reach, Reached, reach, with_kept};
pub use scatter::{Landing, Stop, scatter, scatter_direction, swerve};
pub use scratch::Scratch;
pub use search::Start;
pub use sight::{
    Barrier, BlocksMove, BlocksSight, Nothing, bodies_see, line_ends, line_is_free, sees, squares_between,
};
pub use spots::{ReachedSpot, Spot, SpotLine, Spots};
pub use square::{Direction, Footprint, Square};
pub use template::{Counts, Hand, Spread, Template};
pub use text::{Legend, TextError, TextMap, board_from_map, board_from_plan, draw_map};
pub use threat::ThreatMap;
pub use trace::{Centre, Pass, Trace, trace, trace_from};
pub use view::View;
pub use walk::{Misstep, Run, check_path, driven_from, leads_straight_at, run_at, straight_run};
pub use zone::zone_neighbours;
