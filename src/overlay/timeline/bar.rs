//! The time-line as it lies below the bar of deeds, and what stands there while one looks back.

use std::ops::Range;

use bevy_egui::egui::{
    Align2, Button, Color32, FontId, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2,
    pos2, vec2,
};

use super::Timeline;
use crate::analysis::before;
use crate::battle::{Look, capital};
use crate::overlay::keys::{self, Act, Changed};
use crate::overlay::wishes::{Wish, Wishes};
use crate::overlay::{hovered, rounds, theme};

/// The time-line itself: buttons, and a bar of everything that was decided.
pub fn timeline(ui: &mut Ui, look: Look<'_>, line: &mut Timeline, wishes: &mut Wishes, keys: &Changed) {
    let tip = |text: &str, act| format!("{text} ({})", keys::name(keys, act));
    let (at, last) = (line.now(), line.marks.len());
    let mut to = None;
    // Where the line is low for so large a text, smaller than that.
    let high = ui.max_rect().height();
    if high < ui.spacing().interact_size.y {
        ui.style_mut().override_font_id = Some(FontId::proportional(high * 0.6));
        (ui.spacing_mut().interact_size.y, ui.spacing_mut().button_padding.y) = (high, 0.0);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (sign, words, act, target) in [
            ("⏮", "To the start of the battle", Act::Start, (at > 0).then_some(0)),
            ("◀", "One decision back", Act::Earlier, at.checked_sub(1)),
            ("▶", "One decision on", Act::Later, (at < last).then_some(at + 1)),
            ("⏭", "To the last decision", Act::Now, line.at.map(|_| last)),
        ] {
            let key = format!(" ({})", keys::name(keys, act));
            if theme::sign(ui, target.is_some(), sign, words, &key).clicked() {
                to = target;
            }
        }
        let (text, does) = if line.playing { ("Stop", "Stay here") } else { ("Play", "Let the battle run from here") };
        if hovered::tell(ui.button(text), ui, &tip(does, Act::Replay)).clicked() {
            line.toggle();
        }
        ui.add_space(4.0);
        let counts = [format!("{} / {last}", at + 1), format!("now / {last}"), format!("{last} / {last}")];
        let room = counts.iter().map(|count| theme::wide(ui, count, TextStyle::Small)).fold(0.0, f32::max);
        let width = (ui.available_width() - room - theme::em(ui, 18.0)).max(60.0);
        let (rect, response) =
            ui.allocate_exact_size(vec2(width, theme::em(ui, 22.0).min(high)), Sense::click_and_drag());
        bar(ui, line, rect, &response);
        if let Some(pointer) = response.interact_pointer_pos() {
            let chosen = decision_at(rect, pointer, last);
            to = (chosen != at).then_some(chosen).or(to);
        }
        let pointed = response.hover_pos().map(|pointer| decision_at(rect, pointer, last));
        if let Some((number, mark)) = pointed.and_then(|number| Some((number, line.marks.get(number)?))) {
            response.on_hover_ui_at_pointer(|ui| {
                ui.set_max_width(theme::em(ui, 320.0));
                let (round, kind) =
                    (capital(&rounds::named(mark.round)), if mark.is_of_turn { "" } else { ", an answer" });
                ui.label(RichText::new(format!("{round}, {}{kind}", before(number, last))).strong());
                ui.label(mark.words(look));
            });
        }
        ui.add_space(6.0);
        let [next, now, _] = counts;
        ui.label(RichText::new(if at < last { next } else { now }).small().color(theme::faint()));
    });
    if let Some(to) = to {
        line.playing = false;
        wishes.wish = Some(Wish::LookBack(to));
    }
}

/// The number of decisions made at a place of the bar.
fn decision_at(rect: Rect, pointer: Pos2, last: usize) -> usize {
    let share = ((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
    (share * last as f32).round() as usize
}

/// What makes a lesson of a deed.
pub const EXPLAINS: [(&str, &str, Wish); 2] = [
    (
        "Explain this",
        "The deed at this moment, or the last one before it, step by step with its dice and rules",
        Wish::Explain(None),
    ),
    (
        "Keep as a lesson",
        "A stretch of this battle, with a title and a sentence for each step, in a file of lessons",
        Wish::WriteLesson(None),
    ),
];

/// What "Why?" tells.
pub const WHY: &str = "What was decided, the next best, and what was to be expected of each";

/// What stands in place of the answers while one looks back.
pub fn looking_back(ui: &mut Ui, look: Look<'_>, line: &Timeline, wishes: &mut Wishes) {
    let (at, last) = (line.now(), line.marks.len());
    ui.horizontal_wrapped(|ui| {
        let round = rounds::named(look.clock().round);
        let text = format!("Looking back: {round}, {}", before(at, last));
        ui.label(RichText::new(text).heading().color(theme::accent()));
        if ui.button("To now").on_hover_text("Back to the battle as it stands").clicked() {
            wishes.wish = Some(Wish::LookBack(last));
        }
        let tip = "The battle goes on from this moment; what came after it is saved by itself first";
        let barred = line.barred.clone();
        let play_on = ui.add_enabled(barred.is_none(), Button::new("Play on from here")).on_hover_text(tip);
        if play_on.on_disabled_hover_text(barred.clone().unwrap_or_default()).clicked() {
            wishes.wish = Some(Wish::PlayOn);
        }
        for (text, tip, wish) in EXPLAINS {
            if ui.button(text).on_hover_text(tip).clicked() {
                wishes.wish = Some(wish);
            }
        }
        if let Some(barred) = barred {
            ui.label(RichText::new(barred).small().color(theme::faint()));
        }
    });
    if let Some(next) = line.marks.get(at) {
        let (comes, size) = if next.is_of_turn { ("Decided next", 0.43) } else { ("Answered next", ANSWER) };
        ui.label(RichText::new(comes).small().color(theme::faint()));
        ui.horizontal_wrapped(|ui| {
            let (chip, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, 14.0)), Sense::hover());
            let edge = Stroke::new(1.0, Color32::BLACK);
            crate::overlay::tokens::shape(
                ui.painter(),
                chip.center(),
                chip.width() * size,
                next.side,
                theme::side(next.side),
                edge,
            );
            if ui.small_button("Why?").on_hover_text(WHY).clicked() {
                wishes.wish = Some(Wish::Why(at));
            }
            ui.label(next.words(look));
        });
    }
}

/// The sign of an answer is so much smaller than that of a deed.
const ANSWER: f32 = 0.27;

/// Decisions on end that are drawn as one, no more stretches than that: of one side, before or after the moment that is looked at,
/// deeds or answers.
fn stretches(line: &Timeline, most: usize) -> Vec<(Range<usize>, (u8, bool, bool))> {
    let (last, cells) = (line.marks.len(), line.marks.len().min(most));
    let start = |cell: usize| cell * last / cells.max(1);
    let mut all: Vec<(Range<usize>, (u8, bool, bool))> = Vec::new();
    for (from, to) in (0..cells).map(|cell| (start(cell), start(cell + 1))) {
        let Some(of) = line.marks.get(from).map(|mark| (mark.side, from >= line.now(), mark.is_of_turn)) else {
            continue;
        };
        match all.last_mut().filter(|(_, before)| *before == of) {
            Some((made, _)) => made.end = to,
            None => all.push((from..to, of)),
        }
    }
    all
}

/// Who decided, from left to right; where rounds begin; where one looks. What answers a question in the middle of a deed lies low.
fn bar(ui: &Ui, line: &Timeline, rect: Rect, response: &Response) {
    let painter = ui.painter_at(rect.expand(3.0));
    let track = Rect::from_min_max(pos2(rect.left(), rect.top() + theme::em(ui, 9.0)), rect.right_bottom());
    painter.rect_filled(track, 2.0, theme::sunken());
    let last = line.marks.len();
    let place = |number: usize| track.left() + track.width() * number as f32 / last.max(1) as f32;
    // None is finer than a point.
    for (made, (side, is_ahead, is_deed)) in stretches(line, track.width().max(1.0) as usize) {
        let top = if is_deed { track.top() } else { track.center().y };
        let stretch = Rect::from_x_y_ranges(place(made.start)..=place(made.end), top..=track.bottom());
        let colour = theme::over(theme::side(side), theme::sunken(), if is_ahead { 0.55 } else { 0.0 });
        painter.rect_filled(stretch.shrink2(vec2(if stretch.width() > 3.0 { 0.5 } else { 0.0 }, 1.0)), 1.0, colour);
    }
    let mut written = f32::MIN;
    for (number, pair) in line.marks.windows(2).enumerate() {
        let [before, mark] = pair else { continue };
        if mark.round != before.round {
            let x = place(number + 1);
            painter.vline(x, rect.y_range(), Stroke::new(1.0, theme::line()));
            if x - written > theme::em(ui, 22.0) {
                let at = pos2(x + 2.0, rect.top() - 3.0);
                painter.text(
                    at,
                    Align2::LEFT_TOP,
                    mark.round,
                    FontId::proportional(theme::em(ui, 11.0)),
                    theme::faint(),
                );
                written = x;
            }
        }
    }
    let x = place(line.now());
    painter.vline(x, rect.y_range(), Stroke::new(2.0, theme::accent()));
    let handle = Rect::from_center_size(pos2(x, track.center().y), vec2(8.0, track.height() + 2.0));
    painter.rect_filled(handle, 3.0, theme::accent());
    if response.hovered() || response.dragged() {
        painter.rect_stroke(track, 2.0, Stroke::new(1.0, theme::faint()), StrokeKind::Outside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Order, SideId};
    use crate::overlay::timeline::mark::Mark;
    use crate::overlay::trial;

    /// Promise: an answer in the middle of a deed is drawn otherwise than a deed, whoever gave it.
    #[test]
    fn answers_lie_apart_from_deeds() {
        trial::in_game("zones", |look| {
            let mark = |side: u8, is_of_turn| {
                let of = Mark::of(look, SideId(side), &Order::new("end turn"));
                Mark { side, is_of_turn, ..of }
            };
            let marks =
                vec![mark(0, true), mark(1, false), mark(0, false), mark(0, true), mark(0, true), mark(1, true)];
            let line = Timeline { marks, at: Some(5), ..Timeline::default() };
            let drawn = [(0..1, (0, false, true)), (1..2, (1, false, false)), (2..3, (0, false, false))];
            let rest = [(3..5, (0, false, true)), (5..6, (1, true, true))];
            assert_eq!(stretches(&line, 100), drawn.into_iter().chain(rest).collect::<Vec<_>>());
            assert_eq!(stretches(&line, 2), [(0..6, (0, false, true))], "none is finer than a point");
        });
    }
}
