//! The bar at the top, and what there is to be told.

use bevy_egui::egui::{self, RichText, Ui};

use super::desk::{Desk, Wish};
use super::keys::{self, Act};
use super::theme;
use crate::battle::{Ended, Look};

/// So many faults of a file are told at once.
const PROBLEMS: usize = 4;

/// What is played, and what can be done about it.
pub fn bar(ui: &mut Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).heading());
        ui.label(RichText::new(format!("{}  ·  {}", look.rules().title, look.when())).color(theme::FAINT));
        ui.separator();
        if ui.button("Battles").on_hover_text("Leave this battle and choose another").clicked() {
            desk.wish = Some(Wish::Menu);
        }
        // Large text in a small window leaves the field its room: what is seldom wanted lies in a menu.
        let is_cramped = theme::is_cramped(ui);
        let kept = [
            (Act::Save, "Save", "Save, to go on another time"),
            (Act::Load, "Load", "Go on from the last save"),
            (Act::Saves, "Saves", "All saved battles; codes to share"),
        ];
        let seldom = [
            (Act::Auto, desk.auto, "Auto", "Let the computer play all sides"),
            (Act::Fast, desk.fast, "Fast", "Let the computer decide without a pause"),
            (Act::Settings, desk.preferring, "Settings", "Size of text, speed, colours, keys"),
            (Act::Keys, desk.key_sheet, "Keys", "What keys do"),
        ];
        let often = [
            (Act::Book, desk.book, "Rulebook", "Every rule in plain words"),
            (Act::Log, !desk.log_hidden, "Log", "Everything that has happened"),
        ];
        buttons(
            ui,
            look,
            &[(Act::Undo, "Undo", "Take back your last decision, until dice have fallen or cards were turned")],
            desk,
        );
        if is_cramped {
            toggles(ui, look, &often, desk);
            ui.menu_button("More", |ui| {
                buttons(ui, look, &kept, desk);
                toggles(ui, look, &seldom, desk);
            });
        } else {
            buttons(ui, look, &kept, desk);
            ui.separator();
            toggles(ui, look, &often, desk);
            toggles(ui, look, &seldom, desk);
        }
        let is_over = look.battle::<Ended>().is_some_and(|ended| ended.0.is_some());
        if desk.end_seen && is_over && ui.button("How it ended").clicked() {
            desk.end_seen = false;
        }
    });
    notices(ui, desk);
}

/// Buttons of acts, with their keys.
fn buttons(ui: &mut Ui, look: Look<'_>, acts: &[(Act, &str, &str)], desk: &mut Desk) {
    for (act, text, tip) in acts {
        if keys::button(ui, desk, *act, text, tip).clicked() {
            desk.act(Some(look), *act);
        }
    }
}

/// The same for what is on or off.
fn toggles(ui: &mut Ui, look: Look<'_>, acts: &[(Act, bool, &str, &str)], desk: &mut Desk) {
    for (act, on, text, tip) in acts {
        if keys::toggle(ui, desk, *act, *on, text, tip) {
            desk.act(Some(look), *act);
        }
    }
}

/// What went wrong or well, until it is put away.
pub fn notices(ui: &mut Ui, desk: &mut Desk) {
    let line = |ui: &mut Ui, text: String, colour| {
        let mut away = false;
        ui.horizontal(|ui| {
            away = ui.small_button("dismiss").clicked();
            ui.add(egui::Label::new(RichText::new(text).color(colour)).wrap());
        });
        away
    };
    if let Some(said) = desk.said.clone()
        && line(ui, said, theme::BAD)
    {
        desk.said = None;
    }
    if let Some(told) = desk.told.clone()
        && line(ui, told, theme::GOOD)
    {
        desk.told = None;
    }
    if !desk.broken.is_empty() {
        ui.separator();
        let text = "An edited ruleset cannot be read; the one before it is still played.";
        let away = line(ui, text.to_owned(), theme::ACTIVE);
        for problem in desk.broken.iter().take(PROBLEMS) {
            ui.label(RichText::new(problem.to_string()).monospace().color(theme::BAD));
        }
        if desk.broken.len() > PROBLEMS {
            ui.label(RichText::new(format!("and {} more", desk.broken.len() - PROBLEMS)).color(theme::BAD));
        }
        if away {
            desk.broken.clear();
        }
    }
}
