//! The ground under all else, and what lies over it: lines, clouds, where its squares are.

mod clouds;

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2};

pub use self::clouds::{names, words as hanging};
use super::camera::View;
use super::layers::{Layer, Layers, Tints};
use super::portraits::Portraits;
use super::theme;
use crate::battle::Look;
use crate::board::{Board, Square};

/// The ground under its layers, where no scene shows it; where numbers of its rim are read.
pub fn ground(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    portraits: &mut Portraits,
    (layers, tints): (Layers, &Tints),
    room: Rect,
) -> Vec<Rect> {
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
    lines(painter, look, view, layers, room)
}

/// What lies over a ground that the scene shows: its lines, what hangs over it, and at the edges of `room` where its
/// squares are: there nothing else is to be read.
pub fn lines(painter: &Painter, look: Look<'_>, view: &View, layers: Layers, room: Rect) -> Vec<Rect> {
    let (board, mut numbers) = (look.board(), Vec::new());
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
            numbers = coordinates(painter, board, view, room);
        }
    }
    clouds::borders(painter, look, view);
    numbers
}

/// What lies there until the ground is painted for the first time: a blank sheet.
pub fn blank(painter: &Painter, look: Look<'_>, view: &View) {
    let board = look.board();
    let [from, to] = [Square::new(0, 0), Square::new(board.width(), board.height())].map(|at| view.corner(at));
    let sheet = Rect::from_min_max(from, to).expand(view.cell * RIM);
    painter.rect_filled(sheet, 4.0, theme::paper(look.rules().looks.face()));
    let font = FontId::proportional(16.0 * theme::scale(painter.ctx()));
    let middle = sheet.intersect(painter.clip_rect()).center();
    painter.text(middle, Align2::CENTER_CENTER, "The table is laid…", font, theme::INK);
    painter.ctx().request_repaint();
}

/// How far from the field, in squares, the rim of its sheet goes.
const RIM: f32 = 0.2;

/// How dark the plate of a number at the rim is.
const NUMBERED: f32 = 0.75;

/// Points between two numbers at the rim at least.
const APART: f32 = 2.0;
/// Every so many squares one says where it is: the first of these with which no number lies over another.
const EVERY: [usize; 6] = [1, 2, 5, 10, 20, 50];

/// Writes at the upper and left edges where squares are; where that is read.
fn coordinates(painter: &Painter, board: &Board, view: &View, room: Rect) -> Vec<Rect> {
    let font = FontId::proportional(10.0 * theme::scale(painter.ctx()).min(1.6));
    let (left, top) = (
        (view.origin.x - 4.0 - view.cell * RIM).max(room.left() + 1.2 * font.size),
        (view.origin.y - 3.0 - view.cell * RIM).max(room.top() + 1.2 * font.size),
    );
    // Light on a dark plate, so that it is read on any ground and beside it, and whole where the room ends.
    let laid = |number: i32| painter.layout_no_wrap(number.to_string(), font.clone(), theme::PAPER);
    let edge = vec2(2.0, 0.0);
    let number = |(at, align): (Pos2, Align2), number: i32| {
        let told = laid(number);
        let lies = align.anchor_size(at, told.size() + edge * 2.0);
        let inside = vec2(0.0, (room.top() - lies.top()).max(0.0) + (room.bottom() - lies.bottom()).min(0.0));
        let is_seen = room.expand(view.cell / 2.0).contains(lies.center()) && inside.length() < lies.height();
        is_seen.then(|| (inside != Vec2::ZERO, lies.translate(inside), told))
    };
    let across = |x: i32| (pos2(view.corner(Square::new(x, 0)).x + view.cell / 2.0, top), Align2::CENTER_BOTTOM);
    let down = |y: i32| (pos2(left, view.corner(Square::new(0, y)).y + view.cell / 2.0), Align2::RIGHT_CENTER);
    let mut read: Vec<Rect> = Vec::new();
    let mut write = |squares: i32, needs: f32, place: &dyn Fn(i32) -> (Pos2, Align2)| {
        let is_enough = |every: &usize| *every as f32 * view.cell >= needs + APART;
        let every = EVERY.into_iter().find(is_enough).unwrap_or(EVERY[EVERY.len() - 1]);
        let mut all: Vec<_> = (0..squares).step_by(every).filter_map(|at| number(place(at), at)).collect();
        // Rather one that lies where its square is than one that was shoved into the room.
        all.sort_by_key(|(is_shoved, ..)| *is_shoved);
        for (_, lies, told) in all {
            if read.iter().all(|other| !other.intersects(lies)) {
                painter.rect_filled(lies, 3.0, theme::INK.gamma_multiply(NUMBERED));
                painter.galley(lies.min + edge, told, theme::PAPER);
                read.push(lies);
            }
        }
    };
    write(board.width(), laid(board.width() - 1).size().x + edge.x * 2.0, &across);
    write(board.height(), laid(board.height() - 1).size().y, &down);
    read
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy_egui::egui::{Context, RawInput, Shape, vec2};

    use super::super::layers::hue;
    use super::*;
    use crate::board::{CoverGrade, Terrain};
    use crate::overlay::trial;

    /// Promise: no number of the rim lies over another, however small squares are and wherever the room ends, and some are there.
    #[test]
    fn numbers_of_the_rim_lie_apart() {
        let open = Terrain {
            name: "open".to_owned(),
            cost: 1,
            blocks_sight: false,
            cover: CoverGrade::None,
            tags: Vec::new(),
        };
        let board = Board::open(40, 30, open).unwrap();
        for cell in (15..60).map(|cell| cell as f32) {
            for top in [40.0, 60.0, 90.0, 131.0] {
                let mut read = Vec::new();
                let mut output = Context::default().run_ui(RawInput::default(), |ui| {
                    let view = View { origin: pos2(60.0, 62.0), cell };
                    let room = Rect::from_min_max(pos2(0.0, top), pos2(900.0, 500.0));
                    read = coordinates(ui.painter(), &board, &view, room);
                });
                output.textures_delta.clear();
                assert!(read.len() > 6, "{cell}, {top}: {read:?}");
                for (at, one) in read.iter().enumerate() {
                    let over = read.iter().skip(at + 1).find(|other| other.intersects(*one));
                    assert!(over.is_none(), "{cell}, {top}: {one:?} over {over:?}");
                }
            }
        }
    }

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
