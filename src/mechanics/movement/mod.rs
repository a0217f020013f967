//! The slot of movement: how bodies get about.

pub mod momentum;
pub mod paces;
pub use momentum::Momentum;
