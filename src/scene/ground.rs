//! The ground as painted sheets: what can be seen is painted beside the game, as large as it is seen, and what was
//! there before stays until all of it is ready. Nothing flickers when one comes nearer or a wall falls.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy::app::{App, PostUpdate};
use bevy::asset::Assets;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, Component, IntoScheduleConfigs, Query, Res, ResMut, Resource, With};
use bevy::image::Image;
use bevy::math::{Vec2, Vec3};
use bevy::sprite::{Anchor, Sprite};
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy::transform::components::Transform;
use tiny_skia::Pixmap;

use super::camera::place;
use super::figures::image;
use super::stir::Stir;
use super::{SceneSystems, Stage};
use crate::art::ground;
use crate::board::{Board, Square};
use crate::looks::{Face, Land, Shared};
use crate::machine;

/// Pixels of the side of a square of painted ground.
const SIZES: [u32; 7] = [8, 16, 32, 48, 64, 96, 128];
/// Pixels of a sheet on a side, about. Without threads the game stands still while one is painted.
const SHEET: u32 = if machine::HAS_THREADS { 1024 } else { 256 };
/// So many sheets are painted at once.
const AT_ONCE: usize = if machine::HAS_THREADS { 3 } else { 2 };
/// More sheets than these that nobody sees are not kept.
const KEPT: usize = if machine::HAS_THREADS { 24 } else { 256 };

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ground>().add_systems(PostUpdate, follow.in_set(SceneSystems::Follow));
}

/// A sheet: its ground, how fine it is, and its place among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Sheet {
    ground: u64,
    pixels: u32,
    column: i32,
    row: i32,
}

impl Sheet {
    /// Squares of a sheet on a side.
    const fn side(pixels: u32) -> i32 {
        (SHEET / pixels) as i32
    }

    /// Its first square, and how many squares it has across and down; with the rim of the board around it.
    fn squares(&self, board: &Board) -> (Square, (u32, u32)) {
        let side = Self::side(self.pixels);
        let from = Square::new(self.column * side - RIM, self.row * side - RIM);
        let left = |from: i32, whole: i32| (whole + RIM - from).clamp(0, side) as u32;
        (from, (left(from.x, board.width()), left(from.y, board.height())))
    }

    /// Every sheet of a board that reaches into the page.
    fn seen(ground: u64, pixels: u32, board: &Board, (first, last): (Vec2, Vec2)) -> Vec<Self> {
        let side = Self::side(pixels) as f32;
        let rim = RIM as f32;
        let most = |whole: i32| ((whole + 2 * RIM - 1) / Self::side(pixels)).max(0);
        let index = |at: f32, whole: i32| (((at + rim) / side).floor() as i32).clamp(0, most(whole));
        let columns = index(first.x, board.width())..=index(last.x, board.width());
        let rows = index(first.y, board.height())..=index(last.y, board.height());
        rows.flat_map(|row| columns.clone().map(move |column| Self { ground, pixels, column, row })).collect()
    }
}

/// Squares around a board that are painted, too.
const RIM: i32 = 1;

/// The sheets that lie there, and those that are being painted.
#[derive(Resource, Default)]
pub struct Ground {
    of: Option<(Arc<Board>, Shared<Land>, Shared<Face>)>,
    /// How many grounds there have been.
    number: u64,
    lie: HashMap<Sheet, Vec<Entity>>,
    painted: Vec<(Sheet, Task<Option<Painted>>)>,
    laid: u32,
    /// All that is seen of it lies there.
    is_whole: bool,
}

impl Ground {
    /// Whether all that is seen of the ground of this board lies there.
    pub fn lies(&self, board: &Arc<Board>) -> bool {
        self.is_whole && self.of.as_ref().is_some_and(|(known, ..)| Arc::ptr_eq(known, board))
    }
}

/// A piece of ground, and how far each of its pixels belongs to what stands there, if anything does.
type Painted = (Pixmap, Option<Vec<u8>>);

/// What stands there, above all tints of the ground and below everybody.
const STANDS: f32 = 1.25;

/// A sprite of what stands there.
#[derive(Component)]
struct Standing;

/// A picture of what stands there alone: all else of it is clear.
fn shown(painted: &Pixmap, stands: &[u8]) -> Image {
    let mut image = image(painted);
    let pixels = image.data.iter_mut().flat_map(|pixels| pixels.chunks_exact_mut(4));
    for (pixel, share) in pixels.zip(stands) {
        if let [.., alpha] = pixel {
            *alpha = (*alpha).min(*share);
        }
    }
    image
}

/// How fine the ground is painted where a square is so many pixels wide.
fn fine(pixels: f32) -> u32 {
    SIZES.into_iter().find(|size| *size as f32 >= pixels * 0.9).unwrap_or(SIZES[SIZES.len() - 1])
}

fn follow(
    stage: Res<Stage>,
    mut stir: ResMut<Stir>,
    mut ground: ResMut<Ground>,
    mut images: ResMut<Assets<Image>>,
    mut standing: Query<&mut Transform, With<Standing>>,
    mut commands: Commands,
) {
    // Without tints the ground shows as much, and drawing it twice would be for nothing.
    let scale = if stage.tints.is_empty() { Vec3::ZERO } else { Vec3::ONE };
    for mut at in standing.iter_mut().filter(|at| at.scale != scale) {
        at.scale = scale;
    }
    let ground = &mut *ground;
    let Some(board) = &stage.board else {
        ground.lie.drain().flat_map(|(_, sprites)| sprites).for_each(|entity| commands.entity(entity).despawn());
        ground.of = None;
        ground.painted.clear();
        return;
    };
    let (land, face) = (stage.looks.land(), stage.looks.face());
    let is_it = |(known, of, worn): &(_, _, _)| Arc::ptr_eq(known, board) && of == land && worn == face;
    if !ground.of.as_ref().is_some_and(is_it) {
        ground.of = Some((board.clone(), land.clone(), face.clone()));
        ground.number += 1;
        ground.painted.clear();
    }
    let pixels = fine(stage.aim.pixels());
    let seen = Sheet::seen(ground.number, pixels, board, stage.aim.seen());
    let wanted: HashSet<Sheet> = seen.iter().copied().collect();
    ground.painted.retain(|(sheet, _)| wanted.contains(sheet));
    let mut ready = Vec::new();
    ground.painted.retain_mut(|(sheet, task)| match check_ready(task) {
        Some(painted) => {
            ready.push((*sheet, painted));
            false
        }
        None => true,
    });
    for (sheet, painted) in ready {
        let mut sprites = Vec::new();
        if let Some((painted, stands)) = painted {
            let (from, (across, down)) = sheet.squares(board);
            ground.laid += 1;
            let mut lay = |image: Image, depth: f32| {
                // What was painted last lies on top.
                let at = place(Vec2::new(from.x as f32, from.y as f32), depth + ground.laid as f32 * 1e-5);
                let size = Some(Vec2::new(across as f32, down as f32));
                let sprite = Sprite { image: images.add(image), custom_size: size, ..Sprite::default() };
                (sprite, Anchor::TOP_LEFT, Transform::from_translation(at))
            };
            sprites.push(commands.spawn(lay(image(&painted), 0.0)).id());
            if let Some(stands) = stands {
                let (sprite, anchor, at) = lay(shown(&painted, &stands), STANDS);
                sprites.push(commands.spawn((Standing, sprite, anchor, at.with_scale(scale))).id());
            }
        }
        ground.lie.insert(sheet, sprites);
    }
    let pool = AsyncComputeTaskPool::get();
    for sheet in seen.iter().filter(|sheet| !ground.lie.contains_key(*sheet)).copied().collect::<Vec<_>>() {
        if ground.painted.len() >= AT_ONCE {
            break;
        }
        if ground.painted.iter().all(|(under_way, _)| *under_way != sheet) {
            let (board, land, face) = (board.clone(), land.clone(), face.clone());
            let (from, count) = sheet.squares(&board);
            let paint = move || ground::paint_apart(&board, (&land, &face), from, count, sheet.pixels);
            let task = pool.spawn(async move { paint() });
            ground.painted.push((sheet, task));
        }
    }
    stir.hurries |= !ground.painted.is_empty();
    ground.is_whole = seen.iter().all(|sheet| ground.lie.contains_key(sheet));
    if ground.is_whole {
        let hidden = ground.lie.len().saturating_sub(seen.len());
        let of_now = |sheet: &Sheet| sheet.ground == ground.number && sheet.pixels == pixels;
        let gone: Vec<Sheet> = ground
            .lie
            .keys()
            .filter(|sheet| !of_now(sheet) || hidden > KEPT && !wanted.contains(sheet))
            .copied()
            .collect();
        for sheet in gone {
            ground.lie.remove(&sheet).into_iter().flatten().for_each(|entity| commands.entity(entity).despawn());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Terrain;

    fn board(width: i32, height: i32) -> Board {
        Board::open(i64::from(width), i64::from(height), Terrain::open("open")).unwrap()
    }

    /// Promise: the sheets that are seen cover all of the page that is board, each square once, however near one is.
    #[test]
    fn sheets_cover_what_is_seen_once() {
        for (width, height) in [(1, 1), (20, 12), (60, 40), (256, 256)] {
            let board = board(width, height);
            for pixels in SIZES {
                let page = (Vec2::new(-5.0, -5.0), Vec2::new(width as f32 + 5.0, height as f32 + 5.0));
                let mut covered: HashMap<Square, u32> = HashMap::new();
                for sheet in Sheet::seen(1, pixels, &board, page) {
                    let (from, (across, down)) = sheet.squares(&board);
                    assert!(across * pixels <= SHEET + pixels && down * pixels <= SHEET + pixels);
                    for y in 0..down as i32 {
                        for x in 0..across as i32 {
                            *covered.entry(Square::new(from.x + x, from.y + y)).or_default() += 1;
                        }
                    }
                }
                assert_eq!(covered.len() as i32, (width + 2) * (height + 2), "{width}x{height} at {pixels}");
                assert!(covered.values().all(|times| *times == 1));
            }
        }
    }
}
