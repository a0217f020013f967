//! Every act that has a key, with its usual one, as the key sheet lists them.

use bevy_egui::egui::{Key as Pressed, Modifiers};
use serde::{Deserialize, Serialize};

use crate::machine;
use crate::overlay::layers::Layer;
use crate::overlay::pad::Button as Knob;

/// Something that a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Act {
    /// Ends the turn.
    EndTurn,
    /// Takes the last decision back.
    Undo,
    /// Goes to the next fighter that can be asked for.
    NextFighter,
    /// Goes to the one before.
    PreviousFighter,
    /// Aims at the next that something can be done to.
    NextTarget,
    /// Aims at the one before.
    PreviousTarget,
    /// Shows a layer, or no longer.
    Show(Layer),
    /// Brings whoever acts to the middle.
    Centre,
    /// Shows the whole field.
    Fit,
    /// Brings the field nearer.
    Nearer,
    /// Moves it farther away.
    Farther,
    /// Looks further up.
    Up,
    /// Looks further down.
    Down,
    /// Looks further to the left.
    Left,
    /// Looks further to the right.
    Right,
    /// Opens the rulebook, at what is pointed at.
    Book,
    /// Opens the sheet of whoever is pointed at.
    Sheet,
    /// Shows the log, or no longer.
    Log,
    /// Lists what the field shows, or no longer.
    Layers,
    /// Puts everything away but the field, or brings it back.
    Present,
    /// Gives those who look on a window of their own, or closes it.
    Audience,
    /// Takes the next of what draws on the field, while somebody presents.
    Draw,
    /// Wipes what was drawn.
    Wipe,
    /// Shows the next step of a talk.
    Onward,
    /// Shows the one before.
    Backward,
    /// Tells what the computer would do, or no longer.
    Hint,
    /// Lists what cannot be done, too.
    Everything,
    /// Lets the computer play all sides.
    Auto,
    /// Lets the computer decide without a pause.
    Fast,
    /// Saves.
    Save,
    /// Goes on from the last save.
    Load,
    /// Lists the battles that are kept.
    Saves,
    /// Looks a decision back.
    Earlier,
    /// Looks a decision further on.
    Later,
    /// Looks at the start of the battle.
    Start,
    /// Looks at the battle as it is.
    Now,
    /// Plays what has happened, or stops.
    Replay,
    /// Puts the code of the battle on the clipboard.
    Share,
    /// Opens the settings.
    Settings,
    /// Lets sounds be heard, or no longer.
    Sound,
    /// Fills the screen.
    FullScreen,
    /// Shows what keys do.
    Keys,
}

impl Act {
    /// Whether it concerns all of the screen, so that it is heard without a battle and below any window.
    pub const fn is_for_all(self) -> bool {
        matches!(
            self,
            Self::Load
                | Self::Saves
                | Self::Settings
                | Self::Sound
                | Self::FullScreen
                | Self::Keys
                | Self::Audience
                | Self::Onward
                | Self::Backward
        )
    }

    /// Whether it decides or takes back something, or goes on from elsewhere: no single click in a list does that.
    pub(super) const fn commits(self) -> bool {
        matches!(self, Self::EndTurn | Self::Undo | Self::Auto | Self::Load)
    }

    /// Whether it opens a window over what is pointed at, or closes one.
    pub(super) const fn opens_a_window(self) -> bool {
        matches!(self, Self::Book | Self::Saves | Self::Settings | Self::Keys)
    }
}

/// The acts that there are, by headings, each with its usual key and what it does.
pub(super) fn listed()
-> impl Iterator<Item = (&'static str, impl Iterator<Item = (Act, Modifiers, Pressed, &'static str)>)> {
    let is_there = |(act, ..): &(Act, Modifiers, Pressed, &str)| *act != Act::Audience || machine::HAS_WINDOWS;
    SHEET.iter().map(move |(title, acts)| (*title, acts.iter().copied().filter(is_there)))
}

/// The acts as the key sheet lists them.
const SHEET: &[(&str, &[(Act, Modifiers, Pressed, &str)])] = {
    use Act::*;
    const NONE: Modifiers = Modifiers::NONE;
    const CTRL: Modifiers = Modifiers::CTRL;
    const SHIFT: Modifiers = Modifiers::SHIFT;
    &[
        (
            "Acting",
            &[
                (NextTarget, NONE, Pressed::E, "aim at the next"),
                (PreviousTarget, NONE, Pressed::Q, "aim at the one before"),
                (NextFighter, NONE, Pressed::Tab, "next fighter"),
                (PreviousFighter, SHIFT, Pressed::Tab, "the fighter before"),
                (EndTurn, CTRL, Pressed::Enter, "end the turn"),
                (Undo, CTRL, Pressed::Z, "take back"),
                (Hint, CTRL, Pressed::H, "what the computer would do"),
                (Everything, NONE, Pressed::X, "show what cannot be done"),
                (Auto, CTRL, Pressed::A, "let the computer play, take over"),
                (Fast, CTRL, Pressed::F, "play without pauses"),
            ],
        ),
        (
            "Layers",
            &[
                (Show(Layer::Grid), NONE, Pressed::G, "grid"),
                (Show(Layer::Names), NONE, Pressed::N, "names"),
                (Show(Layer::Reach), NONE, Pressed::R, "reach"),
                (Show(Layer::Intents), NONE, Pressed::J, "intents"),
                (Show(Layer::Threat), NONE, Pressed::T, "threat"),
                (Show(Layer::Flank), NONE, Pressed::F, "flanks"),
                (Show(Layer::Sight), NONE, Pressed::V, "sight and cover"),
                (Show(Layer::Range), NONE, Pressed::K, "range"),
                (Show(Layer::Zones), NONE, Pressed::Z, "zones"),
                (Show(Layer::Morale), NONE, Pressed::M, "morale"),
                (Show(Layer::Order), NONE, Pressed::U, "order of turns"),
            ],
        ),
        (
            "Time",
            &[
                (Earlier, NONE, Pressed::Comma, "a decision back"),
                (Later, NONE, Pressed::Period, "a decision on"),
                (Start, NONE, Pressed::Home, "start of the battle"),
                (Now, NONE, Pressed::End, "back to now"),
                (Replay, NONE, Pressed::P, "play it again, stop"),
            ],
        ),
        (
            "Camera",
            &[
                (Centre, NONE, Pressed::Space, "whoever acts"),
                (Fit, NONE, Pressed::Num0, "whole field"),
                (Nearer, NONE, Pressed::Plus, "nearer"),
                (Farther, NONE, Pressed::Minus, "farther"),
                (Up, NONE, Pressed::W, "up"),
                (Down, NONE, Pressed::S, "down"),
                (Left, NONE, Pressed::A, "left"),
                (Right, NONE, Pressed::D, "right"),
            ],
        ),
        (
            "Presenting",
            &[
                (Present, NONE, Pressed::H, "nothing but the field"),
                (Audience, SHIFT, Pressed::H, "a window for the audience"),
                (Draw, NONE, Pressed::O, "point, draw, arrow, ring"),
                (Wipe, NONE, Pressed::Delete, "wipe what was drawn"),
                (Onward, NONE, Pressed::PageDown, "next step of a talk"),
                (Backward, NONE, Pressed::PageUp, "step before"),
            ],
        ),
        (
            "Panels",
            &[
                (Book, NONE, Pressed::B, "rulebook"),
                (Sheet, NONE, Pressed::I, "sheet of a fighter"),
                (Log, NONE, Pressed::L, "log"),
                (Layers, NONE, Pressed::Y, "what the field shows"),
                (Save, NONE, Pressed::F5, "quick save"),
                (Load, NONE, Pressed::F9, "quick load"),
                (Saves, CTRL, Pressed::S, "saved battles and codes"),
                (Share, CTRL, Pressed::K, "copy the battle's code"),
                (Settings, NONE, Pressed::F10, "settings"),
                (Sound, CTRL, Pressed::M, "sound on, off"),
                (FullScreen, NONE, Pressed::F11, "full screen"),
                (Keys, NONE, Pressed::F1, "this sheet (also ?)"),
            ],
        ),
    ]
};

/// Keys that always do the same.
pub(super) const FIXED: [(&str, &str); 4] = [
    ("arrows", "move the cursor"),
    ("Enter", "click at the cursor"),
    ("Esc, right click", "a step back"),
    ("digits, Ctrl+digits", "answers with that key"),
];

/// What the buttons of a pad do that can be changed.
pub(super) const PAD: [(Knob, Act); 8] = [
    (Knob::North, Act::EndTurn),
    (Knob::LeftBumper, Act::PreviousTarget),
    (Knob::RightBumper, Act::NextTarget),
    (Knob::LeftTrigger, Act::Farther),
    (Knob::RightTrigger, Act::Nearer),
    (Knob::LeftStick, Act::Centre),
    (Knob::RightStick, Act::Fit),
    (Knob::Select, Act::Keys),
];

/// What the rest of it always does.
pub(super) const FIXED_PAD: [(&str, &str); 7] = [
    ("cross, left stick", "move the cursor, go from button to button"),
    ("A", "click at the cursor, press the button"),
    ("B", "a step back"),
    ("X", "to the bar and all other buttons, and back"),
    ("Start", "menu"),
    ("right stick", "look around, scroll"),
    ("A on a line of this sheet", "does what the line says, or asks first"),
];
