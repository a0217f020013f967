//! The slot of areas: blasts, lines and cones, and effects that come later.

pub mod area_attack;
mod blast;
mod damage;
pub mod delay;
pub mod dives;
mod landing;
mod odds;
pub mod saved_area;
pub mod shape;
