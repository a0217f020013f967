//! The start screen, the lessons on the screen and the log's "why", without a window.

use std::time::Duration;

use egui_kittest::kittest::Queryable;
use sortie::battle::Key;
use sortie::overlay::{Book, Screen};

use crate::kit::window::{PAGE, SMALL, Window, at_the_start, opened};
use crate::kit::{Battle, scenario};

fn in_battle(name: &str) -> Screen {
    opened(scenario(name), 3)
}

/// A window in which the computer soon decides.
fn sized(screen: Screen, size: [f32; 2]) -> Window {
    crate::kit::window::sized(screen, size, Duration::from_millis(400))
}

/// From launch to the first decision in three clicks, on the smallest window and on a large one.
#[test]
fn three_clicks_lead_from_the_start_into_a_battle() {
    for size in [SMALL, [2560.0, 1440.0]] {
        let mut harness = sized(at_the_start(), size);
        harness.run();
        harness.scroll_to("Scale & Toughness");
        harness.press("Scale & Toughness");
        harness.get_by_label("Begin").click();
        harness.run_steps(3);
        let look = harness.now();
        assert_eq!(look.rules().title, "Scale & Toughness");
        assert!(look.question().is_some());
    }
}

/// The picture and the sides are those of the battle that is chosen, and whoever only watches decides nothing.
#[test]
fn whoever_watches_is_not_asked() {
    let mut harness = sized(at_the_start(), PAGE);
    harness.run();
    harness.press("Skirmish");
    harness.press("Watch");
    harness.get_by_label("Begin").click();
    for _ in 0..4_000 {
        harness.step();
        if harness.state().battle().is_some() && harness.end().is_some() {
            return;
        }
    }
    panic!("the battle that is only watched does not end");
}

/// Every rule has a "show me": its lesson goes forward and back, and on from there with free dice.
#[test]
fn a_rule_shows_its_lesson_and_lets_one_try_it() {
    let mut harness = sized(in_battle("scale_toughness/even"), PAGE);
    harness.edit::<Book>().look_up(Key::from("ST-MOVE-01"));
    harness.run();
    harness.get_by_label("Show me").click();
    harness.run_steps(3);
    harness.get_by_label_contains("step 0 of");
    harness.get_by_label("Next ▶").click();
    harness.run_steps(3);
    harness.get_by_label_contains("step 1 of");
    harness.get_by_label("◀ Back").click();
    harness.run_steps(3);
    harness.get_by_label_contains("step 0 of");
    let before = harness.state().battle();
    harness.get_by_label("Try it yourself").click();
    harness.run_steps(3);
    assert_ne!(harness.state().battle(), before, "the lesson's battle takes the place of the other");
    assert!(harness.now().question().is_some(), "whoever tries it is asked");
}

/// "Why?": a line of the log opens and tells the rule that it follows from.
#[test]
fn a_line_of_the_log_says_why() {
    let mut harness = sized(in_battle("liberi_gothica/duel_at_dawn"), PAGE);
    harness.draw_out();
    let look = harness.now();
    let fact = harness.facts().iter().find(|fact| fact.rule == "LG-INIT-01").unwrap();
    let (said, title) = (fact.text.clone(), look.rules().book[&fact.rule].title.clone());
    assert!(harness.query_by_label(&title).is_none());
    harness.press(&said);
    harness.get_by_label(&title);
}
