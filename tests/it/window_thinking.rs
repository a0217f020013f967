//! While the computer thinks: nobody has to wait for it.

use bevy_egui::egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::SideId;
use sortie::board::Square;
use sortie::overlay::{Button, Opening, Pace, Pad, Preferences, Screen, Signal, Speed, Wishes};
use sortie::rulebook::Player;

use crate::kit::window::{Window, at_speed, opened, window};
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

/// Promise: whoever has looked on for more than two seconds while others act reads what hurries that on, as long as anything of it
/// is shown.
#[test]
fn whoever_looks_on_for_long_reads_how_to_hurry_it_on() {
    let told = "skip what is shown";
    let mut scenario = scenario("gate");
    scenario.players.fill(Player::Computer);
    scenario.players[0] = Player::Human;
    let mut screen = opened(scenario, 3);
    let likes = screen.edit::<Preferences>();
    (likes.speed, likes.warns) = (Speed::Slow, false);
    let mut harness = at_speed(screen);
    harness.run_steps(10);
    assert!(!harness.names(told), "nobody has looked on for long");
    let mut mind = Mind::new(Skill::Plain, 3);
    for _ in 0..4_000 {
        if harness.names(told) {
            break;
        }
        if harness.now().question().is_some_and(|asked| asked.side == SideId(0)) {
            let order = mind.decide(harness.now());
            harness.edit::<Wishes>().order = order;
        }
        harness.run_steps(1);
    }
    assert!(harness.names(told) && harness.names("Ctrl+F"), "nobody is told how to hurry it on");
    harness.edit::<Preferences>().speed = Speed::AtOnce;
    harness.run_steps(2);
    assert!(!harness.names(told), "nothing is shown of it");
}
