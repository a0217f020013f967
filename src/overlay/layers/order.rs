//! The place of everybody in the order of turns, on its token.

use bevy_egui::egui::{Align2, FontId, Painter, Rect, Stroke, StrokeKind, vec2};

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

/// A square plate with the number; a tick for turns that are over.
pub fn draw(painter: &Painter, spot: &Spot<'_>, view: &View, (turns, room): (&[Turn], Rect), plates: &mut Plates) {
    for turn in turns {
        let body = spot(turn.who);
        let size = (body.width().min(view.cell) * 0.34).clamp(11.0, 20.0);
        if !body.intersects(room) || view.cell < 12.0 {
            continue;
        }
        let rect = Rect::from_min_size(body.left_top() + vec2(1.0, 1.0), vec2(size * 1.15, size));
        plates.keep(rect);
        let (plate, ink) = match () {
            () if turn.now => (theme::ACTIVE, theme::INK),
            () if turn.done => (theme::over(theme::INK, theme::GROUND, 0.35), theme::GROUND),
            () => (theme::INK, theme::PAPER),
        };
        painter.rect(rect, 3.0, plate, Stroke::new(1.0, theme::PAPER), StrokeKind::Inside);
        let text = if turn.done { "✔".to_owned() } else { turn.place.to_string() };
        painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(size * 0.72), ink);
    }
}
