//! The chance of each side to win, from decision to decision: a line with the band around it, and a mark for each
//! mistake. A click looks at that moment.

use bevy_egui::egui::{
    Align2, FontId, Mesh, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::colour;
use crate::analysis::{Analysis, Grade, Judged, Moment, before};
use crate::battle::capital;
use crate::overlay::{rounds, theme, tokens};

/// Points of the chart down, at the usual size of text.
const HEIGHT: f32 = 170.0;
/// Room for the figures at its left.
const FIGURES: f32 = 40.0;
/// Room for the rounds below it, and between the numbers of two of them at least.
const ROUNDS: f32 = 20.0;
const APART: f32 = 22.0;
/// Points across of half a mark.
const MISTAKE: f32 = 4.5;
const BLUNDER: f32 = 7.0;

/// Draws it, as the battle is looked at before so many decisions; `rounds`: before how many each round began. The decision that was
/// clicked on.
pub(super) fn chart(ui: &mut Ui, found: &Analysis, (now, rounds): (usize, &[(usize, i32)])) -> Option<usize> {
    let wide = ui.available_width();
    let (whole, response) = ui.allocate_exact_size(vec2(wide, theme::em(ui, HEIGHT)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, in_words(found)));
    let mut room = whole.shrink(theme::em(ui, 6.0));
    room.min.x += theme::em(ui, FIGURES);
    room.max.y -= theme::em(ui, ROUNDS);
    let painter = ui.painter_at(whole);
    painter.rect_filled(whole, 4.0, theme::sunken());
    let last = found.decisions.len().max(1);
    let place = |decision: usize, share: f64| -> Pos2 {
        let x = room.left() + room.width() * decision as f32 / last as f32;
        pos2(x, room.bottom() - room.height() * share as f32)
    };
    let small = FontId::proportional(theme::em(ui, 11.0));
    for share in [0.0, 0.5, 1.0] {
        let at = place(0, share);
        let line = Stroke::new(if share == 0.5 { 1.5 } else { 1.0 }, theme::line());
        painter.hline(room.x_range(), at.y, line);
        let text = format!("{:.0}%", share * 100.0);
        painter.text(at - vec2(4.0, 0.0), Align2::RIGHT_CENTER, text, small.clone(), theme::faint());
    }
    let below = room.bottom() + theme::em(ui, ROUNDS) * 0.7;
    painter.text(
        pos2(room.left() - theme::em(ui, 8.0), below),
        Align2::RIGHT_CENTER,
        "round",
        small.clone(),
        theme::faint(),
    );
    let begins = rounds.iter().filter(|(_, round)| *round > 0).map(|(at, round)| (place(*at, 0.0).x, *round));
    for (x, round) in numbered(begins, theme::em(ui, APART)) {
        painter.vline(x, room.y_range(), Stroke::new(1.0, theme::line().gamma_multiply(0.5)));
        let at = pos2(x, below);
        painter.text(at, Align2::CENTER_CENTER, round, small.clone(), theme::faint());
    }
    // Of two sides one line says all.
    let shown = if found.sides.len() == 2 { 1 } else { found.sides.len() };
    for side in 0..shown {
        let colour = theme::side(u8::try_from(side).unwrap_or_default());
        let mut band = Mesh::default();
        let mut line: Vec<Pos2> = Vec::new();
        for moment in &found.moments {
            let Some(chance) = moment.chances.get(side) else { continue };
            line.push(place(moment.decision, chance.rate));
            let count = band.vertices.len() as u32;
            for edge in [chance.low, chance.high] {
                band.colored_vertex(place(moment.decision, edge), colour.gamma_multiply(0.25));
            }
            if count >= 2 {
                band.add_triangle(count - 2, count - 1, count);
                band.add_triangle(count - 1, count, count + 1);
            }
        }
        painter.add(Shape::mesh(band));
        painter.add(Shape::line(line, Stroke::new(2.5, theme::legible(colour))));
    }
    // Of two sides there is one line.
    let at = |judged: &Judged, decision: usize| chance_at(found, if shown == 1 { 0 } else { judged.side }, decision);
    for (number, judged) in found.decisions.iter().enumerate() {
        if let Some(grade) = marked(judged) {
            let side = u8::try_from(judged.side).unwrap_or_default();
            let size = theme::em(ui, if grade == Grade::Blunder { BLUNDER } else { MISTAKE });
            let edge = Stroke::new(2.0, theme::side(side));
            tokens::shape(&painter, place(number, at(judged, number)), size, side, colour(grade), edge);
        }
    }
    painter.vline(place(now.min(last), 0.0).x, room.y_range(), Stroke::new(2.0, theme::accent()));
    if let Some(name) = found.sides.first().filter(|_| shown == 1) {
        painter.text(room.left_top() + vec2(6.0, 2.0), Align2::LEFT_TOP, name, small, theme::ink());
    }
    let decision = |pointer: Pos2| nearest(room, last, pointer);
    if let Some(pointer) = response.hover_pos() {
        let number = decision(pointer);
        painter.vline(place(number, 0.0).x, room.y_range(), Stroke::new(1.0, theme::faint()));
    }
    let clicked = response.interact_pointer_pos().filter(|_| response.clicked()).map(decision);
    response.on_hover_ui_at_pointer(|ui| {
        let Some(number) = ui.input(|input| input.pointer.latest_pos()).map(decision) else { return };
        ui.label(capital(&before(number, found.decisions.len())));
        let near = found.moments.iter().min_by_key(|moment| moment.decision.abs_diff(number));
        for (name, chance) in found.sides.iter().zip(near.iter().flat_map(|moment| &moment.chances)) {
            ui.label(format!("{name}: {}", chance.in_words()));
        }
    });
    ui.label(RichText::new(legend(found)).small().color(theme::faint()));
    clicked
}

/// How a decision is marked on the chart, if it is.
fn marked(judged: &Judged) -> Option<Grade> {
    judged.grade.filter(|grade| *grade >= Grade::Mistake)
}

/// What is seen on the chart.
fn legend(found: &Analysis) -> String {
    let lines = match found.sides.as_slice() {
        [one, _] => format!("The line is the chance of {one}"),
        _ => "Each line is the chance of a side, in its colour".to_owned(),
    };
    let mut told = format!("{lines}, as computers play it out from there; it lies within the band 19 times of 20.");
    if found.decisions.iter().any(|judged| marked(judged).is_some()) {
        told += " A mark is a mistake, a large one a blunder, in the shape and colour of the side that made it.";
    }
    told
}

/// Those of these rounds, each with where it begins, whose numbers have so much room: each that comes too soon is left out.
fn numbered(begins: impl Iterator<Item = (f32, i32)>, apart: f32) -> Vec<(f32, i32)> {
    let mut told: Vec<(f32, i32)> = Vec::new();
    for (x, round) in begins {
        if told.last().is_none_or(|(last, _)| x - last >= apart) {
            told.push((x, round));
        }
    }
    told
}

/// The decision nearest to the pointer.
fn nearest(room: Rect, last: usize, pointer: Pos2) -> usize {
    let share = ((pointer.x - room.left()) / room.width().max(1.0)).clamp(0.0, 1.0);
    (share * last as f32).round() as usize
}

/// The chance of a side before a decision, between the moments that it was told at.
fn chance_at(found: &Analysis, side: usize, decision: usize) -> f64 {
    let rate =
        |at: usize| found.moments.get(at).and_then(|moment| Some((moment.decision, moment.chances.get(side)?.rate)));
    let after = found.moments.partition_point(|moment| moment.decision < decision);
    match (after.checked_sub(1).and_then(rate), rate(after)) {
        (Some((from, one)), Some((to, other))) if to > from => {
            one + (other - one) * (decision - from) as f64 / (to - from) as f64
        }
        (one, other) => other.or(one).map_or(0.5, |(_, rate)| rate),
    }
}

/// The chart for those who hear it.
fn in_words(found: &Analysis) -> String {
    let told = |moment: &Moment| {
        let chances = found.sides.iter().zip(&moment.chances);
        let chances: Vec<String> =
            chances.map(|(name, chance)| format!("{name} {:.0}%", chance.rate * 100.0)).collect();
        format!("{}: {}", rounds::named(moment.round), chances.join(", "))
    };
    let moments: Vec<String> = found.moments.iter().map(told).collect();
    format!("Chance to win. {}", moments.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Chance, Depth};

    /// Promise: rounds are named below the chart, and no number lies over another.
    #[test]
    fn rounds_are_named_below_the_chart() {
        let begins = [(0.0, 1), (30.0, 2), (40.0, 3), (60.0, 4)];
        assert_eq!(numbered(begins.into_iter(), 22.0), [(0.0, 1), (30.0, 2), (60.0, 4)]);
    }

    /// Promise: between two moments the chance of each side lies between theirs.
    #[test]
    fn the_chance_between_two_moments_lies_between_theirs() {
        let chance = |rate| Chance { rate, low: 0.0, high: 1.0 };
        let moment = |decision, rate| Moment { decision, round: 1, chances: vec![chance(rate), chance(1.0 - rate)] };
        let found = Analysis {
            version: 1,
            digest: String::new(),
            files: String::new(),
            depth: Depth::default(),
            sides: vec!["One".to_owned(), "Other".to_owned()],
            winner: None,
            moments: vec![moment(0, 0.5), moment(10, 1.0)],
            decisions: Vec::new(),
        };
        let found_at =
            [0, 5, 10, 99].map(|decision| [0, 1].map(|side| (chance_at(&found, side, decision) * 100.0).round()));
        assert_eq!(found_at, [[50.0, 50.0], [75.0, 25.0], [100.0, 0.0], [100.0, 0.0]]);
        let room = Rect::from_min_size(pos2(10.0, 0.0), vec2(100.0, 50.0));
        assert_eq!([0.0, 10.0, 60.0, 500.0].map(|x| nearest(room, 20, pos2(x, 9.0))), [0, 0, 10, 20]);
    }
}
