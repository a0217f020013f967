//! What keys do: as much as the buttons that show them, once for each press, and nothing below what lies open.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use sortie::battle::Group;
use sortie::overlay::{Book, Hand, Layer, Layers, Pointer, Settings};

use crate::kit::Battle;
use crate::kit::window::{Window, at_rest, at_the_start, by_people};

#[test]
fn keys_do_what_the_buttons_say() {
    let mut harness = at_rest(by_people("even", 3));
    let first = harness.now().question().unwrap().who;
    let reach = harness.edit::<Layers>().has(Layer::Reach);
    harness.key(Key::R);
    assert_eq!(harness.edit::<Layers>().has(Layer::Reach), !reach);
    harness.key(Key::E);
    if let Some(target) = harness.edit::<Hand>().target {
        assert_ne!(Some(target), first);
        harness.key(Key::Escape);
    }
    assert_eq!(harness.edit::<Hand>().target, None);
    harness.key_press_modifiers(Modifiers::CTRL, Key::Enter);
    harness.run();
    assert_eq!(harness.now().question().unwrap().who, first, "nothing has been done: a warning first");
    harness.get_by_label_contains("has done nothing yet");
    harness.key_press_modifiers(Modifiers::CTRL, Key::Enter);
    harness.run();
    assert_ne!(harness.now().question().unwrap().who, first, "the turn has ended");
    harness.key_press_modifiers(Modifiers::CTRL, Key::Z);
    harness.run();
    assert_eq!(harness.now().question().unwrap().who, first, "and was taken back");
}

/// Every key that a button shows does what the button does, and a key that was changed is shown and heard.
#[test]
fn a_key_that_was_changed_is_shown_and_heard() {
    let mut harness = at_rest(by_people("even", 3));
    harness.key(Key::F10);
    harness.press("Keys");
    // The first line of the list is the key that aims at the next, with the button of the pad; the usual one is E.
    harness.press("E  ·  RB");
    harness.get_by_label("press a key");
    harness.key(Key::J);
    assert!(harness.shows("J  ·  RB") && harness.query_by_label("press a key").is_none());
    harness.key(Key::Escape);
    assert!(!harness.edit::<Settings>().open);
    let can_aim = |harness: &Window| {
        let choices = harness.now().choices();
        choices.iter().any(|choice| choice.is_legal() && choice.order.at.iter().any(|aim| aim.who.is_some()))
    };
    assert!(can_aim(&harness), "there is somebody to aim at");
    harness.key(Key::E);
    assert_eq!(harness.edit::<Hand>().target, None, "that key does nothing any more");
    harness.key(Key::J);
    assert!(harness.edit::<Hand>().target.is_some());
}

/// The cursor goes where arrows send it, and Enter does there what a click does.
#[test]
fn a_battle_can_be_played_without_a_mouse() {
    let mut harness = at_rest(by_people("even", 3));
    let here = harness.now();
    let who = here.question().unwrap().who.unwrap();
    let from = here.footprint(who).at;
    let walk = here.choices().into_iter().find(|choice| choice.is_legal() && choice.group == Group::Move).unwrap();
    let (dx, key) = if walk.squares.iter().any(|each| each.0.x == from.x + 1 && each.0.y == from.y) {
        (1, Key::ArrowRight)
    } else {
        (-1, Key::ArrowLeft)
    };
    harness.key(key);
    let to = harness.edit::<Pointer>().cursor.expect("a cursor on the field");
    assert_eq!((to.x, to.y), (from.x + dx, from.y));
    harness.key(Key::Enter);
    assert_eq!(harness.now().footprint(who).at, to);
}

/// A key that is still down from before decides nothing, and keys do not reach through a window that lies above.
#[test]
fn keys_decide_once_and_not_below_an_open_window() {
    let mut harness = at_rest(by_people("even", 3));
    let down = |harness: &mut Window| {
        let modifiers = Modifiers::NONE;
        let event = Event::Key { key: Key::Num1, physical_key: None, pressed: true, repeat: false, modifiers };
        harness.input_mut().events.push(event);
        harness.step();
        harness.run();
    };
    harness.edit::<Settings>().open = true;
    harness.run();
    down(&mut harness);
    assert_eq!(harness.made().len(), 0, "the settings lie above");
    harness.edit::<Settings>().open = false;
    harness.run();
    for _ in 0..5 {
        down(&mut harness);
    }
    assert!(!harness.edit::<Hand>().holds_something(), "it has been down all the time");
    // Wherever moves lie in the bar, their digit takes them up, and a step back puts them down.
    let choices = harness.now().choices();
    let number = harness.bar(&choices).iter().position(|slot| slot.kind.title() == "move").unwrap();
    let digit = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8][number];
    harness.key(digit);
    assert!(harness.edit::<Hand>().holds_something(), "pressed anew it takes up what the slot holds");
    harness.key(Key::Escape);
    assert!(!harness.edit::<Hand>().holds_something() && harness.made().is_empty());
}

/// What ends the writing in a field does nothing on the field of battle.
#[test]
fn enter_in_a_field_of_text_moves_nobody() {
    let mut harness = at_rest(by_people("even", 3));
    harness.key(Key::ArrowRight);
    harness.key(Key::B);
    harness.get_by_role(Role::TextInput).focus();
    harness.run();
    harness.get_by_role(Role::TextInput).type_text("sight");
    harness.run();
    harness.key(Key::Enter);
    assert!(harness.made().is_empty());
    assert!(harness.edit::<Book>().open, "and the book stays open");
}

/// Promise: what is told of something that is pointed at goes when a key opens a window over it, wherever the window lies.
#[test]
fn what_is_told_goes_when_a_window_opens() {
    let mut harness = at_rest(at_the_start());
    let named =
        |harness: &Window| harness.query_all_by_label_contains("Learn by playing").next().map(|node| node.rect());
    let at = named(&harness).expect("a game can be learned").center();
    harness.hover_at(at);
    harness.run_steps(8);
    assert!(harness.names("The game in one minute, a tour"), "the tip is shown");
    harness.key(Key::F10);
    harness.run_steps(4);
    assert!(harness.edit::<Settings>().open && !harness.names("The game in one minute, a tour"));
}
