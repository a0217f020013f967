//! Fingers on the field: the first tap points, the second does it; one finger drags, two bring nearer.

use bevy_egui::egui::{Event, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, vec2};
use sortie::board::Square;
use sortie::overlay::{FieldView, Pointer};

use crate::kit::Battle;
use crate::kit::window::{Window, by_people, window};

/// A finger, as a touch screen tells of it: all at once; the first one is the pointer, too.
fn finger(window: &mut Window, number: u64, phase: TouchPhase, at: Pos2) {
    let touch = Event::Touch { device_id: TouchDeviceId(0), id: TouchId(number), phase, pos: at, force: None };
    let press =
        |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    let pointer = match phase {
        _ if number > 0 => Vec::new(),
        TouchPhase::Start => vec![Event::PointerMoved(at), press(true)],
        TouchPhase::Move => vec![Event::PointerMoved(at)],
        TouchPhase::End | TouchPhase::Cancel => vec![press(false), Event::PointerGone],
    };
    let told = &mut window.input_mut().events;
    told.push(touch);
    told.extend(pointer);
    window.step();
}

fn tap(window: &mut Window, at: Pos2) {
    finger(window, 0, TouchPhase::Start, at);
    finger(window, 0, TouchPhase::End, at);
    window.run();
}

/// A window in which somebody may walk, and the square nearest to the middle that they can walk to: nothing lies over that.
fn walk() -> (Window, Square) {
    let screen = by_people("even", 3);
    let look = screen.look().unwrap();
    let (x, y) = (look.board().width() / 2, look.board().height() / 2);
    let choice = look.choices().into_iter().find(|choice| choice.order.verb == "move" && !choice.squares.is_empty());
    let squares = choice.expect("somebody can walk").squares;
    let to = squares.iter().map(|(at, _)| *at).min_by_key(|at| (at.x - x).pow(2) + (at.y - y).pow(2));
    (window(screen), to.unwrap())
}

/// Promise: a tap says what would be done and does nothing, the next one there does it; after that each deed is shown first again.
#[test]
fn the_first_tap_points_and_the_second_does_it() {
    let (mut window, to) = walk();
    window.run();
    let count = window.made().len();
    let at = window.place_of(to);
    tap(&mut window, at);
    assert_eq!(window.edit::<Pointer>().hovered, Some(to), "it is pointed at");
    assert_eq!(window.made().len(), count, "nothing is done yet");
    tap(&mut window, at + vec2(2.0, 1.0));
    assert_eq!(window.made().len(), count + 1, "it is done");
    assert_eq!(window.edit::<Pointer>().cursor, None, "the next deed is shown first");
}

/// Promise: one finger drags the field and does nothing else; two that part bring it nearer.
#[test]
fn one_finger_drags_and_two_bring_nearer() {
    let (mut window, to) = walk();
    window.run();
    let count = window.made().len();
    let at = window.place_of(to);
    let cell = |window: &mut Window| window.edit::<FieldView>().drawn.as_ref().unwrap().view.cell;
    let before = cell(&mut window);
    finger(&mut window, 0, TouchPhase::Start, at);
    for step in 1..=6 {
        finger(&mut window, 0, TouchPhase::Move, at + vec2(20.0, 5.0) * step as f32);
    }
    finger(&mut window, 0, TouchPhase::End, at + vec2(120.0, 30.0));
    window.run();
    let moved = window.place_of(to) - at;
    assert!(moved.x > 60.0 && moved.y > 10.0, "{moved:?}");
    let middle = window.place_of(to);
    finger(&mut window, 0, TouchPhase::Start, middle - vec2(40.0, 0.0));
    finger(&mut window, 1, TouchPhase::Start, middle + vec2(40.0, 0.0));
    for step in 1..=6 {
        finger(&mut window, 0, TouchPhase::Move, middle - vec2(40.0 + 10.0 * step as f32, 0.0));
        finger(&mut window, 1, TouchPhase::Move, middle + vec2(40.0 + 10.0 * step as f32, 0.0));
    }
    finger(&mut window, 1, TouchPhase::End, middle + vec2(100.0, 0.0));
    finger(&mut window, 0, TouchPhase::End, middle - vec2(100.0, 0.0));
    window.run();
    assert!(cell(&mut window) > before * 1.5, "{} of {before}", cell(&mut window));
    assert_eq!(window.made().len(), count, "nothing was done");
}
