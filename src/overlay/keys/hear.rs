//! What is heard of the keys, and what is done about it.

use bevy_egui::egui::{Context, Event, FocusDirection, Key as Pressed, KeyboardShortcut, Modifiers, Vec2, vec2};

use super::{Act, acts, shortcut, told};
use crate::battle::{Look, Order};
use crate::overlay::desk::{Desk, END_TURN, QUICK_SAVE, Wish};
use crate::overlay::{answers, board};

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

/// How many modifiers a key is held with.
fn held(modifiers: Modifiers) -> u8 {
    [modifiers.ctrl, modifiers.shift, modifiers.alt].into_iter().map(u8::from).sum()
}

/// Hears every key of this frame.
pub fn hear(context: &Context, desk: &mut Desk, look: Option<Look<'_>>) {
    if desk.rekeyed.is_some() {
        rekey(context, desk);
        return;
    }
    // A field that somebody writes in has its keys; the one that ends the writing is its own, too.
    let was_typing = std::mem::replace(&mut desk.typing, context.text_edit_focused());
    if was_typing || desk.typing {
        return;
    }
    // Only what moves goes on for as long as its key is held: no key that is still down from before decides anything.
    let pressed = |shortcut: KeyboardShortcut, repeats: bool| {
        context.input_mut(|input| {
            let fresh = |event: &Event| {
                let own = shortcut.logical_key;
                matches!(event, Event::Key { key, pressed: true, repeat: false, .. } if *key == own)
            };
            let is_fresh = input.events.iter().any(fresh);
            input.consume_shortcut(&shortcut) && (is_fresh || repeats)
        })
    };
    let plain = |key, repeats| pressed(KeyboardShortcut::new(Modifiers::NONE, key), repeats);
    // Those with modifiers first: "Shift+Tab" is not "Tab".
    let mut all: Vec<(Act, KeyboardShortcut)> =
        acts().filter_map(|(act, ..)| Some((act, shortcut(&desk.preferences.keys, act)?))).collect();
    all.sort_by_key(|(_, shortcut)| std::cmp::Reverse(held(shortcut.modifiers)));
    // Below a window that wants an answer of its own only what concerns all of the screen is heard.
    let is_covered = desk.preferring || desk.saves.open || desk.key_sheet || desk.lesson.is_some();
    let look = look.filter(|_| !is_covered);
    let inside = look.is_some();
    for (act, shortcut) in all {
        let outside = matches!(act, Act::Load | Act::Saves | Act::Settings | Act::Sound | Act::FullScreen | Act::Keys);
        let repeats = matches!(
            act,
            Act::Nearer | Act::Farther | Act::Up | Act::Down | Act::Left | Act::Right | Act::Earlier | Act::Later
        );
        if (inside || outside) && pressed(shortcut, repeats) {
            // A fighter, not the next button, is what Tab goes to.
            if shortcut.logical_key == Pressed::Tab {
                context.memory_mut(|memory| {
                    memory.move_focus(FocusDirection::None);
                    memory.focused().into_iter().for_each(|focused| memory.surrender_focus(focused));
                });
            }
            desk.act(look, act);
        }
    }
    if plain(Pressed::Questionmark, false) {
        desk.act(look, Act::Keys);
    }
    if plain(Pressed::Escape, false) {
        desk.step_back();
    }
    let Some(look) = look else { return };
    // Digits belong to what lies open, else to the bar.
    for (number, digit) in DIGITS.into_iter().enumerate() {
        if plain(digit, false) {
            match desk.offered.get(number) {
                Some(order) => desk.order = Some(order.clone()),
                None if desk.offered.is_empty() => {
                    desk.pressed = Some(number);
                    context.request_repaint();
                }
                None => {}
            }
        }
    }
    if plain(Pressed::Equals, true) {
        desk.act(Some(look), Act::Nearer);
    }
    for (key, x, y) in [
        (Pressed::ArrowLeft, -1, 0),
        (Pressed::ArrowRight, 1, 0),
        (Pressed::ArrowUp, 0, -1),
        (Pressed::ArrowDown, 0, 1),
    ] {
        if plain(key, true) {
            desk.move_cursor(look, x, y);
        }
    }
    let is_free = context.memory(|memory| memory.focused().is_none());
    let question = look.question().filter(|question| answers::is_beside(question));
    if desk.cursor.is_none()
        && is_free
        && question.is_some_and(|question| look.is_played_here(question.side))
        && let Some(usual) = desk.known.usual(look)
        && plain(Pressed::Enter, false)
    {
        desk.order = Some(usual.order);
    }
    // Enter is for whatever has the focus, before it is for the cursor.
    if desk.cursor.is_some() && context.memory(|memory| memory.focused().is_none()) && plain(Pressed::Enter, false) {
        desk.clicked = desk.cursor;
    }
    let is_down = |act| {
        let shortcut = shortcut(&desk.preferences.keys, act).filter(|shortcut| shortcut.modifiers == Modifiers::NONE);
        shortcut.is_some_and(|shortcut| {
            context.input(|input| input.key_down(shortcut.logical_key) && !input.modifiers.any())
        })
    };
    let along = |less, more| f32::from(u8::from(is_down(less))) - f32::from(u8::from(is_down(more)));
    let shove = vec2(along(Act::Left, Act::Right), along(Act::Up, Act::Down));
    if shove != Vec2::ZERO {
        let passed = context.input(|input| input.stable_dt.min(0.05));
        desk.camera.shove(shove * 900.0 * passed);
        context.request_repaint();
    }
}

/// The next key that is pressed becomes that of the act that waits for one.
fn rekey(context: &Context, desk: &mut Desk) {
    let Some(act) = desk.rekeyed else { return };
    let found = context.input_mut(|input| {
        let modifiers = input.modifiers;
        let pressed = input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, .. } => Some(*key),
            _ => None,
        })?;
        input.events.clear();
        Some(KeyboardShortcut::new(
            Modifiers { alt: modifiers.alt, shift: modifiers.shift, ..ctrl(modifiers.ctrl) },
            pressed,
        ))
    });
    let Some(found) = found else { return };
    desk.rekeyed = None;
    // Keys that always do the same are not to be had.
    let plain = found.modifiers == Modifiers::NONE && ALWAYS.contains(&found.logical_key);
    if found.logical_key == Pressed::Escape || plain || DIGITS.contains(&found.logical_key) {
        return;
    }
    let keys = &mut desk.preferences.keys;
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

impl Desk {
    /// Does what a key or its button stands for.
    pub fn act(&mut self, look: Option<Look<'_>>, act: Act) {
        match act {
            Act::EndTurn => self.order = Some(Order::new(END_TURN)),
            Act::Undo => self.wish = Some(Wish::Undo),
            Act::Save => self.wish = Some(Wish::Save(QUICK_SAVE.into())),
            Act::Load => self.wish = Some(Wish::Load(QUICK_SAVE.into())),
            Act::Show(layer) => self.layers.flip(layer),
            Act::Book => {
                let hovered = look.zip(self.hovered).and_then(|(look, square)| board::at(look, square).zip(Some(look)));
                let rule = hovered.and_then(|(who, look)| {
                    let condition = look.conditions(who).first()?;
                    Some(look.rules().conditions.get(&condition.kind)?.rule)
                });
                self.book = !self.book;
                self.rule = rule.or(self.rule);
            }
            Act::Sheet => {
                let hovered = look.zip(self.hovered).and_then(|(look, square)| board::at(look, square));
                let other = hovered.or(self.target).filter(|who| !who.is_thing() && self.selected != Some(*who));
                self.selected = other.or(look.and_then(|look| look.asked())).or(self.selected);
                self.sheet_open = other.is_some() || !self.sheet_open;
            }
            Act::Layers => self.layers_open = !self.layers_open,
            Act::Present => self.presents = !self.presents,
            Act::Log => self.log_hidden = !self.log_hidden,
            Act::Everything => self.everything = !self.everything,
            Act::Auto => self.auto = !self.auto,
            Act::Fast => self.fast = !self.fast,
            Act::Saves => self.saves.toggle(),
            Act::Earlier => self.wish = self.timeline.step(-1).or(self.wish.take()),
            Act::Later => self.wish = self.timeline.step(1).or(self.wish.take()),
            Act::Start => self.wish = Some(Wish::LookBack(0)),
            Act::Now => self.wish = Some(Wish::LookBack(usize::MAX)),
            Act::Replay => self.timeline.toggle(),
            Act::Share => self.wish = Some(Wish::Share(None)),
            Act::Settings => self.preferring = !self.preferring,
            Act::Sound => self.preferences.sounds = !self.preferences.sounds,
            Act::FullScreen => self.preferences.full_screen = !self.preferences.full_screen,
            Act::Keys => self.key_sheet = !self.key_sheet,
            Act::Fit => self.camera.fit(),
            Act::Nearer => self.camera.nearer(1.2),
            Act::Farther => self.camera.nearer(1.0 / 1.2),
            Act::Up => self.camera.shove(vec2(0.0, 40.0)),
            Act::Down => self.camera.shove(vec2(0.0, -40.0)),
            Act::Left => self.camera.shove(vec2(40.0, 0.0)),
            Act::Right => self.camera.shove(vec2(-40.0, 0.0)),
            Act::Centre | Act::NextTarget | Act::PreviousTarget | Act::NextFighter | Act::PreviousFighter => {
                let Some(look) = look else { return };
                match act {
                    Act::NextTarget => self.next_target(look, 1),
                    Act::PreviousTarget => self.next_target(look, -1),
                    Act::NextFighter => self.next_fighter(look, 1),
                    Act::PreviousFighter => self.next_fighter(look, -1),
                    _ => self.centre = look.asked(),
                }
            }
        }
    }
}
