//! What keys do: one list of acts, each with its usual key, which a player may
//! change; what the buttons show, what the key sheet lists and what is heard
//! all come from it.

mod hear;
mod list;
mod sheet;

use std::collections::BTreeMap;

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{
    Button, Key, KeyboardShortcut, ModifierNames, Modifiers, Response, RichText, Ui, WidgetInfo, WidgetType,
};

use super::panels::{Acts, Back, Height, Page, Panels, Pressed};
use super::preferences::{Preferences, Settings};
use super::theme;

pub use list::Act;
pub use sheet::choose;

/// The keys that a player has changed, as the settings keep them.
pub type Changed = BTreeMap<Act, String>;

/// The key sheet.
#[derive(Resource, Debug, Default)]
pub struct KeySheet {
    /// Whether it is open.
    pub open: bool,
    /// It was open a frame ago.
    seen: bool,
}

/// The key sheet, and whoever hears the keys once all has been drawn.
pub fn plugin(app: &mut App) {
    app.init_resource::<KeySheet>().init_resource::<Acts>();
    app.add_page(
        Height::Windows,
        |Page { ui, .. }: Page<'_>,
         mut keys: ResMut<'_, KeySheet>,
         mut settings: ResMut<'_, Settings>,
         likes: Res<'_, Preferences>| {
            sheet::sheet(ui.ctx(), &mut keys, &mut settings, &likes.keys);
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
    list::SHEET.iter().flat_map(|(_, acts)| acts.iter().copied())
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
    Some(KeyboardShortcut::new(modifiers, Key::from_name(key)?))
}

/// A button of an act, with its key on it.
pub fn button(ui: &mut Ui, keys: &Changed, act: Act, text: &str, tip: &str) -> Response {
    let response = ui.add(Button::new(text).shortcut_text(faint(keys, act))).on_hover_text(tip);
    // To those who hear the screen the key is not part of the name.
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, text));
    response
}

/// The same for what is on or off.
pub fn toggle(ui: &mut Ui, keys: &Changed, act: Act, on: bool, text: &str, tip: &str) -> bool {
    let response = ui.add(Button::selectable(on, text).shortcut_text(faint(keys, act))).on_hover_text(tip);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, text));
    response.clicked()
}

fn faint(keys: &Changed, act: Act) -> RichText {
    RichText::new(name(keys, act)).small().color(theme::faint())
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
        assert_eq!(parse("Ctrl++"), Some(KeyboardShortcut::new(Modifiers::CTRL, Key::Plus)));
        assert_eq!(parse("Hyper+Z"), None);
        assert_eq!(parse("nothing"), None);
    }
}
