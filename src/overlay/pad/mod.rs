//! The gamepad: all that keys can do. On the field its cross moves the cursor, and A clicks there; where something lies
//! open (answers, a menu, settings, the start screen), and among the buttons around the field, it goes from one to the next
//! and A presses. What its buttons do besides stands in the list of keys.
//!
//! What is done about a pad is worked out and tested everywhere; only the pads themselves (`device.rs`) need the feature
//! `gamepad`, where a system package would be needed to build it.

// The pads: there where the system has them without further packages, else with the feature.
#[cfg_attr(
    not(all(any(feature = "gamepad", windows, target_os = "macos"), not(target_family = "wasm"))),
    path = "none.rs"
)]
mod device;
mod finger;
mod lead;
mod line;
mod walk;

use std::collections::{BTreeMap, VecDeque};

use bevy::app::App;
use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Id as Widget, LayerId, Pos2, Rect, Vec2};
use serde::{Deserialize, Serialize};

use super::keys::Hold;
use super::panels::{Height, Panels};
use crate::battle::Id;

pub(super) use finger::point;
pub(super) use line::way_in;

/// A button of a pad, by where it lies; it is told by what most pads call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Button {
    /// A.
    South,
    /// B.
    East,
    /// X.
    West,
    /// Y.
    North,
    /// Above the left trigger.
    LeftBumper,
    /// Above the right trigger.
    RightBumper,
    /// Below the left bumper.
    LeftTrigger,
    /// Below the right bumper.
    RightTrigger,
    /// The small one at the left.
    Select,
    /// The small one at the right.
    Start,
    /// The left stick, pressed.
    LeftStick,
    /// The right stick, pressed.
    RightStick,
    /// Up on the cross.
    Up,
    /// Down on the cross.
    Down,
    /// Left on the cross.
    Left,
    /// Right on the cross.
    Right,
}

impl Button {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::South => "A",
            Self::East => "B",
            Self::West => "X",
            Self::North => "Y",
            Self::LeftBumper => "LB",
            Self::RightBumper => "RB",
            Self::LeftTrigger => "LT",
            Self::RightTrigger => "RT",
            Self::Select => "Select",
            Self::Start => "Start",
            Self::LeftStick => "L3",
            Self::RightStick => "R3",
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Whether it always does the same.
    pub const fn is_fixed(self) -> bool {
        use Button::{Down, East, Left, Right, South, Start, Up, West};
        matches!(self, South | East | West | Start | Up | Down | Left | Right)
    }
}

/// One of the two sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stick {
    /// Moves the cursor.
    Left,
    /// Looks around.
    Right,
}

/// Something that a pad tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Signal {
    /// A button goes down.
    Pressed(Button),
    /// A button comes up.
    Released(Button),
    /// A stick leans this way: right and up are positive, as far as 1.
    Leans(Stick, Vec2),
    /// The pad is gone, and nothing of it is held any more.
    Gone,
}

/// Seconds until something that is held counts again, at first and then.
const REPEATS: (f64, f64) = (0.36, 0.1);
/// How far a stick leans that means it.
const LEANS: f32 = 0.55;

/// A button that is held: since when, and when it counts again.
#[derive(Clone, Copy)]
struct Down {
    since: f64,
    again: f64,
}

/// What is known of the pad, and what it is pointed at.
#[derive(Resource, Default)]
pub struct Pad {
    signals: VecDeque<Signal>,
    /// What is held.
    held: BTreeMap<Button, Down>,
    sticks: (Vec2, Vec2),
    /// Which way cross or left stick point, and when that counts again.
    way: ((i32, i32), f64),
    /// When the right stick scrolls again.
    scrolls: f64,
    /// It was used last, neither mouse nor keys.
    is_used: bool,
    /// It goes among buttons, not over the field.
    is_among: bool,
    /// The button that it is at, and where that lay.
    focus: Option<(Widget, Rect)>,
    /// Where the pointer was put for it.
    pointer: Option<Pos2>,
    /// What lay open before.
    open: Option<LayerId>,
    /// Whether something was in hand before, how many decisions had been made, and who was asked.
    before: (bool, usize, Option<Id>),
}

/// What is done about the pad, before anything is drawn and with whatever it asks for.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pad>().add_page(Height::Pad, lead::lead).on_key(lead::follow);
}

/// What was pressed since the last frame: ways of the cross, right and down positive, and buttons.
#[derive(Debug, Default, PartialEq)]
struct Pressed {
    ways: Vec<(i32, i32)>,
    buttons: Vec<Button>,
    /// The same for those that count again because they are held.
    again: Vec<Button>,
}

impl Pad {
    /// Tells what a pad has told.
    pub fn tell(&mut self, signal: Signal) {
        self.signals.push_back(signal);
    }

    /// Whether it was used last: the pointer goes where it is, and nobody moves that by hand.
    pub const fn leads(&self) -> bool {
        self.is_used
    }

    /// Where the button lies that it is at; nothing where it is over the field.
    pub fn at(&self) -> Option<Rect> {
        self.focus.map(|(_, rect)| rect)
    }

    /// Which way is meant by all that is held: the cross before the stick.
    fn meant(&self) -> (i32, i32) {
        let down = |button| i32::from(self.held.contains_key(&button));
        let cross = (down(Button::Right) - down(Button::Left), down(Button::Down) - down(Button::Up));
        let lean = |along: f32| if along.abs() < LEANS { 0 } else { along.signum() as i32 };
        let stick = self.sticks.0;
        if cross == (0, 0) { (lean(stick.x), -lean(stick.y)) } else { cross }
    }

    /// Takes up what was told, and what counts again at this moment.
    fn take(&mut self, now: f64) -> Pressed {
        let mut pressed = Pressed::default();
        while let Some(signal) = self.signals.pop_front() {
            match signal {
                Signal::Pressed(button) => {
                    self.held.insert(button, Down { since: now, again: now + REPEATS.0 });
                    let is_way = matches!(button, Button::Up | Button::Down | Button::Left | Button::Right);
                    if !is_way && !is_held_instead(button) {
                        pressed.buttons.push(button);
                    }
                }
                Signal::Released(button) => {
                    let is_tap = self.held.remove(&button).is_some_and(|down| now < down.since + REPEATS.0);
                    pressed.buttons.extend((is_tap && is_held_instead(button)).then_some(button));
                }
                Signal::Leans(Stick::Left, lean) => self.sticks.0 = lean,
                Signal::Leans(Stick::Right, lean) => self.sticks.1 = lean,
                Signal::Gone => {
                    self.held.clear();
                    self.sticks = Default::default();
                }
            }
            let meant = self.meant();
            if meant != self.way.0 {
                self.way = (meant, now + REPEATS.0);
                pressed.ways.extend((meant != (0, 0)).then_some(meant));
            }
        }
        if self.way.0 != (0, 0) && now >= self.way.1 {
            self.way.1 = now + REPEATS.1;
            pressed.ways.push(self.way.0);
        }
        for (button, down) in &mut self.held {
            if now >= down.again && !is_held_instead(*button) {
                down.again = now + REPEATS.1;
                pressed.again.push(*button);
            }
        }
        pressed
    }

    /// Whether this is held for longer than a tap.
    fn holds(&self, button: Button, now: f64) -> bool {
        self.held.get(&button).is_some_and(|down| now >= down.since + REPEATS.0)
    }

    /// Whether something is held that goes on.
    fn is_held(&self) -> bool {
        !self.held.is_empty() || self.way.0 != (0, 0) || self.sticks.1.length() > LEANS / 2.0
    }
}

/// Whether holding it is something else than tapping it, so that it counts as tapped only once it is let go.
fn is_held_instead(button: Button) -> bool {
    button == Hold::All.knob()
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    #[test]
    fn a_tap_counts_once_and_what_is_held_counts_again_after_a_while() {
        let mut pad = Pad::default();
        pad.tell(Signal::Pressed(Button::Right));
        pad.tell(Signal::Released(Button::Right));
        assert_eq!(pad.take(0.0).ways, [(1, 0)], "however short it was");
        assert!(pad.take(1.0).ways.is_empty() && !pad.is_held());
        pad.tell(Signal::Pressed(Button::Down));
        assert_eq!(pad.take(2.0).ways, [(0, 1)]);
        assert!(pad.take(2.2).ways.is_empty(), "not yet");
        assert_eq!(pad.take(2.4).ways, [(0, 1)]);
        assert_eq!(pad.take(2.51).ways, [(0, 1)]);
        assert!(pad.is_held());
    }

    #[test]
    fn the_stick_points_as_the_cross_does_and_a_little_is_nothing() {
        let mut pad = Pad::default();
        pad.tell(Signal::Leans(Stick::Left, vec2(0.3, 0.2)));
        assert!(pad.take(0.0).ways.is_empty());
        pad.tell(Signal::Leans(Stick::Left, vec2(0.9, 0.7)));
        assert_eq!(pad.take(0.1).ways, [(1, -1)], "up is up");
        pad.tell(Signal::Leans(Stick::Left, vec2(0.95, 0.72)));
        assert!(pad.take(0.2).ways.is_empty(), "the same way is the same way");
        pad.tell(Signal::Gone);
        assert!(pad.take(5.0).ways.is_empty(), "a pad that is gone holds nothing");
    }

    /// Promise: the button that shows all while it is held does what it is for when it is tapped, and not after it was held.
    #[test]
    fn what_is_held_is_not_tapped_as_well() {
        let (all, fast) = (Hold::All.knob(), Hold::Fast.knob());
        let mut pad = Pad::default();
        pad.tell(Signal::Pressed(all));
        assert!(pad.take(0.0).buttons.is_empty() && !pad.holds(all, 0.1));
        pad.tell(Signal::Released(all));
        assert_eq!(pad.take(0.2).buttons, [all], "a tap");
        pad.tell(Signal::Pressed(all));
        pad.take(1.0);
        let later = pad.take(2.0);
        assert!(pad.holds(all, 2.0) && later.again.is_empty());
        pad.tell(Signal::Released(all));
        assert!(pad.take(2.1).buttons.is_empty() && !pad.holds(all, 2.1));
        pad.tell(Signal::Pressed(fast));
        assert_eq!(pad.take(3.0).buttons, [fast], "it counts at once");
        assert!(!pad.holds(fast, 3.1) && pad.holds(fast, 3.5));
    }

    #[test]
    fn buttons_are_told_in_their_order_and_again_while_they_are_held() {
        let mut pad = Pad::default();
        pad.tell(Signal::Pressed(Button::RightTrigger));
        pad.tell(Signal::Pressed(Button::South));
        pad.tell(Signal::Released(Button::South));
        assert_eq!(pad.take(0.0).buttons, [Button::RightTrigger, Button::South]);
        let later = pad.take(0.5);
        assert_eq!((later.buttons, later.again), (vec![], vec![Button::RightTrigger]));
    }
}
