//! A small picture of a field from above with those who stand on it, for cards and lists. Its ground is painted once and kept.

use std::sync::Arc;

use bevy_egui::egui::{Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2};

use super::camera::View;
use super::portraits::Portraits;
use super::{theme, tokens};
use crate::battle::Look;
use crate::board::{Board, Footprint};
use crate::looks::Looks;
use crate::scene;

/// Points that a square needs for those on it to be seen as they are.
const SEEN: f32 = 11.0;

/// Somebody on the field, and their side.
pub type Standing = (Footprint, u8);

/// How light the ground below the field is, of 255.
const SHADE: u8 = 110;

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

/// How a field of so many squares lies in a room: it fills the room, smaller only where a fighter would be left out.
fn framed(room: Rect, board: Vec2, who: &[Standing]) -> View {
    let stand = who.iter().fold(Rect::NOTHING, |all, (body, _)| {
        let at = pos2(body.at.x as f32, body.at.y as f32);
        all.union(Rect::from_min_size(at, Vec2::splat(body.side as f32)))
    });
    let stand = if who.is_empty() { Rect::from_min_size(Pos2::ZERO, board) } else { stand };
    // Half a square beside those who stand outermost, for what is drawn of them there.
    let seen = (stand.size() + Vec2::splat(1.0)).min(board);
    let fills = (room.width() / board.x).max(room.height() / board.y);
    let shows = (room.width() / seen.x).min(room.height() / seen.y);
    let cell = if who.is_empty() { fills } else { fills.min(shows) };
    let held = |middle: f32, most: f32, room: f32| {
        let half = room / cell / 2.0;
        if half * 2.0 >= most { most / 2.0 } else { middle.clamp(half, most - half) }
    };
    let middle = stand.center();
    let at = vec2(held(middle.x, board.x, room.width()), held(middle.y, board.y, room.height()));
    View { origin: room.center() - at * cell, cell }
}

/// Draws a field so that it fills the room and shows everybody. `figure`: what each of those who stand there looks like, where
/// that is known.
pub fn draw(
    ui: &Ui,
    room: Rect,
    (board, looks): (&Arc<Board>, &Looks),
    who: &[Standing],
    figure: impl Fn(usize) -> Option<scene::Look>,
    portraits: &mut Portraits,
) {
    let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
    // Until its ground is painted it is no bright spot on a dark page.
    painter.rect_filled(room, 0.0, theme::over(theme::sunken(), theme::paper(looks.face()), 0.3));
    let view = framed(room, vec2(board.width() as f32, board.height() as f32), who);
    portraits.in_room(&painter, board, looks, (&view, room), SHADE);
    // Nobody stands on a blank sheet.
    let who = if portraits.knows(board, looks) { who } else { &[] };
    for (index, (body, side)) in who.iter().enumerate() {
        let lies = view.body(*body);
        let (at, size): (Pos2, f32) = (lies.center(), lies.width());
        if view.cell >= SEEN
            && let Some(look) = figure(index)
        {
            let is_drawn = portraits.token(&painter, look, Rect::from_center_size(at, Vec2::splat(size * 1.1)));
            // Whoever is painted in the next frame is no plain mark in this one.
            if is_drawn || portraits.is_busy(ui.ctx()) {
                continue;
            }
        }
        let colour = theme::side_of(looks.face(), *side);
        tokens::shape(&painter, at, (size * 0.42).max(3.0), *side, colour, Stroke::new(1.0, theme::INK));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// Promise: a small picture of a field shows everybody who stands on it, and fills its room where that leaves nobody out.
    #[test]
    fn a_small_picture_shows_everybody() {
        let room = Rect::from_min_size(pos2(30.0, 40.0), vec2(215.0, 90.0));
        let stand = |all: &[(i32, i32)]| -> Vec<Standing> {
            all.iter().map(|(x, y)| (Footprint::one(Square::new(*x, *y)), 0)).collect()
        };
        let crowds: [&[(i32, i32)]; 5] = [&[], &[(3, 3)], &[(0, 0), (19, 15)], &[(9, 0), (10, 15)], &[(0, 7), (19, 8)]];
        for (board, who) in
            [vec2(20.0, 16.0), vec2(40.0, 16.0)].into_iter().flat_map(|b| crowds.map(|who| (b, stand(who))))
        {
            let view = framed(room, board, &who);
            let field = Rect::from_min_size(view.origin, board * view.cell).expand(0.01);
            let seen = who.iter().all(|(body, _)| room.expand(0.01).contains_rect(view.body(*body)));
            assert!(seen, "{board} {who:?}: {view:?}");
            assert!(field.contains_rect(room) || who.len() > 1, "{board} {who:?}: {view:?}");
            assert!(field.contains_rect(room) || (field.center() - room.center()).abs().min_elem() < 0.1);
        }
    }
}
