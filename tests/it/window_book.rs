//! The rulebook and the lessons on the screen, with and without a battle.

use std::path::PathBuf;
use std::time::Duration;

use bevy_egui::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use sortie::battle::{Key, RuleId, Sides, Tier};
use sortie::overlay::{Book, LessonPage, Opening, Preferences, Screen};
use sortie::rulebook::Library;

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_the_start, sized, window};
use crate::kit::{Battle, Folder, edit, files, library};

fn open_book(harness: &mut Window, game: &str) {
    harness.run();
    for label in [game, "Rules and lessons"] {
        // Larger letters make another page of it after the first frame.
        for _ in 0..2 {
            harness.scroll_to(label);
        }
        harness.press(label);
    }
}

/// Rules and lessons can be read before any battle has begun, on the smallest window with the largest text, too.
#[test]
fn rules_and_lessons_open_without_a_battle() {
    for (size, text) in [(PAGE, 100), (SMALL, 100), (SMALL, 200)] {
        let mut harness = sized(at_the_start(), size, FRAME);
        harness.edit::<Preferences>().text = text;
        open_book(&mut harness, "Scale & Toughness");
        harness.edit::<Book>().look_up(RuleId::from("ST-MOVE-01"));
        harness.run();
        harness.press("Show me");
        harness.get_by_label_contains("step 0 of");
        harness.edit::<LessonPage>().shown = None;
        harness.run();
        harness.press("Lessons");
        let first = library().lessons("scale_toughness").unwrap().into_iter().next().unwrap();
        harness.edit::<Book>().search = first.title.clone();
        harness.run();
        harness.get_by_role_and_label(Role::Button, &first.title).click();
        harness.run();
        harness.get_by_label_contains("step 0 of");
        assert!(harness.names(&first.title));
        assert!(harness.state().battle().is_none(), "nothing has begun");
    }
}

/// A lesson that is tried from the start screen begins a battle, with one seat a side.
#[test]
fn a_lesson_is_tried_from_the_start_screen() {
    let mut harness = window(at_the_start());
    open_book(&mut harness, "Skirmish");
    let rule = library().lessons("skirmish").unwrap()[0].rules[0];
    harness.edit::<Book>().look_up(rule);
    harness.run();
    harness.press("Show me");
    harness.press("Try it yourself");
    let look = harness.now();
    assert_eq!(look.rules().name, "skirmish");
    assert!(look.question().is_some());
    assert!(!look.battle::<Sides>().unwrap().0.is_empty());
    assert!(harness.made().len() < 50);
}

/// What is looked for is found in titles, texts and ids; the other rules are not in the way.
#[test]
fn the_search_finds_rules_and_lessons() {
    let mut harness = window(at_the_start());
    open_book(&mut harness, "Scale & Toughness");
    let rules = library().rules("scale_toughness").unwrap();
    let title = |id: &str| rules.book[&Key::new(id)].title.clone();
    harness.edit::<Book>().search = "st-init-05".to_owned();
    harness.run();
    assert!(harness.shows(&title("ST-INIT-05")));
    assert!(!harness.shows(&title("ST-MOVE-01")));
    harness.edit::<Book>().search = "no rule says this".to_owned();
    harness.run();
    harness.get_by_label("No rule holds that.");
    harness.press("Lessons");
    harness.get_by_label("No lesson shows that.");
}

/// Back and forward go through what was read; a rule that is looked up elsewhere joins in.
#[test]
fn one_goes_back_and_forward_through_rules() {
    let mut harness = window(at_the_start());
    open_book(&mut harness, "Scale & Toughness");
    assert!(harness.is_grey("The rule before"));
    let rules = ["ST-MOVE-01", "ST-ATK-02", "ST-INIT-05"].map(RuleId::from);
    for rule in rules {
        harness.edit::<Book>().look_up(rule);
        harness.run();
    }
    for (button, expected) in [("before", 1), ("before", 0), ("after", 1), ("after", 2), ("before", 1)] {
        harness.press(&format!("The rule {button}"));
        assert_eq!(harness.edit::<Book>().rule, Some(rules[expected]), "{button}");
    }
    harness.edit::<Book>().look_up(RuleId::from("ST-DEF-02"));
    harness.run();
    assert!(harness.is_grey("The rule after"), "another way was taken");
}

/// A rule tells its tier, and what it leans on is a click away.
#[test]
fn a_rule_links_to_those_that_it_leans_on() {
    let rules = library().rules("scale_toughness").unwrap();
    let leaning = rules.book.values().find(|rule| !rule.see.is_empty()).unwrap();
    let other = &rules.book[&leaning.see[0]];
    let mut harness = window(at_the_start());
    open_book(&mut harness, "Scale & Toughness");
    harness.edit::<Book>().search = leaning.id.to_string();
    harness.edit::<Book>().look_up(leaning.id);
    harness.run();
    harness.get_by_role_and_label(Role::Link, &other.title).click();
    harness.run();
    assert_eq!(harness.edit::<Book>().rule, Some(other.id));
    let optional = rules.book.values().find(|rule| rule.tier == Tier::Optional);
    if let Some(optional) = optional {
        harness.edit::<Book>().look_up(optional.id);
        harness.run();
        harness.get_by_label("optional");
    }
}

/// Lessons that are edited while the window is open are read again.
#[test]
fn an_edited_lesson_is_read_again() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    let library = || Library::open(folder.path());
    let before = library().lessons("skirmish").unwrap()[0].title.clone();
    let any = library().scenario(&library().scenarios()[0]).unwrap();
    let screen = Screen::new(Opening { scenario: None, ..Opening::of(library(), any, 3) });
    let mut harness = window(screen);
    open_book(&mut harness, "Skirmish");
    harness.press("Lessons");
    harness.get_by_role_and_label(Role::Button, &before);
    let holds = |file: &&PathBuf| std::fs::read_to_string(file).unwrap().contains(&before);
    let lessons = files(&folder.join("skirmish/lessons"));
    edit(lessons.iter().find(holds).unwrap(), &before, "Called otherwise now");
    for _ in 0..4 {
        harness.state_mut().act(Duration::from_millis(600));
    }
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Called otherwise now");
}
