//! The pads that are plugged in, as `gilrs` knows them.

use std::sync::mpsc::Sender;
use std::time::Duration;

use bevy_egui::egui::Vec2;
use gilrs::{Axis, EventType, Gilrs};

use super::{Button, Signal, Stick};

/// How long one waits for a pad before one waits again.
const WAITS: Duration = Duration::from_secs(2);
/// Sticks are told in so many steps from the middle to the rim: what trembles wakes nobody.
const STEPS: f32 = 12.0;

/// Tells what pads tell, until nobody listens any more.
pub fn wait(line: &Sender<Signal>, wake: impl Fn() -> bool) {
    let Ok(mut pads) = Gilrs::new() else { return };
    let mut sticks = [Vec2::ZERO; 2];
    loop {
        let signal = pads.next_event_blocking(Some(WAITS)).and_then(|event| signal(event.event, &mut sticks));
        if signal.is_some_and(|signal| line.send(signal).is_err() || !wake()) {
            return;
        }
    }
}

/// What an event means here; `sticks` is how they leaned before.
fn signal(event: EventType, sticks: &mut [Vec2; 2]) -> Option<Signal> {
    match event {
        EventType::ButtonPressed(pressed, _) => button(pressed).map(Signal::Pressed),
        EventType::ButtonReleased(released, _) => button(released).map(Signal::Released),
        EventType::AxisChanged(axis, value, _) => {
            let [left, right] = sticks;
            let (which, stick, is_across) = match axis {
                Axis::LeftStickX => (Stick::Left, left, true),
                Axis::LeftStickY => (Stick::Left, left, false),
                Axis::RightStickX => (Stick::Right, right, true),
                Axis::RightStickY => (Stick::Right, right, false),
                _ => return None,
            };
            let before = *stick;
            *(if is_across { &mut stick.x } else { &mut stick.y }) = (value * STEPS).round() / STEPS;
            (*stick != before).then_some(Signal::Leans(which, *stick))
        }
        EventType::Disconnected => {
            *sticks = [Vec2::ZERO; 2];
            Some(Signal::Gone)
        }
        _ => None,
    }
}

fn button(of: gilrs::Button) -> Option<Button> {
    use gilrs::Button as Theirs;
    Some(match of {
        Theirs::South => Button::South,
        Theirs::East => Button::East,
        Theirs::West => Button::West,
        Theirs::North => Button::North,
        Theirs::LeftTrigger => Button::LeftBumper,
        Theirs::RightTrigger => Button::RightBumper,
        Theirs::LeftTrigger2 => Button::LeftTrigger,
        Theirs::RightTrigger2 => Button::RightTrigger,
        Theirs::Select => Button::Select,
        Theirs::Start => Button::Start,
        Theirs::LeftThumb => Button::LeftStick,
        Theirs::RightThumb => Button::RightStick,
        Theirs::DPadUp => Button::Up,
        Theirs::DPadDown => Button::Down,
        Theirs::DPadLeft => Button::Left,
        Theirs::DPadRight => Button::Right,
        _ => return None,
    })
}
