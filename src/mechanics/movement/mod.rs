//! The slot of movement: how bodies get about.

pub mod charge;
pub mod momentum;
mod others;
pub mod paces;
mod run;
pub use charge::Charge;
pub use momentum::Momentum;
