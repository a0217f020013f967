//! How the field is looked at: its camera, and whether the pointer rests.

use std::time::Duration;

use bevy_egui::egui::{Key, Rect, Response, Ui};

use super::{Field, touch};
use crate::battle::Look;
use crate::board::Footprint;
use crate::overlay::camera::View;
use crate::overlay::preferences::Speed;

/// Seconds that the pointer rests before it is tried out what may come of a move.
const REST: f32 = 0.12;

/// Whether the pointer has rested long enough for a look ahead, where these are wanted at all.
pub(super) fn foresees(ui: &Ui, is_wanted: bool) -> bool {
    let (since, speed) =
        ui.input(|input| (input.pointer.time_since_last_movement(), input.pointer.velocity().length()));
    if is_wanted && since < REST {
        ui.ctx().request_repaint_after(Duration::from_secs_f32(REST));
    }
    is_wanted && since >= REST && speed < 1.0
}

/// Moves the camera by pointer and keys; how the board lies now.
pub(super) fn camera(
    ui: &Ui,
    response: &Response,
    room: Rect,
    look: Look<'_>,
    with: &mut Field<'_>,
    speed: Speed,
) -> View {
    let board = look.board();
    let passed = ui.input(|input| input.stable_dt.min(0.05));
    let spaced = ui.input(|input| input.key_down(Key::Space));
    match touch::moved(ui, response) {
        Some((by, nearer)) => {
            with.view.camera.drag(by);
            nearer.iter().for_each(|(by, at)| with.view.camera.nearer_to(*by, *at, board, room));
        }
        None => with.view.camera.hear(ui, response, spaced, board, room),
    }
    let asked = look.asked();
    if std::mem::replace(&mut with.view.followed, asked) != asked {
        with.view.turned = ui.input(|input| input.time);
        asked.iter().for_each(|who| with.view.camera.follow(look.footprint(*who), board, room));
    }
    if let Some(who) = with.view.centre.take() {
        with.view.camera.centre(look.footprint(who), board, room);
    }
    if let Some(square) = with.view.place.take() {
        with.view.camera.follow(Footprint::one(square), board, room);
    }
    if let Some(square) = with.pointer.cursor {
        with.view.camera.follow(Footprint::one(square), board, room);
    }
    let pointer = ui.input(|input| input.pointer.latest_pos()).filter(|_| with.preferences.edges);
    let at_edge = pointer.is_some_and(|at| with.view.camera.at_edge(at, ui.ctx().content_rect(), passed));
    if with.view.camera.go_on(board, room, passed, speed == Speed::AtOnce) || at_edge {
        ui.ctx().request_repaint();
    }
    with.view.camera.view(board, room)
}
