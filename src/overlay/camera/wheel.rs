//! The wheel over the field, and what belongs to whatever lies over that.

use bevy_egui::egui::{Event, InputState, Pos2, Ui};

/// Whose the wheel is. It runs on for some frames, and those belong to what lay below the pointer when it was turned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wheel {
    is_ours: bool,
}

impl Wheel {
    /// How many times nearer it brings what is below it, if it was turned where that `is_here`.
    pub(super) fn nearer(&mut self, ui: &Ui, is_here: impl Fn(Pos2) -> bool) -> f32 {
        let (at, turned, pinched) =
            ui.input(|input| (turned_at(input), input.smooth_scroll_delta.y, input.zoom_delta()));
        if let Some(at) = at {
            self.is_ours = is_here(at);
        }
        if self.is_ours { (1.0 + turned * 0.002).max(0.2) * pinched } else { 1.0 }
    }
}

/// Where the pointer was when the wheel was turned in this frame, if it was.
fn turned_at(input: &InputState) -> Option<Pos2> {
    let mut at = input.pointer.latest_pos().map(|at| at - input.pointer.delta());
    let mut turned = None;
    for event in &input.events {
        match event {
            Event::PointerMoved(to) => at = Some(*to),
            Event::MouseWheel { .. } | Event::Zoom(_) => turned = at,
            _ => {}
        }
    }
    turned
}
