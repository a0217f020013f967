//! What keys do: one list of acts, each with its usual key, which a player may
//! change; what the buttons show, what the key sheet lists and what is heard
//! all come from it.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    Align2, Area, Button, Context, Frame, Grid, Key as Pressed, KeyboardShortcut, Margin, ModifierNames, Modifiers,
    Order as Height, Response, RichText, ScrollArea, Ui, WidgetInfo, WidgetType, vec2,
};
use serde::{Deserialize, Serialize};

use super::desk::{Desk, END_TURN, QUICK_SAVE, Wish};
use super::layers::Layer;
use super::theme;
use crate::battle::{Look, Order};

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
    /// Fills the screen.
    FullScreen,
    /// Shows what keys do.
    Keys,
}

/// The acts as the key sheet lists them: by headings, each with its usual key and what it does.
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
                (PreviousFighter, SHIFT, Pressed::Tab, "fighter before"),
                (EndTurn, CTRL, Pressed::Enter, "end the turn"),
                (Undo, CTRL, Pressed::Z, "take back"),
                (Everything, NONE, Pressed::X, "list what is forbidden"),
                (Auto, CTRL, Pressed::A, "computer plays all"),
                (Fast, CTRL, Pressed::F, "computer without pauses"),
            ],
        ),
        (
            "Layers",
            &[
                (Show(Layer::Grid), NONE, Pressed::G, "grid"),
                (Show(Layer::Names), NONE, Pressed::N, "names"),
                (Show(Layer::Reach), NONE, Pressed::R, "reach"),
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
            "Panels",
            &[
                (Book, NONE, Pressed::B, "rulebook"),
                (Sheet, NONE, Pressed::I, "open a sheet"),
                (Log, NONE, Pressed::L, "log"),
                (Save, NONE, Pressed::F5, "quick save"),
                (Load, NONE, Pressed::F9, "quick load"),
                (Saves, CTRL, Pressed::S, "saved battles and codes"),
                (Share, CTRL, Pressed::K, "copy the battle's code"),
                (Settings, NONE, Pressed::F10, "settings"),
                (FullScreen, NONE, Pressed::F11, "full screen"),
                (Keys, NONE, Pressed::F1, "this sheet (also ?)"),
            ],
        ),
    ]
};

/// Keys that always do the same.
const FIXED: [(&str, &str); 6] = [
    ("arrows", "move the cursor"),
    ("Enter", "click at the cursor"),
    ("Esc, right click", "a step back"),
    ("1 to 9", "answers with that number"),
    ("Alt (hold)", "all names"),
    ("Shift (hold)", "everything moves fast"),
];

/// The keys that a player has changed, as the settings keep them.
pub type Changed = BTreeMap<Act, String>;

/// Every act with its usual key.
fn acts() -> impl Iterator<Item = (Act, Modifiers, Pressed, &'static str)> {
    SHEET.iter().flat_map(|(_, acts)| acts.iter().copied())
}

/// The key of an act.
pub fn shortcut(changed: &Changed, act: Act) -> Option<KeyboardShortcut> {
    let own = changed.get(&act).and_then(|text| parse(text));
    own.or_else(|| {
        let (_, modifiers, key, _) = acts().find(|(each, ..)| *each == act)?;
        Some(KeyboardShortcut::new(modifiers, key))
    })
}

/// The key of an act as it is written on a button.
pub fn name(changed: &Changed, act: Act) -> String {
    shortcut(changed, act).map(|shortcut| told(&shortcut)).unwrap_or_default()
}

fn told(shortcut: &KeyboardShortcut) -> String {
    shortcut.format(&ModifierNames::NAMES, false)
}

/// The key that such words name: "Ctrl+Z".
fn parse(text: &str) -> Option<KeyboardShortcut> {
    // The plus sign itself is a key, too.
    let (before, key) = match text.strip_suffix('+').filter(|rest| rest.is_empty() || rest.ends_with('+')) {
        Some(rest) => (rest, "Plus"),
        None => text.rsplit_once('+').unwrap_or(("", text)),
    };
    let mut modifiers = Modifiers::NONE;
    for word in before.split('+').filter(|word| !word.is_empty()) {
        match word.to_ascii_lowercase().as_str() {
            "ctrl" => modifiers.ctrl = true,
            "shift" => modifiers.shift = true,
            "alt" => modifiers.alt = true,
            _ => return None,
        }
    }
    Some(KeyboardShortcut::new(modifiers, Pressed::from_name(key)?))
}

/// A button of an act, with its key on it.
pub fn button(ui: &mut Ui, desk: &Desk, act: Act, text: &str, tip: &str) -> Response {
    let response = ui.add(Button::new(text).shortcut_text(faint(desk, act))).on_hover_text(tip);
    // To those who hear the screen the key is not part of the name.
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, text));
    response
}

/// The same for what is on or off.
pub fn toggle(ui: &mut Ui, desk: &Desk, act: Act, on: bool, text: &str, tip: &str) -> bool {
    let response = ui.add(Button::selectable(on, text).shortcut_text(faint(desk, act))).on_hover_text(tip);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, text));
    response.clicked()
}

fn faint(desk: &Desk, act: Act) -> RichText {
    RichText::new(name(&desk.preferences.keys, act)).small().color(theme::FAINT)
}

/// Hears every key of this frame.
pub fn hear(context: &Context, desk: &mut Desk, look: Option<Look<'_>>) {
    if desk.rekeyed.is_some() {
        rekey(context, desk);
        return;
    }
    if context.text_edit_focused() {
        return;
    }
    let pressed = |shortcut: KeyboardShortcut| context.input_mut(|input| input.consume_shortcut(&shortcut));
    let plain = |key| context.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    // Those with modifiers first: "Shift+Tab" is not "Tab".
    let mut all: Vec<(Act, KeyboardShortcut)> =
        acts().filter_map(|(act, ..)| Some((act, shortcut(&desk.preferences.keys, act)?))).collect();
    all.sort_by_key(|(_, shortcut)| std::cmp::Reverse(shortcut.modifiers != Modifiers::NONE));
    // While a menu has the keys only what concerns the whole window is heard.
    let inside = look.is_some();
    for (act, shortcut) in all {
        let outside = matches!(act, Act::Load | Act::Saves | Act::Settings | Act::FullScreen | Act::Keys);
        // A lesson has a time of its own.
        let in_time = matches!(act, Act::Earlier | Act::Later | Act::Start | Act::Now | Act::Replay);
        let is_for_us = (inside || outside) && !(in_time && desk.lesson.is_some());
        if is_for_us && pressed(shortcut) {
            // A fighter, not the next button, is what Tab goes to.
            if shortcut.logical_key == Pressed::Tab {
                context.memory_mut(|memory| {
                    memory.move_focus(bevy_egui::egui::FocusDirection::None);
                    memory.focused().into_iter().for_each(|focused| memory.surrender_focus(focused));
                });
            }
            desk.act(look, act);
        }
    }
    if plain(Pressed::Questionmark) {
        desk.act(look, Act::Keys);
    }
    if plain(Pressed::Escape) {
        desk.step_back();
    }
    let Some(look) = look else { return };
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
    for (digit, order) in DIGITS.into_iter().zip(desk.offered.clone()) {
        if plain(digit) {
            desk.order = Some(order);
        }
    }
    if plain(Pressed::Equals) {
        desk.act(Some(look), Act::Nearer);
    }
    for (key, x, y) in [
        (Pressed::ArrowLeft, -1, 0),
        (Pressed::ArrowRight, 1, 0),
        (Pressed::ArrowUp, 0, -1),
        (Pressed::ArrowDown, 0, 1),
    ] {
        if desk.lesson.is_none() && plain(key) {
            desk.move_cursor(look, x, y);
        }
    }
    // Enter is for whatever has the focus, before it is for the cursor.
    if desk.cursor.is_some() && context.memory(|memory| memory.focused().is_none()) && plain(Pressed::Enter) {
        desk.clicked = desk.cursor;
    }
    let held = |act| {
        let shortcut = shortcut(&desk.preferences.keys, act).filter(|shortcut| shortcut.modifiers == Modifiers::NONE);
        shortcut.is_some_and(|shortcut| {
            context.input(|input| input.key_down(shortcut.logical_key) && !input.modifiers.any())
        })
    };
    let along = |less, more| f32::from(u8::from(held(less))) - f32::from(u8::from(held(more)));
    let shove = vec2(along(Act::Left, Act::Right), along(Act::Up, Act::Down));
    if shove != bevy_egui::egui::Vec2::ZERO {
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
            bevy_egui::egui::Event::Key { key, pressed: true, .. } => Some(*key),
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
    if found.logical_key == Pressed::Escape {
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

/// What keys do, over everything else, as long as it is asked for.
pub fn sheet(context: &Context, desk: &mut Desk) {
    if !desk.key_sheet {
        return;
    }
    let room = context.content_rect();
    let area = Area::new("keys".into()).order(Height::Foreground).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
    let area = area.fade_in(false);
    let shown = area.show(context, |ui| {
        Frame::window(ui.style()).inner_margin(Margin::same(18)).show(ui, |ui| {
            ui.set_width((room.width() - 80.0).min(940.0));
            ui.horizontal(|ui| {
                ui.label(RichText::new("What keys do").heading());
                ui.with_layout(bevy_egui::egui::Layout::right_to_left(bevy_egui::egui::Align::Center), |ui| {
                    if ui.button("Close").clicked() {
                        desk.key_sheet = false;
                    }
                    if ui.button("Change keys").clicked() {
                        (desk.key_sheet, desk.preferring) = (false, true);
                    }
                });
            });
            ui.separator();
            let height = room.height() - 160.0;
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                let columns = if ui.available_width() > 620.0 { 3 } else { 2 };
                ui.columns(columns, |columns| {
                    let count = columns.len();
                    for (index, (title, acts)) in SHEET.iter().enumerate() {
                        // Long lists beside each other, the others below them.
                        let column = index % count;
                        let Some(ui) = columns.get_mut(column) else { continue };
                        list(ui, title, acts.iter().map(|(act, .., text)| (name(&desk.preferences.keys, *act), *text)));
                    }
                    if let Some(ui) = columns.last_mut() {
                        list(ui, "Always", FIXED.iter().map(|(key, text)| ((*key).to_owned(), *text)));
                    }
                });
            });
        });
    });
    if shown.response.clicked_elsewhere() && desk.key_sheet_seen {
        desk.key_sheet = false;
    }
    desk.key_sheet_seen = desk.key_sheet;
}

fn list<'a>(ui: &mut Ui, title: &str, lines: impl Iterator<Item = (String, &'a str)>) {
    ui.label(RichText::new(title).color(theme::ACTIVE).strong());
    Grid::new(title).num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        for (key, text) in lines {
            ui.label(RichText::new(key).strong());
            ui.label(RichText::new(text).color(theme::FAINT));
            ui.end_row();
        }
    });
    ui.add_space(10.0);
}

/// The keys as they can be changed, for the settings.
pub fn choose(ui: &mut Ui, desk: &mut Desk) {
    for (title, acts) in SHEET {
        ui.label(RichText::new(*title).color(theme::ACTIVE));
        Grid::new(("keys", title)).num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
            for (act, .., text) in *acts {
                ui.label(*text);
                let waits = desk.rekeyed == Some(*act);
                let shown = if waits { "press a key".to_owned() } else { name(&desk.preferences.keys, *act) };
                if ui.add(Button::selectable(waits, shown).frame_when_inactive(true)).clicked() {
                    desk.rekeyed = if waits { None } else { Some(*act) };
                }
                ui.end_row();
            }
        });
        ui.add_space(6.0);
    }
    let is_changed = !desk.preferences.keys.is_empty();
    if ui.add_enabled(is_changed, Button::new("The usual keys")).clicked() {
        desk.preferences.keys.clear();
    }
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
                let hovered =
                    look.zip(self.hovered).and_then(|(look, square)| super::board::at(look, square).zip(Some(look)));
                let rule = hovered.and_then(|(who, look)| {
                    let condition = look.conditions(who).first()?;
                    Some(look.rules().conditions.get(&condition.kind)?.rule)
                });
                self.book = !self.book;
                self.rule = rule.or(self.rule);
            }
            Act::Sheet => {
                let hovered = look.zip(self.hovered).and_then(|(look, square)| super::board::at(look, square));
                self.selected = hovered.or(self.target).filter(|who| !who.is_thing()).or(self.selected);
            }
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
                    _ => self.centre = look.question().and_then(|question| question.who),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_acts_share_a_key() {
        let keys: Vec<String> = acts().map(|(act, ..)| name(&Changed::new(), act)).collect();
        let mut once = keys.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), keys.len(), "{keys:?}");
    }

    #[test]
    fn what_a_button_shows_is_read_back_as_the_same_key() {
        for (act, modifiers, key, _) in acts() {
            let shown = name(&Changed::new(), act);
            assert_eq!(parse(&shown), Some(KeyboardShortcut::new(modifiers, key)), "{shown}");
        }
        assert_eq!(parse("Ctrl++"), Some(KeyboardShortcut::new(ctrl(true), Pressed::Plus)));
        assert_eq!(parse("Hyper+Z"), None);
        assert_eq!(parse("nothing"), None);
    }
}
