//! The line of help in a first battle: one at a time, and none once it has been understood or sent away. The field leaves it no
//! room of its own: it lies beside what there is of the field, else over as little as can be.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Context, FontId, Label, Pos2, Rect, RichText, TextStyle, Ui, Vec2, vec2};

use super::LearnPage;
use crate::battle::Look;
use crate::overlay::answers::{Offers, is_beside};
use crate::overlay::camera::Camera;
use crate::overlay::course::Pace;
use crate::overlay::hand::Hand;
use crate::overlay::hud::{self, Drawer, Hud, Layout};
use crate::overlay::panels::{Frame, Height, Panels};
use crate::overlay::timeline::Timeline;
use crate::overlay::{theme, tokens};

/// Its area.
const LINE: &str = "help";
/// It lies within so many points of the rim, and is no narrower than this, at the usual size of text.
const LOW: f32 = 90.0;
const NARROW: f32 = 280.0;
/// Beside a question at its foot it is no narrower than this, and beside the field than that.
const BROAD: f32 = 430.0;
const SLIM: f32 = 150.0;
/// Points between it and a question at least.
const APART: f32 = 4.0;
/// How broad the frame of the board is beside a square.
const FRAME: f32 = 0.27;
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
    let Some(learn) = page.learn(look.rules().name).filter(|_| page.helps && !is_quiet).cloned() else { return };
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
    let field = Field::of(look, places.field);
    let mut spots: Vec<(Rect, Spot, f32)> = Vec::new();
    for share in theme::shares(theme::scale(ui.ctx())) {
        spots.extend(self::spots((room, field.whole), (question, rise), em * share).into_iter().map(|spot| {
            let lies = spot.at.0.anchor_size(spot.at.1, size(ui, line, (spot.width, em), share));
            (lies, spot, share)
        }));
    }
    spots.retain(|(lies, ..)| is_free(*lies, room, question));
    if spots.is_empty() {
        // It is told another time.
        page.guide.put_off();
        return;
    }
    // What can be done at somebody is read first, and so is whatever has just come up.
    let up = ["aim", "told", "hint"].into_iter().filter_map(|name| hud::lying(ui.ctx(), name));
    let up: Vec<Rect> = up.chain(layout.drawer(Drawer::Layers)).chain(hud::windows(ui.ctx(), room)).collect();
    spots.retain(|(lies, ..)| !up.iter().any(|other| other.intersects(*lies)));
    // Rather in smaller text than over the field.
    let least = spots.into_iter().min_by_key(|(lies, ..)| field.hidden(*lies));
    let Some((_, Spot { at, width }, share)) = least else { return };
    let before = lies(ui.ctx()).map(|line| line.width());
    let mut away = false;
    let laid = hud::lay(ui.ctx(), LINE, at, |ui| {
        theme::shrink(ui, share);
        ui.set_max_width(width);
        let told = |ui: &mut Ui| {
            away = ui.small_button(AWAY).on_hover_text("No more lines in this battle").clicked();
            ui.add(Label::new(RichText::new(line).color(theme::ink())).wrap());
        };
        if is_slim(width, em * share) {
            ui.vertical(told);
        } else {
            ui.horizontal(told);
        }
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
    for drawer in sheet.into_iter().chain(log).filter(reaches) {
        if drawer.center().x < field.center().x {
            room.min.x = drawer.right();
        } else {
            room.max.x = drawer.left();
        }
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

/// The field, as it lies until somebody moves it: so the line stays where it is when they do.
struct Field {
    whole: Rect,
    tokens: Vec<Rect>,
}

impl Field {
    fn of(look: Look<'_>, room: Rect) -> Self {
        let (board, view) = (look.board(), Camera::whole(look.board(), room));
        let size = vec2(board.width() as f32, board.height() as f32);
        let wide = tokens::Wide::of(look);
        let there = look.shown().filter(|id| look.place(*id).present);
        let tokens = there.map(|id| wide.token(look, &view, id)).collect();
        // With the frame around it.
        Self { whole: view.area(Rect::from_min_size(Pos2::ZERO, size)).expand(view.cell * FRAME), tokens }
    }

    /// How many people something would hide that lies there, and whether it would hide any of the field.
    fn hidden(&self, lies: Rect) -> (usize, bool) {
        (self.tokens.iter().filter(|token| token.intersects(lies)).count(), self.whole.intersects(lies))
    }
}

/// Whether something lies in a room, and over no question.
fn is_free(lies: Rect, room: Rect, question: Option<Rect>) -> bool {
    lies.height() <= room.height() && question.is_none_or(|question| !question.expand(APART).intersects(lies))
}

/// Where the line may lie in a room beside a question, the best place first: at the foot of the room, so many points over its
/// rim; at its head; beside the field; at the head of what is left at either side of the question.
fn spots((room, field): (Rect, Rect), (question, rise): (Option<Rect>, f32), em: f32) -> Vec<Spot> {
    let width = |room: Rect| (room.width() - 24.0).min(900.0 * em);
    let head = |room: Rect| Spot { at: (Align2::CENTER_TOP, room.center_top() + vec2(0.0, 3.0)), width: width(room) };
    let low = |room: Rect| {
        let at = (Align2::CENTER_BOTTOM, room.center_bottom() - vec2(0.0, rise));
        Spot { at, width: width(room) }
    };
    let aside = [room.with_min_x(field.right()), room.with_max_x(field.left())];
    let aside = aside.into_iter().filter(|side| side.width() >= SLIM * em).map(low);
    let sides = question.map(|question| [room.with_max_x(question.left()), room.with_min_x(question.right())]);
    let sides = sides.into_iter().flatten().filter(|side| side.width() >= NARROW * em);
    past(room, question, em).map(low).into_iter().chain([head(room)]).chain(aside).chain(sides.map(head)).collect()
}

/// Whether what sends the line away lies above its words.
fn is_slim(width: f32, em: f32) -> bool {
    width < NARROW * em
}

/// How large the line is where it is so broad at most, at this share of the size of text.
fn size(ui: &Ui, line: &str, (width, em): (f32, f32), share: f32) -> Vec2 {
    let (spacing, edges) = (ui.spacing(), hud::plate().total_margin().sum());
    let font = |style: TextStyle| {
        let whole = style.resolve(ui.style());
        FontId { size: whole.size * share, ..whole }
    };
    let laid = |text: &str, style: TextStyle, width: f32| {
        ui.painter().layout(text.to_owned(), font(style), theme::ink(), width).size()
    };
    let away = laid(AWAY, TextStyle::Button, f32::INFINITY).x + 2.0 * spacing.button_padding.x * share;
    let words = |width: f32| laid(line, TextStyle::Body, width.max(1.0));
    let (high, apart) = (spacing.interact_size.y * share, spacing.item_spacing * share);
    let inside = if is_slim(width, em * share) {
        let words = words(width);
        vec2(words.x.max(away), words.y + high + apart.y)
    } else {
        let away = away + apart.x;
        let words = words(width - away);
        vec2(words.x + away, words.y.max(high))
    };
    inside + edges
}

/// What of a field can be read below the line, where that lies at its head.
pub fn below(context: &Context, field: Rect) -> Rect {
    let line = lies(context).filter(|line| line.bottom() < field.center().y);
    line.map_or(field, |line| field.with_min_y(field.top().max(line.bottom())))
}

/// Where the line lies, if one does.
pub fn lies(context: &Context) -> Option<Rect> {
    hud::lying(context, LINE)
}

/// How far a hand of cards, or answers side by side, rise over the rim of the field.
fn risen(context: &Context, rim: f32) -> f32 {
    hud::lying(context, "answers").map_or(0.0, |rect| (rim - rect.top()).max(0.0))
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
        assert_eq!(beside(field, (Some(log), Some(sheet)), 1.0), room, "they have changed sides");
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
                    let spots = spots((field, field), (Some(question), 3.0), em);
                    let mut all = spots.iter().map(|spot| spot.at.0.anchor_size(spot.at.1, high(spot.width)));
                    let Some(lies) = all.find(|lies| is_free(*lies, field, Some(question))) else {
                        waits += 1;
                        continue;
                    };
                    assert!(!lies.intersects(question) && field.contains_rect(lies), "{lies:?} over {question:?}");
                    told += 1;
                }
            }
        }
        assert!(told > waits && waits > 0, "{told} told, {waits} wait");
    }

    /// Promise: the line of help lies beside the field where there is room, else where it hides nobody, or as few as can be.
    #[test]
    fn help_hides_as_little_as_can_be() {
        let room = Rect::from_min_max(pos2(0.0, 68.0), pos2(1360.0, 742.0));
        let lies = |whole: Rect, tokens: Vec<Rect>| {
            let field = Field { whole, tokens };
            let spots = spots((room, whole), (None, 3.0), 1.0).into_iter();
            let high = |width: f32| if width < NARROW { 140.0 } else { 34.0 };
            let all = spots.map(|spot| spot.at.0.anchor_size(spot.at.1, vec2(spot.width, high(spot.width))));
            all.min_by_key(|lies| field.hidden(*lies)).unwrap()
        };
        let flat = Rect::from_center_size(room.center(), vec2(1308.0, 590.0));
        assert!(lies(flat, Vec::new()).top() > flat.bottom(), "below it");
        let high = Rect::from_center_size(room.center(), vec2(900.0, 622.0));
        assert!(!lies(high, Vec::new()).intersects(high), "at its side");
        let full = Rect::from_center_size(room.center(), vec2(1308.0, 622.0));
        let token = |down: f32| Rect::from_min_size(pos2(660.0, down), vec2(60.0, 60.0));
        assert!(lies(full, vec![token(300.0)]).top() > room.center().y, "over its rim");
        assert!(lies(full, vec![token(full.bottom() - 60.0)]).top() < room.center().y, "somebody stands there");
    }
}
