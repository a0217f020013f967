//! Battles and lessons that tests of the window look at.

use crate::battle::{Look, quiet_world};
use crate::lesson::Stage;

pub use crate::trial::{begun, goes_on, in_lesson, learn, library, look, taught, watch};

/// Looks at some battle of a ruleset.
pub fn in_game<T>(ruleset: &str, seen: impl FnOnce(Look<'_>) -> T) -> T {
    let lessons = library().lessons(ruleset).unwrap();
    let mut world = quiet_world();
    let stage = Stage::set(&lessons[0], &mut world);
    seen(Look::at(stage.world, stage.battle).unwrap())
}
