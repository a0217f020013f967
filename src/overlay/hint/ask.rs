//! The button that asks for a hint, at the end of the line of what is asked.

use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{Rect, Ui};

use super::Hint;
use crate::battle::{Choice, Key, Order};
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
    /// Whether this answer is what a hint shows now.
    pub fn shows(&self, choice: &Choice) -> bool {
        let shown = self.hint.as_ref().and_then(|hint| hint.shows.as_ref());
        // What may be added to a choice makes no other of it; a manner that it has of itself does.
        let own = |manner: &&Key| !choice.manners.contains(*manner);
        let is_done_so = |order: &Order| choice.order.manner.iter().filter(own).eq(order.manner.iter().filter(own));
        shown.is_some_and(|order| choice.order == *order || choice.fits(order) && is_done_so(order))
    }

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
