//! The bar at the top, and what there is to be told.

use bevy_egui::egui::{self, RichText, Ui};

use super::desk::{Desk, QUICK_SAVE, Wish};
use super::{layers, theme};
use crate::battle::{Ended, Look};

/// So many faults of a file are told at once.
const PROBLEMS: usize = 4;

/// What is played, and what can be done about it.
pub fn bar(ui: &mut Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).heading());
        ui.label(RichText::new(format!("{}  ·  round {}", look.rules().title, look.clock().round)).color(theme::FAINT));
        ui.separator();
        if ui.button("Battles").on_hover_text("Leave this battle and choose another").clicked() {
            desk.wish = Some(Wish::Menu);
        }
        if ui.button("Undo").on_hover_text("Take back your last decision, until dice have fallen (Ctrl+Z)").clicked() {
            desk.wish = Some(Wish::Undo);
        }
        if ui.button("Save").on_hover_text("Save to sortie-quick.json (F5)").clicked() {
            desk.wish = Some(Wish::Save(QUICK_SAVE.into()));
        }
        if ui.button("Load").on_hover_text("Go on from sortie-quick.json (F9)").clicked() {
            desk.wish = Some(Wish::Load(QUICK_SAVE.into()));
        }
        if ui.button("Saves").on_hover_text("All saved battles; codes to share").clicked() {
            desk.saves.toggle();
        }
        ui.toggle_value(&mut desk.book, "Rulebook").on_hover_text("Every rule in plain words (B)");
        ui.separator();
        ui.toggle_value(&mut desk.layers.reach, "Reach").on_hover_text("Where the active fighter can go (R)");
        ui.toggle_value(&mut desk.layers.threat, "Threat").on_hover_text("Squares that enemies threaten (T)");
        if layers::has_flanks(look) {
            ui.toggle_value(&mut desk.layers.flank, "Flanks").on_hover_text("Who is flanked, and by whom (F)");
        }
        if !look.board().zones.is_empty() {
            ui.toggle_value(&mut desk.layers.zones, "Zones").on_hover_text("Named parts of the field (Z)");
        }
        ui.toggle_value(&mut desk.layers.sight, "Sight")
            .on_hover_text("Darkens what the active fighter cannot see (V)");
        ui.toggle_value(&mut desk.layers.grid, "Grid").on_hover_text("Lines and coordinates (G)");
        ui.toggle_value(&mut desk.layers.names, "Names").on_hover_text("Everybody's name (N)");
        ui.separator();
        if desk.end_seen
            && look.battle::<Ended>().is_some_and(|ended| ended.0.is_some())
            && ui.button("How it ended").clicked()
        {
            desk.end_seen = false;
        }
        ui.toggle_value(&mut desk.auto, "Auto").on_hover_text("Let the computer play all sides");
        ui.toggle_value(&mut desk.preferring, "Settings").on_hover_text("Size of text, speed, full screen");
        ui.toggle_value(&mut desk.fast, "Fast").on_hover_text("Let the computer decide without a pause");
    });
    notices(ui, desk);
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
