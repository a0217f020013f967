//! Rulesets that are edited while the window is open.

use std::fs;
use std::path::Path;
use std::time::Duration;

use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::Look;
use sortie::overlay::{NotPlayed, Notices, Opening, Screen, Watch, Wish, Wishes, reread};
use sortie::record::{Game, decisions, digest, follow};
use sortie::rulebook::{Library, Player};

use crate::battles::play_out;
use crate::kit::window::{PAGE, framed};
use crate::kit::{Battle, Folder, begin, edit};

/// A battle a few decisions old.
fn screen(rulesets: &Path) -> Screen {
    let library = Library::open(rulesets);
    let scenario = library.scenario("scale_toughness/even").unwrap();
    let mut screen = Screen::new(Opening::of(library, scenario, 5));
    screen.played(&mut Mind::new(Skill::Plain, 5), 3);
    screen
}

/// The last fighter of a battle is taken out of its file: it cannot go as it went.
fn without_its_last(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let last = text.rfind("        (").unwrap();
    let end = last + text[last..].find('\n').unwrap();
    fs::write(file, format!("{}{}", &text[..last], &text[end..])).unwrap();
}

fn pass_a_second(screen: &mut Screen) {
    for _ in 0..4 {
        screen.act(Duration::from_millis(300));
    }
}

const TITLE: &str = "title: \"Scale & Toughness\"";

#[test]
fn an_edit_is_noticed_once_and_only_when_the_file_rests() {
    let rulesets = Folder::of_all_rulesets();
    let half = Duration::from_millis(500);
    let mut watch = Watch::of(&[rulesets.path().to_owned()]);
    assert!(watch.passed(half).is_empty() && watch.passed(half).is_empty());
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    assert!(watch.passed(half).is_empty(), "it may still be written");
    assert_eq!(watch.passed(half), ["scale_toughness"]);
    assert!(watch.passed(half).is_empty(), "it is told once");
    fs::remove_file(rulesets.join("by_turns/lessons/turns.ron")).unwrap();
    assert!(watch.passed(half).is_empty());
    assert_eq!(watch.passed(half), ["by_turns"]);
}

/// Promise: of a game that lies in several folders each file is watched.
#[test]
fn an_edit_is_noticed_in_every_folder() {
    let (own, ships) = (Folder::of_rulesets(&["skirmish"]), Folder::of_rulesets(&["skirmish", "by_turns"]));
    let half = Duration::from_millis(500);
    let mut watch = Watch::of(&[own.path().to_owned(), ships.path().to_owned()]);
    assert!(watch.passed(half).is_empty() && watch.passed(half).is_empty());
    for (folder, ruleset) in [(&own, "skirmish"), (&ships, "by_turns"), (&ships, "skirmish")] {
        edit(&folder.join(ruleset).join("ruleset.ron"), "title: \"", "title: \"Edited ");
        assert!(watch.passed(half).is_empty());
        assert_eq!(watch.passed(half), [ruleset]);
    }
}

#[test]
fn a_good_edit_plays_the_battle_again_by_the_new_rules() {
    let rulesets = Folder::of_all_rulesets();
    let mut screen = screen(rulesets.path());
    let before = screen.made().to_vec();
    let library = Library::open(rulesets.path());
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    let old = screen.battle().unwrap();
    let read = reread(&mut screen.world, &library, &["scale_toughness".to_owned()], Some(old)).unwrap();
    let (_, new) = read.battle.unwrap();
    assert_eq!(decisions(&screen.world, new), before);
    assert_eq!(Look::at(&screen.world, new).unwrap().rules().title, "Edited");
    assert!(screen.world.get_entity(old).is_err(), "the old battle is put away");
}

#[test]
fn a_broken_edit_keeps_the_battle_and_names_the_place() {
    let rulesets = Folder::of_all_rulesets();
    let mut screen = screen(rulesets.path());
    let battle = screen.battle().unwrap();
    let before = screen.saved();
    let library = Library::open(rulesets.path());
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: Scale");
    let wrong = reread(&mut screen.world, &library, &["scale_toughness".to_owned()], Some(battle)).unwrap_err();
    let NotPlayed::Broken(problems) = wrong else { panic!("{wrong:?}") };
    assert!(
        problems[0].file.ends_with("ruleset.ron") && problems[0].line > 1 && problems[0].column > 1,
        "{problems:?}"
    );
    assert_eq!(screen.saved(), before);
}

#[test]
fn a_battle_that_goes_differently_by_the_new_rules_keeps_the_old_ones() {
    let rulesets = Folder::of_all_rulesets();
    let mut screen = screen(rulesets.path());
    let battle = screen.battle().unwrap();
    let before = screen.saved();
    let library = Library::open(rulesets.path());
    without_its_last(&rulesets.join("scale_toughness/scenarios/even.ron"));
    let wrong = reread(&mut screen.world, &library, &["scale_toughness".to_owned()], Some(battle)).unwrap_err();
    assert!(matches!(wrong, NotPlayed::Differs(..)), "{wrong:?}");
    assert_eq!(screen.saved(), before);
}

#[test]
fn the_window_shows_what_is_wrong_until_it_is_put_right() {
    let rulesets = Folder::of_all_rulesets();
    let library = Library::open(rulesets.path());
    let mut scenario = library.scenario("scale_toughness/even").unwrap();
    scenario.players.fill(Player::Human);
    let mut screen = Screen::new(Opening::of(library, scenario, 5));
    let file = rulesets.join("scale_toughness/ruleset.ron");
    edit(&file, TITLE, "title: Scale");
    pass_a_second(&mut screen);
    let wrong = screen.edit::<Notices>().broken.first().expect("the fault is told").to_string();
    assert!(wrong.contains("ruleset.ron:"), "{wrong}");
    let mut harness = framed(screen, PAGE, |_, _| {});
    harness.run();
    harness.get_by_label(&wrong);
    assert!(harness.names("An edited ruleset cannot be read"), "its file has no name that can be read");
    edit(&file, "title: Scale", "title: \"Half right\", blrub: \"\"");
    pass_a_second(harness.state_mut());
    harness.run();
    assert!(harness.names("Half right cannot be read; it is still played as it was before."));
    edit(&file, "title: \"Half right\", blrub: \"\"", "title: \"Put right\"");
    pass_a_second(harness.state_mut());
    harness.run();
    assert!(harness.query_by_label(&wrong).is_none());
    assert_eq!(harness.now().rules().title, "Put right");
}

/// A battle that follows another is opened, and played again by edited rules, with those who came from the first.
#[test]
fn those_who_came_from_the_battle_before_stay_when_it_is_opened_and_read_again() {
    let rulesets = Folder::of_all_rulesets();
    let library = Library::open(rulesets.path());
    let bridge = library.scenario("liberi_gothica/bridge_of_bells").unwrap();
    let next = (0..40).find_map(|seed| {
        let mut game = play_out(begin(&bridge, seed), seed);
        follow(&library, &mut game.world, game.battle).unwrap()
    });
    let game = Game::after(next.expect("somebody comes across the bridge"));
    let saved = game.saved();
    let scenario = saved.scenario(&library).unwrap();
    let mut screen = Screen::new(Opening { record: Some(saved.clone()), ..Opening::of(library, scenario, 1) });
    assert_eq!(digest(&screen.world, screen.battle().unwrap()), saved.digest);

    edit(&rulesets.join("liberi_gothica/ruleset.ron"), "title: \"", "title: \"Gentler ");
    let (library, battle) = (Library::open(rulesets.path()), screen.battle());
    let read = reread(&mut screen.world, &library, &["liberi_gothica".to_owned()], battle).unwrap();
    let (_, again) = read.battle.unwrap();
    assert_eq!(digest(&screen.world, again), saved.digest);
}

/// An edit that would change how the battle at hand has gone holds for every other one from then on.
#[test]
fn a_battle_that_keeps_the_old_rules_keeps_them_for_itself_alone() {
    let rulesets = Folder::of_all_rulesets();
    let mut screen = screen(rulesets.path());
    let count = |screen: &Screen| screen.now().everybody().count();
    let before = count(&screen);
    without_its_last(&rulesets.join("scale_toughness/scenarios/even.ron"));
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    pass_a_second(&mut screen);
    let said = screen.edit::<Notices>().said.clone().expect("it is told");
    assert!(said.contains("goes differently"), "{said}");
    assert_eq!(count(&screen), before);
    assert_ne!(screen.now().rules().title, "Edited");
    screen.edit::<Wishes>().wish = Some(Wish::Begin("scale_toughness/even".to_owned(), Vec::new()));
    screen.act(Duration::ZERO);
    assert_eq!(count(&screen), before - 1);
    assert_eq!(screen.now().rules().title, "Edited", "a new battle is played by the new rules");
}

#[test]
fn a_good_edit_is_told_of_to_whoever_looks_back() {
    let rulesets = Folder::of_all_rulesets();
    let mut screen = screen(rulesets.path());
    screen.edit::<Wishes>().wish = Some(Wish::LookBack(1));
    screen.act(Duration::ZERO);
    assert!(screen.past().is_some());
    edit(&rulesets.join("scale_toughness/ruleset.ron"), TITLE, "title: \"Edited\"");
    let mut told = None;
    for _ in 0..4 {
        screen.act(Duration::from_millis(300));
        told = told.or(screen.edit::<Notices>().told.clone());
    }
    assert_eq!(told.as_deref(), Some("The rules were read again, and the battle was played again by them."));
    assert!(screen.past().is_none());
}
