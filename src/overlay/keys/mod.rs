//! What keys do: one list of acts, each with its usual key, which a player may
//! change; what the buttons show, what the key sheet lists and what is heard
//! all come from it.

mod chords;
mod digits;
mod hear;
mod hold;
mod list;
mod sheet;

use std::collections::BTreeMap;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{
    Button, Key, KeyboardShortcut, ModifierNames, Modifiers, Response, RichText, Ui, WidgetInfo, WidgetType,
};

use super::pad::Button as Knob;
use super::panels::{Acts, Back, Height, Page, Panels, Pressed};
use super::preferences::{Preferences, Settings};
use super::{hovered, theme};

pub use chords::way_in;
pub use digits::Digit;
pub use hold::Hold;
pub use list::Act;
pub use sheet::choose;

/// The keys that a player has changed, as the settings keep them.
pub type Changed = BTreeMap<Act, String>;

/// The same for buttons of a pad.
pub type ChangedPad = BTreeMap<Act, Knob>;

/// The key sheet.
#[derive(Resource, Debug, Default)]
pub struct KeySheet {
    /// Whether it is open.
    pub open: bool,
    /// It was open a frame ago.
    seen: bool,
    /// What one of its lines does at the next click on that.
    sure: Option<Act>,
}

/// The key sheet, and whoever hears the keys once all has been drawn.
pub fn plugin(app: &mut App) {
    app.init_resource::<KeySheet>().init_resource::<Acts>();
    app.add_page(
        Height::Windows,
        |Page { ui, look }: Page<'_>,
         mut keys: ResMut<'_, KeySheet>,
         mut settings: ResMut<'_, Settings>,
         mut acts: ResMut<'_, Acts>,
         likes: Res<'_, Preferences>| {
            let chosen = sheet::sheet(ui.ctx(), (&mut keys, &mut settings), &likes, look.is_some());
            acts.wanted.extend(chosen);
        },
    );
    app.add_page(Height::Keys, hear::hear);
    app.on_back(Back::Keys, |mut keys: ResMut<'_, KeySheet>| std::mem::take(&mut keys.open));
    app.on_key(|key: Pressed<'_>, mut keys: ResMut<'_, KeySheet>| {
        if key.act == Act::Keys {
            keys.open = !keys.open;
        }
    });
}

/// Every act with its usual key.
fn acts() -> impl Iterator<Item = (Act, Modifiers, Key, &'static str)> {
    list::listed().flat_map(|(_, acts)| acts)
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

/// The button of a pad that does something.
pub fn pad(changed: &ChangedPad, act: Act) -> Option<Knob> {
    let usual = || list::PAD.iter().find(|(_, each)| *each == act).map(|(knob, _)| *knob);
    let is_taken = |knob: &Knob| changed.iter().any(|(other, taken)| *other != act && taken == knob);
    changed.get(&act).copied().or_else(|| usual().filter(|knob| !is_taken(knob)))
}

/// What a button of a pad does.
pub fn of_pad(changed: &ChangedPad, knob: Knob) -> Option<Act> {
    acts().map(|(act, ..)| act).find(|act| pad(changed, *act) == Some(knob))
}

/// Gives an act a button of the pad; whoever had that button gets the one that is free now.
pub fn give_pad(changed: &mut ChangedPad, act: Act, knob: Knob) {
    let (other, old) = (of_pad(changed, knob).filter(|other| *other != act), pad(changed, act));
    changed.insert(act, knob);
    if let Some(other) = other {
        changed.remove(&other);
        if let Some(old) = old {
            changed.insert(other, old);
        }
    }
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
    Some(KeyboardShortcut::new(modifiers, Key::from_name(key)?))
}

/// A button of an act, with its key on it.
pub fn button(ui: &mut Ui, keys: &Changed, act: Act, text: &str, tip: &str) -> Response {
    keyed(ui, (true, None), (text, text), Some(&name(keys, act)), tip)
}

/// The same for what is on or off.
pub fn toggle(ui: &mut Ui, keys: &Changed, act: Act, on: bool, text: &str, tip: &str) -> bool {
    keyed(ui, (true, Some(on)), (text, text), Some(&name(keys, act)), tip).clicked()
}

/// The same in a menu, where a mark says that it is on.
pub fn marked(ui: &mut Ui, keys: &Changed, act: Act, (may, on): (bool, bool), text: &str, tip: &str) -> bool {
    let face = if on { format!("✔ {text}") } else { text.to_owned() };
    keyed(ui, (may, Some(on)), (text, &face), Some(&name(keys, act)), tip).clicked()
}

/// A button with a key on it, by its name and with what is written on it: whether it may be clicked, and is on, where it is one of
/// those that are on or off.
pub fn keyed(
    ui: &mut Ui,
    (may, on): (bool, Option<bool>),
    (name, face): (&str, &str),
    key: Option<&str>,
    tip: &str,
) -> Response {
    let mut button = on.map_or_else(|| Button::new(face), |on| Button::selectable(on, face).frame_when_inactive(true));
    if let Some(key) = key {
        button = button.shortcut_text(RichText::new(key).small().color(theme::faint()));
    }
    let response = ui.add_enabled(may, button);
    let may = response.enabled();
    // To those who hear the screen the key is not part of the name.
    response.widget_info(|| match on {
        Some(on) => WidgetInfo::selected(WidgetType::Button, may, on, name),
        None => WidgetInfo::labeled(WidgetType::Button, may, name),
    });
    hovered::tell(response, ui, tip)
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
    fn a_button_of_the_pad_does_one_thing_and_what_had_it_gets_what_is_free() {
        let mut changed = ChangedPad::new();
        for (knob, act) in list::PAD {
            assert_eq!((pad(&changed, act), of_pad(&changed, knob)), (Some(knob), Some(act)));
            assert!(!knob.is_fixed(), "{knob:?} always does the same");
        }
        give_pad(&mut changed, Act::Undo, Knob::North);
        assert_eq!(of_pad(&changed, Knob::North), Some(Act::Undo));
        assert_eq!(pad(&changed, Act::EndTurn), None, "nothing was free for it");
        give_pad(&mut changed, Act::Undo, Knob::RightStick);
        assert_eq!(of_pad(&changed, Knob::RightStick), Some(Act::Undo));
        assert_eq!(pad(&changed, Act::Fit), Some(Knob::North), "the two have changed places");
    }

    #[test]
    fn what_a_button_shows_is_read_back_as_the_same_key() {
        for (act, modifiers, key, _) in acts() {
            let shown = name(&Changed::new(), act);
            assert_eq!(parse(&shown), Some(KeyboardShortcut::new(modifiers, key)), "{shown}");
        }
        assert_eq!(parse("Ctrl++"), Some(KeyboardShortcut::new(Modifiers::CTRL, Key::Plus)));
        assert_eq!(parse("Hyper+Z"), None);
        assert_eq!(parse("nothing"), None);
    }
}
