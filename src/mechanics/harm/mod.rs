//! The slot of harm: what damage does.

pub mod drained;
pub mod fire;
pub mod one_threshold;
pub mod points;
pub mod two_thresholds;

pub use drained::Drained;
pub use fire::Fire;
pub use one_threshold::OneThreshold;
pub use points::Points;
