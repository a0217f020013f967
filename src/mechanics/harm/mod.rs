//! The slot of harm: what damage does.

pub mod drained;
pub mod endurance;
pub mod fire;
pub mod half_harmed;
pub mod health;
pub mod hit_points;
pub mod one_threshold;
pub mod points;
pub mod regenerates;
pub mod subdual;
pub mod thresholds;
pub mod two_thresholds;

pub use endurance::OnOff;
