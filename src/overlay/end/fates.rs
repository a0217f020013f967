//! What became of everybody in a battle that is over.

use bevy_egui::egui::{Color32, Grid, RichText, Sense, Ui, Vec2, vec2};

use super::With;
use super::blows::Told;
use crate::battle::{Id, Look};
use crate::overlay::{theme, tokens};

/// What became of everybody, side by side.
pub(super) fn fates(ui: &mut Ui, look: Look<'_>, told: &Told, with: &mut With<'_>) {
    ui.label(RichText::new("What became of them").heading());
    let has_wounds = look.shown().any(|id| !look.wounds(id).is_empty());
    Grid::new("fates").num_columns(4).striped(true).spacing(vec2(14.0, 4.0) * theme::scale(ui.ctx())).show(ui, |ui| {
        for title in ["", "fate"].into_iter().chain(has_wounds.then_some("wounds")).chain(["felled"]) {
            ui.label(RichText::new(title).small().color(theme::faint()));
        }
        ui.end_row();
        let mut all: Vec<Id> = look.shown().collect();
        all.sort_by_key(|id| look.own_side(*id));
        // All of a row lies at one height.
        let cell = |ui: &mut Ui, text: RichText| {
            ui.horizontal(|ui| {
                ui.set_min_height(theme::em(ui, 26.0));
                ui.label(text);
            });
        };
        for id in all {
            ui.horizontal(|ui| {
                let (room, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, 26.0)), Sense::hover());
                // Who is out of the fight stands in the shade, and can still be told apart.
                let (share, tint) =
                    if look.counts(id) { (0.5, Color32::WHITE) } else { (0.25, Color32::from_gray(150)) };
                let ground = theme::over(theme::sunken(), theme::side(look.side(id).0), share);
                ui.painter().rect_filled(room, 3.0, ground);
                let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
                with.portraits.draw(&painter, look, id, room, tint);
                ui.label(look.name(id));
            });
            let (fate, colour) = fate(look, id, Some(told));
            cell(ui, RichText::new(fate).color(colour));
            let counted = |n: usize| RichText::new(if n == 0 { String::new() } else { n.to_string() });
            if has_wounds {
                cell(ui, counted(look.wounds(id).len()));
            }
            cell(ui, counted(told.felled_by(id)));
            ui.end_row();
        }
    });
}

/// Whether somebody stands, and if not, why, and who has brought that about as it is `told`: "dying, then unconscious, by Guard".
pub(super) fn fate(look: Look<'_>, id: Id, told: Option<&Told>) -> (String, Color32) {
    let out = tokens::state(look, id).filter(|(_, out)| *out).map(|(word, _)| word);
    match (look.counts(id), out) {
        (true, _) if look.body(id) != id => (format!("in {}", look.name(look.body(id))), theme::good()),
        (true, _) => {
            let state = tokens::state(look, id).map(|(word, _)| format!(", {word}")).unwrap_or_default();
            let health = look.health(id).filter(|(left, whole)| left < whole);
            let left = health.map(|(left, whole)| format!(", {left} of {whole} left")).unwrap_or_default();
            (format!("stands{state}{left}"), theme::good())
        }
        (false, Some(word)) => {
            let by = told.and_then(|told| told.feller_of(id)).map(|by| format!(", by {}", look.name(by)));
            let first = told.and_then(|told| told.first_of(id)).map(|first| format!("{first}, then "));
            (format!("{}{word}{}", first.unwrap_or_default(), by.unwrap_or_default()), theme::bad())
        }
        (false, None) => ("gone from the field".to_owned(), theme::faint()),
    }
}
