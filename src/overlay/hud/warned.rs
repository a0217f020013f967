//! The warning at the end of a turn.

use bevy_egui::egui::{Align2, Area, Context, Id, Order, Pos2, RichText, Stroke};

use super::plate;
use crate::overlay::theme;

/// What would be let go by with the turn, with its lower right corner there: above the line of the bar, so that nothing in that
/// makes room for it.
pub(super) fn let_go(context: &Context, corner: Pos2, words: &str) {
    let area = Area::new(Id::new("let go")).order(Order::Foreground).pivot(Align2::RIGHT_BOTTOM).constrain(true);
    area.fixed_pos(corner).fade_in(false).show(context, |ui| {
        plate().stroke(Stroke::new(1.5, theme::accent())).show(ui, |ui| {
            ui.set_max_width(300.0 * theme::scale(context));
            ui.label(RichText::new(words).color(theme::accent()));
        });
    });
}
