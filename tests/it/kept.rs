//! Stretches of battles kept as lessons, and lessons played on as battles.

use std::collections::BTreeSet;
use std::process::Command;

use sortie::ai::{Mind, Skill};
use sortie::battle::{DiceCup, Fact, Look, quiet_world};
use sortie::keep::{Stretch, Told, keep};
use sortie::lesson::{Stage, run};
use sortie::record::{Budget, Origin, decisions, record};
use sortie::rulebook::{Scenario, Scene};

use crate::kit::{Battle, Folder, PROGRAM, begin, library, run as run_program, scenarios, sortie};

/// Decisions of a battle that the computer plays.
const DECISIONS: usize = 90;

/// What happened, whatever the words.
fn facts(facts: &[Fact]) -> Vec<(String, String)> {
    facts.iter().map(|fact| (fact.rule.to_string(), fact.text.clone())).collect()
}

/// Promise: whatever stretch of whatever battle is cut out, it is kept as a lesson that passes, and the same happens in it,
/// with the same dice; no game and no state is left out.
#[test]
fn stretches_of_every_battle_are_kept_and_pass() {
    let library = library();
    let mut games = BTreeSet::new();
    for scenario in scenarios() {
        let mut game = begin(&scenario, 20);
        game.played(&mut Mind::new(Skill::Plain, 20), DECISIONS);
        let saved = game.saved();
        let last = saved.decisions.len();
        let cuts = [(0, 9), (last / 2, last / 2 + 12), (last.saturating_sub(7), last), (last / 3, last / 3 + 1)];
        for (from, to) in cuts.map(|(from, to)| (from, to.min(last))).into_iter().filter(|(from, to)| from < to) {
            let kept = keep(&library, &saved, Stretch { from, to }, &Told::default());
            let kept = kept.unwrap_or_else(|why| panic!("{}, {from} to {to}: {why}", scenario.name));
            let place = format!("{}, {from} to {to}\n{}", scenario.name, kept.text);
            let report = run(&kept.lesson);
            assert!(report.passed, "{place}{:?}", report.differences);
            // The battle as it was then.
            let mut then = sortie::record::Record { digest: String::new(), ..saved.clone() };
            then.decisions.truncate(to);
            let mut world = quiet_world();
            let origin = Origin {
                setup: scenario.setup.clone(),
                scenario: then.scenario.clone(),
                settings: then.settings.clone(),
                seed: then.seed,
                before: None,
                seats: Vec::new(),
            };
            let battle = origin.replay(&mut world, &then.decisions).unwrap();
            let look = Look::at(&world, battle).unwrap();
            let mut again = quiet_world();
            let mut stage = Stage::set(&kept.lesson, &mut again).unasked();
            assert_eq!(stage.script.played, 0, "{place}");
            stage.play_to(kept.lesson.play.len());
            let other = Look::at(stage.world, stage.battle).unwrap();
            assert_eq!(facts(look.facts()), facts(other.facts()), "{place}");
            let thrown = |look: Look<'_>| look.battle::<DiceCup>().map(|cup| cup.0.thrown());
            assert_eq!(thrown(look), thrown(other), "{place}");
            let asked = |look: Look<'_>| look.question().map(|question| (question.kind, question.who, question.side));
            assert_eq!(asked(look), asked(other), "{place}");
            games.insert(scenario.ruleset.to_string());
        }
    }
    assert!(games.len() >= 10, "{games:?}");
}

/// Promise: what is kept from the command line is read by `sortie check`, passes by `sortie lesson`, and lies beside the other
/// lessons of its game.
#[test]
fn the_command_line_keeps_a_stretch() {
    for name in ["first_watch", "duel_at_dawn", "first_milestone", "first_toll", "first_round"] {
        let home = Folder::of_all_rulesets();
        let scenario = library().scenario(name).unwrap();
        let mut game = begin(&scenario, 7);
        game.played(&mut Mind::new(Skill::Plain, 7), 30);
        let save = home.join("battle.json");
        game.saved().write(&save).unwrap();
        let (save, rulesets) = (save.display().to_string(), home.path().display().to_string());
        let told = sortie(&["--rulesets", &rulesets, "replay", &save, "--decisions"]);
        assert!(told.is_well() && told.out.lines().count() == game.decisions().len(), "{}{}", told.out, told.err);
        let args = ["--rulesets", &rulesets, "replay", &save, "--lesson", "10..16", "--title", "Kept", "--say", "Look"];
        let kept = sortie(&args);
        assert!(kept.is_well(), "{name}: {}", kept.err);
        let file = home.join(&format!("{}/lessons/kept_01.ron", scenario.ruleset)).display().to_string();
        assert!(kept.out.contains("KEPT-01: Kept is kept in "), "{}", kept.out);
        for verb in ["check", "lesson"] {
            let said = sortie(&["--rulesets", &rulesets, verb, &file]);
            assert!(said.is_well(), "{name}: {}{}", said.out, said.err);
        }
        let again = sortie(&["--rulesets", &rulesets, "lesson", "KEPT-01"]);
        assert!(again.out.contains("1 passed, 0 failed"), "{name}: {}{}", again.out, again.err);
        let wrong = sortie(&["--rulesets", &rulesets, "replay", &save, "--lesson", "9"]);
        assert!(wrong.err.contains("found the stretch `9`, expected FROM..TO"), "{}", wrong.err);
    }
}

/// Promise: where no folder is named a lesson is kept among what somebody has of their own, not beside the program, and is found
/// there.
#[test]
#[cfg(target_os = "linux")]
fn a_lesson_is_kept_among_ones_own() {
    let home = Folder::new();
    let mut game = begin(&library().scenario("skirmish4").unwrap(), 7);
    game.played(&mut Mind::new(Skill::Plain, 7), 30);
    let save = home.join("battle.json");
    game.saved().write(&save).unwrap();
    let said = |args: &[&str]| run_program(Command::new(PROGRAM).args(args).env("XDG_DATA_HOME", home.path()), b"");
    let kept = said(&["replay", &save.display().to_string(), "--lesson", "10..16", "--title", "Kept"]);
    assert!(kept.is_well(), "{}", kept.err);
    let file = home.join("sortie/rulesets/skirmish/lessons/kept_01.ron");
    assert!(file.is_file() && kept.out.contains(&file.display().to_string()), "{}", kept.out);
    for which in ["KEPT-01", "skirmish"] {
        let found = said(&["lesson", which]);
        assert!(found.is_well() && found.out.contains("KEPT-01"), "{which}: {}{}", found.out, found.err);
    }
}

/// Promise: a lesson that is played on is a battle like any other: it is saved, loaded, taken back and looked back at, and the
/// dice that the lesson says have fallen in it.
#[test]
fn a_lesson_that_is_played_on_is_a_battle_like_any_other() {
    let library = library();
    for ruleset in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu", "lanterns", "firebreak"] {
        let lessons = library.lessons(ruleset).unwrap();
        let rests = |scene: &Scene| matches!(scene, Scene::Rest(_));
        for lesson in lessons.iter().filter(|lesson| !lesson.play.iter().any(rests)).step_by(9) {
            for part in [1, 2] {
                let upto = lesson.play.len() * part / 2;
                let mut world = quiet_world();
                let mut stage = Stage::set(lesson, &mut world).unasked();
                stage.play_to(upto);
                let look = Look::at(stage.world, stage.battle).unwrap();
                let fallen = look.battle::<DiceCup>().unwrap().0.thrown();
                let name = Scenario::name_of_tried(lesson, fallen as usize);
                let tried = library.scenario(&name).unwrap();
                let origin = Origin {
                    setup: tried.setup.clone(),
                    scenario: tried.name.clone(),
                    settings: Default::default(),
                    seed: 5,
                    before: None,
                    seats: Vec::new(),
                };
                let mut other = quiet_world();
                let battle = origin.replay(&mut other, decisions(stage.world, stage.battle));
                let battle = battle.unwrap_or_else(|why| panic!("{name}: {why}"));
                let again = Look::at(&other, battle).unwrap();
                assert_eq!(facts(look.facts()), facts(again.facts()), "{name}");
                // Saved, loaded and taken back.
                let saved = record(&other, battle).unwrap();
                let code = saved.code().unwrap();
                let loaded = sortie::record::Record::parse("the code", code.as_bytes()).unwrap();
                let (scenario, mut game) = loaded.restore(&library, &Budget::usual()).unwrap();
                assert_eq!((scenario.title.as_str(), game.saved()), (lesson.title.as_str(), saved), "{name}");
                if !game.decisions().is_empty() {
                    let made = game.decisions().len();
                    game.undo(1).unwrap();
                    assert_eq!(game.decisions().len(), made - 1, "{name}");
                }
            }
        }
    }
}

/// Promise: the name of a battle that is played on from a lesson leads to a lesson of a ruleset, and nowhere else.
#[test]
fn names_of_lessons_lead_nowhere_else() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    let library = sortie::rulebook::Library::open(folder.path());
    let id = library.lessons("skirmish").unwrap()[0].id.clone();
    assert!(library.scenario(&format!("skirmish/lesson/{id}/1")).is_ok());
    for name in ["skirmish\\inner", "..", ".", ""] {
        assert!(library.scenario(&format!("{name}/lesson/{id}/1")).is_err(), "{name}");
    }
    let why = library.scenario("skirmish/lesson/NONE-1/1").unwrap_err();
    assert_eq!(why[0].found, "no lesson called `NONE-1`");
    assert!(library.scenario(&format!("skirmish/lesson/{id}/-1")).is_err());
}
