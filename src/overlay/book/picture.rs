//! The picture of a rule: the key moment of the lesson that shows it.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Label, Rect, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use crate::book::Moment;
use crate::book::moment::{Part, Spot, middle};
use crate::overlay::camera::View;
use crate::overlay::portraits::Portraits;
use crate::overlay::{theme, tokens};

/// Points of a picture across and down at most, and of a square, at the usual size of text.
const SIZE: (f32, f32) = (460.0, 240.0);
const CELL: f32 = 40.0;
/// Points that a square needs for letters.
const LETTERED: f32 = 11.0;

/// Draws it as wide as there is room, and says below what happens in it.
pub(super) fn picture(ui: &mut Ui, moment: &Moment, portraits: &mut Portraits) {
    let part = moment.part();
    let width = ui.available_width().min(theme::em(ui, SIZE.0));
    let (wide, high) = (part.wide as f32, part.high as f32);
    let cell = (width / wide).min(theme::em(ui, SIZE.1) / high).min(theme::em(ui, CELL));
    let (room, response) = ui.allocate_exact_size(vec2(wide, high) * cell, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, moment.words()));
    let names: Vec<String> = moment.tokens.iter().map(|token| format!("{} {}", token.letters, token.name)).collect();
    response.on_hover_text(names.join("\n"));
    draw(ui, room, part, cell, moment, portraits);
    let said = format!("{}: {}", moment.title, moment.said.join(" "));
    ui.add(Label::new(RichText::new(said).small().color(theme::faint())).wrap());
}

fn draw(ui: &Ui, room: Rect, part: Part, cell: f32, moment: &Moment, portraits: &mut Portraits) {
    let face = moment.looks.face();
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    let view = View { origin: room.min - vec2(part.at.x as f32, part.at.y as f32) * cell, cell };
    let spot = |(x, y): Spot| view.origin + vec2(x, y) * cell;
    painter.rect_filled(room, 2.0, theme::paper(face));
    portraits.small_ground(&painter, &moment.board, &moment.looks, &view);
    for square in moment.squares.iter().filter(|square| part.holds(**square)) {
        painter.rect_filled(view.rect(*square), 0.0, theme::AIM.gamma_multiply(0.2));
    }
    for token in &moment.tokens {
        let colour = theme::side_of(face, token.side);
        if let Some(was) = token.was {
            let way = [spot(middle(was)), spot(middle(token.body))];
            painter.circle_stroke(way[0], was.side as f32 * cell * 0.36, Stroke::new(1.5, colour));
            for (wide, colour) in [(4.0, theme::INK.gamma_multiply(0.5)), (2.0, colour)] {
                painter.line_segment(way, Stroke::new(wide, colour));
            }
        }
    }
    for token in &moment.tokens {
        let at = spot(middle(token.body));
        let radius = (token.body.side as f32 * cell * 0.42).max(3.0);
        let colour = theme::side_of(face, token.side);
        let fill = if token.is_out { colour.gamma_multiply(0.5) } else { colour };
        tokens::shape(&painter, at, radius, token.side, fill, Stroke::new(1.0, theme::INK));
        if cell >= LETTERED {
            let size = (radius * if token.letters.chars().count() > 2 { 0.8 } else { 1.0 }).max(8.0);
            painter.text(at, Align2::CENTER_CENTER, &token.letters, FontId::proportional(size), Color32::WHITE);
        }
        if token.is_out {
            let arm = radius * 0.75;
            for turn in [1.0, -1.0] {
                let ends = [pos2(at.x - arm, at.y - arm * turn), pos2(at.x + arm, at.y + arm * turn)];
                painter.line_segment(ends, Stroke::new(2.0, theme::INK));
            }
        }
    }
    if let Some((from, to)) = moment.deed.map(|(from, to)| (spot(from), spot(to))) {
        let way = (to - from).normalized() * (cell * 0.4).min(from.distance(to) * 0.25);
        let (start, end) = (from + way, to - way);
        for (wide, colour) in [(5.0, theme::INK.gamma_multiply(0.6)), (2.5, theme::AIM)] {
            painter.arrow(start, end - start, Stroke::new(wide, colour));
        }
    }
    painter.rect_stroke(room, CornerRadius::same(2), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
}
