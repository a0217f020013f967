//! Battles and lessons that tests of the window look at.

use std::sync::LazyLock;

use crate::battle::{Look, quiet_world};
use crate::lesson::Stage;
use crate::rulebook::learn::Learn;

pub use crate::trial::{begun, goes_on, in_lesson, library, look};

/// How each of the rulesets that ship is learned that says so, read once.
pub fn taught() -> &'static [(String, Learn)] {
    static TAUGHT: LazyLock<Vec<(String, Learn)>> = LazyLock::new(|| {
        let all = library().rulesets().unwrap().into_iter();
        all.filter_map(|game| Some((game.clone(), library().learn(&game).unwrap()?))).collect()
    });
    &TAUGHT
}

/// How this one is learned.
pub fn learn(ruleset: &str) -> &'static Learn {
    taught().iter().find(|(game, _)| game == ruleset).map(|(_, learn)| learn).unwrap()
}

/// Looks at some battle of a ruleset.
pub fn in_game<T>(ruleset: &str, seen: impl FnOnce(Look<'_>) -> T) -> T {
    let lessons = library().lessons(ruleset).unwrap();
    let mut world = quiet_world();
    let stage = Stage::set(&lessons[0], &mut world);
    seen(Look::at(stage.world, stage.battle).unwrap())
}
