//! The slot of movement: how bodies get about.

pub mod charge;
pub mod climb_and_swim;
mod fall;
pub mod momentum;
mod others;
pub mod paces;
mod run;
mod steps;
pub use charge::Charge;
pub use climb_and_swim::ClimbAndSwim;
pub use momentum::Momentum;
