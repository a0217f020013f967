//! The slot of souls: the Vitality that a Foci holds, souls that are gathered,
//! and souls that pass on.

pub mod coma;
mod foci;
pub mod gathering;
pub mod gauge;
pub mod passing_on;
mod soul;

pub use coma::SoulComa;
pub use foci::Foci;
pub use gathering::Gathering;
pub use gauge::Gauge;
pub use passing_on::PassingOn;
