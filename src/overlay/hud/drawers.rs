//! What is drawn out at the sides and put away again: the sheet of a fighter on the left, the log on the right, and what
//! the field shows.

use bevy_egui::egui::{Align, Area, Layout, Order as Height, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::{Places, lay, plate};
use crate::battle::Look;
use crate::overlay::desk::Desk;
use crate::overlay::{layers, log, sheet, theme};

/// Points of a drawer across, at the usual size of text.
const SHEET: f32 = 290.0;
const LOG: f32 = 330.0;

/// All that are open.
pub fn drawers(ui: &Ui, look: Look<'_>, places: &Places, desk: &mut Desk) {
    if desk.sheet_open && drawer(ui, places, true, SHEET, "Sheet", |ui| sheet::sheet(ui, look, desk)) {
        desk.sheet_open = false;
    }
    if !desk.log_hidden && drawer(ui, places, false, LOG, "Log", |ui| log::log(ui, look, desk)) {
        desk.log_hidden = true;
    }
    if desk.layers_open {
        shown(ui, look, places, desk);
    }
}

/// What of the field no drawer covers.
pub fn clear(ui: &Ui, places: &Places, desk: &Desk) -> Rect {
    let scale = theme::scale(ui.ctx());
    let mut clear = places.field;
    if desk.sheet_open {
        clear.min.x = places.drawer(true, SHEET * scale).right() + 6.0;
    }
    if !desk.log_hidden {
        clear.max.x = places.drawer(false, LOG * scale).left() - 6.0;
    }
    clear
}

/// One of them; whether it was put away.
fn drawer(ui: &Ui, places: &Places, is_left: bool, width: f32, title: &str, add: impl FnOnce(&mut Ui)) -> bool {
    let rect = places.drawer(is_left, width * theme::scale(ui.ctx()));
    let mut away = false;
    let area = Area::new(ui.id().with(title)).order(Height::Middle).fixed_pos(rect.min).constrain(true).fade_in(false);
    area.show(ui.ctx(), |ui| {
        plate().show(ui, |ui| {
            let inside = rect.size() - vec2(18.0, 14.0);
            ui.set_min_size(inside);
            ui.set_max_size(inside);
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                away = ui.small_button("✕").on_hover_text(format!("Put the {} away", title.to_lowercase())).clicked();
            });
            let rest = ui.available_rect_before_wrap();
            ui.scope_builder(UiBuilder::new().max_rect(rest), add);
        });
    });
    away
}

/// What the field shows: every layer as a switch, and what its marks mean.
fn shown(ui: &Ui, look: Look<'_>, places: &Places, desk: &mut Desk) {
    let width = 300.0 * theme::scale(ui.ctx());
    let at = places.field.right_top() + vec2(-width - 26.0, 6.0);
    let height = places.field.height() * 0.8;
    lay(ui.ctx(), "layers", at, |ui| {
        ui.set_max_width(width);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            layers::switches(ui, look, desk);
            ui.separator();
            ui.label(RichText::new("What the marks mean").small().color(theme::faint()));
            ui.horizontal_wrapped(|ui| layers::legend(ui, look, desk));
        });
    });
}
