//! The slot of what lies between two battles.

pub mod mending;

pub use mending::Mending;
