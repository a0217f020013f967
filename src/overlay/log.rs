//! The log: everything that happened, each line with its rule and its dice.

use bevy_egui::egui::{Frame, Label, Margin, RichText, ScrollArea, Sense, Ui};

use super::desk::{Desk, LogLines};
use super::{book, theme};
use crate::battle::{Chronicle, Fact, Look, Roll};

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
        for (index, fact) in chronicle.facts.iter().enumerate().skip(first) {
            if is_shown(look, fact, desk) {
                line(ui, look, (index, fact), desk);
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

fn line(ui: &mut Ui, look: Look<'_>, (index, fact): (usize, &Fact), desk: &mut Desk) {
    if fact.rule == "round" {
        ui.add_space(6.0);
        ui.label(RichText::new(&fact.text).color(theme::ACTIVE).strong());
        return;
    }
    let is_open = desk.opened == Some(index);
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
        let said = ui.add(Label::new(text).sense(Sense::click())).on_hover_text("Why? Click for dice and rule.");
        if said.clicked() {
            desk.opened = if is_open { None } else { Some(index) };
        }
        book::link(ui, look, desk, fact.rule);
    });
    let row = row.response;
    if row.hovered() || row.contains_pointer() {
        desk.lit.clone_from(&fact.squares.to_vec());
        desk.pointed = desk.pointed.or(fact.who);
    }
    if is_open {
        why(ui, look, fact, desk);
        if desk.timeline.is_there() && ui.small_button("Back to here").clicked() {
            desk.wish = Some(super::Wish::LookBack(desk.timeline.moment_of(index)));
        }
    }
}

/// Why a line is as it is: its dice, everything that changed them, and what the rule says.
fn why(ui: &mut Ui, look: Look<'_>, fact: &Fact, desk: &mut Desk) {
    let inside = Frame::new().fill(theme::SUNKEN).corner_radius(4).inner_margin(Margin::same(8));
    inside.outer_margin(Margin { left: 10, ..Margin::ZERO }).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if let Some(roll) = &fact.roll {
            dice(ui, look, roll, desk);
        }
        for change in &fact.changes {
            let text = format!("{}: {} {} → {}", look.name(change.who), change.what, change.from, change.to);
            ui.label(RichText::new(text).small());
        }
        if let Some(rule) = look.rules().book.get(&fact.rule) {
            ui.label(RichText::new(&rule.title).strong());
            ui.label(RichText::new(&rule.text).small().color(theme::FAINT));
        }
    });
}

fn dice(ui: &mut Ui, look: Look<'_>, roll: &Roll, desk: &mut Desk) {
    let faces: Vec<String> = roll.faces.iter().map(|face| face.value.to_string()).collect();
    ui.label(format!("{} {}: {}", roll.dice, roll.label, faces.join(", ")));
    let sums = [Some(&roll.bonus), roll.against.as_ref()];
    for (sum, what) in sums.into_iter().zip(["in all", "against"]) {
        let Some(sum) = sum else { continue };
        for term in &sum.terms {
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("{:+}", term.value)).monospace());
                ui.label(RichText::new(term.name.as_str()).small());
                if let Some(rule) = term.rule {
                    book::link(ui, look, desk, rule);
                }
            });
        }
        let total = if what == "in all" { roll.total } else { sum.total() };
        ui.label(RichText::new(format!("{what} {total}")).strong());
    }
}
