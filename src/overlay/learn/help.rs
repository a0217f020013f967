//! The line of help in a first battle, over the rim of the field above the bar: one at a time, and none once it has been
//! understood or sent away.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Context, Id, Label, LayerId, Order, Pos2, Rect, RichText, TextStyle, Ui, Vec2, vec2};

use super::LearnPage;
use crate::overlay::answers::{Offers, is_beside};
use crate::overlay::course::Pace;
use crate::overlay::hand::Hand;
use crate::overlay::hud::{self, Drawer, Hud, Layout};
use crate::overlay::panels::{Frame, Height, Panels};
use crate::overlay::theme;
use crate::overlay::timeline::Timeline;

/// Its area.
const LINE: &str = "help";
/// Points of the foot of the field that it takes beside the rim that is there anyway, at the usual size of text.
pub const HIGH: f32 = 28.0;
/// It lies within so many points of the rim, and is no narrower than this, at the usual size of text.
const LOW: f32 = 90.0;
const NARROW: f32 = 280.0;
/// Beside a question it is no narrower than this.
const BROAD: f32 = 430.0;
/// Points between it and a question at least.
const APART: f32 = 4.0;
/// What sends it away.
const AWAY: &str = "no more help";

/// The line.
pub fn plugin(app: &mut App) {
    app.add_panel(Height::Notices, told);
}

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut page: ResMut<'_, LearnPage>,
    pace: Res<'_, Pace>,
    (hud, layout): (Res<'_, Hud>, Res<'_, Layout>),
    (timeline, hand, offers): (Res<'_, Timeline>, Res<'_, Hand>, Res<'_, Offers>),
) {
    // What is open above the bar lies in its place.
    let is_quiet = pace.shows() || pace.auto || hud.presents || timeline.looks_back() || hand.open.is_some();
    let Some(learn) = page.learn.clone().filter(|_| page.helps && !is_quiet) else { return };
    let Some(line) = page.guide.line(look, &learn.help) else { return };
    let [sheet, log] = [Drawer::Sheet, Drawer::Log].map(|drawer| layout.drawer(drawer));
    let room = beside(places.field, (sheet, log), theme::em(ui, 1.0));
    // A question is never in its way: it has gone aside before that is there.
    let is_put =
        look.question().is_some_and(|question| is_beside(look, question) && look.is_played_here(question.side));
    let question = if offers.others { layout.unfolded() } else { layout.question() };
    if is_put && question.is_none() {
        return;
    }
    let (em, rise) = (theme::em(ui, 1.0), 3.0 + risen(ui.ctx(), places.field.bottom()));
    let mut spots = spots(room, (question, rise), em).into_iter();
    let Some(Spot { at, width }) = spots.find(|spot| spot.is_free(size(ui, line, spot.width), room, question)) else {
        // It is told another time.
        page.guide.put_off();
        return;
    };
    // What can be done at somebody is read first.
    let lain = at.0.anchor_size(at.1, size(ui, line, width));
    if hud::lying(ui.ctx(), "aim").is_some_and(|ways| ways.intersects(lain)) {
        return;
    }
    let before = lies(ui.ctx()).map(|line| line.width());
    let mut away = false;
    let laid = hud::lay(ui.ctx(), LINE, at, |ui| {
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            away = ui.small_button(AWAY).on_hover_text("No more lines in this battle").clicked();
            ui.add(Label::new(RichText::new(line).color(theme::ink())).wrap());
        });
    });
    // A line of another length lies in the middle from the next frame on.
    if before.is_some_and(|before| (before - laid.response.rect.width()).abs() > 0.5) {
        ui.ctx().request_repaint();
    }
    if away {
        page.guide.send_away();
    }
}

/// The room for the line over a field: beside what is drawn out down to where it lies, so that neither lies over the other;
/// where that leaves too little, over all of it.
fn beside(field: Rect, (sheet, log): (Option<Rect>, Option<Rect>), em: f32) -> Rect {
    let mut room = field;
    let reaches = |drawer: &Rect| drawer.bottom() > field.bottom() - LOW * em;
    if let Some(sheet) = sheet.filter(reaches) {
        room.min.x = sheet.right();
    }
    if let Some(log) = log.filter(reaches) {
        room.max.x = log.left();
    }
    if room.width() < NARROW * em { field } else { room }
}

/// What of the foot of a room a question leaves to the line: all of it if the question lies higher up, else what is beside it, if
/// that is broad enough for two rows.
fn past(room: Rect, question: Option<Rect>, em: f32) -> Option<Rect> {
    let Some(question) = question.filter(|question| question.bottom() > room.bottom() - LOW * em) else {
        return Some(room);
    };
    let sides = [room.with_max_x(question.left()), room.with_min_x(question.right())];
    let broader = sides.into_iter().max_by(|one, other| one.width().total_cmp(&other.width()));
    broader.filter(|side| side.width() >= BROAD * em)
}

/// Where the line may lie, and how broad it is there at most.
struct Spot {
    at: (Align2, Pos2),
    width: f32,
}

impl Spot {
    /// Whether a line of this size lies there within its room, and over no question.
    fn is_free(&self, size: Vec2, room: Rect, question: Option<Rect>) -> bool {
        let lies = self.at.0.anchor_size(self.at.1, size);
        size.y <= room.height() && question.is_none_or(|question| !question.expand(APART).intersects(lies))
    }
}

/// Where the line may lie in a room beside a question, the best place first: at the foot of the room, so many points over its
/// rim; at its head; at the head of what is left at either side of the question.
fn spots(room: Rect, (question, rise): (Option<Rect>, f32), em: f32) -> Vec<Spot> {
    let width = |room: Rect| (room.width() - 24.0).min(900.0 * em);
    let head = |room: Rect| Spot { at: (Align2::CENTER_TOP, room.center_top() + vec2(0.0, 3.0)), width: width(room) };
    let foot = past(room, question, em).map(|foot| {
        let at = (Align2::CENTER_BOTTOM, foot.center_bottom() - vec2(0.0, rise));
        Spot { at, width: width(foot) }
    });
    let sides = question.map(|question| [room.with_max_x(question.left()), room.with_min_x(question.right())]);
    let sides = sides.into_iter().flatten().filter(|side| side.width() >= NARROW * em);
    foot.into_iter().chain([head(room)]).chain(sides.map(head)).collect()
}

/// How large the line is where it is so broad at most.
fn size(ui: &Ui, line: &str, width: f32) -> Vec2 {
    let (spacing, edges) = (ui.spacing(), hud::plate().total_margin().sum());
    let away = theme::wide(ui, AWAY, TextStyle::Button) + 2.0 * spacing.button_padding.x + spacing.item_spacing.x;
    let font = TextStyle::Body.resolve(ui.style());
    let words = ui.painter().layout(line.to_owned(), font, theme::ink(), (width - away).max(1.0)).size();
    vec2(words.x + away, words.y.max(spacing.interact_size.y)) + edges
}

/// What of a field can be read below the line, where that lies at its head.
pub fn below(context: &Context, field: Rect) -> Rect {
    let line = lies(context).filter(|line| line.bottom() < field.center().y);
    line.map_or(field, |line| field.with_min_y(field.top().max(line.bottom())))
}

/// Where the line lies, if one does.
pub fn lies(context: &Context) -> Option<Rect> {
    laid(context, LINE)
}

/// Where something of this name lies, if it is shown.
fn laid(context: &Context, name: &str) -> Option<Rect> {
    let layer = LayerId::new(Order::Middle, Id::new(name));
    context.memory(|memory| memory.area_rect(layer.id).filter(|_| memory.areas().is_visible(&layer)))
}

/// How far a hand of cards, or answers side by side, rise over the rim of the field.
fn risen(context: &Context, rim: f32) -> f32 {
    laid(context, "answers").map_or(0.0, |rect| (rim - rect.top()).max(0.0))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: the line of help covers no last line of a sheet or log that is drawn out beside it.
    #[test]
    fn help_lies_beside_what_is_drawn_out() {
        let field = Rect::from_min_max(pos2(0.0, 70.0), pos2(1000.0, 500.0));
        let sheet = Rect::from_min_max(pos2(8.0, 74.0), pos2(298.0, 496.0));
        let log = Rect::from_min_max(pos2(660.0, 74.0), pos2(992.0, 496.0));
        let room = beside(field, (Some(sheet), Some(log)), 1.0);
        assert_eq!((room.left(), room.right()), (298.0, 660.0));
        // One that ends above it takes nothing.
        let short = sheet.with_max_y(300.0);
        assert_eq!(beside(field, (Some(short), None), 1.0), field);
        assert_eq!(beside(field, (Some(sheet), Some(log)), 2.0), field, "there is too little left");
    }

    /// Promise: the line of help lies at the foot of the field, beside a question that lies there; it goes to the head of the
    /// field only where that leaves too little.
    #[test]
    fn help_lies_beside_a_question() {
        let field = Rect::from_min_max(pos2(0.0, 70.0), pos2(1000.0, 500.0));
        let question = |left: f32, bottom: f32| Rect::from_min_max(pos2(left, 300.0), pos2(left + 300.0, bottom));
        assert_eq!(past(field, None, 1.0), Some(field));
        assert_eq!(past(field, Some(question(350.0, 400.0)), 1.0), Some(field), "it lies below it");
        assert_eq!(past(field, Some(question(100.0, 490.0)), 1.0), Some(field.with_min_x(400.0)));
        assert_eq!(past(field, Some(question(600.0, 490.0)), 1.0), Some(field.with_max_x(600.0)));
        assert_eq!(past(field, Some(question(350.0, 490.0)), 1.0), None);
    }

    /// Promise: wherever a question lies the line of help lies over none of it; where there is no such place it waits.
    #[test]
    fn help_lies_over_no_question() {
        let field = Rect::from_min_max(pos2(0.0, 134.0), pos2(1024.0, 506.0));
        let (mut told, mut waits) = (0, 0);
        for (x, y) in (0..=10).flat_map(|x| (0..=4).map(move |y| (x as f32, y as f32))) {
            for size in [vec2(500.0, 340.0), vec2(340.0, 200.0), vec2(260.0, 120.0)] {
                let question = Rect::from_min_size(field.min + (field.size() - size) * vec2(x / 10.0, y / 4.0), size);
                for em in [1.0, 1.5, 2.0] {
                    let high = |width: f32| vec2(width, if width < 600.0 * em { 60.0 } else { 36.0 } * em);
                    let spots = spots(field, (Some(question), 3.0), em);
                    let free = spots.iter().find(|spot| spot.is_free(high(spot.width), field, Some(question)));
                    let Some(spot) = free else {
                        waits += 1;
                        continue;
                    };
                    let lies = spot.at.0.anchor_size(spot.at.1, high(spot.width));
                    assert!(!lies.intersects(question) && field.contains_rect(lies), "{lies:?} over {question:?}");
                    told += 1;
                }
            }
        }
        assert!(told > waits && waits > 0, "{told} told, {waits} wait");
    }
}
