//! Reads and checks what lies in `rulesets/`.

mod armies;
mod arms;
pub mod book;
mod chapters;
mod costs;
mod encounter;
mod engagement;
mod features;
mod fighters;
mod fit;
pub mod folder;
mod ground;
pub mod learn;
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
mod sources;
#[cfg(test)]
mod strict;
mod surroundings;
#[cfg(test)]
mod tests;
mod tips;
mod weapons;
mod zones;

pub use costs::Costs;
pub use lessons::{Follows, Heading, Lesson, Scene};
pub use library::Library;
pub use ruleset::load;
pub use scenario::Scenario;
pub use sides::Player;
pub use sources::{FOLDERS, Home, Inside, Sources, beside_the_program, is_part};
