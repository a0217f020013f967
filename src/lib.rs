//! Sortie: five tabletop rulesets on one battlefield.

pub mod battle;
pub mod board;
pub mod cli;
pub mod dice;
pub mod lesson;
pub mod mechanics;
pub mod odds;
pub mod rulebook;
