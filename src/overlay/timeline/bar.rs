//! The time-line as it lies below the bar of deeds, and what stands there while one looks back.

use bevy_egui::egui::{
    Align2, Button, Color32, FontId, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2,
    pos2, vec2,
};

use super::Timeline;
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
        let count = format!("{at} / {last}");
        let room = theme::wide(ui, &format!("{last} / {last}"), TextStyle::Small);
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
                let round = capital(&rounds::named(mark.round));
                ui.label(RichText::new(format!("{round}, before decision {}", number + 1)).strong());
                ui.label(mark.words(look));
            });
        }
        ui.add_space(6.0);
        ui.label(RichText::new(count).small().color(theme::faint()));
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

/// What stands in place of the answers while one looks back.
pub fn looking_back(ui: &mut Ui, look: Look<'_>, line: &Timeline, wishes: &mut Wishes) {
    let (at, last) = (line.now(), line.marks.len());
    ui.horizontal_wrapped(|ui| {
        let round = rounds::named(look.clock().round);
        let text = format!("Looking back: {round}, decision {at} of {last}");
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
        ui.label(RichText::new("Decided next").small().color(theme::faint()));
        ui.horizontal_wrapped(|ui| {
            let (chip, _) = ui.allocate_exact_size(Vec2::splat(theme::em(ui, 14.0)), Sense::hover());
            let edge = Stroke::new(1.0, Color32::BLACK);
            crate::overlay::tokens::shape(
                ui.painter(),
                chip.center(),
                chip.width() * 0.43,
                next.side,
                theme::side(next.side),
                edge,
            );
            ui.label(next.words(look));
        });
    }
}

/// Who decided, from left to right; where rounds begin; where one looks.
fn bar(ui: &Ui, line: &Timeline, rect: Rect, response: &Response) {
    let painter = ui.painter_at(rect.expand(3.0));
    let track = Rect::from_min_max(pos2(rect.left(), rect.top() + theme::em(ui, 9.0)), rect.right_bottom());
    painter.rect_filled(track, 2.0, theme::sunken());
    let last = line.marks.len();
    let place = |number: usize| track.left() + track.width() * number as f32 / last.max(1) as f32;
    // One stretch for all that one side decided on end, and none finer than a point.
    let cells = last.min(track.width().max(1.0) as usize);
    let start = |cell: usize| cell * last / cells.max(1);
    let side = |cell: usize| line.marks.get(start(cell)).map(|mark| (mark.side, start(cell) >= line.now()));
    let mut from = 0;
    while let Some((first, is_ahead)) = side(from).filter(|_| from < cells) {
        let same = |cell: &usize| side(*cell) == Some((first, is_ahead));
        let to = (from + 1..cells).take_while(same).last().unwrap_or(from) + 1;
        let ends = place(start(from))..=place(if to < cells { start(to) } else { last });
        let stretch = Rect::from_x_y_ranges(ends, track.y_range());
        let colour = theme::over(theme::side(first), theme::sunken(), if is_ahead { 0.55 } else { 0.0 });
        painter.rect_filled(stretch.shrink2(vec2(if stretch.width() > 3.0 { 0.5 } else { 0.0 }, 1.0)), 1.0, colour);
        from = to;
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
