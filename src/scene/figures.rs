//! Everybody on the field: a sprite each. Pictures are painted when they are first needed, a few a frame, as large as they are
//! seen. Whoever leaves the field fades away.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::app::{App, PostUpdate};
use bevy::asset::{Assets, RenderAssetUsages};
use bevy::color::{Alpha, Color};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, Component, IntoScheduleConfigs, Local, Query, Res, ResMut, Without};
use bevy::image::{Image, ImageSampler};
use bevy::math::{Quat, Vec2};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Sprite;
use bevy::transform::components::Transform;
use tiny_skia::Pixmap;

use super::atlas::{Atlas, Lies};
use super::camera::place;
use super::stage::Look;
use super::stir::Stir;
use super::{SceneSystems, Stage};
use crate::art::figures;
use crate::battle::Id;
use crate::board::Board;

/// Above the tints; each actor a little above the one before.
const DEPTH: f32 = 2.0;
const STEP: f32 = 0.001;
/// Pixels across of pictures as they are painted.
const SIZES: [u32; 8] = [24, 32, 48, 64, 96, 128, 192, 288];
/// So many pictures are painted in one frame at most: the others follow in the next.
const AT_ONCE: usize = 12;
/// Seconds until somebody who has left has faded away.
const FADE: f32 = 0.45;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (follow, fade).chain().in_set(SceneSystems::Follow));
}

/// The sprite of somebody.
#[derive(Component)]
struct Figured(Id);

/// Somebody who has left, and for how many seconds they are still seen.
#[derive(Component)]
struct Leaves(f32);

/// The size to paint what is seen on so many pixels.
fn size(pixels: f32) -> u32 {
    SIZES.into_iter().find(|size| *size as f32 >= pixels * 0.95).unwrap_or(SIZES[SIZES.len() - 1])
}

/// The picture of somebody; painted now if it may be, else the nearest that there is.
fn picture(
    atlas: &mut Atlas,
    look: &Arc<Look>,
    size: u32,
    left: &mut usize,
    images: &mut Assets<Image>,
) -> Option<Lies> {
    if let Some(known) = atlas.find(look, size) {
        return Some(known);
    }
    if *left == 0 {
        return SIZES.iter().find_map(|other| atlas.find(look, *other));
    }
    *left -= 1;
    let painted = look.painted(|figure| figures::paint(figure, size))?;
    atlas.put(look, &painted, images)
}

/// A painting as a texture.
pub(super) fn image(painted: &Pixmap) -> Image {
    let size = Extent3d { width: painted.width(), height: painted.height(), depth_or_array_layers: 1 };
    let pixels = painted.pixels().iter().flat_map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    });
    let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    let mut image = Image::new(size, TextureDimension::D2, pixels.collect(), format, usage);
    image.sampler = ImageSampler::linear();
    image
}

/// Every sprite comes in line with the stage.
fn follow(
    stage: Res<Stage>,
    mut stir: ResMut<Stir>,
    mut atlas: Local<Atlas>,
    mut board: Local<Option<Arc<Board>>>,
    mut images: ResMut<Assets<Image>>,
    mut sprites: Query<(Entity, &Figured, &mut Sprite, &mut Transform), Without<Leaves>>,
    mut commands: Commands,
) {
    atlas.begin();
    let is_same_field = board.as_ref().map(Arc::as_ptr) == stage.board.as_ref().map(Arc::as_ptr);
    if !is_same_field {
        board.clone_from(&stage.board);
    }
    let mut left = AT_ONCE;
    let mut wanted: HashMap<Id, usize> =
        stage.actors.iter().enumerate().map(|(index, actor)| (actor.id, index)).collect();
    let (first, last) = stage.aim.seen();
    let is_seen = |at: Vec2, size: f32| {
        let half = Vec2::splat(size / 2.0);
        (at + half).cmpge(first).all() && (at - half).cmple(last).all()
    };
    let mut dress = |index: usize, atlas: &mut Atlas| {
        let actor = stage.actors.get(index).filter(|actor| is_seen(actor.at, actor.size))?;
        let pixels = size(stage.aim.pixels() * actor.size);
        let Lies { image, room } = picture(atlas, &actor.look, pixels, &mut left, &mut images)?;
        let [red, green, blue, alpha] = actor.tint;
        let transform = Transform::from_translation(place(actor.at, DEPTH + index as f32 * STEP))
            .with_rotation(Quat::from_rotation_z(actor.turned));
        let color = Color::srgba(red, green, blue, alpha);
        let custom_size = Some(Vec2::splat(actor.size));
        Some((Sprite { image, rect: Some(room), color, custom_size, ..Sprite::default() }, transform))
    };
    for (entity, Figured(id), mut sprite, mut transform) in &mut sprites {
        let index = wanted.remove(id);
        match index.and_then(|index| dress(index, &mut atlas)) {
            Some((now, there)) => {
                let is_same = sprite.image == now.image
                    && sprite.rect == now.rect
                    && sprite.color == now.color
                    && sprite.custom_size == now.custom_size;
                if !is_same {
                    *sprite = now;
                }
                if *transform != there {
                    *transform = there;
                }
            }
            None if index.is_none() && is_same_field && stage.moves => {
                commands.entity(entity).insert(Leaves(FADE));
            }
            None => commands.entity(entity).despawn(),
        }
    }
    let mut fresh: Vec<(Id, usize)> = wanted.into_iter().collect();
    fresh.sort_unstable_by_key(|(_, index)| *index);
    for (id, index) in fresh {
        if let Some((sprite, transform)) = dress(index, &mut atlas) {
            commands.spawn((Figured(id), sprite, transform));
        }
    }
    // Others may wait for their picture.
    stir.hurries |= left == 0;
}

/// Whoever has left grows faint, and is gone.
fn fade(mut stir: ResMut<Stir>, mut leaving: Query<(Entity, &mut Leaves, &mut Sprite)>, mut commands: Commands) {
    for (entity, mut leaves, mut sprite) in &mut leaving {
        leaves.0 -= stir.passed;
        if leaves.0 <= 0.0 {
            commands.entity(entity).despawn();
        } else {
            stir.hurries = true;
            sprite.color.set_alpha(leaves.0 / FADE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    /// Promise: nobody is seen larger than they were painted, as long as there is a size for it.
    #[test]
    fn a_picture_is_painted_at_least_as_large_as_it_is_seen() {
        for pixels in 8..=280 {
            let painted = size(pixels as f32);
            assert!(painted as f32 >= pixels as f32 * 0.95 && (painted as f32) < pixels as f32 * 2.2 + 24.0);
        }
        assert_eq!(size(5_000.0), 288);
    }
}
