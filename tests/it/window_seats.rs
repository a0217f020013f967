//! Who plays the sides of a battle, as it is chosen on the start screen.

use std::time::Duration;

use bevy_egui::egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::overlay::{Preferences, Screen};

use crate::kit::window::{PAGE, SMALL, Window, at_the_start};

fn sized(screen: Screen, size: [f32; 2]) -> Window {
    crate::kit::window::sized(screen, size, Duration::from_millis(400))
}

/// Promise: whoever was put before the sides of a battle is there again when one comes back to it from another game or battle, or
/// chooses it once more.
#[test]
fn who_plays_a_battle_is_remembered() {
    let mut harness = sized(at_the_start(), PAGE);
    harness.run();
    let is_mine = |harness: &Window| harness.names("is played by: me");
    assert!(is_mine(&harness));
    let title = {
        let mut cards = harness.query_all_by(|node| node.toggled() == Some(Toggled::True));
        cards.next_back().and_then(|card| card.accesskit_node().label()).expect("a battle is chosen")
    };
    harness.press("Only watch");
    assert!(!is_mine(&harness));
    let mut named = harness.query_all_by_label(&title);
    named.find(|node| node.accesskit_node().toggled().is_some()).expect("its card is there").click();
    drop(named);
    harness.run();
    assert!(!is_mine(&harness), "it was chosen once more");
    harness.press("Skirmish");
    assert!(is_mine(&harness), "another battle is played as its file says");
    harness.press("Scale & Toughness");
    assert!(!is_mine(&harness), "one has come back to it");
}

/// Promise: on the smallest window all that is chosen of a battle is whole above the button that begins it, in every game.
#[test]
fn nothing_of_who_plays_is_cut() {
    let mut harness = sized(at_the_start(), SMALL);
    harness.run();
    for title in ["Scale & Toughness", "Liberi Gothica", "Zones", "Old School", "Hursagmu"] {
        harness.scroll_to(title);
        harness.press(title);
        harness.run();
        let begin = harness.get_by_label("Begin").rect();
        for name in ["Only watch", "Is it even?", "Other dice"] {
            let lies = harness.get_by_label(name).rect();
            assert!(lies.bottom() <= begin.top(), "{title}: {name} is cut: {lies:?}, {begin:?}");
        }
    }
}

/// Promise: who plays each side is chosen in one column, which is as wide as what is chosen needs and ends within the page,
/// whatever the size of window and text.
#[test]
fn seats_are_chosen_in_one_column() {
    for (size, text) in [(SMALL, 100), (SMALL, 200), (PAGE, 100), (PAGE, 150), ([1920.0, 1080.0], 200)] {
        let mut screen = at_the_start();
        screen.edit::<Preferences>().text = text;
        let mut harness = sized(screen, size);
        harness.run();
        let is_in_one_column = |harness: &Window, chosen: &str| {
            let seats = harness.query_all_by_label_contains(" is played by: ").map(|node| node.rect());
            let lies: Vec<_> = seats.map(|rect| (rect.left(), rect.right())).collect();
            let place = format!("{size:?}, text {text}: {lies:?} with {chosen}");
            assert!(lies.len() == 2 && (lies[0].0 - lies[1].0).abs() < 0.6, "{place}");
            assert!((lies[0].1 - lies[1].1).abs() < 0.6 && lies[0].1 <= size[0], "{place}");
        };
        is_in_one_column(&harness, "nothing else");
        // What is offered is longer than the window there.
        if text == 200 {
            continue;
        }
        for chosen in ["computer, normal", "computer, hard but quick"] {
            let seat = {
                let mut seats = harness.query_all_by_label_contains(" is played by: computer");
                seats.next().and_then(|seat| seat.accesskit_node().label()).unwrap()
            };
            for name in [seat.as_str(), chosen] {
                harness.scroll_to(name);
                harness.press(name);
            }
            is_in_one_column(&harness, chosen);
        }
    }
}
