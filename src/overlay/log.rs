//! The log: everything that happened, each line with its rule and its dice.

use bevy_egui::egui::{RichText, ScrollArea, Ui};

use super::desk::{Desk, LogLines};
use super::{book, theme};
use crate::battle::{Chronicle, Fact, Look};

/// The log, newest line last. A line points at its squares; its rule opens
/// the rulebook.
pub fn log(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Log").heading());
        let lines = &mut desk.log;
        ui.selectable_value(lines, LogLines::All, "all");
        ui.selectable_value(lines, LogLines::Selected, "selected").on_hover_text("Only what concerns the open sheet");
        ui.selectable_value(lines, LogLines::Changes, "changes").on_hover_text("Only what changed somebody");
        ui.selectable_value(lines, LogLines::Dice, "dice").on_hover_text("Only what was rolled");
    });
    let Some(chronicle) = look.battle::<Chronicle>() else { return };
    desk.lit.clear();
    let height = ui.text_style_height(&bevy_egui::egui::TextStyle::Body);
    let first = chronicle.facts.len().saturating_sub(400);
    ScrollArea::vertical().id_salt("log").auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        ui.set_min_height(height);
        for fact in chronicle.facts.get(first..).unwrap_or_default() {
            if is_shown(look, fact, desk) {
                line(ui, look, fact, desk);
            }
        }
    });
}

/// Whether the chosen part of the log holds a line. Rounds are in all of them.
fn is_shown(look: Look<'_>, fact: &Fact, desk: &Desk) -> bool {
    let asked = look.question().and_then(|question| question.who);
    let whose = desk.selected.or(asked);
    fact.rule == "round"
        || match desk.log {
            LogLines::All => true,
            LogLines::Selected => whose.is_some() && (fact.who == whose || fact.whom == whose),
            LogLines::Changes => !fact.changes.is_empty(),
            LogLines::Dice => fact.roll.is_some(),
        }
}

fn line(ui: &mut Ui, look: Look<'_>, fact: &Fact, desk: &mut Desk) {
    if fact.rule == "round" {
        ui.add_space(6.0);
        ui.label(RichText::new(&fact.text).color(theme::ACTIVE).strong());
        return;
    }
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(fact.depth as f32 * 12.0);
        let text = RichText::new(&fact.text);
        let text = match fact.roll.as_ref().and_then(|roll| roll.success) {
            Some(true) => text.color(theme::GOOD),
            Some(false) => text.color(theme::FAINT),
            None if fact.changes.is_empty() => text,
            None => text.color(theme::BAD),
        };
        ui.label(text);
        book::link(ui, look, desk, fact.rule);
    });
    let row = row.response;
    if row.hovered() || row.contains_pointer() {
        desk.lit.clone_from(&fact.squares.to_vec());
        desk.pointed = desk.pointed.or(fact.who);
    }
    if let Some(roll) = &fact.roll {
        row.on_hover_ui(|ui| {
            let faces: Vec<String> = roll.faces.iter().map(|face| face.value.to_string()).collect();
            ui.label(format!("{} = {} ({})", roll.dice, roll.natural, faces.join(", ")));
            for term in &roll.bonus.terms {
                ui.label(format!("{:+} {}", term.value, term.name));
            }
            ui.label(format!("total {}", roll.total));
            if let Some(against) = &roll.against {
                ui.label(format!("against {against}"));
            }
        });
    }
}
