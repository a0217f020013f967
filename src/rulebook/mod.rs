//! Reads and checks what lies in `rulesets/`.

mod armies;
mod arms;
pub mod book;
mod encounter;
mod engagement;
mod features;
mod fighters;
mod fit;
pub mod folder;
mod ground;
mod lessons;
mod library;
mod looks;
mod names;
mod objects;
mod profiles;
mod range;
pub mod reader;
mod ruleset;
mod scenario;
mod sides;
#[cfg(test)]
mod strict;
mod surroundings;
#[cfg(test)]
mod tests;
mod tips;
mod zones;

pub use lessons::{Heading, Lesson, Scene};
pub use library::Library;
pub use ruleset::load;
pub use scenario::Scenario;
pub use sides::Player;
