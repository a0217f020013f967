//! How the field is looked at: its camera, and whether the pointer rests.

use std::time::Duration;

use bevy_egui::egui::{Key, Rect, Response, Ui};

use super::{Field, answers, touch};
use crate::battle::{Decisions, Look};
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

/// Moves the camera by pointer and keys; how the board lies now. `clear`: what of the room no drawer covers.
pub(super) fn camera(
    ui: &Ui,
    response: &Response,
    (room, clear): (Rect, Rect),
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
        None => {
            let view = &mut *with.view;
            view.camera.hear(ui, (response, &mut view.wheel), spaced, board, room);
        }
    }
    let asked = look.asked();
    if std::mem::replace(&mut with.view.followed, asked) != asked {
        with.view.turned = ui.input(|input| input.time);
        asked.iter().for_each(|who| with.view.camera.follow(look.footprint(*who), board, (room, clear)));
    }
    if let Some(who) = with.view.centre.take() {
        with.view.camera.centre(look.footprint(who), board, (room, clear));
    }
    if let Some(square) = with.view.place.take() {
        with.view.camera.follow(Footprint::one(square), board, (room, clear));
    }
    if let Some(square) = with.pointer.cursor {
        with.view.camera.follow(Footprint::one(square), board, (room, clear));
    }
    let pointer = ui.input(|input| input.pointer.latest_pos()).filter(|_| with.preferences.edges);
    let at_edge = pointer.is_some_and(|at| with.view.camera.at_edge(at, ui.ctx().content_rect(), passed));
    if with.view.camera.go_on(board, room, passed, speed == Speed::AtOnce) || at_edge {
        ui.ctx().request_repaint();
    }
    with.view.camera.view(board, room)
}

/// Brings what is asked about into view, once it is asked: whoever looks elsewhere after that is let be. `rooms`: the room of the
/// field, and what of it no drawer covers.
pub(super) fn bring(ui: &Ui, look: Look<'_>, with: &mut Field<'_>, rooms: (Rect, Rect)) {
    // What is seen of a field without a bar is said by whoever shows it.
    let decides = with.hud.is_some() && with.decides();
    let question = look.question().filter(|question| {
        decides && question.choices.is_some() && look.is_played_here(question.side) && !with.pace.holds_back(question)
    });
    let Some(question) = question else { return };
    let made = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
    let put = Some((look.facts().len(), made));
    if std::mem::replace(&mut with.view.put, put) == put {
        return;
    }
    let board = look.board();
    // One of those who may be sent is enough: the others are listed in the bar.
    let is_sending = answers::sends(question);
    if is_sending && answers::sent(look, question).any(|lies| with.view.camera.sees(lies, board, rooms)) {
        return;
    }
    let [needed, rather] = answers::area(look, question);
    if let Some((needed, rather)) = needed.zip(rather) {
        with.view.camera.show(needed, rather, board, rooms);
        ui.ctx().request_repaint();
    }
}
