//! Fingers on the field. A finger has no place before it presses: the first tap on a square points at it, the second says that it is
//! meant. One finger drags the field, two bring it nearer.

use bevy_egui::egui::{Event, Pos2, Response, Ui, Vec2};

use super::{Field, pointer};
use crate::overlay::camera::View;

/// Whether the pointer is a finger in this frame.
pub(super) fn is_under_way(ui: &Ui) -> bool {
    ui.input(|input| input.any_touches() || input.events.iter().any(|event| matches!(event, Event::Touch { .. })))
}

/// Hears of taps: the square under the finger is pointed at, and once that was seen the next tap there is a click.
pub(super) fn heard(response: &Response, view: &View, with: &mut Field<'_>) {
    let Some(square) = response.interact_pointer_pos().filter(|_| response.clicked()).map(|at| view.square(at)) else {
        return;
    };
    let is_again = with.pointer.cursor.replace(square) == Some(square);
    with.pointer.picked = None;
    if is_again {
        with.pointer.clicked = Some(square);
    }
    // What is pointed at is seen at once.
    response.ctx.request_repaint();
}

/// How far fingers have moved the field, how much nearer they brought it, and the place that they did that to.
pub(super) fn moved(ui: &Ui, response: &Response) -> Option<(Vec2, Option<(f32, Pos2)>)> {
    let two = ui.input(|input| input.multi_touch());
    if let Some(two) = two.filter(|two| pointer::lies_open(response, two.start_pos)) {
        return Some((two.translation_delta, Some((two.zoom_delta, two.center_pos))));
    }
    let drags = is_under_way(ui) && response.dragged();
    drags.then(|| (response.drag_delta(), None))
}
