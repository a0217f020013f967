//! How often the windows are drawn: all the time while something happens, some times a second while water and clouds move for a
//! player who is there, and hardly ever while nobody touches anything: then these stand still.

use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::app::{App, PreUpdate, Startup, Update};
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::prelude::{
    Entity, IntoScheduleConfigs, Local, MessageReader, MessageWriter, Query, Res, ResMut, Resource, World,
};
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use bevy::window::{RequestRedraw, WindowResized};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

use super::balance::Balance;
use super::course::{self, Pace};
use super::preferences::{Preferences, Speed};
use super::review::Review;
use super::saves::Saves;
use super::screen::{Eye, Overlay, Shown};
use super::start::Seat;
use crate::machine;
use crate::scene::Stir;

/// Between two frames while something happens.
const LIVELY: Duration = Duration::from_millis(16);
/// Between two frames while only water and clouds move.
const STIRS: Duration = Duration::from_millis(66);
/// Between two frames while nothing does and somebody is there, or something is waited for that no frame tells of: work beside
/// the window, a battle that is to be kept.
const CALM: Duration = Duration::from_millis(1_500);
/// Between two frames while nobody touches anything, where files are watched that may change.
const WATCHES: Duration = Duration::from_secs(8);
/// The same where nothing is watched.
const RESTS: Duration = Duration::from_secs(60);
/// Between two frames where the window is not in front, at least.
const BEHIND: Duration = Duration::from_millis(2_000);
/// Frames that a window of another size asks for: panels learn their room from the frame before, and what they measure of it one
/// later.
const RESIZED: u8 = 2;
/// For so long after somebody touched anything they are taken to be there.
const THERE: Duration = Duration::from_secs(5);

pub(super) fn plugin(app: &mut App) {
    let (focused_mode, unfocused_mode) = (UpdateMode::reactive(CALM), UpdateMode::reactive_low_power(BEHIND));
    app.insert_resource(WinitSettings { focused_mode, unfocused_mode })
        .init_resource::<Touched>()
        .add_message::<WindowResized>()
        .add_message::<RequestRedraw>()
        .add_systems(Startup, wake)
        .add_systems(
            PreUpdate,
            (hear, tell_the_time).after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(Update, (pace.after(super::act), follow));
}

/// When somebody touched anything last, by the clock of the program.
#[derive(Resource, Default)]
struct Touched(Option<Duration>);

/// Hears whether somebody is there. Each window is told the modifier keys anew with every frame, and whatever is told asks for
/// another frame: without end. What has not changed in a window is not told there.
fn hear(
    mut inputs: Query<(Entity, &mut EguiInput)>,
    mut known: Local<EntityHashMap<egui::Modifiers>>,
    time: Res<Time<Real>>,
    mut touched: ResMut<Touched>,
) {
    known.retain(|window, _| inputs.contains(*window));
    for (window, mut input) in &mut inputs {
        let held = known.entry(window).or_default();
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(held, *now) != *now,
            _ => true,
        });
        if !input.events.is_empty() {
            touched.0 = Some(time.elapsed());
        }
    }
}

/// What is handed over wakes windows at rest.
fn wake(proxy: Option<Res<EventLoopProxyWrapper>>) {
    let Some(proxy) = proxy.map(|proxy| (**proxy).clone()) else { return };
    machine::wakes(move || {
        // Whoever has gone is not woken.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
}

/// Notes that somebody is there who has done something beside pointer and keys.
pub(super) fn touch(world: &mut World) {
    let now = world.get_resource::<Time<Real>>().map(Time::elapsed);
    if let Some(mut touched) = world.get_resource_mut::<Touched>() {
        touched.0 = now;
    }
}

/// Tells panels what time it is now. The clock of the program is that of the last frame on the card: where frames are rare, a
/// button would seem to have been down since then, and a press that long is no click.
fn tell_the_time(mut inputs: Query<&mut EguiInput>, mut begun: Local<Option<Instant>>) {
    let now = begun.get_or_insert_with(Instant::now).elapsed().as_secs_f64();
    inputs.iter_mut().for_each(|mut input| input.time = Some(now));
}

/// Draws a window of another size until all of it lies as it should.
fn follow(mut resized: MessageReader<WindowResized>, mut redraws: MessageWriter<RequestRedraw>, mut left: Local<u8>) {
    if resized.read().count() > 0 {
        *left = RESIZED;
    }
    if *left > 0 {
        *left -= 1;
        redraws.write(RequestRedraw);
    }
}

/// Whether somebody is there.
fn is_there(world: &World) -> bool {
    let now = world.get_resource::<Time<Real>>().map(Time::elapsed);
    let since = now.zip(world.get_resource::<Touched>().and_then(|touched| touched.0));
    since.is_some_and(|(now, touched)| now.saturating_sub(touched) < THERE)
}

/// Whether water, clouds and fire may move now: somebody is there, and likes them to.
pub(super) fn is_awake(world: &World, overlay: &Overlay) -> bool {
    let likes = overlay.of::<Preferences>();
    is_there(world) && likes.stirs && overlay.of::<Pace>().speed(likes) != Speed::AtOnce
}

/// Whether something goes on that no frame has been asked for.
fn waits(world: &World) -> bool {
    let Some(overlay) = world.get_resource::<Overlay>() else { return false };
    let works = overlay.of::<Review>().is_at_work() || overlay.of::<Balance>().is_at_work();
    let changes = world.get_resource::<Eye>().is_some_and(|eye| eye.0.has_seen());
    let played = world.get_resource::<Shown>().filter(|shown| shown.seats.contains(&Seat::Me));
    let battle = played.and_then(|shown| shown.battle);
    works || changes || battle.is_some_and(|battle| overlay.of::<Saves>().is_due(world, battle))
}

/// How long the windows stand still where nothing happens.
fn calm(world: &World) -> Duration {
    match () {
        () if is_there(world) || waits(world) => CALM,
        () if world.get_resource::<Eye>().is_some_and(|eye| eye.0.watches()) => WATCHES,
        () => RESTS,
    }
}

/// Draws as often as what is seen needs it.
fn pace(world: &mut World) {
    let (has_any, hurries) = world.get_resource::<Stir>().map_or((false, false), |stir| (stir.has_any, stir.hurries));
    let is_heard = world.get_resource::<AccessibilityRequested>().is_some_and(AccessibilityRequested::get);
    let stirs = || world.get_resource::<Overlay>().is_some_and(|overlay| has_any && is_awake(world, overlay));
    let wait = match () {
        () if hurries || course::is_lively(world) => LIVELY,
        // What is done with a screen reader wakes nobody.
        () if is_heard || stirs() => STIRS,
        () => calm(world),
    };
    let (focused_mode, unfocused_mode) = (UpdateMode::reactive(wait), UpdateMode::reactive_low_power(wait.max(BEHIND)));
    if let Some(mut settings) = world.get_resource_mut::<WinitSettings>()
        && (settings.focused_mode != focused_mode || settings.unfocused_mode != unfocused_mode)
    {
        (settings.focused_mode, settings.unfocused_mode) = (focused_mode, unfocused_mode);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::message::Messages;

    use super::*;
    use crate::overlay::reload::Watch;
    use crate::overlay::screen::{Opening, Screen};
    use crate::overlay::trial;

    /// Promise: a window of another size is drawn until its panels lie in it, also where nobody touches anything.
    #[test]
    fn a_window_of_another_size_is_drawn_anew() {
        let mut app = App::new();
        app.add_message::<WindowResized>().add_message::<RequestRedraw>().add_systems(Update, follow);
        let asked = |app: &mut App| {
            app.update();
            app.world_mut().resource_mut::<Messages<RequestRedraw>>().drain().count()
        };
        assert_eq!(asked(&mut app), 0, "nothing has happened");
        app.world_mut().write_message(WindowResized { window: Entity::PLACEHOLDER, width: 1920.0, height: 1080.0 });
        let frames: Vec<usize> = (0..4).map(|_| asked(&mut app)).collect();
        assert_eq!(frames, [1, 1, 0, 0]);
    }

    /// Promise: where nobody touches anything no frame is asked for in a minute, in a few seconds where files are watched; where
    /// somebody is there, soon.
    #[test]
    fn at_rest_hardly_any_frame_is_asked_for() {
        let folders = tempfile::tempdir().unwrap();
        for (is_watched, at_rest) in [(false, RESTS), (true, WATCHES)] {
            let scenario = trial::library().scenario("even").unwrap();
            let mut screen = Screen::new(Opening::of(trial::library().reopened(), scenario, 3));
            // Until what begins the battle has been shown, and somebody is asked.
            (0..60).for_each(|_| screen.act(Duration::from_secs(1)));
            let watched: Vec<_> = is_watched.then(|| folders.path().to_owned()).into_iter().collect();
            screen.world.insert_resource(Eye(Watch::of(&watched)));
            screen.world.insert_resource(WinitSettings::default());
            screen.world.insert_resource(Time::<Real>::default());
            // What moves on the field stands still where nobody is there.
            screen.world.insert_resource(Stir { has_any: true, ..Stir::default() });
            let asked = |screen: &mut Screen, touched| {
                screen.world.insert_resource(Touched(touched));
                pace(&mut screen.world);
                let settings = screen.world.resource::<WinitSettings>();
                [&settings.focused_mode, &settings.unfocused_mode].map(|mode| match mode {
                    UpdateMode::Reactive { wait, .. } => *wait,
                    UpdateMode::Continuous => Duration::ZERO,
                })
            };
            assert_eq!(asked(&mut screen, None), [at_rest; 2]);
            assert_eq!(asked(&mut screen, Some(Duration::ZERO)), [STIRS, BEHIND]);
            screen.edit::<Preferences>().stirs = false;
            assert_eq!(asked(&mut screen, Some(Duration::ZERO)), [CALM, BEHIND]);
            assert_eq!(asked(&mut screen, None), [at_rest; 2]);
            assert!(at_rest >= Duration::from_secs(4));
        }
    }

    /// Promise: whoever hands something over is there, and sees soon what is told of it.
    #[test]
    fn whoever_hands_something_over_is_there() {
        let mut world = World::new();
        world.init_resource::<Touched>();
        world.insert_resource(Time::<Real>::default());
        assert_eq!(calm(&world), RESTS);
        touch(&mut world);
        assert_eq!(calm(&world), CALM);
    }

    /// Promise: what is held down in one window is no news in the other, however often both are told of it.
    #[test]
    fn each_window_has_modifiers_of_its_own() {
        let mut app = App::new();
        app.init_resource::<Touched>().init_resource::<Time<Real>>().add_systems(PreUpdate, hear);
        let held = [egui::Modifiers::CTRL, egui::Modifiers::NONE];
        let windows = held.map(|_| app.world_mut().spawn(EguiInput::default()).id());
        let told: Vec<[usize; 2]> = (0..2)
            .map(|_| {
                for (window, keys) in windows.into_iter().zip(held) {
                    let mut input = app.world_mut().get_mut::<EguiInput>(window).unwrap();
                    input.events = vec![egui::Event::ModifiersChanged(keys)];
                }
                app.update();
                windows.map(|window| app.world().get::<EguiInput>(window).unwrap().events.len())
            })
            .collect();
        assert_eq!(told, [[1, 0], [0, 0]]);
    }

    /// Promise: a press is as long as it was, whenever the last frame was.
    #[test]
    fn panels_know_what_time_it_is() {
        let mut app = App::new();
        app.add_systems(PreUpdate, tell_the_time);
        let panels = app.world_mut().spawn(EguiInput::default()).id();
        let told: Vec<f64> = (0..2)
            .map(|_| {
                std::thread::sleep(Duration::from_millis(20));
                app.update();
                app.world().get::<EguiInput>(panels).and_then(|input| input.time).unwrap()
            })
            .collect();
        assert!(told[1] - told[0] >= 0.02, "{told:?}");
    }
}
