//! The battlefield as a Bevy scene: a table, on it the ground as painted sheets, light on its water, tints of layers as a
//! mesh over it, clouds and stains, everybody as a sprite.
//! The scene knows the battle only as a [`Stage`]: what is seen now, from where. Whoever shows a battle sets the stage once a
//! frame; every plugin here brings what it shows in line with it. Nothing of it is drawn by egui, which only lies over it.

mod air;
mod atlas;
mod camera;
mod figures;
mod ground;
mod stage;
mod stir;
mod table;
mod tints;
mod water;

use bevy::app::{App, Plugin, PostUpdate};
use bevy::asset::AssetEventSystems;
use bevy::camera::CameraUpdateSystems;
use bevy::ecs::schedule::{IntoScheduleConfigs, SystemSet};
use bevy::transform::TransformSystems;

pub use air::chance;
pub use camera::{Aim, Canvas};
pub use ground::Ground;
pub use stage::{Actor, Dust, Hue, Look, Stage, Stain};
pub use stir::Stir;

/// When the scene is brought in line with the stage, in `PostUpdate`: what the panels show is known by then.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SceneSystems {
    /// Whoever shows a battle sets the stage.
    Set,
    /// The plugins of the scene follow it.
    Follow,
}

/// Everything that is drawn of the field.
pub struct ScenePlugin;

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Stage>();
        let order = (SceneSystems::Set, SceneSystems::Follow).chain();
        // Pictures and meshes reach the card in the frame that makes them.
        let order = order.before(CameraUpdateSystems).before(TransformSystems::Propagate).before(AssetEventSystems);
        app.configure_sets(PostUpdate, order);
        app.add_plugins((stir::plugin, camera::plugin, table::plugin, ground::plugin, water::plugin));
        app.add_plugins((tints::plugin, air::plugin, figures::plugin));
    }
}
