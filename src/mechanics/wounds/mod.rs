//! The slot of wounds: what a blow leaves beside the harm itself, what that does to limbs, and who can do something about
//! it. Wounds that are only counted are harm (ST-WND-01, `harm/two_thresholds.rs`).

mod carried;
pub mod chart;
mod effects;
mod healing;
pub mod limbs;
mod reading;
pub mod record;
pub mod rows;
mod treatment;
