//! Sortie: five tabletop rulesets on one battlefield.

pub mod board;
pub mod dice;
pub mod rulebook;
