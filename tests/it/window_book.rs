//! The rulebook and the lessons on the screen, with and without a battle.

use std::path::PathBuf;
use std::time::Duration;

use bevy_egui::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use sortie::battle::{Key, RuleId, Sides, Tier};
use sortie::overlay::{Book, LessonPage, Opening, Pace, Preferences, Saves, Screen, Timeline, Wish};
use sortie::rulebook::{Library, Player};

use crate::kit::window::{FRAME, PAGE, SMALL, Window, at_the_start, by_people, seated, sized, window, within};
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
        harness.get_by_role_and_label(Role::Button, &first.title).scroll_to_me();
        harness.run();
        harness.get_by_role_and_label(Role::Button, &first.title).click();
        harness.run();
        harness.get_by_label_contains("step 0 of");
        assert!(harness.names(&first.title));
        assert!(harness.state().battle().is_none(), "nothing has begun");
    }
}

/// Promise: the list of lessons reads like a book: those of the tour lie first, each a row with a sentence; all others are folded
/// by chapter; no code of a rule or lesson is seen, and all of it lies within the window.
#[test]
fn the_list_of_lessons_is_no_list_of_codes() {
    for (game, title, size, text) in [
        ("scale_toughness", "Scale & Toughness", PAGE, 100),
        ("zones", "Zones", PAGE, 150),
        ("hursagmu", "Hursagmu", SMALL, 100),
        ("old_school", "Old School", SMALL, 200),
    ] {
        let rules = library().rules(game).unwrap();
        let tour = library().learn(game).unwrap().unwrap().tour;
        let first = tour[0].shows.lesson.clone();
        let is_chosen = |id: &str| tour.iter().any(|stop| stop.shows.lesson.id == id);
        let mut harness = sized(at_the_start(), size, FRAME);
        harness.edit::<Preferences>().text = text;
        open_book(&mut harness, title);
        harness.press("Lessons");
        let place = format!("{game}, {size:?}, text {text}");
        within(&harness, size, &place);
        harness.get_by_role_and_label(Role::Button, &first.title);
        assert!(harness.names(first.text.split(['.', '!', '?']).next().unwrap()), "{place}: {}", first.text);
        let lessons = library().lessons(game).unwrap();
        let chapter = &rules.chapters[0];
        let of_it = |rule: &RuleId| chapter.rules().any(|each| each == *rule);
        let here = lessons.iter().filter(|lesson| lesson.rules.first().is_some_and(of_it) && !is_chosen(&lesson.id));
        let here: Vec<_> = here.collect();
        let other = here.first().unwrap_or_else(|| panic!("{place}: nothing is checked of {}", chapter.title));
        let is_row =
            |harness: &Window| harness.query_all_by_role_and_label(Role::Button, &other.title).next().is_some();
        assert!(!is_row(&harness), "{place}: checks are folded");
        let fold = format!("{} ({})", chapter.title, here.len());
        // What lies further down is scrolled to, in an area that may have to be measured first.
        for _ in 0..2 {
            harness.get_by_label(&fold).scroll_to_me();
            harness.run();
        }
        harness.get_by_label(&fold).click();
        harness.run();
        assert!(is_row(&harness), "{place}: {}", other.title);
        for lesson in &lessons {
            assert!(!harness.names(&lesson.id), "{place}: {} is seen", lesson.id);
        }
        within(&harness, size, &place);
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
    // Slips, parts of words and words in any order find it, too.
    for typed in ["delayign turn", "turn delay"] {
        harness.edit::<Book>().search = typed.to_owned();
        harness.run();
        assert!(harness.shows(&title("ST-INIT-05")), "{typed}");
    }
    harness.edit::<Book>().search = "quagga trombone".to_owned();
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
    // Two may lean on each other.
    harness.get_all_by_role_and_label(Role::Link, &other.title).next().unwrap().scroll_to_me();
    harness.run();
    harness.get_all_by_role_and_label(Role::Link, &other.title).next().unwrap().click();
    harness.run();
    assert_eq!(harness.edit::<Book>().rule, Some(other.id));
    let optional = rules.book.values().find(|rule| rule.tier == Tier::Optional);
    if let Some(optional) = optional {
        harness.edit::<Book>().look_up(optional.id);
        harness.run();
        harness.get_by_label("optional");
    }
}

/// Every rule of the large games is two clicks away: one on its chapter, one on its title.
#[test]
fn every_rule_is_two_clicks_away() {
    for game in ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu"] {
        let rules = library().rules(game).unwrap();
        let mut harness = window(at_the_start());
        open_book(&mut harness, &rules.title);
        let mut reached = 0;
        for (place, chapter) in rules.chapters.iter().enumerate() {
            let book = harness.edit::<Book>();
            (book.chapter, book.rule) = (None, None);
            harness.run();
            harness.get_all_by_label(&chapter.title).next().unwrap().scroll_to_me();
            harness.run();
            harness.get_all_by_label(&chapter.title).next().unwrap().click();
            harness.run();
            assert_eq!(harness.edit::<Book>().chapter, Some(place), "{game}: {}", chapter.title);
            for rule in chapter.rules() {
                assert!(harness.shows(&rules.book[&rule].title), "{game}: {rule}");
                reached += 1;
            }
            let last = chapter.rules().last().unwrap();
            let title = &rules.book[&last].title;
            // A rule may be called as its chapter is; it stands below it.
            let button = harness.get_all_by_role_and_label(Role::Button, title).last().unwrap();
            button.scroll_to_me();
            harness.run();
            harness.get_all_by_role_and_label(Role::Button, title).last().unwrap().click();
            harness.run();
            assert_eq!(harness.edit::<Book>().rule, Some(last), "{game}: {title}");
        }
        assert_eq!(reached, rules.book.len(), "{game}");
    }
}

/// A rule has the figures of its game, the picture of its lesson, and the rules that lean on it, on the smallest window with the
/// largest text, too.
#[test]
fn a_rule_has_figures_a_picture_and_links_both_ways() {
    for (size, text) in [(PAGE, 100), (SMALL, 200)] {
        let mut harness = sized(at_the_start(), size, FRAME);
        harness.edit::<Preferences>().text = text;
        open_book(&mut harness, "Skirmish");
        harness.edit::<Book>().look_up(RuleId::from("SK-ATK-01"));
        harness.run();
        harness.run();
        harness.get_by_label("Leaned on by");
        let rules = library().rules("skirmish").unwrap();
        let below = &rules.book[&Key::new("SK-ATK-04")].title;
        harness.get_by_role_and_label(Role::Link, below);
        harness.get_by_label("As its lesson shows it");
        assert!(harness.query_all_by_role(Role::Image).next().is_some(), "a picture with words");
        within(&harness, size, &format!("the book at {text}%"));
        harness.edit::<Book>().look_up(RuleId::from("SK-DMG-02"));
        harness.run();
        harness.get_by_label("Its figures in this game");
        assert!(harness.names("as given (1 to 1000)"), "what Life is made of");
        within(&harness, size, &format!("figures at {text}%"));
    }
}

/// In a battle a rule tells where it was met last, and leads back to that moment.
#[test]
fn a_rule_leads_back_to_where_it_was_met_last() {
    let mut harness = window(by_people("skirmish4", 5));
    (harness.edit::<Pace>().fast, harness.edit::<Pace>().auto) = (true, true);
    let met = RuleId::from("SK-ATK-01");
    for _ in 0..400 {
        if harness.now().facts().iter().filter(|fact| fact.rule == met).count() > 2 {
            break;
        }
        harness.step();
    }
    harness.edit::<Pace>().auto = false;
    let facts = harness.now().facts();
    let last = facts.iter().rfind(|fact| fact.rule == met).unwrap().clone();
    harness.edit::<Book>().look_up(met);
    harness.run();
    harness.get_by_label("Where you met it last");
    harness.get_by_label(&format!("Round {}: {}", last.round, last.text));
    harness.press("Back to that moment");
    assert!(!harness.edit::<Book>().open, "so that it is seen");
    assert!(harness.edit::<Timeline>().at.is_some(), "the battle is as it was then");
}

/// A battle can be told in a file from the window.
#[test]
fn a_battle_is_told_in_a_file() {
    let folder = Folder::new();
    let mut harness = window(seated("skirmish4", &[Player::Computer; 2], 5));
    harness.edit::<Saves>().keep_in(folder.path().to_owned(), folder.join("exports"));
    harness.edit::<Pace>().fast = true;
    for _ in 0..60 {
        harness.step();
    }
    harness.wish(Wish::Tell);
    let told = files(folder.path()).into_iter().find(|file| file.extension().is_some_and(|end| end == "md")).unwrap();
    let name = told.file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.len() > "0000000000000.md".len() && !name.starts_with("chronicle"), "{name} names the battle");
    let text = std::fs::read_to_string(told).unwrap();
    assert!(text.starts_with("# ") && text.contains("## Round 1"), "{text}");
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

/// Promise: whoever points at the sign of a rule reads that it is one of the book, and that a click opens it there.
#[test]
fn the_sign_of_a_rule_says_what_it_is() {
    let mut harness = crate::kit::window::at_rest(crate::kit::window::ended("even", 3));
    let sign = harness.query_all_by_role(Role::Link).next().expect("the end names its rule").rect().center();
    harness.hover_at(sign);
    harness.run_steps(8);
    assert!(harness.names("a rule of the book: a click on it opens it there"));
    harness.click_at(sign);
    assert!(harness.edit::<Book>().open);
}
