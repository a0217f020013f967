//! What the dice brought each side and everybody, and the decisions on whose dice most hung.

use bevy_egui::egui::{
    Align, Color32, Layout, RichText, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::given::decision;
use super::named;
use super::words::{ForWhom, Words};
use crate::analysis::{Analysis, Dice, Judged, Luck, Row, points};
use crate::overlay::theme;

/// So many decisions are told whose dice decided most.
const LUCKIEST: usize = 6;

/// Who was lucky, and with what; the decision that was clicked on.
pub(super) fn fortunes(ui: &mut Ui, (found, luck): (&Analysis, &Luck), words: Words<'_>) -> Option<usize> {
    ui.label(RichText::new("Luck").heading());
    let faint = |text: &str| RichText::new(text).small().color(theme::faint());
    ui.label(faint(
        "How much the dice raised or lowered each side's chance to win, beside what they do on average. \
         Below each side stand the dice of its own fighters, then those of the others.",
    ));
    ui.label(faint("That chance is a guess from who is left and how strong they are: it moves with every wound."));
    let told = |ui: &mut Ui, whose: &str| {
        ui.label(whose);
    };
    let whom = words.for_whom(found);
    ui.horizontal_wrapped(|ui| {
        for (is_good, words) in [true, false].into_iter().zip(whom.in_words()) {
            sign(ui, Some(is_good), &whom);
            ui.label(faint(words));
        }
    });
    for (side, name) in (0..).zip(&found.sides) {
        for row in luck.rows(side, 100.0) {
            ui.horizontal(|ui| {
                if row.dice != Dice::All {
                    ui.add_space(theme::em(ui, 12.0));
                }
                match row.dice {
                    Dice::All => named(ui, side, name),
                    Dice::Fighter(who) if !found.is_alone(side) => named(ui, side, who),
                    // Whoever is a side alone has its name.
                    Dice::Fighter(_) => told(ui, "own dice"),
                    Dice::Together => told(ui, "shared dice"),
                    Dice::Others => told(ui, "dice of the others"),
                }
                brought(ui, &row, (whom.is_good(side, row.sum() as f64), &whom));
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
            let is_good = whom.is_good(judged.thrower().0, own);
            sign(ui, is_good, &whom);
            let whose = format!("{} for {}", points(own, true), found.whose_dice(judged));
            ui.label(RichText::new(whose).strong().color(colour(is_good)));
            if decision(ui, found, (*number, judged), words) {
                to = Some(*number);
            }
        });
    }
    to
}

/// The colour of what is good or bad for those who sit here, or neither.
fn colour(is_good: Option<bool>) -> Color32 {
    is_good.map_or(theme::faint(), |is_good| if is_good { theme::good() } else { theme::bad() })
}

/// A sign of the same, for those who tell no colours apart: what is good points up.
fn sign(ui: &mut Ui, is_good: Option<bool>, whom: &ForWhom) {
    let Some(up) = is_good else { return };
    let size = theme::em(ui, 9.0);
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let [good, bad] = whom.in_words();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, if up { good } else { bad }));
    let (tip, foot) = if up { (rect.top(), rect.bottom()) } else { (rect.bottom(), rect.top()) };
    let corners = vec![pos2(rect.center().x, tip), pos2(rect.right(), foot), pos2(rect.left(), foot)];
    ui.painter().add(Shape::convex_polygon(corners, colour(is_good), Stroke::NONE));
}

/// What was good and what was bad of what the dice brought somebody: what comes to nothing has no sign.
fn parts(row: &Row<'_>) -> String {
    let signed = |points: i64| if points == 0 { "0".to_owned() } else { format!("{points:+}") };
    format!("good {}, bad {}", signed(row.good), signed(row.bad))
}

/// What the dice brought somebody, and whether that is good for those who sit here.
fn brought(ui: &mut Ui, row: &Row<'_>, (is_good, whom): (Option<bool>, &ForWhom)) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let parts = parts(row);
        let sum = points(row.sum() as f64 / 100.0, true);
        let whole = ui.label(RichText::new(sum).strong().color(colour(is_good)));
        whole.on_hover_text(format!("{parts}; decisions with dice: {}", row.decisions));
        sign(ui, is_good, whom);
        // No name is written over.
        if theme::wide(ui, &parts, TextStyle::Small) < ui.available_width() {
            ui.label(RichText::new(parts).small().color(theme::faint()));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what comes to nothing is told without a sign.
    #[test]
    fn nothing_has_no_sign() {
        let told = |good, bad| parts(&Row { dice: Dice::All, good, bad, decisions: 1 });
        assert_eq!(told(12, 0), "good +12, bad 0");
        assert_eq!(told(0, -7), "good 0, bad -7");
    }
}
