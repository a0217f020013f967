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
    portraits.ground(painter, &look.ground().board, &look.rules().looks, view);
    for (square, hues) in tints {
        let rect = view.rect(*square);
        for ([red, green, blue], strength) in hues {
            let colour = Color32::from_rgb(*red, *green, *blue).gamma_multiply(*strength);
            painter.rect_filled(rect, 0.0, colour);
        }
    }
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

fn coordinates(painter: &Painter, board: &Board, view: &View, room: Rect) {
    let font = FontId::proportional(10.0 * theme::scale(painter.ctx()).min(1.6));
    let (left, top) = (
        (view.origin.x - 4.0 - view.cell * RIM).max(room.left() + 1.2 * font.size),
        (view.origin.y - 3.0 - view.cell * RIM).max(room.top() + 1.2 * font.size),
    );
    // Light on dark, so that it is read on any ground.
    let number = |at: Pos2, align: Align2, number: i32| {
        painter.text(at + vec2(1.0, 1.0), align, number, font.clone(), theme::SHADE);
        painter.text(at, align, number, font.clone(), theme::PAPER);
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
