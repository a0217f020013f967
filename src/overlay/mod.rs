//! The window: one file a panel, each a plugin with what it keeps, and a function that reads the battle and writes wishes
//! (`panels.rs`). A frame draws all of them (`screen::draw`), which egui may do twice, and then acts (`course::act`): it
//! grants wishes, gives the order and lets the computer decide, by the same door as everybody. Nothing else here changes a
//! battle; without a window, for tests and pictures, [`Screen`] is both.
//!
//! Panels look through the eyes of those who sit at the screen (`Seat::as_seen`). Fighters come from `Look::shown`, who
//! is asked from `Look::asked`, and a fact is told if `Look::may_read` says so. What is kept between frames is kept for
//! these eyes, and an earlier moment shows what was known then. Where computers play all sides everything shows.
//!
//! What panels share is little: what is in hand ([`Hand`]), what is pointed at ([`Pointer`]), what is wished for
//! ([`Wishes`]), how the field is looked at ([`FieldView`]). It stays until somebody does otherwise; what is worked out
//! about the question at hand (`known.rs`, `layers/`) until the next decision or fact; the painted ground until the board
//! or its view changes. Motion only shows what has long happened. An earlier moment is a battle of its own, played again
//! to there (`timeline.rs`). A fault of the rules puts the battle back and saves it (`mishap.rs`).

mod aim;
mod answers;
mod balance;
mod beside;
mod board;
mod book;
mod camera;
mod camp;
mod cards;
mod course;
mod end;
mod export;
mod ground;
mod hand;
mod handed;
mod hint;
mod hovered;
mod hud;
mod keeping;
mod kept;
mod keys;
mod known;
mod laurels;
mod layers;
mod learn;
mod lesson;
mod life;
mod links;
mod log;
mod lying;
mod mishap;
mod motion;
mod notices;
mod odds;
mod opened;
mod pad;
mod panels;
mod photograph;
mod picture;
mod place;
mod pointer;
mod portraits;
mod preferences;
mod present;
mod reader;
mod reasons;
mod reload;
mod review;
mod rounds;
mod saves;
mod screen;
mod sheet;
mod signs;
mod sketch;
mod sound;
mod stage;
mod stakes;
mod start;
mod theme;
mod thinking;
mod timeline;
mod tips;
mod tokens;
mod track;
mod undo;
mod view;
mod warnings;
mod way;
mod wishes;

use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::DefaultPlugins;
use bevy::app::{App, AppExit, Last, Plugin, PluginGroup, PostUpdate, PreUpdate, Update};
use bevy::asset::AssetEventSystems;
use bevy::camera::ClearColor;
use bevy::color::Color;
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::{IntoScheduleConfigs, Local, Query, Resource, With, Without, World};
use bevy::ecs::system::SystemState;
use bevy::math::IVec2;
use bevy::render::error_handler::{RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::time::{Real, Time};
use bevy::utils::default;
use bevy::window::{
    ExitCondition, Monitor, MonitorSelection, PrimaryWindow, Window, WindowMode, WindowPlugin, WindowPosition,
};
use bevy_egui::{
    EguiContext, EguiContexts, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass, egui,
};

use crate::ai::Skill;
use crate::battle::{BattlePlugin, caught};
use crate::record::shelf;
use crate::scene::{ScenePlugin, SceneSystems};

use self::screen::Overlay;

pub use crate::ai::{Habit, Whom};
pub use aim::short as way_named;
pub use answers::{Offers, words as said};
pub use balance::Balance;
pub use book::Book;
pub use course::Pace;
pub use export::{Export, Eyes, Film, Kind as ExportKind, PAUSE, film, frames, moment};
pub use hand::Hand;
pub use hud::slots::{Kind, Laid, Slot};
pub use hud::{Hud, Places, Questions};
pub use keeping::Keeping;
pub use keys::Act;
pub use known::Known;
pub use laurels::Laurels;
pub use layers::{Layer, Layers};
pub use learn::{LearnPage, Learned, Part};
pub use lesson::LessonPage;
pub use log::{LogLines, LogPanel};
pub use motion::Motion;
pub use notices::Notices;
pub use odds::{line as odds_line, percent};
pub use pad::{Button, Pad, Signal, Stick};
pub use photograph::photograph;
pub use picture::{Picture, PictureError, paint, picture};
pub use pointer::Pointer;
pub use preferences::{Preferences, Settings, Speed};
pub use present::{Moves, Presenter, Tool};
pub use reload::{NotPlayed, Reread, Watch, reread};
pub use review::Review;
pub use saves::Saves;
pub use screen::{Opening, Screen};
pub use sheet::Sheet;
pub use sound::{Cue, Ears};
pub use start::Seat;
pub use theme::Colours;
pub use timeline::Timeline;
pub use tips::tip_of;
pub use view::FieldView;
pub use warnings::TRIFLE;
pub use wishes::{QUICK_SAVE, Wish, Wishes};

/// Opens the window and stays until it is closed.
///
/// # Errors
/// With why no window can be opened: there is no display, or nothing to draw with.
pub fn open(opening: Opening) -> Result<AppExit, String> {
    let drawn = Arc::new(AtomicBool::new(false));
    let outcome = hushed(drawn.clone(), || {
        let mut app = App::new();
        let (title, resolution) = ("Sortie".to_owned(), (1360, 860).into());
        // A page has a canvas of this name (`web/index.html`), as large as there is room.
        let (canvas, fit_canvas_to_parent) = (Some("#sortie".to_owned()), true);
        let window = Window { title, resolution, canvas, fit_canvas_to_parent, ..default() };
        // The window of those who look on does not keep the program open.
        let (primary_window, exit_condition) = (Some(window), ExitCondition::OnPrimaryClosed);
        app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window, exit_condition, ..default() }));
        app.insert_resource(RenderErrorHandler(lost)).insert_resource(Drawn(drawn.clone()));
        app.add_plugins((EguiPlugin::default(), BattlePlugin, OverlayPlugin(std::sync::Mutex::new(Some(opening)))));
        app.run()
    });
    match outcome {
        Ok(exit) => Ok(exit),
        Err(why) if drawn.load(Ordering::Relaxed) => {
            say(&format!("The window broke down: {why}\nThe battle kept itself: `sortie play` can continue it."));
            Ok(AppExit::error())
        }
        Err(why) => Err(format!("No window can be opened here ({why})")),
    }
}

/// Runs what draws. Until something has been drawn a panic only means that there is nothing to draw on, and is not told.
fn hushed<T>(drawn: Arc<AtomicBool>, run: impl FnOnce() -> T) -> Result<T, String> {
    // Where nothing can be caught a panic is the end, and is told.
    if cfg!(panic = "abort") {
        return Ok(run());
    }
    let usual: Arc<dyn Fn(&PanicHookInfo<'_>) + Send + Sync> = std::panic::take_hook().into();
    let told = usual.clone();
    std::panic::set_hook(Box::new(move |panic| {
        if drawn.load(Ordering::Relaxed) {
            told(panic);
        }
    }));
    let outcome = caught(run);
    std::panic::set_hook(Box::new(move |panic| usual(panic)));
    outcome.map_err(|why| why.to_string())
}

/// Whether anything has been drawn yet.
#[derive(Resource)]
struct Drawn(Arc<AtomicBool>);

/// Tells whoever started the program something that no window can show any more.
fn say(text: &str) {
    // Nothing is left to do if even that cannot be written.
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{text}\n"));
}

/// The graphics device is gone or out of its mind: the battle is kept, and the
/// program ends with word of where.
fn lost(error: &RenderError, world: &mut World, _: &mut World) -> RenderErrorPolicy {
    let kept = match course::keep(world) {
        Ok(Some(place)) => format!(
            "The battle is saved: `sortie play --load \"{0}\"` goes on with it; with --text that needs no window.",
            place.display()
        ),
        Ok(None) => "No battle was under way.".to_owned(),
        Err(why) => format!("The battle could not be saved: {why}"),
    };
    say(&format!("The graphics device was lost ({:?}: {}).\n{kept}", error.ty, error.description));
    world.write_message(AppExit::error());
    RenderErrorPolicy::StopRendering
}

/// The panels, and what they wish for.
struct OverlayPlugin(std::sync::Mutex<Option<Opening>>);

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        let opening = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let Some(opening) = opening else { return };
        let frames = opening.frames;
        // What was named at the start goes before what was chosen last.
        let is_usual = [opening.skill == Skill::NORMAL, opening.link.is_none()];
        screen::lay(app.world_mut(), opening);
        let (kept, wrong) = Preferences::kept();
        let (won, spoilt) = Laurels::kept_in(Laurels::usual_place());
        let (learned, lost) = Learned::kept_in(Learned::usual_place());
        let (talk, unread) = Presenter::kept_in(Presenter::usual_place());
        if let Some(mut overlay) = app.world_mut().get_resource_mut::<Overlay>() {
            *overlay.edit::<Preferences>() = kept;
            start::resume(&mut overlay, is_usual);
            *overlay.edit::<Laurels>() = won;
            *overlay.edit::<Learned>() = learned;
            // A talk that was named is shown, and not mixed up with one's own.
            if overlay.of::<Presenter>().talk.steps.is_empty() {
                *overlay.edit::<Presenter>() = talk;
            }
            overlay.edit::<Settings>().keeps = true;
            let view = overlay.edit::<FieldView>();
            (view.staged, view.foresees) = (true, true);
            overlay.edit::<Saves>().keep_in(shelf::usual_folder(), shelf::usual_folder_of_exports());
            let said = &mut overlay.edit::<Notices>().said;
            *said = said.take().or(wrong).or(spoilt).or(lost).or(unread);
        }
        drawing(app);
        app.add_plugins((life::plugin, reader::plugin, sound::way_out, pad::way_in, keys::way_in, present::window))
            .add_systems(Update, (act, fit))
            .add_systems(PreUpdate, enlarge.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass))
            .add_systems(Last, leave.after(bevy::window::ExitSystems));
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

/// What is drawn: the scene, and the panels over it.
fn drawing(app: &mut App) {
    in_time(app);
    app.insert_resource(ClearColor(Color::srgb_u8(0x1b, 0x1d, 0x22)))
        .add_plugins(ScenePlugin)
        .configure_sets(PostUpdate, SceneSystems::Set.after(EguiPostUpdateSet::EndPass))
        .add_systems(PostUpdate, stage::set.in_set(SceneSystems::Set))
        .add_systems(EguiPrimaryContextPass, draw);
}

/// New letters lie in a texture. Of what is changed after the assets have told their changes the card hears a frame late: for
/// so long letters would be missing.
fn in_time(app: &mut App) {
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
}

/// Draws everything. It may run more than once a frame and changes nothing but
/// what panels keep.
fn draw(world: &mut World) -> bevy::ecs::error::Result {
    let mut contexts: SystemState<EguiContexts> = SystemState::new(world);
    let context = contexts.get_mut(world)?.ctx_mut()?.clone();
    let area = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut ui = egui::Ui::new(context, "sortie".into(), area);
    screen::draw(world, &mut ui);
    if let Some(drawn) = world.get_resource::<Drawn>() {
        drawn.0.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Keeps the battle before the program ends.
fn leave(world: &mut World) {
    if world.get_resource::<Messages<AppExit>>().is_some_and(|exits| !exits.is_empty())
        && let Err(why) = course::keep(world)
    {
        say(&format!("The battle could not be saved: {why}"));
    }
}

/// A window that is larger than its screen becomes as large as that, once it is known how large that is.
fn fit(mut windows: Query<&mut Window>, monitors: Query<&Monitor>, mut is_done: Local<bool>) {
    let size = monitors.iter().map(|monitor| (monitor.physical_width, monitor.physical_height)).max();
    let Some((width, height)) = size.filter(|(width, height)| !*is_done && *width > 0 && *height > 0) else { return };
    *is_done = true;
    for mut window in &mut windows {
        let (wide, high) = (window.resolution.physical_width(), window.resolution.physical_height());
        if wide > width || high > height {
            window.resolution.set_physical_resolution(wide.min(width), high.min(height));
            window.position = WindowPosition::At(IVec2::ZERO);
        }
    }
}

/// Everything is drawn larger where a window is so large that it could not be read from where one sits before it.
fn enlarge(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut contexts: Query<&mut EguiContext, Without<present::LooksOn>>,
    mut known: Local<Option<f32>>,
) {
    let Some(window) = windows.iter().next().filter(|_| !contexts.is_empty()) else { return };
    let times = enlarged(window.width(), window.height());
    if known.replace(times) != Some(times) {
        contexts.iter_mut().for_each(|mut context| context.get_mut().set_zoom_factor(times));
    }
}

/// By how much, for a window of so many points: a fifth at 1920x1080, twice at twice that, in steps that are too small to see.
fn enlarged(width: f32, height: f32) -> f32 {
    let share = (width / 1920.0).min(height / 1080.0);
    if !share.is_finite() {
        return 1.0;
    }
    let times = if share < 2.0 { 1.2 + (share - 1.0) * 0.8 } else { share };
    ((times * 20.0).round() / 20.0).clamp(1.0, 4.0)
}

/// Does what was wished for, once a frame.
fn act(world: &mut World) {
    // The usual clock stands still where frames are far apart.
    let passed = world.get_resource::<Time<Real>>().map(Time::delta).unwrap_or_default();
    course::act(world, passed);
    let full = world.get_resource::<Overlay>().is_some_and(|overlay| overlay.of::<Preferences>().full_screen);
    let mode = if full { WindowMode::BorderlessFullscreen(MonitorSelection::Current) } else { WindowMode::Windowed };
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    for mut window in windows.iter_mut(world) {
        if window.mode != mode {
            window.mode = mode;
        }
    }
}

#[cfg(test)]
mod trial;

#[cfg(test)]
mod tests;
