//! What the dice brought each side and everybody, and the decisions on whose dice most hung.

use bevy_egui::egui::{Align, Color32, Layout, RichText, TextStyle, Ui};

use super::words::Words;
use super::{decision, named};
use crate::analysis::{Analysis, Fortune, Luck, points};
use crate::overlay::theme;

/// So many decisions are told whose dice decided most.
const LUCKIEST: usize = 6;

/// Who was lucky, and with what; the decision that was clicked on.
pub(super) fn fortunes(ui: &mut Ui, (found, luck): (&Analysis, &Luck), words: Words<'_>) -> Option<usize> {
    ui.label(RichText::new("Luck").heading());
    let tip = "How much better or worse the dice fell than on average, each throw taken to the end of its deed, in points of the \
               chance to win";
    ui.label(RichText::new(tip).small().color(theme::faint()));
    if (0..found.sides.len()).any(|side| !found.is_alone(side)) {
        let own = "Below each side its fighters, each by the dice of their own decisions";
        ui.label(RichText::new(own).small().color(theme::faint()));
    }
    for ((side, name), fortune) in (0..).zip(&found.sides).zip(&luck.sides) {
        let colour = |fortune: &Fortune| words.colour(found, side, fortune.sum());
        ui.horizontal(|ui| {
            named(ui, side, name);
            brought(ui, fortune, colour(fortune));
        });
        // Whoever is a side alone is told of with it.
        for (name, fortune) in luck.of_side(side).filter(|_| !found.is_alone(side)) {
            ui.horizontal(|ui| {
                ui.add_space(theme::em(ui, 12.0));
                named(ui, side, name);
                brought(ui, fortune, colour(fortune));
            });
        }
    }
    ui.label(RichText::new("The dice on which most hung").strong());
    let mut to = None;
    for number in luck.moments.iter().take(LUCKIEST) {
        let Some(judged) = found.decisions.get(*number) else { continue };
        let own = judged.own_luck().unwrap_or(0.0);
        // What changed nothing is no luck.
        if own.abs() < 0.005 {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let colour = words.colour(found, judged.side, own);
            let whose = format!("{} for {}", points(own, true), found.whose(judged));
            ui.label(RichText::new(whose).strong().color(colour));
            if decision(ui, found, (*number, judged), words) {
                to = Some(*number);
            }
        });
    }
    to
}

/// What the dice brought somebody, in this colour.
fn brought(ui: &mut Ui, fortune: &Fortune, colour: Color32) {
    let sum = fortune.sum();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let parts = format!("good {:+.0}, bad {:+.0}", fortune.good * 100.0, fortune.bad * 100.0);
        let whole = ui.label(RichText::new(points(sum, true)).strong().color(colour));
        whole.on_hover_text(format!("{parts}; decisions with dice: {}", fortune.decisions));
        // No name is written over.
        if theme::wide(ui, &parts, TextStyle::Small) < ui.available_width() {
            ui.label(RichText::new(parts).small().color(theme::faint()));
        }
    });
}
