//! The window: one file a panel, each a function that reads the battle and
//! writes wishes on the desk; nothing here changes a battle but
//! [`Screen::act`].

mod aim;
mod answers;
mod bar;
mod board;
mod book;
mod cards;
mod desk;
mod end;
mod ground;
mod known;
mod layers;
mod lesson;
mod log;
mod motion;
mod odds;
mod picture;
mod preferences;
mod reload;
mod screen;
mod sheet;
mod signs;
mod start;
mod theme;
mod tokens;
mod track;
mod way;
mod wishes;

use std::time::Duration;

use bevy::DefaultPlugins;
use bevy::app::{App, AppExit, Plugin, PluginGroup, Startup, Update};
use bevy::camera::{Camera2d, ClearColor};
use bevy::color::Color;
use bevy::ecs::prelude::{Commands, World};
use bevy::ecs::system::SystemState;
use bevy::time::Time;
use bevy::utils::default;
use bevy::window::{MonitorSelection, Window, WindowMode, WindowPlugin};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, egui};

use crate::battle::BattlePlugin;

pub use desk::{Desk, Layers, LogLines, Wish};
pub use picture::{Picture, PictureError, paint, picture};
pub use reload::{NotPlayed, Reread, Watch, reread};
pub use screen::{Opening, Screen};

/// Opens the window and stays until it is closed.
pub fn open(opening: Opening) -> AppExit {
    let mut app = App::new();
    let window = Window { title: "Sortie".to_owned(), resolution: (1360, 860).into(), ..default() };
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }));
    app.add_plugins((EguiPlugin::default(), BattlePlugin, OverlayPlugin(std::sync::Mutex::new(Some(opening)))));
    app.run()
}

/// Between two frames while something moves.
const LIVELY: Duration = Duration::from_millis(16);
/// Between two frames while nothing does and nobody touches anything.
const CALM: Duration = Duration::from_millis(200);

/// The panels, and what they wish for.
struct OverlayPlugin(std::sync::Mutex<Option<Opening>>);

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        let opening = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let Some(opening) = opening else { return };
        let frames = opening.frames;
        screen::lay(app.world_mut(), opening);
        let (kept, wrong) = preferences::Preferences::kept();
        if let Some(mut desk) = app.world_mut().get_resource_mut::<Desk>() {
            (desk.preferences, desk.keeps) = (kept, true);
            desk.said = desk.said.take().or(wrong);
        }
        // Drawn again when something happens, and often enough for what moves by itself: a battle that waits for
        // its player keeps no processor busy.
        let at_least = UpdateMode::reactive(CALM);
        let seldom = UpdateMode::reactive_low_power(Duration::from_millis(250));
        app.insert_resource(WinitSettings { focused_mode: at_least, unfocused_mode: seldom })
            .insert_resource(ClearColor(Color::srgb_u8(0x1b, 0x1d, 0x22)))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn(Camera2d);
            })
            .add_systems(EguiPrimaryContextPass, draw)
            .add_systems(Update, act);
        if let Some(frames) = frames {
            let mut left = frames;
            app.add_systems(Update, move |mut exit: bevy::ecs::message::MessageWriter<AppExit>| {
                left = left.saturating_sub(1);
                if left == 0 {
                    exit.write(AppExit::Success);
                }
            });
        }
    }
}

/// Draws everything. It may run more than once a frame and changes nothing but
/// the desk.
fn draw(world: &mut World) -> bevy::ecs::error::Result {
    let mut contexts: SystemState<EguiContexts> = SystemState::new(world);
    let context = contexts.get_mut(world)?.ctx_mut()?.clone();
    let area = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut ui = egui::Ui::new(context, "sortie".into(), area);
    screen::draw(world, &mut ui);
    Ok(())
}

/// Does what was wished for, once a frame.
fn act(world: &mut World) {
    let passed = world.get_resource::<Time>().map(Time::delta).unwrap_or_default();
    screen::act(world, passed);
    let mode = UpdateMode::reactive(if screen::is_lively(world) { LIVELY } else { CALM });
    if let Some(mut settings) = world.get_resource_mut::<WinitSettings>()
        && settings.focused_mode != mode
    {
        settings.focused_mode = mode;
    }
    let full = world.get_resource::<Desk>().is_some_and(|desk| desk.preferences.full_screen);
    let mode = if full { WindowMode::BorderlessFullscreen(MonitorSelection::Current) } else { WindowMode::Windowed };
    let mut windows = world.query::<&mut Window>();
    for mut window in windows.iter_mut(world) {
        if window.mode != mode {
            window.mode = mode;
        }
    }
}
