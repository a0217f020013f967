//! The camp's page in the window.

use egui_kittest::kittest::Queryable;

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, Window, by_people, sized};

/// The camp before the ravine, on a screen of this size.
fn camp(size: [f32; 2]) -> Window {
    let mut harness = sized(by_people("viper_ravine", 3), size, FRAME);
    harness.run();
    harness
}

fn asked(harness: &Window) -> String {
    let look = harness.now();
    look.name(look.asked().unwrap()).to_owned()
}

/// Promise: a click on somebody's card hands the word over.
#[test]
fn a_click_on_a_card_hands_the_word_over() {
    let mut harness = camp(PAGE);
    assert_eq!(asked(&harness), "Colonel Mauve");
    harness.press("Field Surgeon");
    assert_eq!(asked(&harness), "Field Surgeon");
}

/// Promise: in a window of any size every answer lies in sight or below, none beyond the page's right edge; what ends the
/// camp is there even while it cannot be done yet, and goes on once it can.
#[test]
fn every_answer_of_a_camp_is_within_the_page() {
    for size in [PAGE, [900.0, 600.0]] {
        let mut harness = camp(size);
        harness.draw_out();
        // The page ends where the log begins, whose title lies below the button of that name.
        let logs = harness.query_all_by_label("Log").map(|node| node.rect());
        let log = logs.max_by(|one, other| one.top().total_cmp(&other.top())).unwrap().left();
        let choices = harness.now().choices();
        assert!(choices.len() > 8, "{}", choices.len());
        for choice in choices.iter().filter(|choice| choice.is_legal()) {
            let button = harness.get_by_label(&choice.label).rect();
            assert!(button.right() < log, "{} ends at {}", choice.label, button.right());
        }
        assert!(harness.is_grey("Set out for what lies ahead"), "a day of road lies ahead");
        harness.get_by_label_contains("Everybody travels").scroll_to_me();
        harness.run();
        harness.get_by_label_contains("Everybody travels").click();
        harness.run();
        assert!(!harness.is_grey("Set out for what lies ahead"));
    }
}
