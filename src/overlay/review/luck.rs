//! What the dice brought each side and everybody, and the decisions on whose dice most hung.

use bevy_egui::egui::{Align, Color32, Layout, RichText, TextStyle, Ui};

use super::words::Words;
use super::{decision, named};
use crate::analysis::{Analysis, Fortune, Judged, Luck, points};
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
    let hung = luck.moments.iter().take(LUCKIEST).filter_map(|number| {
        let judged = found.decisions.get(*number)?;
        Some((number, judged, judged.own_luck()?))
    });
    // What changed nothing is no luck.
    let hung: Vec<(&usize, &Judged, f64)> = hung.filter(|(.., own)| own.abs() >= 0.005).collect();
    if hung.is_empty() {
        return None;
    }
    ui.label(RichText::new("The dice on which most hung").strong());
    let mut to = None;
    for (number, judged, own) in hung {
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

/// What was good and what was bad of what the dice brought somebody: what rounds to nothing has no sign.
fn parts(fortune: &Fortune) -> String {
    let signed = |share: f64| match format!("{:+.0}", share * 100.0) {
        nothing if ["+0", "-0"].contains(&nothing.as_str()) => "0".to_owned(),
        told => told,
    };
    format!("good {}, bad {}", signed(fortune.good), signed(fortune.bad))
}

/// What the dice brought somebody, in this colour.
fn brought(ui: &mut Ui, fortune: &Fortune, colour: Color32) {
    let sum = fortune.sum();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let parts = parts(fortune);
        let whole = ui.label(RichText::new(points(sum, true)).strong().color(colour));
        whole.on_hover_text(format!("{parts}; decisions with dice: {}", fortune.decisions));
        // No name is written over.
        if theme::wide(ui, &parts, TextStyle::Small) < ui.available_width() {
            ui.label(RichText::new(parts).small().color(theme::faint()));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what rounds to nothing is told as nothing, whatever its sign.
    #[test]
    fn nothing_has_no_sign() {
        let told = |good, bad| parts(&Fortune { good, bad, ..Fortune::default() });
        assert_eq!(told(0.0, -0.004), "good 0, bad 0");
        assert_eq!(told(0.12, -0.0), "good +12, bad 0");
        assert_eq!(told(0.004, -0.07), "good 0, bad -7");
    }
}
