//! The initiative track: everybody in the order of their turns.

use bevy_egui::egui::{Color32, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::cards::Face;
use super::desk::Desk;
use super::theme;
use crate::battle::{Id, Look};

/// The track. An entry points at its fighter on the board.
pub fn track(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    ui.label(RichText::new("Order").heading());
    (desk.pointed, desk.preview) = (None, None);
    ScrollArea::vertical().id_salt("track").max_height(ui.available_height() * 0.42).show(ui, |ui| {
        for entry in look.rules().initiative.track(look) {
            let row = ui.horizontal(|ui| {
                chip(ui, look, entry.who);
                let name = RichText::new(look.name(entry.who));
                let name = match (entry.now, look.is_in_play(entry.who), entry.done) {
                    (true, ..) => name.color(theme::ACTIVE).strong(),
                    (_, false, _) => name.color(theme::FAINT).strikethrough(),
                    (_, _, true) => name.color(theme::FAINT),
                    _ => name,
                };
                if let Some(face) = Face::of(&entry.text) {
                    face.show(ui, 18.0).on_hover_text(&entry.text);
                }
                ui.label(name);
                if Face::of(&entry.text).is_none() {
                    ui.label(RichText::new(&entry.text).small().color(theme::FAINT));
                }
                let wounds = look.wounds(entry.who).len();
                if wounds > 0 {
                    ui.label(RichText::new(format!("{wounds} w")).small().color(theme::BAD));
                }
            });
            let row = row.response.interact(Sense::click());
            if row.hovered() {
                desk.pointed = Some(entry.who);
            }
            if row.clicked() {
                desk.selected = Some(entry.who);
            }
        }
    });
}

/// The mark of somebody's side: its colour and its shape.
pub fn chip(ui: &mut Ui, look: Look<'_>, who: Id) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let side = look.side(who).0;
    super::tokens::shape(ui.painter(), rect.center(), 6.0, side, theme::side(side), Stroke::new(1.0, Color32::BLACK));
}
