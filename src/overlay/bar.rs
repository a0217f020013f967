//! The bar at the top, and the list of battles before one is chosen.

use bevy_egui::egui::{self, RichText, Ui};

use super::desk::{Desk, QUICK_SAVE, Wish};
use super::theme;
use crate::battle::{Ended, Look};
use crate::rulebook::Library;

/// What is played, and what can be done about it.
pub fn bar(ui: &mut Ui, look: Look<'_>, title: &str, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).heading());
        ui.label(RichText::new(format!("{}  ·  round {}", look.rules().title, look.clock().round)).color(theme::FAINT));
        ui.separator();
        if ui.button("Battles").on_hover_text("Leave this battle and choose another").clicked() {
            desk.wish = Some(Wish::Menu);
        }
        if ui.button("Undo").on_hover_text("Take back your last decision (Ctrl+Z)").clicked() {
            desk.wish = Some(Wish::Undo);
        }
        if ui.button("Save").on_hover_text("Save to sortie-quick.json (F5)").clicked() {
            desk.wish = Some(Wish::Save(QUICK_SAVE.into()));
        }
        if ui.button("Load").on_hover_text("Go on from sortie-quick.json (F9)").clicked() {
            desk.wish = Some(Wish::Load(QUICK_SAVE.into()));
        }
        ui.toggle_value(&mut desk.book, "Rulebook").on_hover_text("Every rule in plain words (B)");
        ui.separator();
        ui.toggle_value(&mut desk.layers.reach, "Reach").on_hover_text("Where the active fighter can go (R)");
        ui.toggle_value(&mut desk.layers.threat, "Threat").on_hover_text("Squares that enemies threaten (T)");
        ui.toggle_value(&mut desk.layers.flank, "Flanks").on_hover_text("Who is flanked, and by whom (F)");
        ui.toggle_value(&mut desk.layers.zones, "Zones").on_hover_text("Named parts of the field (Z)");
        ui.toggle_value(&mut desk.layers.sight, "Sight")
            .on_hover_text("Darkens what the active fighter cannot see (V)");
        ui.toggle_value(&mut desk.layers.grid, "Grid").on_hover_text("Lines and coordinates (G)");
        ui.toggle_value(&mut desk.layers.names, "Names").on_hover_text("Everybody's name (N)");
        ui.separator();
        ui.toggle_value(&mut desk.auto, "Auto").on_hover_text("Let the computer play all sides");
        ui.toggle_value(&mut desk.fast, "Fast").on_hover_text("Let the computer decide without a pause");
    });
    if let Some(verdict) = look.battle::<Ended>().and_then(|ended| ended.0.as_ref()) {
        ui.label(RichText::new(&verdict.why).color(theme::ACTIVE).heading());
    }
    if let Some(said) = desk.said.clone() {
        ui.horizontal(|ui| {
            ui.label(RichText::new(said).color(theme::BAD));
            if ui.small_button("x").clicked() {
                desk.said = None;
            }
        });
    }
}

/// Which battle?
pub fn menu(ui: &mut Ui, library: &Library, desk: &mut Desk) {
    egui::CentralPanel::default().show(ui, |ui| {
        ui.add_space(40.0);
        ui.vertical_centered(|ui| {
            ui.label(RichText::new("Sortie").size(44.0).color(theme::ACTIVE));
            ui.label("Five tabletop rulesets on one battlefield");
            ui.add_space(24.0);
            if let Some(said) = &desk.said {
                ui.label(RichText::new(said).color(theme::BAD));
            }
            egui::ScrollArea::vertical().show(ui, |ui| {
                for name in library.scenarios() {
                    match library.scenario(&name) {
                        Ok(scenario) => {
                            let title = library.rules(scenario.ruleset.as_str()).map(|rules| rules.title.clone());
                            let text = RichText::new(&scenario.title).size(20.0);
                            if ui.add_sized([420.0, 40.0], egui::Button::new(text)).clicked() {
                                desk.wish = Some(Wish::Begin(name.clone()));
                            }
                            ui.label(RichText::new(title.unwrap_or_default()).color(theme::FAINT));
                            ui.label(&scenario.blurb);
                            ui.add_space(16.0);
                        }
                        Err(problems) => {
                            let why = problems.first().map(ToString::to_string).unwrap_or_default();
                            ui.label(RichText::new(format!("{name}: {why}")).color(theme::BAD));
                        }
                    }
                }
            });
        });
    });
}
