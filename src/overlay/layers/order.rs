//! The place of everybody in the order of turns, on its token.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::Spot;
use crate::battle::{Id, Look, TrackEntry};
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::Plates;

/// Somebody's turn.
#[derive(Debug)]
pub struct Turn {
    /// Whose.
    pub who: Id,
    /// Which, from 1.
    pub place: usize,
    /// It is over.
    pub done: bool,
    /// It is now.
    pub now: bool,
}

/// Everybody's turn, as far as whoever is asked may know it.
pub fn find(look: Look<'_>) -> Vec<Turn> {
    let known = look.as_asked();
    let track = look.rules().initiative.track(known);
    let is_shown = |entry: &TrackEntry| look.is_in_play(entry.who) && look.knows_of(entry.who);
    let turns = track.into_iter().filter(is_shown).enumerate();
    turns.map(|(index, entry)| Turn { who: entry.who, place: index + 1, done: entry.done, now: entry.now }).collect()
}

/// The share of a token that is left free above such a plate: there it is told what is left of somebody.
const BELOW: f32 = 0.14;

/// Where a plate of this size lies at a token, the best place first: at the right below what is left of them, else where nothing
/// else is marked.
fn places(body: Rect, size: Vec2) -> [Rect; 5] {
    let (left, right) = (body.left() + 1.0, body.right() - size.x - 1.0);
    let (top, low) = (body.top() + 1.0, body.top() + body.height() * BELOW);
    let middle = body.center().y - size.y / 2.0;
    [(right, low), (right, middle), (left, low), (right, top), (left, top)]
        .map(|(x, y)| Rect::from_min_size(pos2(x, y), size))
}

/// One of them with this on it.
fn plate(painter: &Painter, rect: Rect, (plate, ink): (Color32, Color32), text: &str) {
    painter.rect(rect, 3.0, plate, Stroke::new(1.0, theme::PAPER), StrokeKind::Inside);
    painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(rect.height() * 0.72), ink);
}

/// One of them as the legend shows it, so high.
pub fn sample(painter: &Painter, at: Pos2, high: f32) {
    plate(painter, Rect::from_center_size(at, vec2(high * 1.15, high)), (theme::INK, theme::PAPER), "2");
}

/// A square plate with the number; a tick for turns that are over.
pub fn draw(painter: &Painter, spot: &Spot<'_>, view: &View, (turns, room): (&[Turn], Rect), plates: &mut Plates) {
    for turn in turns {
        let body = spot(turn.who);
        let size = (body.width().min(view.cell) * 0.3).clamp(11.0, 20.0);
        if !body.intersects(room) || view.cell < 12.0 {
            continue;
        }
        let rect = plates.first_free(places(body, vec2(size * 1.15, size)));
        let colours = match () {
            () if turn.now => (theme::ACTIVE, theme::INK),
            () if turn.done => (theme::over(theme::INK, theme::GROUND, 0.35), theme::GROUND),
            () => (theme::INK, theme::PAPER),
        };
        let text = if turn.done { "✔".to_owned() } else { turn.place.to_string() };
        plate(painter, rect, colours, &text);
    }
}
