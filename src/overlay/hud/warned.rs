//! The warning at the end of a turn: where it lies, and what lies beside it.

use bevy_egui::egui::{Align2, Area, Context, Id, Order, Rect, RichText, Stroke, vec2};

use super::{lying_at, plate};
use crate::overlay::theme;

/// Its area.
const AREA: &str = "let go";
/// Points between it and what is told beside it.
const APART: f32 = 6.0;

/// Where it lies, if it is there.
fn lies(context: &Context) -> Option<Rect> {
    lying_at(context, Order::Foreground, AREA)
}

/// What of a line of the bar it leaves to all else that is told there.
pub(super) fn beside(context: &Context, line: Rect) -> Rect {
    match lies(context).filter(|lies| lies.intersects(line)) {
        Some(lies) => line.with_max_x((lies.left() - APART).max(line.left())),
        None => line,
    }
}

/// What would be let go by with the turn, above the button that ends it.
pub(super) fn let_go(context: &Context, button: Rect, words: &str) {
    // What lies beside it makes room in the next frame.
    if lies(context).is_none() {
        context.request_repaint();
    }
    let area = Area::new(Id::new(AREA)).order(Order::Foreground).pivot(Align2::RIGHT_BOTTOM).constrain(true);
    area.fixed_pos(button.right_top() - vec2(0.0, 3.0)).fade_in(false).show(context, |ui| {
        plate().stroke(Stroke::new(1.5, theme::accent())).show(ui, |ui| {
            ui.set_max_width(300.0 * theme::scale(context));
            ui.label(RichText::new(words).color(theme::accent()));
        });
    });
}
