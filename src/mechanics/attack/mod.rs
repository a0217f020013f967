//! The slot of attack: how a blow is resolved.

pub mod blow;
mod deeds;
mod strike;
pub mod target_then_defence;

pub use target_then_defence::TargetThenDefence;
