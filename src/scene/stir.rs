//! What moves by itself: water, clouds, fire, and those who fade away. It moves only while the stage says that it may; a field
//! at rest stands still and costs nothing.

use bevy::app::{App, PostUpdate};
use bevy::ecs::prelude::{IntoScheduleConfigs, Res, ResMut, Resource};
use bevy::time::{Real, Time};

use super::{SceneSystems, Stage};

/// No frame moves anything on by more seconds than this.
const LONGEST: f32 = 0.1;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Stir>();
    app.add_systems(PostUpdate, go_on.after(SceneSystems::Set).before(SceneSystems::Follow));
}

/// How far what moves by itself has come, and whether anything does.
#[derive(Resource, Debug, Default)]
pub struct Stir {
    /// Its seconds: they stand still while nothing may move.
    pub clock: f32,
    /// The seconds that the last frame took, however little moves.
    pub passed: f32,
    /// Something in view would move, if it may.
    pub has_any: bool,
    /// Something fades away or is still being painted, and wants frames soon.
    pub hurries: bool,
}

fn go_on(stage: Res<Stage>, time: Option<Res<Time<Real>>>, mut stir: ResMut<Stir>) {
    let passed = time.map_or(0.0, |time| time.delta_secs()).min(LONGEST);
    stir.passed = passed;
    if stage.stirs {
        stir.clock += passed;
    }
    (stir.has_any, stir.hurries) = (false, false);
}
