//! What stands over the lines of the log: which of them are shown, and what takes them elsewhere.

use std::fmt::Write;

use bevy_egui::egui::{ComboBox, Ui};

use super::line::line_of;
use super::{Log, LogLines};
use crate::battle::{Fact, Id, Look};
use crate::overlay::wishes::Wish;
use crate::overlay::{hovered, theme};

/// Points across for names, and for which lines are shown, at the usual size of text.
const NAMES: f32 = 100.0;
const WHICH: f32 = 60.0;

/// All of it.
pub(super) fn head(ui: &mut Ui, look: Look<'_>, facts: &[Fact], with: &mut Log<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        // Where the text is large for the window they share one line: the rest is for what has happened.
        let is_short = theme::is_cramped(ui);
        which(ui, &mut with.panel.lines, is_short);
        whose(ui, look, &mut with.panel.whose);
        if is_short {
            let more = ui.menu_button("…", |ui| elsewhere(ui, look, facts, with)).response;
            theme::called(&more, "The log as a text");
        } else {
            elsewhere(ui, look, facts, with);
        }
    });
}

/// Which lines are shown.
fn which(ui: &mut Ui, lines: &mut LogLines, is_short: bool) {
    let each = |ui: &mut Ui, lines: &mut LogLines| {
        for (kind, name, tip) in LogLines::EACH {
            ui.selectable_value(lines, kind, name).on_hover_text(tip);
        }
    };
    if !is_short {
        each(ui, lines);
        return;
    }
    let name = LogLines::EACH.iter().find(|(kind, ..)| *kind == *lines).map_or("", |(_, name, _)| *name);
    let list = ComboBox::from_id_salt("which lines").selected_text(name).width(theme::em(ui, WHICH));
    list.show_ui(ui, |ui| each(ui, lines)).response.on_hover_text("Which lines are shown");
}

/// What takes the log elsewhere.
fn elsewhere(ui: &mut Ui, look: Look<'_>, facts: &[Fact], with: &mut Log<'_>) {
    if hovered::tell(ui.button("copy"), ui, "The whole log as text on the clipboard").clicked() {
        ui.ctx().copy_text(as_text(look, facts));
        with.notices.told = Some("The log is on the clipboard.".to_owned());
    }
    if hovered::tell(ui.button("save as text"), ui, "The battle as a text that one can read, in a file").clicked() {
        with.wishes.wish = Some(Wish::Tell);
    }
}

/// Whose lines are shown.
fn whose(ui: &mut Ui, look: Look<'_>, whose: &mut Option<Id>) {
    let name = whose.map_or("everybody", |id| look.name(id));
    // Where the line has no room for names it goes on in the next.
    let wide = theme::em(ui, NAMES);
    if ui.available_size_before_wrap().x < wide {
        ui.end_row();
    }
    let list =
        ComboBox::from_id_salt("whose lines").selected_text(name).width(wide.min(ui.available_width())).truncate();
    let list = list.show_ui(ui, |ui| {
        ui.selectable_value(whose, None, "everybody");
        for id in look.shown() {
            ui.selectable_value(whose, Some(id), look.name(id));
        }
    });
    list.response.on_hover_text("Only what somebody did or suffered");
}

/// Everything that may be read as plain text, a line a fact.
fn as_text(look: Look<'_>, facts: &[Fact]) -> String {
    let mut text = format!("{}\n", look.rules().title);
    for (index, fact) in facts.iter().enumerate().filter(|(_, fact)| look.may_read(fact)) {
        let indent = "  ".repeat(fact.depth + usize::from(fact.turn.is_some()));
        let is_rule = look.rules().book.contains_key(&fact.rule);
        let rule = if is_rule { format!(" [{}]", fact.rule) } else { String::new() };
        // Text can always be added to.
        let _ = writeln!(text, "{indent}{}{rule}", line_of(look, facts, index));
    }
    text
}
