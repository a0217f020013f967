//! The slot of beasts: those who carry others, and those who fight, follow or run as their nature has it.

pub mod riding;
pub mod tempers;

pub use riding::Riding;
pub use tempers::Tempers;
