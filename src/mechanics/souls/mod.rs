//! The slot of souls: the Vitality that a Foci holds, souls that are gathered, and souls that pass on.

pub mod coma;
mod foci;
pub mod gathering;
pub mod gauge;
pub mod passing_on;
mod soul;

pub use foci::Foci;
