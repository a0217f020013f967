//! The ground under all else, and what lies over it: lines, clouds, where its squares are.

mod clouds;

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

pub use self::clouds::words as hanging;
use super::camera::View;
use super::layers::{Layer, Layers, Tints};
use super::portraits::Portraits;
use super::theme;
use crate::battle::Look;
use crate::board::{Board, Square};

/// The ground under its layers, where no scene shows it.
pub fn ground(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    portraits: &mut Portraits,
    (layers, tints): (Layers, &Tints),
    room: Rect,
) {
    let stands = portraits.ground(painter, &look.ground().board, &look.rules().looks, view);
    for (square, hues) in tints {
        let rect = view.rect(*square);
        for ([red, green, blue], strength) in hues {
            let colour = Color32::from_rgb(*red, *green, *blue).gamma_multiply(*strength);
            painter.rect_filled(rect, 0.0, colour);
        }
    }
    // As the scene draws it: tints lie on the ground, and what stands there stands on them.
    painter.extend(stands.filter(|_| !tints.is_empty()));
    clouds::puffs(painter, look, view);
    lines(painter, look, view, layers, room);
}

/// What lies over a ground that the scene shows: its lines, what hangs over it, and at the edges of `room` where its
/// squares are.
pub fn lines(painter: &Painter, look: Look<'_>, view: &View, layers: Layers, room: Rect) {
    let board = look.board();
    // A game that is played in zones knows no squares.
    if layers.has(Layer::Grid) && view.cell > 9.0 && look.zoned().is_none() {
        let page = painter.clip_rect();
        let (first, last) = view.within(board, page);
        let ends = (view.corner(first), view.corner(Square::new(last.x + 1, last.y + 1)));
        let stroke = Stroke::new(1.0, Color32::from_black_alpha(46));
        for x in first.x..=last.x + 1 {
            painter.vline(view.corner(Square::new(x, 0)).x, ends.0.y..=ends.1.y, stroke);
        }
        for y in first.y..=last.y + 1 {
            painter.hline(ends.0.x..=ends.1.x, view.corner(Square::new(0, y)).y, stroke);
        }
        if view.cell > 14.0 {
            coordinates(painter, board, view, room);
        }
    }
    clouds::borders(painter, look, view);
}

/// How far from the field, in squares, the rim of its sheet goes.
const RIM: f32 = 0.2;

/// How dark the plate of a number at the rim is.
const NUMBERED: f32 = 0.75;

fn coordinates(painter: &Painter, board: &Board, view: &View, room: Rect) {
    let font = FontId::proportional(10.0 * theme::scale(painter.ctx()).min(1.6));
    let (left, top) = (
        (view.origin.x - 4.0 - view.cell * RIM).max(room.left() + 1.2 * font.size),
        (view.origin.y - 3.0 - view.cell * RIM).max(room.top() + 1.2 * font.size),
    );
    // Light on a dark plate, so that it is read on any ground and beside it, and whole where the room ends.
    let number = |at: Pos2, align: Align2, number: i32| {
        let told = painter.layout_no_wrap(number.to_string(), font.clone(), theme::PAPER);
        let lies = align.anchor_size(at, told.size() + vec2(4.0, 0.0));
        let inside = vec2(0.0, (room.top() - lies.top()).max(0.0) + (room.bottom() - lies.bottom()).min(0.0));
        let is_seen = room.expand(view.cell / 2.0).contains(lies.center()) && inside.length() < lies.height();
        if is_seen {
            let lies = lies.translate(inside);
            painter.rect_filled(lies, 3.0, theme::INK.gamma_multiply(NUMBERED));
            painter.galley(lies.min + vec2(2.0, 0.0), told, theme::PAPER);
        }
    };
    // Where squares are small, every second or third of them says where it is.
    let every = |room: f32| (room / view.cell.max(1.0)).ceil().max(1.0) as usize;
    for x in (0..board.width()).step_by(every(font.size * 1.4)) {
        let at = pos2(view.corner(Square::new(x, 0)).x + view.cell / 2.0, top);
        number(at, Align2::CENTER_BOTTOM, x);
    }
    for y in (0..board.height()).step_by(every(font.size)) {
        let at = pos2(left, view.corner(Square::new(0, y)).y + view.cell / 2.0);
        number(at, Align2::RIGHT_CENTER, y);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy_egui::egui::{Context, RawInput, Shape, vec2};

    use super::super::layers::hue;
    use super::*;
    use crate::overlay::trial;

    /// Promise: where no scene shows the ground tints lie below what stands on it, as they do in a scene.
    #[test]
    fn tints_lie_below_what_stands_on_the_ground() {
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let squares = look.board().squares().collect::<Vec<_>>();
        let tinted: Arc<Tints> = Arc::new(squares.iter().map(|at| (*at, vec![hue(Color32::RED, 0.5)])).collect());
        let drawn = |tints: &Tints| {
            let mut portraits = Portraits::default();
            portraits.at_once = true;
            let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                let view = View { origin: ui.max_rect().min + vec2(20.0, 20.0), cell: 24.0 };
                ground(ui.painter(), look, &view, &mut portraits, (Layers::of(&[]), tints), ui.max_rect());
            });
            output.textures_delta.clear();
            let is_image = |shape: &Shape| shape.texture_id() != Default::default();
            let kinds = output.shapes.iter().map(|each| is_image(&each.shape));
            kinds.collect::<Vec<bool>>()
        };
        let (bare, over) = (drawn(&Tints::default()), drawn(&tinted));
        assert_eq!(bare.iter().filter(|is_image| **is_image).count(), 1, "the ground alone");
        let images: Vec<usize> = (0..over.len()).filter(|at| over[*at]).collect();
        assert!(images.len() == 2 && images[1] - images[0] > squares.len(), "{images:?} of {}", squares.len());
    }
}
