//! Light on water: two nets of it that glide over each other, as long as anything may move.

use std::collections::HashSet;
use std::sync::Arc;

use bevy::app::{App, PostUpdate};
use bevy::asset::{Assets, Handle};
use bevy::color::Color;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, IntoScheduleConfigs, Res, ResMut, Resource};
use bevy::image::Image;
use bevy::math::{Affine2, Vec2};
use bevy::mesh::{Mesh, Mesh2d};
use bevy::sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d};
use bevy::transform::components::Transform;

use super::camera::place;
use super::stir::Stir;
use super::table::{mesh, repeated};
use super::{SceneSystems, Stage};
use crate::art::ground;
use crate::board::{Board, Square};

/// Above the ground, below the tints.
const DEPTH: f32 = 0.5;
/// Squares of water that a net covers, and its pixels.
const NET: f32 = 4.0;
const PIXELS: u32 = 256;
/// Where each net glides, in nets a second, and how bright it is.
const DRIFTS: [(Vec2, f32); 2] = [(Vec2::new(0.011, 0.017), 0.26), (Vec2::new(-0.015, 0.008), 0.20)];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Water>().add_systems(PostUpdate, follow.in_set(SceneSystems::Follow));
}

/// The water of the field.
#[derive(Resource, Default)]
struct Water {
    of: Option<Arc<Board>>,
    /// The part of the field that has any, from its first to its last square.
    lies: Option<(Vec2, Vec2)>,
    laid: Vec<Entity>,
    nets: Vec<Handle<ColorMaterial>>,
    /// Where the nets were brought last.
    clock: f32,
}

fn follow(
    stage: Res<Stage>,
    mut water: ResMut<Water>,
    mut stir: ResMut<Stir>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    if water.of.as_ref().map(Arc::as_ptr) != stage.board.as_ref().map(Arc::as_ptr) {
        water.of.clone_from(&stage.board);
        water.laid.drain(..).for_each(|entity| commands.entity(entity).despawn());
        let wet = stage.board.as_ref().map(|board| ground::water(board, stage.looks.land())).unwrap_or_default();
        let ends = |fold: fn(Vec2, Vec2) -> Vec2| wet.iter().map(|at| Vec2::new(at.x as f32, at.y as f32)).reduce(fold);
        water.lies = ends(Vec2::min).zip(ends(Vec2::max)).map(|(first, last)| (first, last + Vec2::ONE));
        if let (Some(board), false) = (&stage.board, wet.is_empty()) {
            if water.nets.is_empty() {
                water.nets = nets(&mut images, &mut materials);
            }
            let surface = meshes.add(surface(board, &wet));
            let lay = |(index, net): (usize, &Handle<ColorMaterial>)| {
                let at = Transform::from_translation(place(Vec2::ZERO, DEPTH + index as f32 * 0.01));
                commands.spawn((Mesh2d(surface.clone()), MeshMaterial2d(net.clone()), at)).id()
            };
            water.laid = water.nets.iter().enumerate().map(lay).collect();
        }
    }
    let (first, last) = stage.aim.seen();
    if water.lies.is_none_or(|(from, to)| from.cmpgt(last).any() || to.cmplt(first).any()) {
        return;
    }
    stir.has_any = true;
    if std::mem::replace(&mut water.clock, stir.clock) != stir.clock {
        for (net, (drift, _)) in water.nets.iter().zip(DRIFTS) {
            if let Some(mut material) = materials.get_mut(net) {
                material.uv_transform = Affine2::from_translation((drift * stir.clock).fract());
            }
        }
    }
}

/// The two nets of light.
fn nets(images: &mut Assets<Image>, materials: &mut Assets<ColorMaterial>) -> Vec<Handle<ColorMaterial>> {
    let nets = DRIFTS.iter().enumerate().filter_map(|(which, (_, bright))| {
        let texture = Some(images.add(repeated(&ground::glints(PIXELS, which as u32)?)));
        let color = Color::srgba(1.0, 1.0, 1.0, *bright);
        Some(materials.add(ColorMaterial { color, texture, alpha_mode: AlphaMode2d::Blend, ..Default::default() }))
    });
    nets.collect()
}

/// Every square of water, in four triangles that grow faint towards the shore.
fn surface(board: &Board, wet: &[Square]) -> Mesh {
    let all: HashSet<Square> = wet.iter().copied().collect();
    let is_wet = |x: i32, y: i32| {
        let square = Square::new(x, y);
        all.contains(&square) || !board.contains(square)
    };
    let (mut places, mut colours, mut corners) = (Vec::new(), Vec::new(), Vec::new());
    for square in wet {
        let first = places.len() as u32;
        for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
            let (x, y) = (square.x + x, square.y + y);
            let is_deep = [(0, 0), (-1, 0), (0, -1), (-1, -1)].iter().all(|(left, up)| is_wet(x + left, y + up));
            places.push(Vec2::new(x as f32, y as f32));
            colours.push([1.0, 1.0, 1.0, if is_deep { 1.0 } else { 0.0 }]);
        }
        places.push(Vec2::new(square.x as f32 + 0.5, square.y as f32 + 0.5));
        colours.push([1.0; 4]);
        corners.extend((0..4).flat_map(|at| [first + at, first + 4, first + (at + 1) % 4]));
    }
    let uvs: Vec<[f32; 2]> = places.iter().map(|at| (*at / NET).to_array()).collect();
    mesh(&places, corners)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
}
