//! The ground as it is drawn: terrain, walls and fences, heights, things,
//! coordinates. All of it is painted once and kept until the view of the board
//! or the board itself changes; squares that a layer tints are painted anew
//! over it when the layer changes.

mod brush;
mod clouds;
mod looks;
mod stands;
mod textures;

use std::sync::Arc;

use bevy_egui::egui::epaint::{ClippedShape, Primitive};
use bevy_egui::egui::{
    Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use self::brush::{Brush, dark, light};
pub use self::clouds::words as hanging;
use self::looks::{Looks, Stands, looks};
use super::camera::View;
use super::desk::Desk;
use super::layers::{Layer, Tints};
use super::theme;
use crate::battle::Look;
use crate::board::{Board, Square};

/// From this many points a square on, its ground is drawn with all its strokes.
const FINE: f32 = 13.0;

/// The ground as it was painted last.
#[derive(Debug, Default)]
pub struct Painted {
    of: Option<(Arc<Board>, [f32; 4], bool)>,
    plain: Arc<Mesh>,
    tints: Option<Arc<Tints>>,
    tinted: Arc<Mesh>,
    /// What stands between squares: a square, and whether it stands north of it or west.
    fences: Vec<(Square, bool)>,
}

/// The ground.
pub fn ground(painter: &Painter, look: Look<'_>, view: &View, desk: &mut Desk, tints: &Arc<Tints>) {
    let board = &look.ground().board;
    let points = painter.ctx().pixels_per_point();
    let place = [view.origin.x, view.origin.y, view.cell, points];
    let grid = desk.layers.has(Layer::Grid);
    let painted = &mut desk.painted;
    let is_same =
        painted.of.as_ref().is_some_and(|(of, at, drawn)| Arc::ptr_eq(of, board) && *at == place && *drawn == grid);
    let page = Page { board, view, grid };
    if !is_same {
        painted.plain = flattened(painter, page.whole());
        let is_known = painted.of.as_ref().is_some_and(|(of, ..)| Arc::ptr_eq(of, board));
        if !is_known {
            painted.fences = fenced(board);
        }
        painted.of = Some((board.clone(), place, grid));
    }
    let is_tinted = painted.tints.as_ref().is_some_and(|known| Arc::ptr_eq(known, tints));
    if !is_same || !is_tinted {
        let mut shapes = Vec::new();
        tints.iter().for_each(|(square, wash)| page.square(&mut shapes, *square, wash));
        painted.tinted = flattened(painter, shapes);
        painted.tints = Some(tints.clone());
    }
    for mesh in [&painted.plain, &painted.tinted] {
        painter.add(Shape::Mesh(mesh.clone()));
    }
    fences(painter, board, view, &painted.fences);
    things(painter, board, view);
    clouds::clouds(painter, look, view);
    if grid && view.cell > 14.0 {
        coordinates(painter, board, view);
    }
}

/// The ground alone, as small as one likes.
pub fn from_above(painter: &Painter, board: &Board, origin: Pos2, cell: f32) {
    let view = View { origin, cell };
    painter.extend(Page { board, view: &view, grid: false }.whole());
}

/// Shapes as triangles, which need no more work until they change.
fn flattened(painter: &Painter, shapes: Vec<Shape>) -> Arc<Mesh> {
    let clipped = shapes.into_iter().map(|shape| ClippedShape { clip_rect: Rect::EVERYTHING, shape }).collect();
    let mut whole = Mesh::default();
    for part in painter.ctx().tessellate(clipped, painter.ctx().pixels_per_point()) {
        if let Primitive::Mesh(mesh) = part.primitive {
            whole.append(mesh);
        }
    }
    Arc::new(whole)
}

/// The board and where it lies.
struct Page<'a> {
    board: &'a Board,
    view: &'a View,
    grid: bool,
}

/// Every square of a board.
fn squares(board: &Board) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (board.width(), board.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

impl Page<'_> {
    /// All of it, with no layer over it.
    fn whole(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        squares(self.board).for_each(|square| self.square(&mut shapes, square, &[]));
        shapes
    }

    fn looks(&self, square: Square) -> Option<&'static Looks> {
        looks(self.board.terrain(square)?)
    }

    fn stands(&self, square: Square) -> Option<Stands> {
        self.looks(square)?.stands
    }

    fn height(&self, square: Square) -> Option<i32> {
        self.board.cell(square).map(|cell| i32::from(cell.height))
    }

    /// What something stands on: the ground that most of the squares around it
    /// have, and of those that are as many, what is easiest to walk on.
    fn under(&self, square: Square) -> Option<&'static Looks> {
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Square::new(square.x + x, square.y + y)));
        let grounds: Vec<(u8, &Looks)> = around
            .filter_map(|at| self.board.terrain(at))
            .filter_map(|terrain| Some((terrain.cost, looks(terrain)?)))
            .filter(|(_, looks)| looks.colour.is_some())
            .collect();
        let count = |looks: &Looks| grounds.iter().filter(|(_, other)| std::ptr::eq(*other, looks)).count();
        let most = grounds.iter().max_by_key(|(cost, looks)| (*cost == 1, count(looks))).map(|(_, looks)| *looks);
        most.or_else(|| self.board.terrains.iter().filter_map(looks).find(|looks| looks.colour.is_some()))
    }

    /// Paints one square under the colours of layers.
    fn square(&self, shapes: &mut Vec<Shape>, square: Square, wash: &[(Color32, f32)]) {
        let Some(terrain) = self.board.terrain(square) else { return };
        let Some(own) = looks(terrain) else { return };
        let fine = self.view.cell >= FINE;
        let rect = self.view.rect(square);
        let around = |x: i32, y: i32| Square::new(square.x + x, square.y + y);
        let sides = [around(0, -1), around(1, 0), around(0, 1), around(-1, 0)];
        let wash: Vec<(Color32, f32)> = daylight(&terrain.tags).chain(wash.iter().copied()).collect();
        let mut brush = Brush { shapes, rect, square, wash: &wash };
        let floor = if own.stands.is_some() { self.under(square) } else { Some(own) };
        if let Some(floor) = floor.filter(|_| !own.stands.is_some_and(Stands::is_massive)) {
            let colour = floor.colour.as_deref().map_or(theme::GROUND, looks::paint);
            let height = self.height(square).unwrap_or(0);
            let lit = if height >= 0 {
                light(colour, (height as f32 * 0.03).min(0.3))
            } else {
                dark(colour, (-height as f32 * 0.03).min(0.3))
            };
            textures::ground(&mut brush, lit, floor.texture, fine);
            self.slopes(&mut brush, square, sides);
            let massive = |at: Square| self.stands(at).is_some_and(Stands::is_massive);
            stands::shadow(&mut brush, massive(sides[0]), massive(sides[3]));
        }
        if let Some(what) = own.stands {
            // What lies off the board goes on as it is at the edge.
            let beside = sides
                .map(|at| self.stands(at).map_or(!self.board.contains(at) && what.is_massive(), |other| other == what));
            stands::stands(&mut brush, what, beside, fine);
        }
        haze(&mut brush, &terrain.tags);
        if self.grid && (terrain.cost > 0 || !own.stands.is_some_and(Stands::is_massive)) {
            let line = Stroke::new(0.7, brush.paint(theme::over(theme::GROUND, theme::INK, 0.42)).gamma_multiply(0.55));
            brush.shapes.push(Shape::rect_stroke(rect, 0.0, line, StrokeKind::Middle));
        }
    }

    /// Where the ground falls away: a lit edge above, a scarp with ticks below.
    fn slopes(&self, brush: &mut Brush<'_>, square: Square, sides: [Square; 4]) {
        let Some(own) = self.height(square) else { return };
        for (side, at) in sides.into_iter().enumerate() {
            let Some(other) = self.height(at).filter(|other| *other < own) else { continue };
            let steep = ((own - other) as f32 / 20.0).clamp(0.07, 0.2);
            let edge = theme::over(theme::GROUND, theme::INK, 0.62);
            for tick in 0..6 {
                let along = (tick as f32 + 0.5) / 6.0;
                let (from, to) = match side {
                    0 => ((along, 0.0), (along, steep)),
                    1 => ((1.0, along), (1.0 - steep, along)),
                    2 => ((along, 1.0), (along, 1.0 - steep)),
                    _ => ((0.0, along), (steep, along)),
                };
                brush.line(&[from, to], 0.022, edge);
            }
            let (from, to) = match side {
                0 => ((0.0, 0.0), (1.0, 0.0)),
                1 => ((1.0, 0.0), (1.0, 1.0)),
                2 => ((0.0, 1.0), (1.0, 1.0)),
                _ => ((0.0, 0.0), (0.0, 1.0)),
            };
            brush.line(&[from, to], 0.05, edge);
        }
    }
}

/// Darkness and light over a square of ground: they lie in the colours themselves, as a veil would show its seams.
fn daylight(tags: &[String]) -> impl Iterator<Item = (Color32, f32)> {
    let veils = [("dark", Color32::BLACK, 0.43), ("lit", Color32::from_rgb(0xff, 0xd8, 0x6b), 0.18)];
    veils
        .into_iter()
        .filter(|(tag, ..)| tags.iter().any(|known| known == tag))
        .map(|(_, colour, share)| (colour, share))
}

/// Smoke and fog over a square.
fn haze(brush: &mut Brush<'_>, tags: &[String]) {
    if tags.iter().any(|tag| ["smoke", "fog", "hazy", "mist"].contains(&tag.as_str())) {
        let puff = Color32::from_rgba_unmultiplied(0xd8, 0xd8, 0xd6, 110);
        for index in 0..5 {
            let centre = brush.at(0.15 + 0.7 * brush.chance(400 + index), 0.15 + 0.7 * brush.chance(410 + index));
            let radius = brush.long(0.2 + 0.14 * brush.chance(420 + index));
            brush.shapes.push(Shape::circle_filled(centre, radius, puff));
        }
    }
}

/// The square on the other side of the north or west edge of one.
fn beyond(square: Square, is_north: bool) -> Square {
    if is_north { Square::new(square.x, square.y - 1) } else { Square::new(square.x - 1, square.y) }
}

/// Where anything stands between two squares.
fn fenced(board: &Board) -> Vec<(Square, bool)> {
    let stands = |(square, is_north): &(Square, bool)| {
        let edge = board.edge(*square, beyond(*square, *is_north));
        edge.is_some_and(|edge| edge.blocks_move || edge.cover != Default::default())
    };
    squares(board).flat_map(|square| [(square, true), (square, false)]).filter(stands).collect()
}

/// Fences, doors and hedges between squares.
fn fences(painter: &Painter, board: &Board, view: &View, fences: &[(Square, bool)]) {
    let room = painter.clip_rect();
    for (square, is_north) in fences {
        let Some(edge) = board.edge(*square, beyond(*square, *is_north)) else { continue };
        if !view.rect(*square).intersects(room) {
            continue;
        }
        let along = if *is_north { vec2(1.0, 0.0) } else { vec2(0.0, 1.0) };
        let ends = [vec2(0.0, 0.0), along].map(|end| view.corner(*square) + end * view.cell);
        let thick = if edge.blocks_move { 0.13 } else { 0.08 } * view.cell;
        painter.line_segment(
            ends.map(|end| end + Vec2::splat(thick * 0.35)),
            Stroke::new(thick, Color32::from_black_alpha(60)),
        );
        painter.line_segment(ends, Stroke::new(thick.max(2.0), dark(theme::WALL, 0.5)));
        painter.line_segment(ends, Stroke::new((thick * 0.55).max(1.0), light(theme::WALL, 0.2)));
    }
}

/// Things that give cover and can be struck.
fn things(painter: &Painter, board: &Board, view: &View) {
    for object in &board.objects {
        for square in &object.squares {
            let rect = view.rect(*square).shrink(view.cell * 0.16);
            let wood = Color32::from_rgb(0x9c, 0x72, 0x45);
            painter.rect_filled(rect.translate(Vec2::splat(view.cell * 0.05)), 3.0, Color32::from_black_alpha(60));
            painter.rect(rect, 3.0, wood, Stroke::new(1.5, dark(wood, 0.6)), StrokeKind::Inside);
            let lid = rect.shrink2(vec2(rect.width() * 0.12, rect.height() * 0.4));
            painter.rect_filled(lid, 1.0, light(wood, 0.25));
        }
    }
}

fn coordinates(painter: &Painter, board: &Board, view: &View) {
    let font = FontId::proportional(10.0 * theme::scale(painter.ctx()));
    let room = painter.clip_rect();
    let (left, top) = (
        (view.origin.x - 4.0).max(room.left() + 1.2 * font.size),
        (view.origin.y - 3.0).max(room.top() + 1.2 * font.size),
    );
    // Where squares are small, every second or third of them says where it is.
    let every = |room: f32| (room / view.cell.max(1.0)).ceil().max(1.0) as usize;
    for x in (0..board.width()).step_by(every(font.size * 1.4)) {
        let at = pos2(view.corner(Square::new(x, 0)).x + view.cell / 2.0, top);
        painter.text(at, Align2::CENTER_BOTTOM, x, font.clone(), theme::FAINT);
    }
    for y in (0..board.height()).step_by(every(font.size)) {
        let at = pos2(left, view.corner(Square::new(0, y)).y + view.cell / 2.0);
        painter.text(at, Align2::RIGHT_CENTER, y, font.clone(), theme::FAINT);
    }
}
