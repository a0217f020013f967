//! A small picture of a field from above with those who stand on it, for cards and lists. Its ground is painted once and kept.

use std::sync::Arc;

use bevy_egui::egui::{Pos2, Rect, Stroke, Ui, Vec2, vec2};

use super::camera::View;
use super::portraits::Portraits;
use super::{theme, tokens};
use crate::battle::Look;
use crate::board::{Board, Footprint};
use crate::looks::Looks;
use crate::scene;

/// Points of a square from which on those who stand on it are seen as they are.
const SEEN: f32 = 11.0;

/// Somebody on the field, and their side.
pub type Standing = (Footprint, u8);

/// A field as it was at some moment of a battle.
#[derive(Clone, Debug)]
pub struct Sketch {
    board: Arc<Board>,
    looks: Looks,
    who: Vec<Standing>,
}

impl Sketch {
    /// Of what is seen now.
    pub fn of(look: Look<'_>) -> Self {
        let stands = |id: &crate::battle::Id| !id.is_thing() && look.place(*id).present && look.is_in_play(*id);
        let who = look.shown().filter(stands).map(|id| (look.footprint(id), look.side(id).0)).collect();
        Self { board: look.ground().board.clone(), looks: look.rules().looks.clone(), who }
    }

    /// How many stand on it.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.who.len()
    }

    /// Draws it.
    pub fn draw(&self, ui: &Ui, room: Rect, portraits: &mut Portraits) {
        draw(ui, room, (&self.board, &self.looks), &self.who, |_| None, portraits);
    }
}

/// Draws a field as large as it fills the room; what is too much of it is left out. `figure`: what each of those who stand there
/// looks like, where that is known.
pub fn draw(
    ui: &Ui,
    room: Rect,
    (board, looks): (&Arc<Board>, &Looks),
    who: &[Standing],
    figure: impl Fn(usize) -> Option<scene::Look>,
    portraits: &mut Portraits,
) {
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    painter.rect_filled(room, 0.0, theme::paper(looks.face()));
    let (wide, high) = (board.width() as f32, board.height() as f32);
    let cell = (room.width() / wide).max(room.height() / high);
    // What matters is where people stand.
    let middle = |along: fn(&Standing) -> i32, most: f32| {
        let ends = who.iter().map(along).min().zip(who.iter().map(along).max());
        ends.map_or(most / 2.0, |(low, high)| (low + high + 1) as f32 / 2.0)
    };
    let held = |middle: f32, most: f32, room: f32| {
        let half = room / cell / 2.0;
        middle.clamp(half, (most - half).max(half))
    };
    let x = held(middle(|(body, _)| body.at.x, wide), wide, room.width());
    let y = held(middle(|(body, _)| body.at.y, high), high, room.height());
    let view = View { origin: room.center() - vec2(x, y) * cell, cell };
    portraits.small_ground(&painter, board, looks, &view);
    for (index, (body, side)) in who.iter().enumerate() {
        let lies = view.body(*body);
        let (at, size): (Pos2, f32) = (lies.center(), lies.width());
        let seen = if cell >= SEEN { figure(index) } else { None };
        if seen.is_some_and(|look| portraits.token(&painter, look, Rect::from_center_size(at, Vec2::splat(size * 1.1))))
        {
            continue;
        }
        let colour = theme::side_of(looks.face(), *side);
        tokens::shape(&painter, at, (size * 0.42).max(3.0), *side, colour, Stroke::new(1.0, theme::INK));
    }
}
