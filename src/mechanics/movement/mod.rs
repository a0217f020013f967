//! The slot of movement: how bodies get about.

pub mod paces;
