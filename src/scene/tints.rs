//! What layers lay over the ground: one mesh, coloured square by square.

use bevy::app::{App, PostUpdate};
use bevy::asset::{Assets, RenderAssetUsages};
use bevy::color::{Color, ColorToComponents, LinearRgba};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, Component, IntoScheduleConfigs, Local, Query, Res, ResMut, With};
use bevy::mesh::{Indices, Mesh, Mesh2d, PrimitiveTopology};
use bevy::sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d};
use bevy::transform::components::Transform;
use std::sync::Arc;

use super::camera::place;
use super::stage::Hue;
use super::{SceneSystems, Stage};
use crate::board::Square;
use std::collections::BTreeMap;

/// Above the ground, below everybody.
const DEPTH: f32 = 1.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, lay.in_set(SceneSystems::Follow));
}

/// The mesh of the tints.
#[derive(Component)]
struct Tinted;

/// What was laid last.
type Known = Option<Arc<BTreeMap<Square, Vec<Hue>>>>;

fn lay(
    stage: Res<Stage>,
    mut known: Local<Known>,
    laid: Query<Entity, With<Tinted>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    if known.as_ref().is_some_and(|known| Arc::ptr_eq(known, &stage.tints)) {
        return;
    }
    *known = Some(stage.tints.clone());
    laid.iter().for_each(|entity| commands.entity(entity).despawn());
    if stage.tints.is_empty() {
        return;
    }
    let mesh = meshes.add(mesh(&stage.tints));
    let material = materials.add(ColorMaterial { alpha_mode: AlphaMode2d::Blend, ..ColorMaterial::default() });
    let at = Transform::from_translation(place(bevy::math::Vec2::ZERO, DEPTH));
    commands.spawn((Tinted, Mesh2d(mesh), MeshMaterial2d(material), at));
}

/// One colour over the other, until one is left.
fn mixed(hues: &[Hue]) -> [f32; 4] {
    let mut mixed = [0.0_f32; 4];
    for ([red, green, blue], strength) in hues {
        let over = LinearRgba::from(Color::srgb_u8(*red, *green, *blue)).to_f32_array();
        let left = mixed[3] * (1.0 - strength);
        let whole = left + strength;
        for channel in 0..3 {
            mixed[channel] = (mixed[channel] * left + over[channel] * strength) / whole.max(f32::EPSILON);
        }
        mixed[3] = whole;
    }
    mixed
}

/// Two triangles a square.
fn mesh(tints: &BTreeMap<Square, Vec<Hue>>) -> Mesh {
    let (mut places, mut colours, mut corners) = (Vec::new(), Vec::new(), Vec::new());
    for (square, hues) in tints {
        let first = places.len() as u32;
        let (x, y) = (square.x as f32, -(square.y as f32));
        places.extend([[x, y, 0.0], [x + 1.0, y, 0.0], [x + 1.0, y - 1.0, 0.0], [x, y - 1.0, 0.0]]);
        colours.extend([mixed(hues); 4]);
        corners.extend([0, 2, 1, 0, 3, 2].map(|corner| first + corner));
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(corners))
}
