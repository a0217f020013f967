//! What a mechanic has to say of somebody: a line of the sheet.

use bevy_egui::egui::{Align, Layout, RichText, Sense, TextStyle, Ui, vec2};

use crate::battle::{Dealt, Look, SheetLine};
use crate::overlay::book::{self, Book};
use crate::overlay::cards::{self, Face};
use crate::overlay::{theme, tips};

/// Whether a line tells only that there is nothing of nothing: what somebody has of a turn that is not theirs.
pub(super) fn is_empty(text: &str) -> bool {
    text == "0 of 0" || text.starts_with("0 of 0 ")
}

/// A text with its whole numbers written as such: "0, in steps of 32" of "0.0, in steps of 32.0".
fn whole(text: &str) -> String {
    let mut parts = text.split(".0").peekable();
    let mut all = String::new();
    while let Some(part) = parts.next() {
        all.push_str(part);
        let is_number = part.ends_with(|letter: char| letter.is_ascii_digit());
        let goes_on = |next: &&str| next.starts_with(|letter: char| letter.is_ascii_digit());
        if parts.peek().is_some_and(|next| !is_number || goes_on(next)) {
            all.push_str(".0");
        }
    }
    all
}

/// What a mechanic has to say; cards are shown as cards.
pub(super) fn line(ui: &mut Ui, look: Look<'_>, book: &mut Book, told: &SheetLine) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        // The sign of its rule stands beside the words, and never on a line of its own.
        let wide = (ui.available_width() - theme::em(ui, 16.0)).max(40.0);
        let high = ui.spacing().interact_size.y;
        ui.allocate_ui_with_layout(vec2(wide, high), Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
            let mut said = vec![ui.label(RichText::new(&told.label).color(theme::faint()))];
            if !matches!(told.cards, Some(Dealt::Open(_))) {
                said.push(ui.label(if told.text.is_empty() { "none".to_owned() } else { whole(&told.text) }));
            }
            let tip = tips::line(look.rules(), &told.label);
            if tip.is_some() || told.rule.is_some() {
                let tell = |ui: &mut Ui| {
                    ui.set_max_width(theme::em(ui, tips::WIDE));
                    tip.into_iter().for_each(|tip| drop(ui.label(tip)));
                    told.rule.into_iter().for_each(|rule| tips::rule_told(ui, look, rule));
                };
                said.into_iter().for_each(|said| drop(said.on_hover_ui(tell)));
            }
        });
        ui.horizontal(|ui| told.rule.into_iter().for_each(|rule| book::link(ui, look, book, rule)));
    });
    // Low enough for the room that there is to be seen whole.
    let height = (ui.text_style_height(&TextStyle::Body) * 2.6).min(ui.clip_rect().height() * 0.4).max(24.0);
    let Some(dealt) = &told.cards else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        match dealt {
            Dealt::Open(cards) => cards.iter().for_each(|card| {
                Face::of(*card).show(ui, height, &card.to_string());
            }),
            Dealt::Down(count) => (0..*count.min(&10)).for_each(|_| {
                let (rect, _) = ui.allocate_exact_size(cards::size(height), Sense::hover());
                cards::back(ui.painter(), rect);
            }),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: whole numbers are written as such, others as they are, and nothing of nothing is not told.
    #[test]
    fn numbers_on_a_sheet_are_written_plainly() {
        assert_eq!(whole("0.0, in steps of 32.0"), "0, in steps of 32");
        assert_eq!(whole("6.7, in steps of 8.05"), "6.7, in steps of 8.05");
        assert_eq!(whole("10.0"), "10");
        assert_eq!(whole("at .0 and none"), "at .0 and none");
        assert!(is_empty("0 of 0 s left") && is_empty("0 of 0") && !is_empty("0 of 6 s left") && !is_empty("0 of 05"));
    }
}
