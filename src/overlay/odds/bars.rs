//! Odds as bars: a piece for each outcome, as wide as it is likely, and a thin bar for each state that comes beside it.

use bevy_egui::egui::{Color32, Painter, Rect, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::is_nothing;
use super::scale::{Part, Sort, brought, parts};
use crate::battle::{Forecast, Prospect, Rules};
use crate::dice::Fraction;
use crate::overlay::theme;

/// Points between the strokes across a state.
const STROKES: f32 = 5.0;

/// A bar for each blow, as wide as there is room.
pub fn bars(ui: &mut Ui, rules: &Rules, forecast: &Forecast) {
    for prospect in forecast.against.iter().filter(|prospect| !is_nothing(prospect)) {
        for (pieces, height) in rows(rules, prospect) {
            row(ui, &pieces, theme::em(ui, height)).on_hover_ui(|ui| named(ui, rules, prospect));
        }
    }
}

/// A piece of a bar: how much of it, its colour, and whether it is a state.
pub type Piece = (f32, Color32, bool);

/// The bars of one blow, each with how high it is: what may come of it, then each state that it may bring beside that.
pub fn rows(rules: &Rules, prospect: &Prospect) -> Vec<(Vec<Piece>, f32)> {
    let piece = |part: &Part| (part.chance.to_f64() as f32, part.colour, part.sort == Sort::State);
    let all = parts(rules, prospect);
    let told = all.iter().any(|part| part.sort != Sort::Nothing).then(|| all.iter().map(piece).collect());
    let comes = prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO).enumerate();
    let comes = comes.map(|(index, (_, chance))| {
        let share = chance.to_f64() as f32;
        vec![(1.0 - share, Color32::from_gray(0x50), false), (share, brought(index), true)]
    });
    told.into_iter().map(|pieces| (pieces, 7.0)).chain(comes.map(|pieces| (pieces, 5.0))).collect()
}

/// The pieces of the bars of one blow by name, each with its chance.
fn named(ui: &mut Ui, rules: &Rules, prospect: &Prospect) {
    parts(rules, prospect).iter().for_each(|part| super::listed(ui, rules, part));
    for (state, chance) in prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO) {
        ui.label(format!("{}  {state}, whatever else", super::exactly(chance)));
    }
}

fn row(ui: &mut Ui, pieces: &[Piece], height: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    let mut left = rect.left();
    for (share, colour, is_state) in pieces {
        let width = rect.width() * share;
        let piece = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
        fill(painter, piece, *colour, *is_state);
        // Where one ends and the next begins is seen whatever their colours.
        if left > rect.left() {
            painter.vline(left, rect.y_range(), Stroke::new(1.0, theme::back()));
        }
        left += width;
    }
    painter.rect_stroke(rect, 0.0, Stroke::new(1.0, theme::line()), StrokeKind::Outside);
    response
}

/// A piece of such a bar; a state has strokes across it, so that it is told from harm without its colour.
pub fn fill(painter: &Painter, piece: Rect, colour: Color32, is_state: bool) {
    painter.rect_filled(piece, 0.0, colour);
    if !is_state {
        return;
    }
    let inside = painter.with_clip_rect(piece.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.5, theme::over(colour, theme::INK, 0.7));
    let count = ((piece.width() + piece.height()) / STROKES).ceil().clamp(0.0, 400.0) as usize;
    for index in 0..=count {
        let at = piece.left() + index as f32 * STROKES;
        inside.line_segment([pos2(at - piece.height(), piece.bottom()), pos2(at, piece.top())], stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{ConditionName, Id, Key};
    use crate::dice::Distribution;
    use crate::overlay::trial;

    /// Promise: a blow that only brings a state shows that state, in its own tone, and every bar is whole.
    #[test]
    fn a_state_that_comes_beside_a_blow_has_a_bar_of_its_own() {
        trial::in_game("zones", |look| {
            let stunned = ConditionName::of(Key::new("stunned"));
            let saved = Distribution::weighted([((-1, Key::new("saved")), 1), ((-1, Key::new("struck")), 3)]).unwrap();
            let chance = saved.chance(|(_, name)| *name == "struck");
            let mut prospect = Prospect::of(Id(0), saved, Distribution::certain(0));
            prospect.brings.push((stunned, chance));
            let rows = rows(look.rules(), &prospect);
            let [(pieces, _)] = rows.as_slice() else { panic!("{rows:?}") };
            assert!(matches!(pieces.as_slice(), [(_, _, false), (share, colour, true)]
                if (*share - 0.75).abs() < 1e-5 && *colour == theme::brought()));
            let harm = Distribution::weighted([((0, Key::new("nothing")), 1), ((1, Key::new("hurt")), 1)]).unwrap();
            prospect.outcomes = harm;
            let both = super::rows(look.rules(), &prospect);
            assert_eq!(both.len(), 2);
            for (pieces, _) in both {
                assert!((pieces.iter().map(|(share, ..)| share).sum::<f32>() - 1.0).abs() < 1e-5);
            }
        });
    }
}
