//! The start screen, the lessons on the screen and the log's "why", without a window.

use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use sortie::battle::{Chronicle, Key, verdict};
use sortie::overlay::{Opening, Screen};
use sortie::rulebook::Library;

fn library() -> Library {
    Library::open("rulesets")
}

/// A screen on which nothing has been chosen yet.
fn at_the_start() -> Screen {
    let any = library().scenario("scale_toughness/even").unwrap();
    Screen::new(Opening { scenario: None, ..Opening::of(library(), any, 3) })
}

fn in_battle(name: &str) -> Screen {
    let scenario = library().scenario(name).unwrap();
    Screen::new(Opening::of(library(), scenario, 3))
}

fn harness<'a>(screen: Screen, size: [f32; 2]) -> Harness<'a, Screen> {
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        screen.act(Duration::from_millis(400));
    };
    Harness::builder().with_size(size).with_max_steps(40).build_ui_state(app, screen)
}

/// From launch to the first decision in three clicks, on the smallest window and on a large one.
#[test]
fn three_clicks_lead_from_the_start_into_a_battle() {
    for size in [[1024.0, 640.0], [2560.0, 1440.0]] {
        let mut harness = harness(at_the_start(), size);
        harness.run();
        harness.get_by_label("Scale & Toughness").scroll_to_me();
        harness.run();
        harness.get_by_label("Scale & Toughness").click();
        harness.run();
        harness.get_by_label("Begin").click();
        harness.run_steps(3);
        let look = harness.state().look().expect("a battle has begun");
        assert_eq!(look.rules().title, "Scale & Toughness");
        assert!(look.question().is_some());
    }
}

/// The picture and the sides are those of the battle that is chosen, and whoever only watches decides nothing.
#[test]
fn whoever_watches_is_not_asked() {
    let mut harness = harness(at_the_start(), [1360.0, 860.0]);
    harness.run();
    harness.get_by_label("Skirmish").click();
    harness.run();
    harness.get_by_label("Watch").click();
    harness.run();
    harness.get_by_label("Begin").click();
    for _ in 0..4_000 {
        harness.step();
        let screen = harness.state();
        if screen.battle().is_some_and(|battle| verdict(&screen.world, battle).is_some()) {
            return;
        }
    }
    panic!("the battle that is only watched does not end");
}

/// Every rule has a "show me": its lesson goes forward and back, and on from there with free dice.
#[test]
fn a_rule_shows_its_lesson_and_lets_one_try_it() {
    let mut harness = harness(in_battle("scale_toughness/even"), [1360.0, 860.0]);
    harness.state_mut().desk().look_up(Key::from("ST-MOVE-01"));
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
    assert!(harness.state().look().unwrap().question().is_some(), "whoever tries it is asked");
}

/// "Why?": a line of the log opens and tells the rule that it follows from.
#[test]
fn a_line_of_the_log_says_why() {
    let mut harness = harness(in_battle("liberi_gothica/duel_at_dawn"), [1360.0, 860.0]);
    harness.run();
    let look = harness.state().look().unwrap();
    let fact = look.battle::<Chronicle>().unwrap().facts.iter().find(|fact| fact.rule == "LG-INIT-01").unwrap();
    let (said, title) = (fact.text.clone(), look.rules().book[&fact.rule].title.clone());
    assert!(harness.query_by_label(&title).is_none());
    harness.get_by_label(&said).click();
    harness.run();
    harness.get_by_label(&title);
}
