//! While the computer thinks: nobody has to wait for it.

use bevy_egui::egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use sortie::ai::Skill;
use sortie::board::Square;
use sortie::overlay::{Button, Opening, Pace, Pad, Preferences, Screen, Signal, Speed};
use sortie::rulebook::Player;

use crate::kit::window::{Window, window};
use crate::kit::{Battle, library, scenario};

/// A battle in which every decision of the computer's takes a while.
fn slow(player: Player) -> Window {
    let mut scenario = scenario("gate");
    scenario.players.fill(player);
    let mut screen = Screen::new(Opening { skill: Skill::Deep, ..Opening::of(library(), scenario, 3) });
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    window(screen)
}

/// Goes on until the computer is in the middle of a thought; tells how many decisions have been made before it.
fn until_it_thinks(harness: &mut Window) -> usize {
    for _ in 0..4_000 {
        let made = harness.made().len();
        harness.run_steps(4);
        if harness.edit::<Pace>().thinks() && harness.made().len() == made {
            return made;
        }
    }
    panic!("the computer never thinks for long");
}

/// The middle of a square in which nobody stands.
fn bare(harness: &mut Window) -> Pos2 {
    let look = harness.now();
    let is_bare = |at: &Square| look.everybody().all(|who| !look.footprint(who).contains(*at));
    let mut squares = (4..8).flat_map(|y| (6..14).map(move |x| Square::new(x, y)));
    let square = squares.find(is_bare).expect("somebody stands everywhere");
    harness.place_of(square)
}

/// Presses and lets go, each in a frame of its own, without waiting for anything to come to rest.
fn click(harness: &mut Window, at: Pos2) {
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.step();
}

/// Promise: a click on the field, Enter, and A on a pad end a thought at once: what it has come upon is played.
#[test]
fn whoever_does_not_want_to_wait_has_the_computer_play_what_it_has() {
    let mut harness = slow(Player::Computer);
    let ways: [(&str, fn(&mut Window)); 3] = [
        ("click", |harness| {
            let at = bare(harness);
            click(harness, at);
        }),
        ("Enter", |harness| {
            harness.key_press(Key::Enter);
            harness.step();
        }),
        ("A", |harness| {
            harness.edit::<Pad>().tell(Signal::Pressed(Button::South));
            harness.edit::<Pad>().tell(Signal::Released(Button::South));
            harness.step();
        }),
    ];
    for (name, way) in ways {
        let made = until_it_thinks(&mut harness);
        way(&mut harness);
        assert!(harness.made().len() > made, "{name}: the computer thinks on");
    }
}

/// Promise: a hint that takes longer than half a second can be had as far as it has come.
#[test]
fn a_long_hint_is_had_as_far_as_it_has_come() {
    let mut harness = slow(Player::Human);
    harness.run();
    harness.key_press_modifiers(Modifiers::CTRL, Key::H);
    harness.run_steps(2);
    assert!(harness.shows("The computer thinks it over ..."));
    for _ in 0..4_000 {
        if harness.shows("tell what it has") {
            break;
        }
        harness.step();
    }
    harness.get_by_label("tell what it has").click();
    harness.run_steps(2);
    assert!(harness.shows("What the computer would do") && !harness.shows("tell what it has"));
}
