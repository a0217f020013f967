//! The slot of reactions: what one does in the turn of another.

pub mod prepared;
mod triggers;

pub use prepared::Prepared;
