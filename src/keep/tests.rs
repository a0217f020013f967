use super::*;
use crate::ai::{Minds, Skill};
use crate::record::{Game, follow, record};

/// A duel that the computer played.
fn duel() -> (Library, Record) {
    let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
    let scenario = library.scenario("skirmish4").unwrap();
    let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 7);
    game.play(None, &mut Minds::new([Skill::Plain; 2], 7, 1_000)).unwrap();
    (library, record(&game.world, game.battle).unwrap())
}

/// Promise: what is typed stands in the lesson, one line a deed, whatever letters it has.
#[test]
fn captions_stand_before_their_deeds() {
    let (library, record) = duel();
    let told = Told {
        title: "  A \"quoted\"\ntitle ".to_owned(),
        text: String::new(),
        captions: vec![String::new(), "Now \\ then".to_owned()],
    };
    let kept = keep(&library, &record, Stretch { from: 4, to: 7 }, &told).unwrap();
    assert_eq!(kept.lesson.title, "A \"quoted\" title");
    let says: Vec<usize> = (0..)
        .zip(&kept.lesson.play)
        .filter(|(_, scene)| matches!(scene, crate::lesson::Scene::Say(text) if text == "Now \\ then"))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(says, [1], "{:?}", kept.lesson.play);
    assert_eq!(kept.lesson.before.len(), 4);
}

/// Promise: a stretch that is none is refused with what there is.
#[test]
fn a_stretch_that_is_none_is_refused() {
    let (library, record) = duel();
    let of = record.decisions.len();
    for (from, to) in [(0, 0), (3, 2), (0, of + 1), (usize::MAX, usize::MAX)] {
        let why = keep(&library, &record, Stretch { from, to }, &Told::default()).unwrap_err();
        assert_eq!(why.to_string(), format!("found the decisions {from} to {to}, expected a stretch of 0 to {of}"));
    }
}

/// Promise: a stretch of a battle that follows another is kept with all that its people bring along: the battles before it are
/// written into its file, and come about again when it is read.
#[test]
fn a_battle_that_follows_others_is_kept_with_them() {
    let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
    let mut kept_deep = 0;
    for first in ["goblin_road", "lanterns/first", "bridge_of_bells"] {
        let scenario = library.scenario(first).unwrap();
        let mut game = Game::new(&scenario.name, &scenario.settings, scenario.setup.clone(), 4);
        for depth in 0..3 {
            game.play(None, &mut Minds::new([Skill::Plain; 2], 4, 3_000)).unwrap();
            let saved = record(&game.world, game.battle).unwrap();
            let last = saved.decisions.len();
            if depth > 0 {
                for (from, to) in [(0, last.min(6)), (last / 2, last / 2 + 3), (last - 2, last)] {
                    let to = to.min(last);
                    let kept = keep(&library, &saved, Stretch { from, to }, &Told::default());
                    let kept = kept.unwrap_or_else(|why| panic!("{first}, {depth}, {from} to {to}: {why}"));
                    assert_eq!(kept.text.matches("follows: (").count(), depth);
                    assert!(run(&kept.lesson).passed);
                    kept_deep += 1;
                }
            }
            let Some(next) = follow(&library, &mut game.world, game.battle).unwrap() else { break };
            game = Game::after(next);
        }
    }
    assert!(kept_deep >= 3, "{kept_deep}");
}

/// Promise: lessons that are kept lie beside the others, each with an id and a file of its own.
#[test]
fn each_has_an_id_and_a_file_of_its_own() {
    let (library, record) = duel();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("skirmish")).unwrap();
    let stretch = Stretch { from: 1, to: 3 };
    for number in 1..=2 {
        // The folder is read anew, as it is when a file in it has changed.
        let library = Library::of(crate::rulebook::Sources::found(Some(folder.path()), &[]));
        let kept = keep(&library, &record, stretch, &Told::default()).unwrap();
        assert_eq!(kept.lesson.id, format!("KEPT-0{number}"));
        let path = kept.write(&library).unwrap();
        assert_eq!(path, folder.path().join(format!("skirmish/lessons/kept_0{number}.ron")));
        let again = library.lesson_file(&path).unwrap();
        assert!(run(&again[0]).passed);
    }
    drop(library);
}
