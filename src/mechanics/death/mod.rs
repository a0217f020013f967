//! The slot of death: what becomes of those who are felled.

pub mod dying;
pub mod last_rounds;
mod tending;
