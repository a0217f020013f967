//! The rulebook, opened at the rule that was asked for.

use bevy_egui::egui::{Align, Context, Label, RichText, ScrollArea, Ui, Window};

use super::desk::{Desk, Wish};
use super::theme;
use crate::battle::{Key, Look};

/// A small link that opens the rulebook at a rule; nothing for what is no rule
/// of the book, such as somebody's arrival.
pub fn link(ui: &mut Ui, look: Look<'_>, desk: &mut Desk, rule: Key) {
    let Some(text) = look.rules().book.get(&rule) else { return };
    if ui.link(RichText::new(rule.as_str()).small()).on_hover_text(&text.title).clicked() {
        desk.look_up(rule);
    }
}

/// The rulebook in a window of its own.
pub fn book(context: &Context, look: Look<'_>, desk: &mut Desk) {
    if !desk.book {
        return;
    }
    let mut open = true;
    let title = format!("Rulebook: {}", look.rules().title);
    Window::new(title).id("rulebook".into()).open(&mut open).default_size([620.0, 460.0]).show(context, |ui| {
        ui.horizontal(|ui| {
            ui.label("Find");
            ui.text_edit_singleline(&mut desk.search);
        });
        ui.separator();
        ui.columns(2, |columns| {
            ScrollArea::vertical().id_salt("rules").auto_shrink(false).show(&mut columns[0], |ui| {
                let wanted = desk.search.to_lowercase();
                let mut area = "";
                for rule in look.rules().book.values() {
                    let fits = wanted.is_empty()
                        || rule.title.to_lowercase().contains(&wanted)
                        || rule.text.to_lowercase().contains(&wanted)
                        || rule.id.as_str().to_lowercase().contains(&wanted);
                    if !fits {
                        continue;
                    }
                    if rule.area != area {
                        area = &rule.area;
                        ui.label(RichText::new(area).color(theme::ACTIVE).strong());
                    }
                    if ui.selectable_label(desk.rule == Some(rule.id), &rule.title).clicked() {
                        desk.rule = Some(rule.id);
                    }
                }
            });
            ScrollArea::vertical().id_salt("rule").auto_shrink(false).show(&mut columns[1], |ui| {
                let Some(rule) = desk.rule.and_then(|rule| look.rules().book.get(&rule)) else {
                    ui.label(RichText::new("Choose a rule.").color(theme::FAINT));
                    return;
                };
                ui.label(RichText::new(&rule.title).heading());
                ui.horizontal(|ui| {
                    ui.label(RichText::new(rule.id.as_str()).small().color(theme::FAINT));
                    if ui.button("Show me").on_hover_text("A lesson that shows this rule, step by step").clicked() {
                        desk.wish = Some(Wish::Lesson(rule.id));
                    }
                });
                let left = |text: RichText| Label::new(text).halign(Align::Min);
                ui.add(left(RichText::new(&rule.text)));
                if let Some(ruling) = &rule.ruling {
                    ui.add_space(6.0);
                    ui.add(left(RichText::new(format!("Ruling: {ruling}")).italics()));
                }
                if !rule.see.is_empty() {
                    ui.add_space(6.0);
                    ui.horizontal_wrapped(|ui| {
                        ui.label(RichText::new("See").color(theme::FAINT));
                        for see in &rule.see {
                            let title = look.rules().book.get(see).map_or(see.as_str(), |rule| rule.title.as_str());
                            if ui.link(title).clicked() {
                                desk.rule = Some(*see);
                            }
                        }
                    });
                }
            });
        });
    });
    desk.book = open;
}
