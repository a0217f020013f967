//! The slot of beasts: those who carry others, and those who fight, follow or run as their nature has it.

pub mod reins;
pub mod riding;
mod saddle;
pub mod tempers;
