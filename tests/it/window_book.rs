//! The rulebook and the lessons on the screen, with and without a battle.

use std::time::Duration;

use bevy_egui::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::battle::{Key, Sides};
use sortie::overlay::{Opening, Screen};
use sortie::record::decisions;
use sortie::rulebook::Library;

fn at_the_start() -> Screen {
    let any = Library::open("rulesets").scenario("scale_toughness/even").unwrap();
    Screen::new(Opening { scenario: None, ..Opening::of(Library::open("rulesets"), any, 3) })
}

fn harness<'a>(screen: Screen, size: [f32; 2]) -> Harness<'a, Screen> {
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        screen.act(Duration::from_millis(16));
    };
    Harness::builder().with_size(size).with_max_steps(60).build_ui_state(app, screen)
}

fn open_book(harness: &mut Harness<'_, Screen>, game: &str) {
    harness.run();
    for label in [game, "Rules and lessons"] {
        // Larger letters make another page of it after the first frame.
        for _ in 0..2 {
            harness.get_by_label(label).scroll_to_me();
            harness.run();
        }
        harness.get_by_label(label).click();
        harness.run();
    }
}

/// Rules and lessons can be read before any battle has begun, on the smallest window with the largest text, too.
#[test]
fn rules_and_lessons_open_without_a_battle() {
    for (size, text) in [([1360.0, 860.0], 100), ([1024.0, 640.0], 100), ([1024.0, 640.0], 200)] {
        let mut harness = harness(at_the_start(), size);
        harness.state_mut().desk().preferences.text = text;
        open_book(&mut harness, "Scale & Toughness");
        harness.state_mut().desk().look_up(Key::from("ST-MOVE-01"));
        harness.run();
        harness.get_by_label("Show me").click();
        harness.run();
        harness.get_by_label_contains("step 0 of");
        harness.state_mut().desk().lesson = None;
        harness.run();
        harness.get_by_label("Lessons").click();
        harness.run();
        let library = Library::open("rulesets");
        let first = library.lessons("scale_toughness").unwrap().into_iter().next().unwrap();
        harness.state_mut().desk().search = first.title.clone();
        harness.run();
        harness.get_by_role_and_label(Role::Button, &first.title).click();
        harness.run();
        harness.get_by_label_contains("step 0 of");
        assert!(harness.query_all_by_label_contains(&first.title).next().is_some());
        assert!(harness.state().battle().is_none(), "nothing has begun");
    }
}

/// A lesson that is tried from the start screen begins a battle, with one seat a side.
#[test]
fn a_lesson_is_tried_from_the_start_screen() {
    let mut harness = harness(at_the_start(), [1360.0, 860.0]);
    open_book(&mut harness, "Skirmish");
    let rule = Library::open("rulesets").lessons("skirmish").unwrap()[0].rules[0];
    harness.state_mut().desk().look_up(rule);
    harness.run();
    harness.get_by_label("Show me").click();
    harness.run();
    harness.get_by_label("Try it yourself").click();
    harness.run();
    let screen = harness.state();
    let look = screen.look().expect("a battle has begun");
    assert_eq!(look.rules().name, "skirmish");
    assert!(look.question().is_some());
    assert!(!look.battle::<Sides>().unwrap().0.is_empty());
    assert!(decisions(&screen.world, screen.battle().unwrap()).len() < 50);
}

/// What is looked for is found in titles, texts and ids; the other rules are not in the way.
#[test]
fn the_search_finds_rules_and_lessons() {
    let mut harness = harness(at_the_start(), [1360.0, 860.0]);
    open_book(&mut harness, "Scale & Toughness");
    let rules = Library::open("rulesets").rules("scale_toughness").unwrap();
    let title = |id: &str| rules.book[&Key::new(id)].title.clone();
    harness.state_mut().desk().search = "st-init-05".to_owned();
    harness.run();
    assert!(harness.query_all_by_label(&title("ST-INIT-05")).next().is_some());
    assert!(harness.query_all_by_label(&title("ST-MOVE-01")).next().is_none());
    harness.state_mut().desk().search = "no rule says this".to_owned();
    harness.run();
    harness.get_by_label("No rule holds that.");
    harness.get_by_label("Lessons").click();
    harness.run();
    harness.get_by_label("No lesson shows that.");
}

/// Back and forward go through what was read; a rule that is looked up elsewhere joins in.
#[test]
fn one_goes_back_and_forward_through_rules() {
    let mut harness = harness(at_the_start(), [1360.0, 860.0]);
    open_book(&mut harness, "Scale & Toughness");
    assert!(harness.get_by_label("⏴").accesskit_node().is_disabled());
    let rules = ["ST-MOVE-01", "ST-ATK-02", "ST-INIT-05"].map(Key::from);
    for rule in rules {
        harness.state_mut().desk().look_up(rule);
        harness.run();
    }
    for (button, expected) in [("⏴", 1), ("⏴", 0), ("⏵", 1), ("⏵", 2), ("⏴", 1)] {
        harness.get_by_label(button).click();
        harness.run();
        assert_eq!(harness.state_mut().desk().rule, Some(rules[expected]), "{button}");
    }
    harness.state_mut().desk().look_up(Key::from("ST-DEF-02"));
    harness.run();
    assert!(harness.get_by_label("⏵").accesskit_node().is_disabled(), "another way was taken");
}

/// A rule tells its tier, and what it leans on is a click away.
#[test]
fn a_rule_links_to_those_that_it_leans_on() {
    let rules = Library::open("rulesets").rules("scale_toughness").unwrap();
    let leaning = rules.book.values().find(|rule| !rule.see.is_empty()).unwrap();
    let other = &rules.book[&leaning.see[0]];
    let mut harness = harness(at_the_start(), [1360.0, 860.0]);
    open_book(&mut harness, "Scale & Toughness");
    harness.state_mut().desk().search = leaning.id.to_string();
    harness.state_mut().desk().look_up(leaning.id);
    harness.run();
    harness.get_by_role_and_label(Role::Link, &other.title).click();
    harness.run();
    assert_eq!(harness.state_mut().desk().rule, Some(other.id));
    let optional = rules.book.values().find(|rule| rule.tier == sortie::battle::Tier::Optional);
    if let Some(optional) = optional {
        harness.state_mut().desk().look_up(optional.id);
        harness.run();
        harness.get_by_label("optional");
    }
}

/// Lessons that are edited while the window is open are read again.
#[test]
fn an_edited_lesson_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let of = folder.path().join("skirmish");
    for part in ["", "lessons", "scenarios"] {
        std::fs::create_dir_all(of.join(part)).unwrap();
        for entry in std::fs::read_dir(std::path::Path::new("rulesets/skirmish").join(part)).unwrap().flatten() {
            if entry.path().is_file() {
                std::fs::copy(entry.path(), of.join(part).join(entry.file_name())).unwrap();
            }
        }
    }
    let library = || Library::open(folder.path());
    let before = library().lessons("skirmish").unwrap()[0].title.clone();
    let any = library().scenario(&library().scenarios()[0]).unwrap();
    let screen = Screen::new(Opening { scenario: None, ..Opening::of(library(), any, 3) });
    let mut harness = harness(screen, [1360.0, 860.0]);
    open_book(&mut harness, "Skirmish");
    harness.get_by_label("Lessons").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, &before);
    for entry in std::fs::read_dir(of.join("lessons")).unwrap().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        std::fs::write(entry.path(), text.replace(&before, "Called otherwise now")).unwrap();
    }
    for _ in 0..4 {
        harness.state_mut().act(Duration::from_millis(600));
    }
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Called otherwise now");
}
