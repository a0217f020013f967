//! Sortie: five tabletop rulesets on one battlefield.

pub mod ai;
pub mod battle;
pub mod board;
pub mod cli;
pub mod dice;
pub mod engine;
pub mod files;
pub mod lesson;
pub mod mechanics;
pub mod odds;
#[cfg(feature = "window")]
pub mod overlay;
pub mod record;
pub mod rulebook;
pub mod sim;
pub mod ways;
