//! A reel on the page: its ground, everybody on their way, who strikes whom, and below it what is told of it. Words over the field
//! are those of `plates`.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, Painter, Rangef, Rect, Response, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};

use super::plates;
use super::reel::{Line, Now, Reel, Seen};
use super::stands::{DRAWN, Stands, lacking};
use crate::battle::Id;
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::portraits::Portraits;
use crate::overlay::{theme, tokens};

/// Points of a square at most, at the usual size of text.
const CELL: f32 = 150.0;
/// As much of a square of the bare table is seen beside a field.
const RIM: f32 = 0.3;
/// Points of the head of an arrow at most.
const HEAD: f32 = 13.0;

/// A picture at one moment, as it lies on the page.
pub(super) struct Shot<'r> {
    pub reel: &'r Reel,
    pub now: Now,
    pub view: View,
    pub stands: Stands,
    /// The line that is told now.
    pub told: Option<&'r Line>,
}

impl<'r> Shot<'r> {
    /// Where this one is seen.
    pub fn spot(&self, id: Id) -> Option<Rect> {
        let come = self.reel.moments.get(self.now.moment).map_or(1.0, |moment| moment.come(self.now, id));
        self.stands.now(self.now, id, come)
    }

    /// Everybody who is shown, where, and how they fare by what has been told. Whoever has left the field is gone once that has
    /// been told.
    pub fn about(&self) -> Vec<(&'r Seen, Rect)> {
        let who = self.reel.moments.get(self.now.moment).map_or(&[][..], |moment| &moment.who);
        let shown = who.iter().filter(|seen| self.reel.hides != Some(seen.id));
        let fares = shown.map(|seen| self.fares(seen)).filter(|fares| !fares.is_gone());
        fares.filter_map(|fares| Some((fares, self.spot(fares.id)?))).collect()
    }

    /// How everybody fares is told only once what brought it about has been: until then they are as they were.
    fn fares(&self, seen: &'r Seen) -> &'r Seen {
        let told = self.reel.moments.get(self.now.moment).map_or(0, |moment| moment.told.len());
        let is_told = self.now.line.map_or(told == 0, |line| line + 1 >= told);
        let before = self.now.moment.checked_sub(1).filter(|_| !is_told);
        let before = before.and_then(|moment| self.reel.moments.get(moment));
        before.and_then(|moment| moment.who.iter().find(|other| other.id == seen.id)).unwrap_or(seen)
    }
}

/// Draws it so high, as wide as there is room; where it lies, and how its squares do. `sense`: whether it can be clicked.
pub fn show(
    ui: &mut Ui,
    (reel, now): (&Reel, Now),
    (height, sense): (f32, Sense),
    portraits: &mut Portraits,
) -> (Response, View) {
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
    let (shot, field) = shot(ui, (reel, now), room);
    let (view, told) = (shot.view, shot.told);
    let said = told.map_or_else(String::new, |line| line.text.clone());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, format!("What happens: {said}")));
    // What is not in sight is not drawn.
    if !ui.is_rect_visible(room) {
        return (response, view);
    }
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    painter.rect_filled(room, 3.0, theme::over(theme::sunken(), theme::paper(reel.looks.face()), 0.3));
    portraits.small_ground(&painter, &reel.board, &reel.looks, &view);
    for (from, to) in &reel.borders {
        let at = |(x, y): (i32, i32)| view.origin + vec2(x as f32, y as f32) * view.cell;
        painter.line_segment([at(*from), at(*to)], Stroke::new(2.0, theme::ZONE.gamma_multiply(0.7)));
    }
    for square in told.iter().flat_map(|line| &line.squares) {
        painter.rect_filled(view.rect(*square).shrink(1.0), 2.0, theme::AIM.gamma_multiply(0.34));
    }
    people(&painter, &shot, portraits);
    blow(&painter, &shot);
    plates::draw(&ui.painter().with_clip_rect(field.intersect(ui.clip_rect())), &shot);
    if let Some(line) = told {
        below(ui, room, &line.text);
    }
    painter.rect_stroke(room, CornerRadius::same(3), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    (response, view)
}

/// The picture in its room, and what of that its field has: nobody stands behind what is told at the foot. What matters lies in the
/// middle, as large as it fits, and stays so as long as the picture plays; at the edge of the field it lies beside the middle.
pub(super) fn shot<'r>(ui: &Ui, (reel, now): (&'r Reel, Now), room: Rect) -> (Shot<'r>, Rect) {
    let foot = ui.text_style_height(&TextStyle::Small) * 2.0 + theme::em(ui, 6.0);
    let field = room.with_max_y((room.bottom() - foot).max(room.center().y));
    let (low, high) = (reel.area.low, reel.area.high);
    let (wide, down) = ((high.x - low.x) as f32, (high.y - low.y) as f32);
    let fits = |room: Vec2| (room.x / wide.max(1.0)).min(room.y / down.max(1.0)).min(theme::em(ui, CELL));
    // Where squares are small somebody is larger than theirs, beside which lies one more but at the edge of the field: there is room
    // for that at the rim.
    let is_at_edge = low.x <= 0 || low.y <= 0 || high.x >= reel.board.width() || high.y >= reel.board.height();
    let nearest = fits(field.size()) * if is_at_edge { 0.5 } else { 1.5 };
    let lacks = if reel.zones.is_empty() { lacking(nearest) } else { 0.0 };
    let cell = fits((field.size() - Vec2::splat(lacks * 2.0)).max(field.size() / 2.0));
    let board = &reel.board;
    let origin = pos2(
        laid((low.x, high.x), board.width(), (field.x_range(), cell)),
        laid((low.y, high.y), board.height(), (field.y_range(), cell)),
    );
    let view = View { origin, cell };
    let stands = Stands::of(reel, &view, (field, tokens::label_size(ui.painter(), "A").y));
    (Shot { reel, now, view, stands, told: reel.line(now) }, field)
}

/// Where the first square of a field lies along one side of its room: these squares in the middle, but no more of the bare table
/// in sight than a rim as long as the field has more to show.
fn laid((low, high): (i32, i32), squares: i32, (room, cell): (Rangef, f32)) -> f32 {
    let (all, seen) = (squares as f32, room.span() / cell.max(1.0));
    let (least, most) = (-RIM, all + RIM - seen);
    let first = (low + high) as f32 / 2.0 - seen / 2.0;
    let first = if least <= most { first.clamp(least, most) } else { (all - seen) / 2.0 };
    room.min - first * cell
}

fn people(painter: &Painter, shot: &Shot<'_>, portraits: &mut Portraits) {
    // Those who lie there are stepped over.
    let (standing, lying): (Vec<_>, Vec<_>) =
        shot.about().into_iter().partition(|(fares, _)| fares.figure.vigour.stands());
    for (fares, rect) in lying.iter().chain(&standing) {
        let (at, size) = (rect.center(), rect.width());
        let room = Rect::from_center_size(at, Vec2::splat(size * DRAWN));
        if !portraits.token(painter, fares.figure.clone(), room) {
            let colour = theme::side_of(shot.reel.looks.face(), fares.side);
            tokens::shape(painter, at, (size * 0.42).max(3.0), fares.side, colour, Stroke::new(1.0, theme::INK));
        }
        if let Some((left, whole)) = fares.health.filter(|(left, whole)| left < whole && *whole > 0) {
            let share = (left as f32 / whole as f32).clamp(0.0, 1.0);
            let bar = Rect::from_min_size(rect.left_top() + vec2(size * 0.1, 1.0), vec2(size * 0.8, 4.0));
            painter.rect_filled(bar.expand(1.0), 1.0, theme::INK);
            let full = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
            painter.rect_filled(full, 1.0, tokens::health_colour(share));
        } else {
            for wound in 0..fares.wounds.min(6) {
                let pip = pos2(rect.left() + size * 0.2 + wound as f32 * size * 0.13, rect.top() + 3.0);
                painter.circle(pip, (size * 0.05).max(2.0), theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
            }
        }
    }
}

/// Who does it, and who suffers it. Whoever answers has no arrow of their own, so that it does not turn round.
fn blow(painter: &Painter, shot: &Shot<'_>) {
    let Some(line) = shot.told else { return };
    let of = |id: Id| shot.spot(id);
    let apart = |(from, to): &(Rect, Rect)| from.center().distance(to.center()) > 1.0;
    let blow = shot.reel.blow(shot.now).and_then(|(who, whom)| of(who).zip(of(whom)));
    if let Some((from, to)) = blow.filter(apart) {
        let way = (to.center() - from.center()).normalized();
        let (start, end) = (from.center() + way * from.width() * 0.42, to.center() - way * to.width() * 0.42);
        for (wide, colour) in [(5.0, theme::INK.gamma_multiply(0.6)), (2.5, theme::AIM)] {
            let stroke = Stroke::new(wide, colour);
            let back = way * HEAD.min(start.distance(end) / 3.0);
            painter.line_segment([start, end], stroke);
            for side in [back.rot90(), -back.rot90()] {
                painter.line_segment([end, end - back + side * 0.6], stroke);
            }
        }
    }
    if let Some(rect) = line.who.or(line.whom).and_then(of) {
        painter.rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, theme::ACTIVE), StrokeKind::Outside);
    }
}

/// What is told, on a strip at the foot of the picture: two lines at most.
fn below(ui: &Ui, room: Rect, text: &str) {
    let font = TextStyle::Small.resolve(ui.style());
    let inside = theme::em(ui, 6.0);
    let mut job = LayoutJob::simple(text.to_owned(), font, Color32::WHITE, (room.width() - inside * 2.0).max(20.0));
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    let strip = Rect::from_min_max(pos2(room.left(), room.bottom() - galley.size().y - inside), room.max);
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    painter.rect_filled(strip, 0.0, Color32::from_black_alpha(0xb4));
    painter.galley(strip.min + vec2(inside, inside / 2.0), galley, Color32::WHITE);
}

/// Marks squares that may be meant with their numbers, and those that are right.
pub fn marks(ui: &Ui, view: &View, room: Rect, squares: &[(usize, Square, bool)]) {
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    for (number, square, is_right) in squares {
        let rect = view.rect(*square).shrink(2.0);
        // Whoever stands in the right one by then is still seen.
        let (fill, edge, text, (at, align)) = match is_right {
            true => {
                (theme::WON.gamma_multiply(0.3), Color32::WHITE, "✔".to_owned(), (rect.right_top(), Align2::RIGHT_TOP))
            }
            false => (
                theme::ACTIVE.gamma_multiply(0.16),
                theme::ACTIVE,
                number.to_string(),
                (rect.center(), Align2::CENTER_CENTER),
            ),
        };
        painter.rect_filled(rect, 3.0, fill);
        painter.rect_stroke(rect, CornerRadius::same(3), Stroke::new(1.5, edge), StrokeKind::Inside);
        tokens::label(&painter, at, align, &text, theme::INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a picture shows no more of the bare table than a rim where its field has more to show, all that matters is in sight
    /// wherever it lies, and a field that is smaller than its room lies in the middle.
    #[test]
    fn no_picture_shows_the_bare_table_for_a_field() {
        let (room, cell) = (Rangef::new(10.0, 210.0), 40.0);
        for low in -1..=9 {
            let area = (low, low + 4);
            let first = (room.min - laid(area, 12, (room, cell))) / cell;
            assert!(first >= -RIM - 0.01 && first + 5.0 <= 12.0 + RIM + 0.01, "{area:?}: from {first}");
            assert!(first <= area.0.max(0) as f32 + 0.01, "{area:?}: from {first}");
            assert!(first + 5.0 >= area.1.min(12) as f32 - 0.01, "{area:?}: from {first}");
        }
        assert_eq!(laid((0, 3), 3, (room, cell)), 50.0, "one square on either side");
    }
}
