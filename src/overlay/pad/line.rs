//! The line from the pads to the window. Whoever waits for pads does so on a thread of their own and wakes the window, which
//! otherwise rests.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};

use bevy::app::{App, PreUpdate, Startup};
use bevy::ecs::prelude::{Commands, Res, ResMut, Resource};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::{Pad, Signal, device};
use crate::overlay::screen::Overlay;

/// What the pads tell.
#[derive(Resource)]
struct Line(Mutex<Receiver<Signal>>);

/// The way in, for an app with a window.
pub fn way_in(app: &mut App) {
    app.add_systems(Startup, listen).add_systems(PreUpdate, hear);
}

/// Waits for pads on a thread of its own.
fn listen(mut commands: Commands<'_, '_>, proxy: Res<'_, EventLoopProxyWrapper>) {
    let (line, ear) = channel();
    let proxy = (**proxy).clone();
    let wake = move || proxy.send_event(WinitUserEvent::WakeUp).is_ok();
    // Without a thread there are no pads, and all else goes on.
    let spawned = std::thread::Builder::new().name("pads".to_owned()).spawn(move || device::wait(&line, wake));
    if spawned.is_ok() {
        commands.insert_resource(Line(Mutex::new(ear)));
    }
}

/// Hands on what was told.
fn hear(line: Option<Res<'_, Line>>, overlay: Option<ResMut<'_, Overlay>>) {
    let (Some(line), Some(mut overlay)) = (line, overlay) else { return };
    let ear = line.0.lock().unwrap_or_else(PoisonError::into_inner);
    ear.try_iter().for_each(|signal| overlay.edit::<Pad>().tell(signal));
}
