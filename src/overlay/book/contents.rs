//! The left page: chapters in the order of a round with a sentence each, the rules of the one that lies open; or what was found.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, WidgetInfo, WidgetType};

use super::Book;
use crate::battle::{RuleId, Rules, Tier};
use crate::overlay::theme;

/// All chapters, or what is looked for.
pub(super) fn contents(ui: &mut Ui, rules: &Rules, with: &mut Book) {
    ScrollArea::vertical().min_scrolled_height(0.0).id_salt("rules").auto_shrink(false).show(ui, |ui| {
        if with.search.trim().is_empty() {
            chapters(ui, rules, with);
        } else {
            found(ui, rules, with);
        }
    });
}

/// The chapters; one of them lies open.
fn chapters(ui: &mut Ui, rules: &Rules, with: &mut Book) {
    for (place, chapter) in rules.chapters.iter().enumerate() {
        let is_open = with.chapter == Some(place);
        let sign = if is_open { "⏷" } else { "⏵" };
        let text = RichText::new(format!("{sign} {}", chapter.title)).color(theme::accent()).strong();
        let head = ui.add(Button::selectable(is_open, text).wrap());
        head.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, is_open, &chapter.title));
        if head.clicked() {
            with.chapter = (!is_open).then_some(place);
        }
        if !chapter.text.is_empty() {
            let about = Label::new(RichText::new(&chapter.text).small().color(theme::faint())).wrap();
            // Words keep their usual distance, though the column is filled.
            ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(about));
        }
        if is_open {
            ui.indent(place, |ui| {
                for area in &chapter.areas {
                    if chapter.areas.len() > 1 && area.name != chapter.title {
                        ui.label(RichText::new(&area.name).small().strong());
                    }
                    area.rules.iter().for_each(|rule| title(ui, rules, *rule, with));
                }
            });
        }
        ui.add_space(2.0);
    }
}

/// What was found, the nearest first.
fn found(ui: &mut Ui, rules: &Rules, with: &mut Book) {
    let found = with.found(rules);
    if found.is_empty() {
        ui.label(RichText::new("No rule holds that.").color(theme::faint()));
    }
    found.iter().for_each(|rule| title(ui, rules, *rule, with));
}

/// A rule by its title, to be opened.
fn title(ui: &mut Ui, rules: &Rules, id: RuleId, with: &mut Book) {
    let Some(rule) = rules.book.get(&id) else { return };
    let text = RichText::new(&rule.title);
    let text = if rule.tier == Tier::Battle { text } else { text.color(theme::faint()) };
    if ui.add(Button::selectable(with.rule == Some(id), text).wrap()).clicked() {
        with.rule = Some(id);
    }
}
