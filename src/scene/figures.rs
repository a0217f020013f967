//! Everybody on the field: a sprite each. Pictures are painted when they are first needed, a few a frame, at the size in which
//! they are seen, and kept until nobody has looked like that for a while.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::app::{App, PostUpdate};
use bevy::asset::{Assets, Handle, RenderAssetUsages};
use bevy::color::Color;
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Commands, Component, IntoScheduleConfigs, Query, Res, ResMut, Resource};
use bevy::image::{Image, ImageSampler};
use bevy::math::{Quat, Vec2};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Sprite;
use bevy::transform::components::Transform;
use tiny_skia::Pixmap;

use super::camera::place;
use super::stage::Look;
use super::{SceneSystems, Stage};
use crate::art::figures;
use crate::battle::Id;

/// Above the tints; each actor a little above the one before.
const DEPTH: f32 = 2.0;
const STEP: f32 = 0.001;
/// Pixels a side in which pictures are painted.
const SIZES: [u32; 8] = [24, 32, 48, 64, 96, 128, 192, 288];
/// So many pictures are painted in one frame at most: the others follow in the next.
const AT_ONCE: usize = 12;
/// More pictures than these are not kept.
const KEPT: usize = 1_500;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Gallery>().add_systems(PostUpdate, follow.in_set(SceneSystems::Follow));
}

/// The sprite of somebody.
#[derive(Component)]
struct Figured(Id);

/// The pictures that have been painted, by what they show and how large.
#[derive(Resource, Default)]
struct Gallery {
    pictures: HashMap<(Arc<Look>, u32), (Handle<Image>, u64)>,
    frame: u64,
}

/// The size in which to paint what is seen on so many pixels.
fn size(pixels: f32) -> u32 {
    SIZES.into_iter().find(|size| *size as f32 >= pixels * 0.95).unwrap_or(SIZES[SIZES.len() - 1])
}

impl Gallery {
    /// The picture of somebody; painted now if it may be, else the nearest that there is.
    fn picture(
        &mut self,
        look: &Arc<Look>,
        size: u32,
        left: &mut usize,
        images: &mut Assets<Image>,
    ) -> Option<Handle<Image>> {
        if let Some((known, seen)) = self.pictures.get_mut(&(look.clone(), size)) {
            *seen = self.frame;
            return Some(known.clone());
        }
        if *left == 0 {
            let other = |size: &u32| self.pictures.get(&(look.clone(), *size)).map(|(known, _)| known.clone());
            return SIZES.iter().find_map(other);
        }
        *left -= 1;
        let painted = look.painted(|figure| figures::paint(figure, size))?;
        let handle = images.add(image(&painted));
        self.pictures.insert((look.clone(), size), (handle.clone(), self.frame));
        Some(handle)
    }

    /// Lets go of what has not been seen for longest.
    fn tidy(&mut self) {
        if self.pictures.len() > KEPT {
            let mut seen: Vec<u64> = self.pictures.values().map(|(_, seen)| *seen).collect();
            seen.sort_unstable();
            let least = seen.get(seen.len() / 2).copied().unwrap_or(0);
            let frame = self.frame;
            self.pictures.retain(|_, (_, seen)| *seen > least || *seen == frame);
        }
    }
}

/// A painting as a texture, with a smaller copy of itself for each time that it is seen from twice as far.
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
    mut gallery: ResMut<Gallery>,
    mut images: ResMut<Assets<Image>>,
    mut sprites: Query<(Entity, &Figured, &mut Sprite, &mut Transform)>,
    mut commands: Commands,
) {
    gallery.frame += 1;
    let mut left = AT_ONCE;
    let mut wanted: HashMap<Id, usize> =
        stage.actors.iter().enumerate().map(|(index, actor)| (actor.id, index)).collect();
    let (first, last) = stage.aim.seen();
    let is_seen = |at: Vec2, size: f32| {
        let half = Vec2::splat(size / 2.0);
        (at + half).cmpge(first).all() && (at - half).cmple(last).all()
    };
    let mut dress = |index: usize, gallery: &mut Gallery| {
        let actor = stage.actors.get(index).filter(|actor| is_seen(actor.at, actor.size))?;
        let pixels = size(stage.aim.pixels() * actor.size);
        let image = gallery.picture(&actor.look, pixels, &mut left, &mut images)?;
        let [red, green, blue, alpha] = actor.tint;
        let transform = Transform::from_translation(place(actor.at, DEPTH + index as f32 * STEP))
            .with_rotation(Quat::from_rotation_z(actor.turned));
        let color = Color::srgba(red, green, blue, alpha);
        Some((Sprite { image, color, custom_size: Some(Vec2::splat(actor.size)), ..Sprite::default() }, transform))
    };
    for (entity, Figured(id), mut sprite, mut transform) in &mut sprites {
        match wanted.remove(id).and_then(|index| dress(index, &mut gallery)) {
            Some((now, there)) => {
                let is_same =
                    sprite.image == now.image && sprite.color == now.color && sprite.custom_size == now.custom_size;
                if !is_same {
                    *sprite = now;
                }
                if *transform != there {
                    *transform = there;
                }
            }
            None => commands.entity(entity).despawn(),
        }
    }
    let mut fresh: Vec<(Id, usize)> = wanted.into_iter().collect();
    fresh.sort_unstable_by_key(|(_, index)| *index);
    for (id, index) in fresh {
        if let Some((sprite, transform)) = dress(index, &mut gallery) {
            commands.spawn((Figured(id), sprite, transform));
        }
    }
    gallery.tidy();
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
