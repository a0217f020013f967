//! The slot of harm: what damage does.

pub mod two_thresholds;
