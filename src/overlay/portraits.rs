//! What is painted of fighters and of the ground, as textures for panels, pictures and small boards: painted when it is first
//! wanted, a little a frame, and kept.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, TaskPool};
use bevy_egui::egui::emath::Rot2;
use bevy_egui::egui::{
    Color32, ColorImage, Context, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, TextureHandle, TextureOptions,
    Vec2, pos2, vec2,
};
use tiny_skia::Pixmap;

use super::camera::View;
use crate::art::figures::{self, Vigour};
use crate::art::ground;
use crate::battle::{Id, Look};
use crate::board::{Board, Square};
use crate::looks::{Face, Figures, Land, Looks, Shared};
use crate::scene;

/// So many are painted in one frame at most.
const AT_ONCE: usize = 6;
/// More than these are not kept.
const KEPT: usize = 600;
/// Pixels across of figures as they are painted.
const SIZES: [u32; 5] = [32, 48, 96, 160, 256];
/// Pixels of a square of painted ground, and of a whole sheet at most.
const SQUARES: [u32; 6] = [6, 12, 24, 40, 64, 96];
const SHEET: u32 = 2_000;
/// Pixels a side of what flies.
const FLIGHT: u32 = 96;

/// Small grounds are painted from this pass on.
const FIRST: u64 = 8;

/// Those that have been painted.
#[derive(Resource, Default)]
pub struct Portraits {
    painted: HashMap<(scene::Look, u32, bool), TextureHandle>,
    grounds: Vec<Ground>,
    /// What flies, by the name of the arm in each book.
    flights: HashMap<(Shared<Figures>, String), TextureHandle>,
    /// All that is wanted is painted at once.
    pub at_once: bool,
    /// Grounds are painted beside the page: what was there before stays until they are ready.
    pub beside: bool,
    /// The ground that is painted beside it.
    under_way: Option<(Arc<Board>, Painted, u32, Task<Option<Apart>>)>,
    /// In which pass how many were painted.
    pass: (u64, usize),
    /// In which pass a ground was painted last.
    ground_pass: u64,
}

/// What a ground is painted from: a board, what its land looks like, and the face.
type Painted = (Shared<Land>, Shared<Face>);

/// The ground of a board, so many pixels a square; nothing where it cannot be painted.
type Ground = (Arc<Board>, Painted, u32, Option<Sheet>);

/// A painting of ground, and how far each of its pixels belongs to what stands there, if anything does.
type Apart = (Pixmap, Option<Vec<u8>>);

/// A ground as textures.
#[derive(Clone)]
struct Sheet {
    /// All of it.
    whole: TextureHandle,
    /// What stands there alone: no tint of the ground lies over that.
    stands: Option<TextureHandle>,
}

impl Sheet {
    fn of(context: &Context, (painted, stands): &Apart) -> Self {
        let alone = |shares: &Vec<u8>| {
            let part = |(colour, share): (Color32, &u8)| {
                let alpha = colour.a();
                colour.gamma_multiply(f32::from(alpha.min(*share)) / f32::from(alpha.max(1)))
            };
            load(context, "what stands", painted, colours(painted).zip(shares).map(part))
        };
        Self { whole: texture(context, "ground", painted), stands: stands.as_ref().map(alone) }
    }
}

/// The colours of a painting, pixel by pixel.
fn colours(painted: &Pixmap) -> impl Iterator<Item = Color32> {
    let colour = |pixel: &tiny_skia::PremultipliedColorU8| {
        Color32::from_rgba_premultiplied(pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
    };
    painted.pixels().iter().map(colour)
}

/// A painting as a texture.
fn texture(context: &Context, name: &str, painted: &Pixmap) -> TextureHandle {
    load(context, name, painted, colours(painted))
}

/// A texture as large as a painting, in these colours.
fn load(context: &Context, name: &str, painted: &Pixmap, colours: impl Iterator<Item = Color32>) -> TextureHandle {
    let size = [painted.width() as usize, painted.height() as usize];
    context.load_texture(name, ColorImage::new(size, colours.collect()), TextureOptions::LINEAR)
}

/// All of a texture.
const WHOLE: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1.0, 1.0) };

impl Portraits {
    /// Draws the head and shoulders of somebody into a square; false while they are not painted yet.
    pub fn draw(&mut self, painter: &Painter, look: Look<'_>, who: Id, room: Rect, tint: Color32) -> bool {
        // A face stays what it is, whatever becomes of its body.
        let figure = super::stage::painted(look, who, Vigour::Unharmed);
        self.figure(painter, figure, false, (room, tint))
    }

    /// Draws the token of somebody into a square.
    pub fn token(&mut self, painter: &Painter, figure: scene::Look, room: Rect) -> bool {
        self.figure(painter, figure, true, (room, Color32::WHITE))
    }

    fn figure(
        &mut self,
        painter: &Painter,
        figure: scene::Look,
        is_token: bool,
        (room, tint): (Rect, Color32),
    ) -> bool {
        let pixels = room.width() * painter.pixels_per_point();
        let size = SIZES.into_iter().find(|size| *size as f32 >= pixels * 0.9).unwrap_or(256);
        let key = (figure, size, is_token);
        let known = self.painted.get(&key).cloned();
        let found = known.or_else(|| {
            let context = painter.ctx();
            if !self.may_paint(context) {
                return None;
            }
            if self.painted.len() >= KEPT {
                self.painted.clear();
            }
            let paint = if is_token { figures::paint } else { figures::portrait };
            let made = texture(context, "figure", &key.0.painted(|figure| paint(figure, size))?);
            self.painted.insert(key, made.clone());
            Some(made)
        });
        let Some(found) = found else { return false };
        painter.image(found.id(), room, WHOLE, tint);
        true
    }

    /// Draws what an arm of this name sends through the air: its middle, how large it is, how far it is turned.
    pub fn flight(
        &mut self,
        painter: &Painter,
        (of, arm): (&Shared<Figures>, &str),
        (at, size): (Pos2, f32),
        turned: f32,
    ) {
        let key = (of.clone(), arm.to_owned());
        if !self.flights.contains_key(&key) {
            let Some(painted) = figures::flight(of, arm, FLIGHT) else { return };
            if self.flights.len() >= KEPT {
                self.flights.clear();
            }
            self.flights.insert(key.clone(), texture(painter.ctx(), "flight", &painted));
        }
        if let Some(texture) = self.flights.get(&key) {
            let mut mesh = Mesh::with_texture(texture.id());
            mesh.add_rect_with_uv(Rect::from_center_size(at, Vec2::splat(size)), WHOLE, Color32::WHITE);
            mesh.rotate(Rot2::from_angle(turned), at);
            painter.add(mesh);
        }
    }

    /// How many have been painted in this pass.
    fn done(&self, context: &Context) -> usize {
        if self.pass.0 == context.cumulative_pass_nr() { self.pass.1 } else { 0 }
    }

    /// Whether no more are painted in this pass: what is not there yet follows.
    pub fn is_busy(&self, context: &Context) -> bool {
        self.done(context) >= AT_ONCE && !self.at_once
    }

    /// Whether one more may be painted in this pass.
    fn may_paint(&mut self, context: &Context) -> bool {
        if self.is_busy(context) {
            context.request_repaint();
            return false;
        }
        self.pass = (context.cumulative_pass_nr(), self.done(context) + 1);
        true
    }

    /// Draws a board that is one of many on the page: one of them is painted in a frame, the others in the next.
    pub fn small_ground(&mut self, painter: &Painter, board: &Arc<Board>, looks: &Looks, view: &View) {
        let is_it = |(of, from, ..): &Ground| Arc::ptr_eq(of, board) && is_from(from, looks);
        let is_known = self.grounds.iter().any(is_it);
        let pass = painter.ctx().cumulative_pass_nr();
        // What is loaded before a window is seen for the first time may be lost with its first frames.
        let waits = pass < FIRST || !is_known && std::mem::replace(&mut self.ground_pass, pass) == pass;
        if waits && !self.at_once {
            painter.ctx().request_repaint();
            return;
        }
        self.ground(painter, board, looks, view);
    }

    /// Whether anything is known of the ground of a board of this size.
    pub fn knows(&self, board: &Board, looks: &Looks) -> bool {
        alike(&self.grounds, board, looks).is_some()
    }

    /// Draws a small board in its room. Where it does not fill the room its ground goes on beyond it in the shade, so light, of
    /// 255.
    pub fn in_room(
        &mut self,
        painter: &Painter,
        board: &Arc<Board>,
        looks: &Looks,
        (view, room): (&View, Rect),
        shade: u8,
    ) {
        let size = vec2(board.width() as f32, board.height() as f32);
        let field = Rect::from_min_size(view.origin, size * view.cell);
        if field.expand(0.5).contains_rect(room) {
            self.small_ground(painter, board, looks, view);
            return;
        }
        let is_it = |(of, from, ..): &&Ground| Arc::ptr_eq(of, board) && is_from(from, looks);
        if let Some(sheet) = self.grounds.iter().filter(is_it).find_map(|(.., sheet)| sheet.as_ref()) {
            for (part, rect) in beyond(size, field, room) {
                painter.image(sheet.whole.id(), rect, part, Color32::from_gray(shade));
            }
        }
        let clip = painter.clip_rect().intersect(field);
        self.small_ground(&painter.with_clip_rect(clip), board, looks, view);
        painter.rect_stroke(field, 0.0, Stroke::new(1.0, Color32::from_black_alpha(90)), StrokeKind::Outside);
    }

    /// A ground that is painted beside the page, once it is ready.
    fn painted_beside(
        &mut self,
        (board, of, fine): (&Arc<Board>, &Painted, u32),
        paint: impl FnOnce(Painted) -> Option<Apart> + Send + 'static,
    ) -> Option<Option<Apart>> {
        let is_it = |(other, from, size, _): &(Arc<Board>, Painted, u32, _)| {
            Arc::ptr_eq(other, board) && from == of && *size == fine
        };
        if !self.under_way.as_ref().is_some_and(is_it) {
            let from = of.clone();
            let task = AsyncComputeTaskPool::get_or_init(TaskPool::new).spawn(async move { paint(from) });
            self.under_way = Some((board.clone(), of.clone(), fine, task));
        }
        let painted = self.under_way.as_mut().and_then(|(.., task)| check_ready(task));
        if painted.is_some() {
            self.under_way = None;
        }
        painted
    }

    /// Draws all of a board as it lies on the page, with its rim. What stands there alone, if anything does: it is drawn once
    /// more over tints.
    pub fn ground(&mut self, painter: &Painter, board: &Arc<Board>, looks: &Looks, view: &View) -> Option<Shape> {
        let (width, height) = (board.width() as u32 + 2, board.height() as u32 + 2);
        let pixels = view.cell * painter.pixels_per_point();
        let most = SHEET / width.max(height).max(1);
        let fine = SQUARES.into_iter().find(|size| *size as f32 >= pixels * 0.9).unwrap_or(96).min(most.max(4));
        let is_it = |(of, from, size, _): &&Ground| Arc::ptr_eq(of, board) && is_from(from, looks) && *size == fine;
        let known = self.grounds.iter().find(is_it).map(|(.., sheet)| sheet.clone());
        let found = known.unwrap_or_else(|| {
            let of = (looks.land().clone(), looks.face().clone());
            let (field, corner) = (board.clone(), Square::new(-1, -1));
            let paint =
                move |(land, face): Painted| ground::paint_apart(&field, (&land, &face), corner, (width, height), fine);
            let painted = match self.beside {
                false => Some(paint(of.clone())),
                true => self.painted_beside((board, &of, fine), paint),
            };
            let Some(painted) = painted else {
                painter.ctx().request_repaint();
                return alike(&self.grounds, board, looks).and_then(|(.., sheet)| sheet.clone());
            };
            let made = painted.map(|painted| Sheet::of(painter.ctx(), &painted));
            let most = if self.beside { MOST_BESIDE } else { MOST_GROUNDS };
            if self.grounds.len() >= most {
                self.grounds.drain(..1);
            }
            // What cannot be painted is not tried again.
            self.grounds.push((board.clone(), of, fine, made.clone()));
            made
        });
        let found = found?;
        let from = view.corner(Square::new(-1, -1));
        let lies = Rect::from_min_size(from, vec2(width as f32, height as f32) * view.cell);
        painter.image(found.whole.id(), lies, WHOLE, Color32::WHITE);
        found.stands.map(|stands| Shape::image(stands.id(), lies, WHOLE, Color32::WHITE))
    }
}

/// Where the ground of a board of so many squares goes on beyond it in its room, and which part of its painting lies there:
/// mirrored at each edge, so that nothing breaks off, and without the rim of one square.
fn beyond(size: Vec2, field: Rect, room: Rect) -> Vec<(Rect, Rect)> {
    let rim = vec2(1.0, 1.0) / (size + Vec2::splat(2.0));
    let (low, high) = (rim.to_pos2(), (Vec2::splat(1.0) - rim).to_pos2());
    let from = ((room.min - field.min) / field.size()).floor().max(Vec2::splat(-FARTHEST));
    let upto = ((room.max - field.min) / field.size()).ceil().min(Vec2::splat(FARTHEST));
    let along = |from: f32, upto: f32| from as i32..upto as i32;
    let turned = |at: i32, low: f32, high: f32| if at.rem_euclid(2) == 0 { (low, high) } else { (high, low) };
    let all = along(from.x, upto.x).flat_map(|x| along(from.y, upto.y).map(move |y| (x, y)));
    let there = all.filter(|at| *at != (0, 0)).map(|(x, y)| {
        let ((left, right), (top, bottom)) = (turned(x, low.x, high.x), turned(y, low.y, high.y));
        let rect = field.translate(vec2(x as f32, y as f32) * field.size());
        (Rect { min: pos2(left, top), max: pos2(right, bottom) }, rect)
    });
    there.collect()
}

/// A ground goes on no more often than this on each side.
const FARTHEST: f32 = 24.0;

/// Whether a ground is painted from these looks.
fn is_from((land, face): &Painted, looks: &Looks) -> bool {
    land == looks.land() && face == looks.face()
}

/// The last ground of the same game that is as large as this board.
fn alike<'g>(grounds: &'g [Ground], board: &Board, looks: &Looks) -> Option<&'g Ground> {
    let size = |board: &Board| (board.width(), board.height());
    grounds.iter().rfind(|(other, from, ..)| size(other) == size(board) && is_from(from, looks))
}

/// More grounds than these are not kept.
const MOST_GROUNDS: usize = 40;
/// The same of one field alone, whose ground changes.
const MOST_BESIDE: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;
    use crate::record::Game;

    /// Promise: until a ground is painted another of its game stands for it, and never that of another game.
    #[test]
    fn no_ground_stands_for_that_of_another_game() {
        let [one, other] = ["even", "first_round"].map(|name| trial::begun(name, 1));
        let board = trial::look(&one).board();
        let looks = |game: &Game| trial::look(game).rules().looks.clone();
        let ground = |game: &Game, fine: u32| {
            let looks = looks(game);
            (Arc::new(board.clone()), (looks.land().clone(), looks.face().clone()), fine, None)
        };
        let grounds = [ground(&one, 6), ground(&one, 12), ground(&other, 24)];
        let found = |grounds: &[Ground]| alike(grounds, board, &looks(&one)).map(|(_, _, fine, _)| *fine);
        assert_eq!((found(&grounds), found(&grounds[2..])), (Some(12), None));
    }

    /// Promise: what goes on beyond a board fills its room, is the same ground on both sides of each edge, and shows none of the
    /// rim.
    #[test]
    fn the_ground_goes_on_beyond_a_board() {
        let room = Rect::from_min_size(pos2(10.0, 20.0), vec2(400.0, 200.0));
        for (size, cell) in [((30.0, 1.0), 13.0), ((9.0, 20.0), 10.0), ((12.0, 12.0), 9.0), ((4.0, 4.0), 80.0)] {
            let size = vec2(size.0, size.1);
            let field = Rect::from_center_size(room.center() + vec2(15.0, -9.0), size * cell);
            let parts = beyond(size, field, room);
            let around = parts.iter().fold(field, |all, (_, rect)| all.union(*rect));
            assert!(around.expand(0.01).contains_rect(room), "{size}: {around:?}");
            let rim = vec2(1.0, 1.0) / (size + Vec2::splat(2.0));
            for (part, rect) in parts {
                let ends = [part.min.x, part.max.x];
                assert!(ends.iter().all(|end| *end >= rim.x - 1e-4 && *end <= 1.0 - rim.x + 1e-4), "{part:?}");
                let is_next = (rect.left() - field.right()).abs() < 0.01;
                assert!(!is_next || part.min.x > part.max.x, "the next is mirrored");
            }
        }
    }
}
