//! The slot of death: what becomes of those who are felled.

pub mod dying;
mod tending;

pub use dying::Dying;
