//! The slot of what lies between two battles.

pub mod chase;
pub mod mending;

pub use chase::Chase;
pub use mending::Mending;
