//! The slot of wounds: what a blow leaves beside the harm itself, what that
//! does to limbs, and who can do something about it.

pub mod chart;
mod effects;
pub mod limbs;
pub mod record;
pub mod rows;
mod treatment;

pub use chart::Chart;
pub use limbs::Limbs;
