//! How often the window is drawn: all the time while something happens, some times a second while water and clouds move for a
//! player who is there, and hardly ever while nobody touches anything.

use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::app::{App, PreUpdate, Update};
use bevy::ecs::prelude::{
    IntoScheduleConfigs, Local, MessageReader, MessageWriter, Query, Res, ResMut, Resource, World,
};
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use bevy::window::{RequestRedraw, WindowResized};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

use super::course::{self, Pace};
use super::preferences::{Preferences, Speed};
use super::screen::Overlay;
use crate::scene::Stir;

/// Between two frames while something happens.
const LIVELY: Duration = Duration::from_millis(16);
/// Between two frames while only water and clouds move.
const STIRS: Duration = Duration::from_millis(66);
/// Between two frames while nothing does and nobody touches anything.
const CALM: Duration = Duration::from_millis(1_500);
/// The same where the window is not in front.
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
        .add_systems(
            PreUpdate,
            (hear, tell_the_time).after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(Update, (pace.after(super::act), follow));
}

/// When somebody touched anything last, by the clock of the program.
#[derive(Resource, Default)]
struct Touched(Option<Duration>);

/// Hears whether somebody is there. The modifier keys are told anew with every frame, and whatever is told asks for another
/// frame: without end. What has not changed is not told.
fn hear(
    mut inputs: Query<&mut EguiInput>,
    mut known: Local<egui::Modifiers>,
    time: Res<Time<Real>>,
    mut touched: ResMut<Touched>,
) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *known, *now) != *now,
            _ => true,
        });
        if !input.events.is_empty() {
            touched.0 = Some(time.elapsed());
        }
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

/// Whether water, clouds and fire may move now: somebody is there, and likes them to.
pub(super) fn is_awake(world: &World, overlay: &Overlay) -> bool {
    let now = world.get_resource::<Time<Real>>().map(Time::elapsed);
    let since = now.zip(world.get_resource::<Touched>().and_then(|touched| touched.0));
    let is_there = since.is_some_and(|(now, touched)| now.saturating_sub(touched) < THERE);
    let likes = overlay.of::<Preferences>();
    is_there && likes.stirs && overlay.of::<Pace>().speed(likes) != Speed::AtOnce
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
        () => CALM,
    };
    let mode = UpdateMode::reactive(wait);
    if let Some(mut settings) = world.get_resource_mut::<WinitSettings>()
        && settings.focused_mode != mode
    {
        settings.focused_mode = mode;
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::message::Messages;
    use bevy::ecs::prelude::Entity;

    use super::*;

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
