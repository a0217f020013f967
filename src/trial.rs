//! Battles and lessons that the tests of several folders look at.

use std::sync::LazyLock;

use crate::ai::{Mind, Skill};
use crate::battle::{Look, advance, answer, quiet_world};
use crate::lesson::Stage;
use crate::record::Game;
use crate::rulebook::Library;
use crate::rulebook::learn::Learn;
use crate::rulebook::reader::lines;

/// The rulesets that ship, each read once.
pub fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets")));
    &LIBRARY
}

/// Those of them that are taught, each with how.
pub fn taught() -> &'static [(String, Learn)] {
    static TAUGHT: LazyLock<Vec<(String, Learn)>> = LazyLock::new(|| {
        let learn = |name: String| match library().learn(&name) {
            Ok(learn) => learn.map(|learn| (name, learn)),
            Err(problems) => panic!("{name}: {}", lines(&problems)),
        };
        library().rulesets().unwrap().into_iter().filter_map(learn).collect()
    });
    &TAUGHT
}

/// How this one is taught.
pub fn learn(ruleset: &str) -> &'static Learn {
    taught().iter().find(|(name, _)| name == ruleset).map(|(_, learn)| learn).unwrap()
}

/// One of their battles, at its first question.
pub fn begun(scenario: &str, seed: u64) -> Game {
    let scenario = library().scenario(scenario).unwrap();
    Game::new(&scenario.name, &scenario.settings, scenario.setup, seed)
}

/// How a battle stands.
pub fn look(game: &Game) -> Look<'_> {
    Look::at(&game.world, game.battle).unwrap()
}

/// The computer makes the next decision; false where there is none.
pub fn goes_on(game: &mut Game, mind: &mut Mind) -> bool {
    let here = look(game);
    let Some(order) = here.question().and_then(|_| mind.decide(here)) else { return false };
    answer(&mut game.world, game.battle, order).unwrap();
    advance(&mut game.world, game.battle);
    true
}

/// Looks at one of their battles before each decision, so many at most; the computer makes them all.
pub fn watch(scenario: &str, seed: u64, most: usize, mut sees: impl FnMut(Look<'_>)) {
    let (mut game, mut mind) = (begun(scenario, seed), Mind::new(Skill::Plain, seed));
    for _ in 0..most {
        sees(look(&game));
        if !goes_on(&mut game, &mut mind) {
            break;
        }
    }
}

/// Looks at a lesson once so many of its steps are played.
pub fn in_lesson<T>(ruleset: &str, id: &str, step: usize, seen: impl FnOnce(Look<'_>) -> T) -> T {
    let lessons = library().lessons(ruleset).unwrap();
    let lesson = lessons.iter().find(|lesson| lesson.id == id).unwrap();
    let mut world = quiet_world();
    let mut stage = Stage::set(lesson, &mut world);
    stage.play_to(step);
    seen(Look::at(stage.world, stage.battle).unwrap())
}
