//! The slot of movement: how bodies get about.

pub mod charge;
pub mod charge_home;
pub mod climb_and_swim;
pub mod collisions;
pub mod exits;
mod fall;
pub mod flight;
pub mod hard_landing;
pub mod hazards;
pub mod in_melee;
mod leap;
pub mod leaving;
pub mod momentum;
pub mod mounted;
pub mod mounts;
mod nowhere;
mod others;
pub mod out_of_doors;
pub mod paces;
mod push;
mod run;
pub mod sprint;
mod steps;
pub mod zone_by_zone;

pub(in crate::mechanics) use collisions::COLLISION;
pub(in crate::mechanics) use fall::level;
pub(in crate::mechanics) use push::{ahead, push};
