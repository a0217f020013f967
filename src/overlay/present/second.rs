//! The window of those who look on: opened and closed as the presenter wishes, with a camera and a page of its own. While there
//! is none, nothing of it is there.

use bevy::app::{App, PreUpdate, Update};
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{Camera2d, RenderTarget};
use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::{Component, IntoScheduleConfigs, Query, Resource, With, Without, World};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::render::view::Msaa;
use bevy::utils::default;
use bevy::window::{
    ClosingWindow, Monitor, MonitorSelection, OnMonitor, PresentMode, PrimaryWindow, Window, WindowMode,
    WindowPosition, WindowRef,
};
use bevy_egui::{
    EguiContext, EguiContextSettings, EguiInputSystemSettings, EguiManagedTextures, EguiPreUpdateSet, EguiSchedule,
    egui,
};

use super::Presenter;
use super::audience::{Audience, Said, page};
use crate::machine;
use crate::overlay::screen::Overlay;
use crate::overlay::{act, enlarged};

/// Points of the window across and down, until somebody makes it larger.
const SIZE: (u32, u32) = (1_280, 760);

/// Marks the page of those who look on: keys, size and screen reader of the presenter's page are not theirs.
#[derive(Component)]
pub struct LooksOn;

/// When their page is drawn.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct AudiencePass;

/// The window and its camera, while it is open.
#[derive(Resource)]
struct Second {
    window: Entity,
    camera: Entity,
}

/// Opens and closes the window, and draws its page.
pub fn plugin(app: &mut App) {
    if !machine::HAS_WINDOWS {
        return;
    }
    app.add_systems(Update, tend.after(act))
        .add_systems(PreUpdate, enlarge.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass))
        .add_systems(AudiencePass, draw);
}

/// The window is there as long as the presenter wants it, and nobody has closed it.
fn tend(world: &mut World) {
    let is_wanted = world.get_resource::<Overlay>().is_some_and(|overlay| overlay.of::<Presenter>().audience);
    let there = world.get_resource::<Second>().map(|second| (second.window, second.camera));
    match there {
        None if is_wanted => open(world),
        None => {}
        Some((window, camera)) => {
            let is_closing = world.get_entity(window).map_or(true, |window| window.contains::<ClosingWindow>());
            if is_closing || !is_wanted {
                close(world, window, camera);
            }
        }
    }
}

fn open(world: &mut World) {
    let window = Window {
        title: "Sortie: for those who look on".to_owned(),
        resolution: SIZE.into(),
        position: beside(world)
            .map_or(WindowPosition::Automatic, |other| WindowPosition::Centered(MonitorSelection::Entity(other))),
        // One window waits for its screen already; a second one that waits for another would halve the pictures of both.
        present_mode: PresentMode::AutoNoVsync,
        ..default()
    };
    let window = world.spawn(window).id();
    // Whoever looks on looks on: the pointer does nothing there.
    let input_system_settings = EguiInputSystemSettings {
        run_write_window_pointer_moved_messages: false,
        run_write_pointer_button_messages: false,
        run_write_window_touch_messages_system: false,
        run_write_mouse_wheel_messages_system: false,
        run_write_pinch_gesture_messages_system: false,
        run_write_ime_messages_system: false,
        run_write_file_dnd_messages_system: false,
        ..default()
    };
    let settings = EguiContextSettings { input_system_settings, enable_ime: false, ..default() };
    // All that is seen there is drawn on its page: of the scene it shows nothing.
    let target = RenderTarget::Window(WindowRef::Entity(window));
    let camera =
        (Camera2d, target, Msaa::Off, RenderLayers::none(), EguiSchedule::new(AudiencePass), settings, LooksOn);
    let camera = world.spawn(camera).id();
    world.insert_resource(Second { window, camera });
    world.insert_resource(Audience::default());
}

/// A screen other than that of the presenter's window, if there is one.
fn beside(world: &mut World) -> Option<Entity> {
    let here = world.query_filtered::<&OnMonitor, With<PrimaryWindow>>().iter(world).next().map(|here| here.0)?;
    world.query_filtered::<Entity, With<Monitor>>().iter(world).find(|other| *other != here)
}

/// Its camera goes before it: no camera may look into a window that is gone.
fn close(world: &mut World, window: Entity, camera: Entity) {
    world.despawn(camera);
    if world.get_entity(window).is_ok_and(|window| !window.contains::<ClosingWindow>()) {
        world.despawn(window);
    }
    world.remove_resource::<Second>();
    world.remove_resource::<Audience>();
    if let Some(mut textures) = world.get_resource_mut::<EguiManagedTextures>() {
        textures.retain(|(of, _), _| *of != camera);
    }
    if let Some(mut overlay) = world.get_resource_mut::<Overlay>() {
        overlay.edit::<Presenter>().audience = false;
    }
}

/// Everything is drawn as large as it can be read in a window of this size.
fn enlarge(windows: Query<&Window, Without<PrimaryWindow>>, mut contexts: Query<&mut EguiContext, With<LooksOn>>) {
    let Some(window) = windows.iter().next() else { return };
    let times = enlarged(window.width(), window.height());
    for mut context in &mut contexts {
        let context = context.get_mut();
        // No reader reads it: whatever it says is said at the desk.
        context.disable_accesskit();
        if context.zoom_factor() != times {
            context.set_zoom_factor(times);
        }
    }
}

/// Draws their page, and does what its keys say.
fn draw(world: &mut World) {
    let Some(mut audience) = world.remove_resource::<Audience>() else { return };
    let said = world.get_resource::<Second>().map(|second| second.camera).and_then(|camera| {
        let context = world.get_mut::<EguiContext>(camera)?.get_mut().clone();
        let area = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
        page(&mut egui::Ui::new(context, "audience".into(), area), world, &mut audience)
    });
    world.insert_resource(audience);
    if let Some(said) = said {
        heed(world, said);
    }
}

fn heed(world: &mut World, said: Said) {
    let window = world.get_resource::<Second>().map(|second| second.window);
    let mut window = window.and_then(|window| world.get_mut::<Window>(window));
    let is_full = window.as_ref().is_some_and(|window| window.mode != WindowMode::Windowed);
    match said {
        Said::Fill | Said::Back if is_full => window.iter_mut().for_each(|window| window.mode = WindowMode::Windowed),
        Said::Fill => {
            let full = WindowMode::BorderlessFullscreen(MonitorSelection::Current);
            window.iter_mut().for_each(|window| window.mode = full);
        }
        Said::Step(_) | Said::Back | Said::Away => {
            let Some(mut overlay) = world.get_resource_mut::<Overlay>() else { return };
            let with = overlay.edit::<Presenter>();
            match said {
                Said::Step(by) => with.step(by),
                _ => with.audience = false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::screen::{Opening, Screen};
    use crate::overlay::trial;

    fn there(world: &mut World) -> (usize, usize) {
        let windows = world.query_filtered::<(), With<Window>>().iter(world).count();
        (windows, world.query_filtered::<(), With<LooksOn>>().iter(world).count())
    }

    /// Promise: the window is there while it is wanted and costs nothing else; whoever closes it closes it alone, and the camera
    /// is gone before it.
    #[test]
    fn the_window_is_there_while_it_is_wanted() {
        let scenario = trial::library().scenario("even").unwrap();
        let mut screen = Screen::new(Opening::of(trial::library().reopened(), scenario, 3));
        tend(&mut screen.world);
        assert_eq!(there(&mut screen.world), (0, 0));
        assert!(screen.world.get_resource::<Audience>().is_none());
        screen.edit::<Presenter>().turn_to_others();
        tend(&mut screen.world);
        tend(&mut screen.world);
        assert_eq!(there(&mut screen.world), (1, 1));
        screen.edit::<Presenter>().turn_to_others();
        tend(&mut screen.world);
        assert_eq!(there(&mut screen.world), (0, 0));
        screen.edit::<Presenter>().turn_to_others();
        tend(&mut screen.world);
        let window = screen.world.resource::<Second>().window;
        // Bevy takes it away in the frame after somebody has closed it.
        screen.world.entity_mut(window).insert(ClosingWindow);
        tend(&mut screen.world);
        assert_eq!(there(&mut screen.world), (1, 0));
        assert!(!screen.edit::<Presenter>().audience && screen.world.get_resource::<Audience>().is_none());
        screen.world.despawn(window);
        tend(&mut screen.world);
        assert_eq!(there(&mut screen.world), (0, 0), "it stays closed");
    }
}
