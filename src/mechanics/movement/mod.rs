//! The slot of movement: how bodies get about.

pub mod charge;
pub mod climb_and_swim;
pub mod exits;
mod fall;
pub mod half_steps;
pub mod hazards;
pub mod in_melee;
pub mod momentum;
pub mod mounts;
mod others;
pub mod paces;
mod run;
pub mod sprint;
mod steps;
pub use charge::Charge;
pub use climb_and_swim::ClimbAndSwim;
pub use exits::Exits;
pub use half_steps::HalfSteps;
pub use hazards::Hazards;
pub use in_melee::InMelee;
pub use momentum::Momentum;
pub use mounts::Mounts;
pub use sprint::Sprint;
