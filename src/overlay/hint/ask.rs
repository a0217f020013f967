//! The button that asks for a hint, at the end of the line of what is asked.

use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Rect, Ui};

use super::Hint;
use crate::overlay::keys::{self, Act};
use crate::overlay::panels::Acts;
use crate::overlay::preferences::Preferences;

/// What it is called where it is heard: there is an entry of the menu, too.
const NAME: &str = "Hint: what to do now";
const TIP: &str = "What the computer would do in your place, and what is next to it";

/// What the button reads, and where its click goes; a board alone has none.
#[derive(SystemParam)]
pub struct Advice<'w> {
    hint: Option<Res<'w, Hint>>,
    acts: Option<ResMut<'w, Acts>>,
    preferences: Option<Res<'w, Preferences>>,
}

impl Advice<'_> {
    /// Draws it; where it lies.
    pub fn button(&mut self, ui: &mut Ui) -> Option<Rect> {
        let Self { hint: Some(hint), acts: Some(acts), preferences: Some(preferences) } = self else { return None };
        let key = keys::name(&preferences.keys, Act::Hint);
        let tip = if key.is_empty() { TIP.to_owned() } else { format!("{TIP} ({key})") };
        let button = keys::keyed(ui, (true, Some(hint.wanted)), (NAME, "Hint"), None, &tip);
        if button.clicked() {
            acts.wanted.push(Act::Hint);
        }
        Some(button.rect)
    }
}
