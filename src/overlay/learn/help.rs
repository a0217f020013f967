//! The line of help in a first battle, over the rim of the field above the bar: one at a time, and none once it has been
//! understood or sent away.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Context, Id, Label, LayerId, Order, Rect, RichText, vec2};

use super::LearnPage;
use crate::overlay::answers::is_beside;
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

/// The line.
pub fn plugin(app: &mut App) {
    app.add_panel(Height::Notices, told);
}

fn told(
    Frame { ui, look, places, .. }: Frame<'_>,
    mut page: ResMut<'_, LearnPage>,
    pace: Res<'_, Pace>,
    (hud, layout): (Res<'_, Hud>, Res<'_, Layout>),
    (timeline, hand): (Res<'_, Timeline>, Res<'_, Hand>),
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
    let question = layout.question();
    if is_put && question.is_none() {
        return;
    }
    let (em, rise) = (theme::em(ui, 1.0), 3.0 + risen(ui.ctx(), places.field.bottom()));
    let foot = past(room, question, em);
    let at = foot.map_or((Align2::CENTER_TOP, room.center_top() + vec2(0.0, 3.0)), |foot| {
        (Align2::CENTER_BOTTOM, foot.center_bottom() - vec2(0.0, rise))
    });
    let width = (foot.unwrap_or(room).width() - 24.0).min(900.0 * em);
    let before = lies(ui.ctx()).map(|line| line.width());
    let mut away = false;
    let laid = hud::lay(ui.ctx(), LINE, at, |ui| {
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            away = ui.small_button("no more help").on_hover_text("No more lines in this battle").clicked();
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
}
