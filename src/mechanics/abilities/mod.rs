//! The slot of abilities: what perks and callings let somebody do, as data.

mod effect;
pub mod known;
pub mod spells;
