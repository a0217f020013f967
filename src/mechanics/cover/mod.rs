//! The slot of cover: what stands between, things that can be broken, and how low bodies make themselves.

pub mod behind_cover;
pub mod breaks;
mod light_and_dark;
pub mod shot_cover;
pub mod stances;
pub mod things;
pub mod weather;
pub mod zone_cover;
