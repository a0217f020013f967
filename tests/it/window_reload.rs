//! Rulesets that are edited while the window is open.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use sortie::battle::{advance, answer};
use sortie::overlay::{NotPlayed, Opening, Screen, Watch, Wish, reread};
use sortie::record::{Game, decisions, digest, follow, record};
use sortie::rulebook::Library;

use crate::battles::play_out;

/// The shipped rulesets in a folder of their own.
fn copied() -> (tempfile::TempDir, PathBuf) {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().flatten() {
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let rulesets = folder.path().join("rulesets");
    copy(Path::new("rulesets"), &rulesets);
    (folder, rulesets)
}

fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} has no `{from}`", file.display());
    fs::write(file, text.replacen(from, to, 1)).unwrap();
}

/// A battle a few decisions old.
fn screen(rulesets: &Path) -> Screen {
    let library = Library::open(rulesets);
    let scenario = library.scenario("scale_toughness/even").unwrap();
    let mut screen = Screen::new(Opening::of(library, scenario, 5));
    decide(&mut screen, 3);
    screen
}

fn decide(screen: &mut Screen, times: usize) {
    let battle = screen.battle().unwrap();
    let mut mind = sortie::ai::Mind::new(sortie::ai::Skill::Plain, 5);
    for _ in 0..times {
        let order = mind.decide(screen.look().unwrap()).unwrap();
        answer(&mut screen.world, battle, order).unwrap();
        advance(&mut screen.world, battle);
    }
}

fn pass_a_second(screen: &mut Screen) {
    for _ in 0..4 {
        screen.act(Duration::from_millis(300));
    }
}

const TITLE: &str = "title: \"Scale & Toughness\"";

#[test]
fn an_edit_is_noticed_once_and_only_when_the_file_rests() {
    let (_folder, rulesets) = copied();
    let half = Duration::from_millis(500);
    let mut watch = Watch::of(&rulesets);
    assert!(watch.passed(half).is_empty() && watch.passed(half).is_empty());
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    assert!(watch.passed(half).is_empty(), "it may still be written");
    assert_eq!(watch.passed(half), ["scale_toughness"]);
    assert!(watch.passed(half).is_empty(), "it is told once");
    fs::remove_file(rulesets.join("by_turns/lessons/turns.ron")).unwrap();
    assert!(watch.passed(half).is_empty());
    assert_eq!(watch.passed(half), ["by_turns"]);
}

#[test]
fn a_good_edit_plays_the_battle_again_by_the_new_rules() {
    let (_folder, rulesets) = copied();
    let mut screen = screen(&rulesets);
    let before = decisions(&screen.world, screen.battle().unwrap()).to_vec();
    let library = Library::open(&rulesets);
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    let old = screen.battle().unwrap();
    let read = reread(&mut screen.world, &library, &["scale_toughness".to_owned()], Some(old)).unwrap();
    let (_, new) = read.battle.unwrap();
    assert_eq!(decisions(&screen.world, new), before);
    assert_eq!(sortie::battle::Look::at(&screen.world, new).unwrap().rules().title, "Edited");
    assert!(screen.world.get_entity(old).is_err(), "the old battle is put away");
}

#[test]
fn a_broken_edit_keeps_the_battle_and_names_the_place() {
    let (_folder, rulesets) = copied();
    let mut screen = screen(&rulesets);
    let battle = screen.battle().unwrap();
    let before = digest(&screen.world, battle);
    let library = Library::open(&rulesets);
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: Scale");
    let wrong = reread(&mut screen.world, &library, &["scale_toughness".to_owned()], Some(battle)).unwrap_err();
    let NotPlayed::Broken(problems) = wrong else { panic!("{wrong:?}") };
    assert!(
        problems[0].file.ends_with("ruleset.ron") && problems[0].line > 1 && problems[0].column > 1,
        "{problems:?}"
    );
    assert_eq!(digest(&screen.world, battle), before);
}

#[test]
fn a_battle_that_goes_differently_by_the_new_rules_keeps_the_old_ones() {
    let (_folder, rulesets) = copied();
    let mut screen = screen(&rulesets);
    let battle = screen.battle().unwrap();
    let before = digest(&screen.world, battle);
    let library = Library::open(&rulesets);
    // Without its last fighter the battle cannot go as it went.
    let file = rulesets.join("scale_toughness/scenarios/even.ron");
    let text = fs::read_to_string(&file).unwrap();
    let last = text.rfind("        (").unwrap();
    let end = last + text[last..].find('\n').unwrap();
    fs::write(&file, format!("{}{}", &text[..last], &text[end..])).unwrap();
    let wrong = reread(&mut screen.world, &library, &["scale_toughness".to_owned()], Some(battle)).unwrap_err();
    assert!(matches!(wrong, NotPlayed::Differs(..)), "{wrong:?}");
    assert_eq!(digest(&screen.world, battle), before);
}

#[test]
fn the_window_shows_what_is_wrong_until_it_is_put_right() {
    let (_folder, rulesets) = copied();
    let library = Library::open(&rulesets);
    let mut scenario = library.scenario("scale_toughness/even").unwrap();
    scenario.players.fill(sortie::rulebook::Player::Human);
    let mut screen = Screen::new(Opening::of(library, scenario, 5));
    let file = rulesets.join("scale_toughness/ruleset.ron");
    edit(&file, TITLE, "title: Scale");
    pass_a_second(&mut screen);
    let wrong = screen.desk().broken.first().expect("the fault is told").to_string();
    assert!(wrong.contains("ruleset.ron:"), "{wrong}");
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| screen.show(ui);
    let mut harness = Harness::builder().with_size([1360.0, 860.0]).with_max_steps(40).build_ui_state(app, screen);
    harness.run();
    harness.get_by_label(&wrong);
    edit(&file, "title: Scale", "title: \"Put right\"");
    pass_a_second(harness.state_mut());
    harness.run();
    assert!(harness.query_by_label(&wrong).is_none());
    assert_eq!(harness.state().look().unwrap().rules().title, "Put right");
}

/// A battle that follows another is opened, and played again by edited rules, with those who came from the first.
#[test]
fn those_who_came_from_the_battle_before_stay_when_it_is_opened_and_read_again() {
    let (_folder, rulesets) = copied();
    let library = Library::open(&rulesets);
    let bridge = library.scenario("liberi_gothica/bridge_of_bells").unwrap();
    let next = (0..40).find_map(|seed| {
        let mut game = play_out(Game::new(&bridge.name, &bridge.settings, bridge.setup.clone(), seed), seed);
        follow(&library, &mut game.world, game.battle).unwrap()
    });
    let game = Game::after(next.expect("somebody comes across the bridge"));
    let saved = record(&game.world, game.battle).unwrap();
    let scenario = saved.scenario(&library).unwrap();
    let mut screen = Screen::new(Opening { record: Some(saved.clone()), ..Opening::of(library, scenario, 1) });
    assert_eq!(digest(&screen.world, screen.battle().unwrap()), saved.digest);

    edit(&rulesets.join("liberi_gothica/ruleset.ron"), "title: \"", "title: \"Gentler ");
    let (library, battle) = (Library::open(&rulesets), screen.battle());
    let read = reread(&mut screen.world, &library, &["liberi_gothica".to_owned()], battle).unwrap();
    let (_, again) = read.battle.unwrap();
    assert_eq!(digest(&screen.world, again), saved.digest);
}

/// An edit that would change how the battle at hand has gone holds for every other one from then on.
#[test]
fn a_battle_that_keeps_the_old_rules_keeps_them_for_itself_alone() {
    let (_folder, rulesets) = copied();
    let mut screen = screen(&rulesets);
    let file = rulesets.join("scale_toughness/scenarios/even.ron");
    let text = fs::read_to_string(&file).unwrap();
    let last = text.rfind("        (").unwrap();
    let end = last + text[last..].find('\n').unwrap();
    let count = |screen: &Screen| screen.look().unwrap().everybody().count();
    let before = count(&screen);
    fs::write(&file, format!("{}{}", &text[..last], &text[end..])).unwrap();
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    pass_a_second(&mut screen);
    let said = screen.desk().said.clone().expect("it is told");
    assert!(said.contains("goes differently"), "{said}");
    assert_eq!(count(&screen), before);
    assert_ne!(screen.look().unwrap().rules().title, "Edited");
    screen.desk().wish = Some(Wish::Begin("scale_toughness/even".to_owned(), Vec::new()));
    screen.act(Duration::ZERO);
    assert_eq!(count(&screen), before - 1);
    assert_eq!(screen.look().unwrap().rules().title, "Edited", "a new battle is played by the new rules");
}

#[test]
fn a_good_edit_is_told_of_to_whoever_looks_back() {
    let (_folder, rulesets) = copied();
    let mut screen = screen(&rulesets);
    screen.desk().wish = Some(Wish::LookBack(1));
    screen.act(Duration::ZERO);
    assert!(screen.past().is_some());
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    let mut told = None;
    for _ in 0..4 {
        screen.act(Duration::from_millis(300));
        told = told.or(screen.desk().told.clone());
    }
    assert_eq!(told.as_deref(), Some("The rules were read again, and the battle was played again by them."));
    assert!(screen.past().is_none());
}
