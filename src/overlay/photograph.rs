//! A picture of the whole window as a graphics card draws it, without a window: the field as a scene, the panels over it.

use bevy::DefaultPlugins;
use bevy::app::{App, PluginGroup, PluginsState};
use bevy::asset::{Assets, RenderAssetUsages};
use bevy::ecs::prelude::{On, ResMut, Resource};
use bevy::image::Image;
use bevy::log::LogPlugin;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::utils::default;
use bevy::window::{ExitCondition, WindowPlugin};
use bevy::winit::WinitPlugin;
use bevy_egui::{EguiContext, EguiPlugin};

use std::time::Duration;

use super::hand::Hand;
use super::layers::Layers;
use super::picture::Picture;
use super::screen::{self, Opening, Overlay};
use super::view::FieldView;
use super::{drawing, enlarged, hushed};
use crate::battle::{BattlePlugin, Id};
use crate::scene::{Canvas, Stir};

/// So many frames are drawn at least, since sizes are guessed first, and at most, while the ground is being painted.
const FRAMES: std::ops::Range<usize> = 10..4_000;
/// So many frames the picture may take on its way back from the card.
const WAY_BACK: usize = 400;
/// The time of a frame, for those who paint beside it.
const FRAME: Duration = Duration::from_millis(4);

/// The picture, once the card has handed it back.
#[derive(Resource, Default)]
struct Taken(Option<Image>);

/// The window with these layers, and with the panel of this target. Everything on it is at rest, and nobody decides anything
/// while it is drawn.
///
/// # Errors
/// With why nothing can be drawn: there is no graphics driver.
pub fn photograph(
    opening: Opening,
    (width, height): (u32, u32),
    shows: (Layers, Option<Id>),
) -> Result<Picture, String> {
    let taken = hushed(default(), || taken(opening, (width, height), shows))?;
    let picture = taken.ok_or("the graphics driver hands no picture back")?;
    let bytes = picture.data.unwrap_or_default();
    Ok(Picture::of_bytes(width as usize, &bytes))
}

fn taken(opening: Opening, (width, height): (u32, u32), (layers, target): (Layers, Option<Id>)) -> Option<Image> {
    let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
    let render = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(window).set(render).disable::<WinitPlugin>().disable::<LogPlugin>());
    app.add_plugins((EguiPlugin::default(), BattlePlugin)).init_resource::<Taken>();
    screen::lay(app.world_mut(), opening);
    if let Some(mut overlay) = app.world_mut().get_resource_mut::<Overlay>() {
        overlay.edit::<FieldView>().staged = true;
        *overlay.edit::<Layers>() = layers;
        overlay.edit::<Hand>().aim_at(target);
    }
    drawing(&mut app);
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let (format, usages) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
    let mut image = Image::new_fill(size, TextureDimension::D2, &[0; 4], format, usages);
    image.texture_descriptor.usage |= TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC;
    let canvas = app.world_mut().get_resource_mut::<Assets<Image>>()?.add(image);
    app.insert_resource(Canvas(canvas.clone()));
    while app.plugins_state() == PluginsState::Adding {
        std::thread::sleep(FRAME);
    }
    app.finish();
    app.cleanup();
    app.update();
    let times = enlarged(width as f32, height as f32);
    let mut contexts = app.world_mut().query::<&mut EguiContext>();
    contexts.iter_mut(app.world_mut()).for_each(|mut context| context.get_mut().set_zoom_factor(times));
    let mut calm = 0;
    for frame in 0..FRAMES.end {
        app.update();
        let paints = app.world().get_resource::<Stir>().is_some_and(|stir| stir.hurries);
        calm = if paints { 0 } else { calm + 1 };
        if frame >= FRAMES.start && calm > FRAMES.start {
            break;
        }
        if paints {
            std::thread::sleep(FRAME);
        }
    }
    app.world_mut().spawn(Screenshot::image(canvas)).observe(
        |captured: On<'_, '_, ScreenshotCaptured>, mut taken: ResMut<'_, Taken>| {
            taken.0 = Some(captured.image.clone());
        },
    );
    for _ in 0..WAY_BACK {
        app.update();
        let taken = app.world_mut().get_resource_mut::<Taken>().and_then(|mut taken| taken.0.take());
        if taken.is_some() {
            return taken;
        }
        std::thread::sleep(FRAME);
    }
    None
}
