//! The slot of what lies between two battles.

pub mod camp;
pub mod chase;
pub mod mending;
pub mod recovery;
pub mod repairs;
