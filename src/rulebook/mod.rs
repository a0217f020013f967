//! Reads and checks what lies in `rulesets/`.

mod arms;
pub mod book;
pub mod folder;
mod ground;
mod lessons;
mod library;
mod names;
mod objects;
mod profiles;
pub mod reader;
mod ruleset;
mod scenario;
#[cfg(test)]
mod tests;
mod zones;

pub use ground::Player;
pub use lessons::{Lesson, Scene};
pub use library::Library;
pub use ruleset::load;
pub use scenario::Scenario;
