//! The slot of reactions: what one does in the turn of another.

pub mod opportunity;
pub mod prepared;
mod triggers;
