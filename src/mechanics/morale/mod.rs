//! The slot of morale: what fear, madness, rage and despair do to minds.

pub mod dread;
pub mod fearless;
mod flight;
pub mod group_checks;
mod inspire;
pub mod outcry;
mod rout;
pub mod surrender;
pub mod wavering;
pub mod will;
