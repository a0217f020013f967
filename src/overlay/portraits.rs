//! What is painted of fighters and of the ground, as textures for panels, pictures and small boards: painted when it is first
//! wanted, a little a frame, and kept.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use bevy_egui::egui::emath::Rot2;
use bevy_egui::egui::{
    Color32, ColorImage, Context, Mesh, Painter, Pos2, Rect, TextureHandle, TextureOptions, Vec2, pos2, vec2,
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
/// Pixels a side in which they are painted.
const SIZES: [u32; 5] = [32, 48, 96, 160, 256];
/// Pixels of a square in which the ground is painted, and of a whole sheet at most.
const SQUARES: [u32; 6] = [6, 12, 24, 40, 64, 96];
const SHEET: u32 = 2_000;
/// Pixels a side of what flies.
const FLIGHT: u32 = 96;

/// The pass from which on small grounds are painted.
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
    /// In which pass how many were painted.
    pass: (u64, usize),
    /// In which pass a ground was painted last.
    ground_pass: u64,
}

/// What a ground is painted from: a board, what its land looks like, and the face.
type Painted = (Shared<Land>, Shared<Face>);

/// The ground of a board, so many pixels a square; nothing where it cannot be painted.
type Ground = (Arc<Board>, Painted, u32, Option<TextureHandle>);

/// A painting as a texture.
fn texture(context: &Context, name: &str, painted: &Pixmap) -> TextureHandle {
    let pixel = |pixel: &tiny_skia::PremultipliedColorU8| {
        Color32::from_rgba_premultiplied(pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
    };
    let size = [painted.width() as usize, painted.height() as usize];
    let image = ColorImage::new(size, painted.pixels().iter().map(pixel).collect());
    context.load_texture(name, image, TextureOptions::LINEAR)
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

    /// Whether one more may be painted in this pass.
    fn may_paint(&mut self, context: &Context) -> bool {
        let pass = context.cumulative_pass_nr();
        let done = if self.pass.0 == pass { self.pass.1 } else { 0 };
        if done >= AT_ONCE && !self.at_once {
            context.request_repaint();
            return false;
        }
        self.pass = (pass, done + 1);
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

    /// Draws all of a board as it lies on the page, with its rim.
    pub fn ground(&mut self, painter: &Painter, board: &Arc<Board>, looks: &Looks, view: &View) {
        let (width, height) = (board.width() as u32 + 2, board.height() as u32 + 2);
        let pixels = view.cell * painter.pixels_per_point();
        let most = SHEET / width.max(height).max(1);
        let fine = SQUARES.into_iter().find(|size| *size as f32 >= pixels * 0.9).unwrap_or(96).min(most.max(4));
        let is_it = |(of, from, size, _): &&Ground| Arc::ptr_eq(of, board) && is_from(from, looks) && *size == fine;
        let known = self.grounds.iter().find(is_it).map(|(.., texture)| texture.clone());
        let found = known.unwrap_or_else(|| {
            let of = (looks.land(), looks.face());
            let painted = ground::paint(board, (of.0, of.1), Square::new(-1, -1), (width, height), fine);
            let made = painted.map(|painted| texture(painter.ctx(), "ground", &painted));
            if self.grounds.len() >= MOST_GROUNDS {
                self.grounds.drain(..1);
            }
            // What cannot be painted is not tried again.
            self.grounds.push((board.clone(), (of.0.clone(), of.1.clone()), fine, made.clone()));
            made
        });
        if let Some(found) = found {
            let from = view.corner(Square::new(-1, -1));
            let size = vec2(width as f32, height as f32) * view.cell;
            painter.image(found.id(), Rect::from_min_size(from, size), WHOLE, Color32::WHITE);
        }
    }
}

/// Whether a ground is painted from these looks.
fn is_from((land, face): &Painted, looks: &Looks) -> bool {
    land == looks.land() && face == looks.face()
}

/// More grounds than these are not kept.
const MOST_GROUNDS: usize = 40;
