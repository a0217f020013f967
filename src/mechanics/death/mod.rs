//! The slot of death: what becomes of those who are felled.

pub mod dying;
pub mod last_rounds;
mod tending;

pub use dying::Dying;
pub use last_rounds::LastRounds;
