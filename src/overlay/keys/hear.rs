//! What is heard of the keys, and what is done about it.

use std::collections::BTreeSet;

use bevy::ecs::prelude::{Local, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Context, Event, FocusDirection, Key as Pressed, KeyboardShortcut, Modifiers, Vec2, vec2};

use super::{Act, Changed, Digit, KeySheet, acts, shortcut, told};
use crate::overlay::answers::{self, Offers};
use crate::overlay::course::Pace;
use crate::overlay::known::Known;
use crate::overlay::lesson::LessonPage;
use crate::overlay::panels::{Acts, Page};
use crate::overlay::pointer::Pointer;
use crate::overlay::preferences::{Preferences, Settings};
use crate::overlay::saves::Saves;
use crate::overlay::view::FieldView;
use crate::overlay::wishes::Wishes;
use crate::overlay::{camp, pad};

/// The keys of answers.
const DIGITS: [Pressed; 9] = [
    Pressed::Num1,
    Pressed::Num2,
    Pressed::Num3,
    Pressed::Num4,
    Pressed::Num5,
    Pressed::Num6,
    Pressed::Num7,
    Pressed::Num8,
    Pressed::Num9,
];

/// Keys that no act can have.
const ALWAYS: [Pressed; 6] = [
    Pressed::ArrowLeft,
    Pressed::ArrowRight,
    Pressed::ArrowUp,
    Pressed::ArrowDown,
    Pressed::Enter,
    Pressed::Questionmark,
];

/// What goes on for as long as its key is down.
const PANS: [Act; 4] = [Act::Up, Act::Down, Act::Left, Act::Right];

/// A key that went down, or is still down from before.
#[derive(Clone, Copy, PartialEq)]
enum Press {
    Fresh,
    Held,
}

/// Takes the presses of a key from what is heard. With Alt it is another key; Shift may be what some keyboards need for it.
fn take(context: &Context, KeyboardShortcut { modifiers: own, logical_key }: KeyboardShortcut) -> Option<Press> {
    let mut found = None;
    context.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key { key, pressed: true, repeat, modifiers, .. }
                if *key == logical_key && modifiers.alt == own.alt && modifiers.matches_logically(own) =>
            {
                let press = if *repeat { Press::Held } else { Press::Fresh };
                found = found.filter(|before| *before == Press::Fresh).or(Some(press));
                false
            }
            _ => true,
        });
    });
    found
}

/// Whether a key is down by itself.
fn is_down(context: &Context, shortcut: KeyboardShortcut) -> bool {
    context.input(|input| {
        let Modifiers { ctrl, alt, command, .. } = input.modifiers;
        input.key_down(shortcut.logical_key) && !(ctrl || alt || command)
    })
}

/// How many modifiers a key is held with.
fn held(modifiers: Modifiers) -> u8 {
    [modifiers.ctrl, modifiers.shift, modifiers.alt].into_iter().map(u8::from).sum()
}

/// What keys do beside asking for acts.
#[derive(SystemParam)]
pub struct Keyboard<'w> {
    acts: ResMut<'w, Acts>,
    offers: ResMut<'w, Offers>,
    pointer: ResMut<'w, Pointer>,
    wishes: ResMut<'w, Wishes>,
    view: ResMut<'w, FieldView>,
    known: ResMut<'w, Known>,
    pace: ResMut<'w, Pace>,
    settings: ResMut<'w, Settings>,
    preferences: ResMut<'w, Preferences>,
}

/// What lies above the battle and wants the keys for itself.
#[derive(SystemParam)]
pub struct Above<'w> {
    saves: Res<'w, Saves>,
    keys: Res<'w, KeySheet>,
    lesson: Res<'w, LessonPage>,
}

/// Hears every key of this frame. `typing`: somebody was writing in a field a frame ago. `pans`: the field moves by these, as
/// they were pressed by themselves and are still down.
pub fn hear(
    Page { ui, look }: Page<'_>,
    mut with: Keyboard<'_>,
    above: Above<'_>,
    mut typing: Local<'_, bool>,
    mut pans: Local<'_, BTreeSet<Act>>,
) {
    let context = ui.ctx();
    let confirms = with.offers.confirms.take();
    let Keyboard { settings, preferences, .. } = &mut with;
    if settings.rekeyed.is_some() {
        pans.clear();
        rekey(context, &mut settings.rekeyed, &mut preferences.keys);
        return;
    }
    // A field that somebody writes in has its keys; the one that ends the writing is its own, too.
    let was_typing = std::mem::replace(&mut *typing, context.text_edit_focused());
    if was_typing || *typing {
        pans.clear();
        return;
    }
    // Only what moves goes on for as long as its key is held: no key that is still down from before decides anything.
    let pressed = |shortcut: KeyboardShortcut, repeats: bool| match take(context, shortcut) {
        Some(Press::Fresh) => true,
        Some(Press::Held) => repeats,
        None => false,
    };
    let plain = |key, repeats| pressed(KeyboardShortcut::new(Modifiers::NONE, key), repeats);
    // Those with modifiers first: "Shift+Tab" is not "Tab".
    let mut all: Vec<(Act, KeyboardShortcut)> =
        acts().filter_map(|(act, ..)| Some((act, shortcut(&with.preferences.keys, act)?))).collect();
    all.sort_by_key(|(_, shortcut)| std::cmp::Reverse(held(shortcut.modifiers)));
    // Below a window that wants an answer of its own only what concerns all of the screen is heard.
    let is_covered = with.settings.open || above.saves.open || above.keys.open || above.lesson.shown.is_some();
    let look = look.filter(|_| !is_covered);
    let inside = look.is_some();
    // The keys of answers come before those of acts.
    if inside {
        let is_given = |key: &Option<Digit>| key.and_then(Digit::shortcut).is_some_and(|key| pressed(key, false));
        if let Some((_, order)) = with.offers.orders.iter().find(|(key, _)| is_given(key)) {
            with.wishes.order = Some(order.clone());
        } else if let Some((_, kind)) = with.offers.rows.iter().find(|(key, _)| is_given(&Some(*key))) {
            with.offers.taken = Some(kind.clone());
            context.request_repaint();
        } else if is_given(&with.offers.unfolds) {
            with.offers.others = !with.offers.others;
            context.request_repaint();
        }
    }
    pans.retain(|act| all.iter().any(|(each, shortcut)| each == act && is_down(context, *shortcut)));
    for (act, shortcut) in all {
        let repeats = pans.contains(&act) || matches!(act, Act::Nearer | Act::Farther | Act::Earlier | Act::Later);
        if (inside || act.is_for_all()) && pressed(shortcut, repeats) {
            // A fighter, not the next button, is what Tab goes to.
            if shortcut.logical_key == Pressed::Tab {
                context.memory_mut(|memory| {
                    memory.move_focus(FocusDirection::None);
                    memory.focused().into_iter().for_each(|focused| memory.surrender_focus(focused));
                });
            }
            with.acts.wanted.push(act);
            if PANS.contains(&act) && is_down(context, shortcut) {
                pans.insert(act);
            }
        }
    }
    if plain(Pressed::Questionmark, false) {
        with.acts.wanted.push(Act::Keys);
    }
    if plain(Pressed::Escape, false) {
        with.acts.back = true;
    }
    // What is told of something would stay over a window that opens: until the pointer moves it points at nothing.
    if with.acts.wanted.iter().any(|act| act.opens_a_window()) {
        pad::point(context, None);
    }
    let Some(look) = look else { return };
    // In a turn digits belong to the bar, whatever lies open above it; the page of a camp has none.
    let is_camp = camp::is_open(look);
    let is_turn = look.question().is_some_and(|question| question.choices.is_none());
    for (number, digit) in DIGITS.into_iter().enumerate() {
        if plain(digit, false) && !is_camp && (is_turn || with.offers.orders.is_empty()) {
            with.offers.pressed = Some(number);
            context.request_repaint();
        }
    }
    if plain(Pressed::Equals, true) {
        with.acts.wanted.push(Act::Nearer);
    }
    for (key, x, y) in [
        (Pressed::ArrowLeft, -1, 0),
        (Pressed::ArrowRight, 1, 0),
        (Pressed::ArrowUp, 0, -1),
        (Pressed::ArrowDown, 0, 1),
    ] {
        if plain(key, true) {
            with.pointer.move_cursor(look, x, y);
        }
    }
    let is_free = context.memory(|memory| memory.focused().is_none());
    if is_free && confirms.is_some() && plain(Pressed::Enter, false) {
        with.wishes.order = confirms;
        return;
    }
    // Where there is a cursor, the click there says the same.
    if with.pace.thinks() && with.pointer.cursor.is_none() && is_free && plain(Pressed::Enter, false) {
        with.pace.play_what_it_has();
    }
    let question = look.question().filter(|question| !is_camp && answers::is_beside(look, question));
    if with.pointer.cursor.is_none()
        && is_free
        && question.is_some_and(|question| look.is_played_here(question.side))
        && let Some(usual) = with.known.usual(look)
        && plain(Pressed::Enter, false)
    {
        with.wishes.order = Some(usual.order);
    }
    // Enter is for whatever has the focus, before it is for the cursor.
    if with.pointer.cursor.is_some()
        && context.memory(|memory| memory.focused().is_none())
        && plain(Pressed::Enter, false)
    {
        with.pointer.clicked = with.pointer.cursor;
    }
    let pan = |act| f32::from(u8::from(pans.contains(&act)));
    let along = |less, more| pan(less) - pan(more);
    let shove = vec2(along(Act::Left, Act::Right), along(Act::Up, Act::Down));
    if shove != Vec2::ZERO {
        let passed = context.input(|input| input.stable_dt.min(0.05));
        with.view.camera.shove(shove * 900.0 * passed);
        context.request_repaint();
    }
}

/// The next key that is pressed becomes that of the act that waits for one.
fn rekey(context: &Context, rekeyed: &mut Option<Act>, keys: &mut Changed) {
    let Some(act) = *rekeyed else { return };
    let found = context.input_mut(|input| {
        let (pressed, modifiers) = input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
            _ => None,
        })?;
        input.events.clear();
        Some(KeyboardShortcut::new(
            Modifiers { alt: modifiers.alt, shift: modifiers.shift, ..ctrl(modifiers.ctrl) },
            pressed,
        ))
    });
    let Some(found) = found else { return };
    *rekeyed = None;
    // Keys that always do the same are not to be had.
    let plain = found.modifiers == Modifiers::NONE && ALWAYS.contains(&found.logical_key);
    if found.logical_key == Pressed::Escape || plain || DIGITS.contains(&found.logical_key) {
        return;
    }
    // Whoever had that key before gets the one that is free now.
    let other = acts().map(|(act, ..)| act).find(|each| *each != act && shortcut(keys, *each) == Some(found));
    let old = shortcut(keys, act);
    keys.insert(act, told(&found));
    if let (Some(other), Some(old)) = (other, old) {
        keys.insert(other, told(&old));
    }
}

fn ctrl(ctrl: bool) -> Modifiers {
    Modifiers { ctrl, ..Modifiers::NONE }
}
