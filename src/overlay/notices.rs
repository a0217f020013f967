//! What there is to be told: what went wrong, what went well, what is wrong with files.

use bevy_egui::egui::{self, RichText, Ui};

use super::desk::Desk;
use super::theme;

/// So many faults of a file are told at once.
const PROBLEMS: usize = 4;

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
        && line(ui, said, theme::bad())
    {
        desk.said = None;
    }
    if let Some(told) = desk.told.clone()
        && line(ui, told, theme::good())
    {
        desk.told = None;
    }
    if !desk.broken.is_empty() {
        ui.separator();
        let text = "An edited ruleset cannot be read; the one before it is still played.";
        let away = line(ui, text.to_owned(), theme::accent());
        for problem in desk.broken.iter().take(PROBLEMS) {
            ui.label(RichText::new(problem.to_string()).monospace().color(theme::bad()));
        }
        if desk.broken.len() > PROBLEMS {
            ui.label(RichText::new(format!("and {} more", desk.broken.len() - PROBLEMS)).color(theme::bad()));
        }
        if away {
            desk.broken.clear();
        }
    }
}
