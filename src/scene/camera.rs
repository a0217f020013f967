//! The camera: looks at the field from above, so that a square is as large on the screen as the stage says.

use bevy::app::{App, PostUpdate, Startup};
use bevy::asset::Handle;
use bevy::camera::{Camera2d, OrthographicProjection, Projection, RenderTarget, ScalingMode};
use bevy::ecs::prelude::{Commands, Component, IntoScheduleConfigs, Query, Res, Resource, With};
use bevy::image::Image;
use bevy::math::{Vec2, Vec3};
use bevy::render::view::Msaa;
use bevy::transform::components::Transform;

use super::{SceneSystems, Stage};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, set_up).add_systems(PostUpdate, look.in_set(SceneSystems::Follow));
}

/// From where one looks at the field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// The square, with its fractions, in the middle of the page.
    pub middle: Vec2,
    /// How many points a square is on a side.
    pub cell: f32,
    /// How many pixels a point is.
    pub points: f32,
    /// The size of the page in squares.
    pub page: Vec2,
}

impl Aim {
    /// Pixels of a square on a side.
    pub fn pixels(&self) -> f32 {
        self.cell * self.points.max(0.25)
    }

    /// The first and the last square that can be seen.
    pub fn seen(&self) -> (Vec2, Vec2) {
        (self.middle - self.page / 2.0, self.middle + self.page / 2.0)
    }
}

/// The camera of the field.
#[derive(Component)]
pub struct Field;

/// What the scene is drawn on where there is no window.
#[derive(Resource)]
pub struct Canvas(pub Handle<Image>);

/// Places of the field in the world of the scene: one square is one unit, and down is down.
pub(super) fn place(at: Vec2, depth: f32) -> Vec3 {
    Vec3::new(at.x, -at.y, depth)
}

fn set_up(mut commands: Commands, canvas: Option<Res<Canvas>>) {
    // Nothing of the field has edges of its own: all of it is painted.
    let mut camera = commands.spawn((Camera2d, Field, Msaa::Off));
    if let Some(canvas) = canvas {
        camera.insert(RenderTarget::Image(canvas.0.clone().into()));
    }
}

/// The camera follows the stage.
fn look(stage: Res<Stage>, mut cameras: Query<(&mut Transform, &mut Projection), With<Field>>) {
    let aim = stage.aim;
    if aim.cell <= 0.0 || aim.page.y <= 0.0 {
        return;
    }
    for (mut transform, mut projection) in &mut cameras {
        let to = place(aim.middle, 0.0);
        if transform.translation != to {
            transform.translation = to;
        }
        // The page fills the window, whatever a point is there.
        let known = match &*projection {
            Projection::Orthographic(known) => Some(known.scaling_mode),
            _ => None,
        };
        let height = aim.page.y;
        let is_so = matches!(known, Some(ScalingMode::FixedVertical { viewport_height }) if viewport_height == height);
        if !is_so {
            let scaling_mode = ScalingMode::FixedVertical { viewport_height: height };
            *projection = Projection::Orthographic(OrthographicProjection {
                scaling_mode,
                ..OrthographicProjection::default_2d()
            });
        }
    }
}
