//! The camp's page in the window.

use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::battle::Look;
use sortie::overlay::{Opening, Screen};
use sortie::rulebook::{Library, Player};

/// The camp before the ravine, on a screen of this size.
fn camp<'a>(width: f32, height: f32) -> Harness<'a, Screen> {
    let mut scenario = Library::open("rulesets").scenario("viper_ravine").unwrap();
    scenario.players.fill(Player::Human);
    let screen = Screen::new(Opening::of(Library::open("rulesets"), scenario, 3));
    let app = |ui: &mut bevy_egui::egui::Ui, screen: &mut Screen| {
        screen.show(ui);
        screen.act(Duration::from_millis(16));
    };
    let mut harness = Harness::builder().with_size([width, height]).with_max_steps(40).build_ui_state(app, screen);
    harness.run();
    harness
}

fn look(screen: &Screen) -> Look<'_> {
    screen.look().unwrap()
}

fn asked(screen: &Screen) -> String {
    let look = look(screen);
    look.name(look.asked().unwrap()).to_owned()
}

/// Promise: a click on somebody's card hands the word over.
#[test]
fn a_click_on_a_card_hands_the_word_over() {
    let mut harness = camp(1360.0, 860.0);
    assert_eq!(asked(harness.state()), "Colonel Mauve");
    harness.get_by_label("Field Surgeon").click();
    harness.run();
    assert_eq!(asked(harness.state()), "Field Surgeon");
}

/// Promise: in a window of any size every answer lies in sight or below, none beyond the page's right edge; what ends the
/// camp is there even while it cannot be done yet, and goes on once it can.
#[test]
fn every_answer_of_a_camp_is_within_the_page() {
    for (width, height) in [(1360.0, 860.0), (900.0, 600.0)] {
        let mut harness = camp(width, height);
        // The page ends where the log begins, whose title lies below the button of that name.
        let logs = harness.query_all_by_label("Log").map(|node| node.rect());
        let log = logs.max_by(|one, other| one.top().total_cmp(&other.top())).unwrap().left();
        let choices = look(harness.state()).choices();
        assert!(choices.len() > 8, "{}", choices.len());
        for choice in choices.iter().filter(|choice| choice.is_legal()) {
            let button = harness.get_by_label(&choice.label).rect();
            assert!(button.right() < log, "{} ends at {}", choice.label, button.right());
        }
        let end = harness.get_by_label("Set out for what lies ahead");
        assert!(end.accesskit_node().is_disabled(), "a day of road lies ahead");
        harness.get_by_label_contains("Everybody travels").scroll_to_me();
        harness.run();
        harness.get_by_label_contains("Everybody travels").click();
        harness.run();
        assert!(!harness.get_by_label("Set out for what lies ahead").accesskit_node().is_disabled());
    }
}
