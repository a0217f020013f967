//! Chords: every key is heard with the modifier keys that were down when it was pressed. The panels are told those of the end
//! of a frame: where a frame is long, "Ctrl+A" would be "A" once Ctrl is let go within it.

use bevy::app::{App, PreUpdate};
use bevy::ecs::message::MessageReader;
use bevy::ecs::prelude::{IntoScheduleConfigs, Local, Query, ResMut};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key as Pressed, KeyboardFocusLost, KeyboardInput};
use bevy_egui::egui::{Event, Key, Modifiers};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::ModifierKeysState;
use bevy_egui::{EguiClipboard, EguiInput, EguiPreUpdateSet};

/// Hears chords as they were pressed, before the panels do.
pub fn way_in(app: &mut App) {
    app.add_systems(PreUpdate, listen.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass));
}

fn listen(
    mut heard: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut down: Local<ModifierKeysState>,
    mut inputs: Query<&mut EguiInput>,
    mut clipboard: Option<ResMut<'_, EguiClipboard>>,
) {
    // What is let go while another window is in front is never told.
    if lost.read().count() > 0 {
        *down = ModifierKeysState::default();
    }
    let pressed: Vec<Chord> = heard.read().filter_map(|heard| chord(heard, &mut down)).collect();
    if !pressed.is_empty() {
        let mut held = || clipboard.as_mut()?.get_text();
        inputs.iter_mut().for_each(|mut input| mend(&pressed, &mut input.events, &mut held));
    }
}

/// A key that went down or up, and the modifier keys that were down then.
#[derive(Clone, Debug, PartialEq)]
struct Chord {
    key: Key,
    is_down: bool,
    modifiers: Modifiers,
    /// What it writes where it is no chord.
    letter: Option<String>,
}

/// What the panels call a key, with the modifiers that are down before it; nothing for a modifier key itself.
fn chord(heard: &KeyboardInput, down: &mut ModifierKeysState) -> Option<Chord> {
    let is_down = heard.state == ButtonState::Pressed;
    match &heard.logical_key {
        Pressed::Shift => down.shift = is_down,
        Pressed::Control => down.ctrl = is_down,
        Pressed::Alt => down.alt = is_down,
        Pressed::Super | Pressed::Meta => down.win = is_down,
        _ => {}
    }
    let key = bevy_to_egui_key(&heard.logical_key).or_else(|| bevy_to_egui_physical_key(&heard.key_code))?;
    let letter = match &heard.logical_key {
        Pressed::Character(letter) => Some(letter.to_string()),
        _ => None,
    };
    Some(Chord { key, is_down, modifiers: down.to_egui_modifiers(), letter })
}

/// Gives the keys among these events, which lie in the same order, their own modifiers. A letter of a chord is not written;
/// what fields are told of copying, cutting and pasting is told by the modifiers that were down. `held`: what is pasted.
fn mend(chords: &[Chord], events: &mut Vec<Event>, held: &mut dyn FnMut() -> Option<String>) {
    let mut left = chords;
    let mut mended: Vec<Event> = Vec::with_capacity(events.len());
    let mut all = std::mem::take(events).into_iter().peekable();
    while let Some(mut event) = all.next() {
        let Event::Key { key, pressed, modifiers, .. } = &mut event else {
            mended.push(event);
            continue;
        };
        let at = left.iter().position(|chord| chord.key == *key && chord.is_down == *pressed);
        let Some((chord, rest)) = at.and_then(|at| left.get(at..)).and_then(<[Chord]>::split_first) else {
            mended.push(event);
            continue;
        };
        left = rest;
        let told = std::mem::replace(modifiers, chord.modifiers);
        let (key, pressed) = (*key, *pressed);
        let is_command = chord.modifiers.ctrl && !chord.modifiers.alt || chord.modifiers.mac_cmd;
        if pressed && is_command {
            mended.pop_if(|before| matches!(before, Event::Text(_)));
        }
        let is_edit = pressed && edits(key);
        if pressed && told.command && !told.alt && !chord.modifiers.command {
            mended.extend(chord.letter.clone().map(Event::Text));
        }
        mended.push(event);
        match (told.command, chord.modifiers.command) {
            (false, true) if is_edit && IS_TOLD => mended.extend(edit(key, held)),
            (true, false) if is_edit => {
                all.next_if(|next| matches!(next, Event::Copy | Event::Cut | Event::Text(_)));
            }
            _ => {}
        }
    }
    *events = mended;
}

/// Whether fields are told by the keys what to do with the clipboard: a browser tells them itself.
const IS_TOLD: bool = cfg!(not(target_arch = "wasm32"));

const fn edits(key: Key) -> bool {
    matches!(key, Key::C | Key::X | Key::V)
}

/// What a field is told of such a chord.
fn edit(key: Key, held: &mut dyn FnMut() -> Option<String>) -> Option<Event> {
    match key {
        Key::C => Some(Event::Copy),
        Key::X => Some(Event::Cut),
        Key::V => held().map(Event::Text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::entity::Entity;
    use bevy::input::keyboard::KeyCode;

    use super::*;

    fn heard(key: &Pressed, state: ButtonState) -> KeyboardInput {
        let key_code = if *key == Pressed::Control { KeyCode::ControlLeft } else { KeyCode::KeyA };
        let window = Entity::PLACEHOLDER;
        KeyboardInput { key_code, logical_key: key.clone(), state, text: None, repeat: false, window }
    }

    fn told(pressed: bool) -> Event {
        Event::Key { key: Key::A, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    /// What the panels are told of keys in one frame, where all of it is told without a modifier.
    fn frame(app: &mut App, keys: &[(&Pressed, ButtonState)], events: Vec<Event>) -> Vec<Event> {
        keys.iter().for_each(|(key, state)| {
            app.world_mut().write_message(heard(key, *state));
        });
        let mut inputs = app.world_mut().query::<&mut EguiInput>();
        inputs.single_mut(app.world_mut()).unwrap().events = events;
        app.update();
        std::mem::take(&mut inputs.single_mut(app.world_mut()).unwrap().events)
    }

    /// What fields are told of `v`, which went down with or without Ctrl, by events that say the other.
    fn mended(key: Key, was: bool, told_of: Vec<Event>) -> Vec<Event> {
        let modifiers = if was { Modifiers::CTRL | Modifiers::COMMAND } else { Modifiers::NONE };
        let letter = Some(key.symbol_or_name().to_lowercase());
        let mut events = told_of;
        mend(&[Chord { key, is_down: true, modifiers, letter }], &mut events, &mut || Some("held".to_owned()));
        events.into_iter().filter(|event| !matches!(event, Event::Key { .. })).collect()
    }

    /// Promise: whoever copies, cuts or pastes in a field by keys does so however long the frame is, and whoever writes these
    /// letters before Ctrl is down writes them.
    #[test]
    fn a_field_is_told_what_was_pressed() {
        let key = |key: Key, modifiers: Modifiers| Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        };
        let written = |letter: &str| Event::Text(letter.to_owned());
        // Ctrl was let go by the end of the frame.
        for (letter, typed, comes) in
            [("v", Key::V, written("held")), ("c", Key::C, Event::Copy), ("x", Key::X, Event::Cut)]
        {
            let events = mended(typed, true, vec![written(letter), key(typed, Modifiers::NONE)]);
            assert_eq!(events, std::slice::from_ref(&comes));
            // Ctrl went down by the end of the frame.
            let ctrl = Modifiers::CTRL | Modifiers::COMMAND;
            assert_eq!(mended(typed, false, vec![key(typed, ctrl), comes.clone()]), [written(letter)]);
            // It was told as it was.
            assert_eq!(mended(typed, true, vec![key(typed, ctrl), comes.clone()]), [comes]);
            assert_eq!(mended(typed, false, vec![written(letter), key(typed, Modifiers::NONE)]), [written(letter)]);
        }
    }

    fn with_ctrl(events: &[Event]) -> Vec<bool> {
        let with = |event: &Event| match event {
            Event::Key { modifiers, .. } => Some(modifiers.ctrl && modifiers.command),
            _ => None,
        };
        events.iter().filter_map(with).collect()
    }

    /// Promise: a chord that is pressed and let go within one frame, or over several, is that chord, and none of its letters is
    /// written into a field; the same letter alone stays itself.
    #[test]
    fn a_chord_is_heard_as_it_was_pressed_however_long_the_frame_is() {
        use ButtonState::{Pressed as Down, Released as Up};
        let (ctrl, a) = (Pressed::Control, Pressed::Character("a".into()));
        let mut app = App::new();
        app.add_message::<KeyboardInput>().add_message::<KeyboardFocusLost>().add_systems(PreUpdate, listen);
        app.world_mut().spawn(EguiInput::default());
        let written = || Event::Text("a".to_owned());
        // All of it in one frame, told as it stands at its end: without Ctrl.
        let all = [(&ctrl, Down), (&a, Down), (&ctrl, Up), (&a, Up), (&a, Down), (&a, Up)];
        let told_of = vec![written(), told(true), told(false), written(), told(true), told(false)];
        let events = frame(&mut app, &all, told_of);
        assert_eq!(with_ctrl(&events), [true, false, false, false]);
        assert_eq!(events.iter().filter(|event| **event == written()).count(), 1, "{events:?}");
        // Ctrl goes down in a frame before.
        frame(&mut app, &[(&ctrl, Down)], Vec::new());
        let events = frame(&mut app, &[(&a, Down), (&ctrl, Up)], vec![written(), told(true)]);
        assert_eq!(with_ctrl(&events), [true]);
        // The letter was there first.
        let events = frame(&mut app, &[(&a, Down), (&ctrl, Down)], vec![told(true)]);
        assert_eq!(with_ctrl(&events), [false]);
        // Nobody tells that it is let go elsewhere.
        app.world_mut().write_message(KeyboardFocusLost);
        let events = frame(&mut app, &[(&a, Down)], vec![told(true)]);
        assert_eq!(with_ctrl(&events), [false]);
    }
}
