//! The table that the field lies on, as the face of the game wants it, and the shadow of the field on it.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use bevy::app::{App, PostUpdate};
use bevy::asset::{Assets, Handle, RenderAssetUsages};
use bevy::camera::ClearColor;
use bevy::color::Color;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, IntoScheduleConfigs, Res, ResMut, Resource};
use bevy::image::{Image, ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::math::Vec2;
use bevy::mesh::{Indices, Mesh, Mesh2d, PrimitiveTopology};
use bevy::sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d};
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy::transform::components::Transform;
use tiny_skia::Pixmap;

use super::camera::place;
use super::figures::image;
use super::stir::Stir;
use super::{SceneSystems, Stage};
use crate::art::ground;
use crate::board::Board;
use crate::looks::{Face, Shared};
use crate::machine;

/// Below the ground: the table, then the shadow on it.
const DEPTH: f32 = -2.0;
const SHADOW: f32 = -1.0;
/// Pixels of a square of table on a side.
const PIXELS: u32 = if machine::HAS_THREADS { 768 } else { 384 };
/// A square of table beside the longer side of the field; and the table beside it, which nobody sees the end of.
const SQUARE: f32 = 0.6;
const TABLE: f32 = 9.0;
/// The paper reaches so far past the field, in squares.
const PAPER: f32 = 0.2;
/// How dark the shadow is below the field, and the corners of the room.
const DARK: f32 = 0.62;
const DUSK: f32 = 0.5;
/// The colour behind everything where no field is seen.
const NOTHING: [u8; 3] = [0x1b, 0x1d, 0x22];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Table>().add_systems(PostUpdate, lay.in_set(SceneSystems::Follow));
}

/// The table that lies there.
#[derive(Resource, Default)]
struct Table {
    /// In which face, under a field of how many squares.
    of: Option<(Shared<Face>, (i32, i32))>,
    laid: Vec<Entity>,
    painted: Option<(Shared<Face>, Handle<Image>)>,
    under_way: Option<(Shared<Face>, Task<Option<Pixmap>>)>,
}

/// Lays the table when the field or the face is another.
fn lay(
    stage: Res<Stage>,
    mut stir: ResMut<Stir>,
    mut table: ResMut<Table>,
    mut behind: ResMut<ClearColor>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    let of = |board: &Arc<Board>| (stage.looks.face().clone(), (board.width(), board.height()));
    let wanted = stage.board.as_ref().map(of);
    let [red, green, blue] = wanted.as_ref().map_or(NOTHING, |(face, _)| face.table.colours.0.0);
    let colour = Color::srgb_u8(red, green, blue);
    if behind.0 != colour {
        behind.0 = colour;
    }
    if table.of == wanted {
        return;
    }
    table.laid.drain(..).for_each(|entity| commands.entity(entity).despawn());
    let Some((face, size)) = wanted.clone() else {
        table.of = wanted;
        return;
    };
    if table.painted.as_ref().is_none_or(|(known, _)| *known != face) {
        let table = &mut *table;
        if table.under_way.as_ref().is_none_or(|(known, _)| *known != face) {
            let of = face.clone();
            let task = AsyncComputeTaskPool::get().spawn(async move { ground::table(&of, PIXELS) });
            table.under_way = Some((face.clone(), task));
        }
        let Some(painted) = table.under_way.as_mut().and_then(|(_, task)| check_ready(task)) else {
            stir.hurries = true;
            return;
        };
        table.under_way = None;
        if let Some(painted) = painted {
            table.painted = Some((face, images.add(repeated(&painted))));
        }
    }
    table.of = wanted;
    let Some((_, picture)) = &table.painted else { return };
    let size = Vec2::new(size.0 as f32, size.1 as f32);
    let wood = ColorMaterial { texture: Some(picture.clone()), alpha_mode: AlphaMode2d::Opaque, ..Default::default() };
    let shade = ColorMaterial { alpha_mode: AlphaMode2d::Blend, ..ColorMaterial::default() };
    let parts = [(top(size), wood, DEPTH), (shadow(size), shade, SHADOW)];
    table.laid = parts
        .map(|(mesh, material, depth)| {
            let at = Transform::from_translation(place(Vec2::ZERO, depth));
            commands.spawn((Mesh2d(meshes.add(mesh)), MeshMaterial2d(materials.add(material)), at)).id()
        })
        .to_vec();
}

/// A painting that goes on over its borders.
pub(super) fn repeated(painted: &Pixmap) -> Image {
    let mut image = image(painted);
    let mode = ImageAddressMode::Repeat;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: mode,
        address_mode_v: mode,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

/// A mesh in the squares of the field, whose places go down as squares do.
pub(super) fn mesh(places: &[Vec2], corners: Vec<u32>) -> Mesh {
    let places: Vec<[f32; 3]> = places.iter().map(|at| place(*at, 0.0).to_array()).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_indices(Indices::U32(corners))
}

/// The table itself: a frame around the field with its painting over and over on it. Nothing of it is seen below the field, and
/// drawing it there would be as dear as all the rest where the processor draws.
fn top(size: Vec2) -> Mesh {
    let long = size.max_element();
    let corners = [Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)];
    let outer = corners.map(|corner| size / 2.0 + corner * long * TABLE);
    let inner = corners.map(|corner| size / 2.0 * (Vec2::ONE + corner));
    let places = [outer, inner].concat();
    let uvs: Vec<[f32; 2]> = places.iter().map(|at| (*at / (long * SQUARE).max(6.0)).to_array()).collect();
    let sides = (0..4).flat_map(|at| {
        let next = (at + 1) % 4;
        [at, 4 + next, next, at, 4 + at, 4 + next]
    });
    mesh(&places, sides.collect()).with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
}

/// Where a ring round the field goes that is so far away from its paper: round at the corners.
fn ring(size: Vec2, away: f32, shift: Vec2) -> Vec<Vec2> {
    const BENDS: usize = 6;
    let corners = [(1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)];
    // Below the paper its corners are sharp.
    let inward = Vec2::splat(PAPER + away.min(0.0));
    let (low, high) = (-inward, size + inward);
    let places = corners.iter().enumerate().flat_map(|(corner, (x, y))| {
        let at = low + (high - low) * Vec2::new(*x, *y);
        (0..=BENDS).map(move |bend| {
            let turn = FRAC_PI_2 * (corner as f32 + bend as f32 / BENDS as f32);
            at + Vec2::from_angle(turn) * away.max(0.0)
        })
    });
    places.map(|at| at + shift).collect()
}

/// The shadow of the field, to the lower right of it, and the dusk around it: rings, each as dark as it is far.
fn shadow(size: Vec2) -> Mesh {
    let long = size.max_element();
    let deep = (long * 0.03).clamp(0.4, 3.0);
    let (mut places, mut colours, mut corners) = (Vec::new(), Vec::new(), Vec::<u32>::new());
    let mut rings = |rings: &[(f32, f32)], shift: Vec2| {
        for (index, (away, dark)) in rings.iter().enumerate() {
            let ring = ring(size, *away, shift);
            let count = ring.len() as u32;
            let first = places.len() as u32;
            places.extend(ring);
            colours.extend(vec![[0.012, 0.010, 0.016, *dark]; count as usize]);
            if index > 0 {
                let before = first - count;
                corners.extend((0..count).flat_map(|at| {
                    let next = (at + 1) % count;
                    [before + at, first + at, first + next, before + at, first + next, before + next]
                }));
            }
        }
    };
    let soft = |step: usize| {
        let share = step as f32 / 8.0;
        (deep * (share * 1.9 - 0.9), DARK * (1.0 - share * share * (3.0 - 2.0 * share)))
    };
    rings(&(0..=8).map(soft).collect::<Vec<_>>(), Vec2::new(0.55, 0.75) * deep);
    let dusk = [(0.0, 0.0), (long * 0.10, 0.06), (long * 0.28, 0.20), (long * 0.6, 0.38), (long * TABLE, DUSK)];
    rings(&dusk, Vec2::ZERO);
    mesh(&places, corners).with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: the shadow goes all round a field and is dark where it touches it, and nowhere once it is past.
    #[test]
    fn rings_go_round_the_field_outside_of_it() {
        let size = Vec2::new(20.0, 12.0);
        for away in [0.5, 3.0] {
            let ring = ring(size, away, Vec2::ZERO);
            let outside = |at: &Vec2| {
                let gap = (-*at).max(*at - size).max(Vec2::ZERO);
                gap.length()
            };
            assert!(ring.iter().all(|at| outside(at) >= away), "{ring:?}");
            let turns: f32 = (0..ring.len())
                .map(|index| {
                    let (from, to) = (ring[index] - size / 2.0, ring[(index + 1) % ring.len()] - size / 2.0);
                    from.angle_to(to)
                })
                .sum();
            assert!((turns.abs() - std::f32::consts::TAU).abs() < 1e-3, "it goes round once: {turns}");
        }
    }
}
