//! What is drawn out at the sides and put away again: the sheet of a fighter on one, the log on the other, and what the field
//! shows.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut};
use bevy_egui::egui::{
    Align, Align2, Area, Button, Id, Layout, Order as Height, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2,
    WidgetInfo, WidgetType, vec2,
};

use super::{Drawer, Places, lay, plate};
use crate::overlay::hand::Hand;
use crate::overlay::known::Known;
use crate::overlay::layers::{self, Laid, Layers};
use crate::overlay::log::LogPanel;
use crate::overlay::panels::{self, Begun, Frame, Panels};
use crate::overlay::pointer::Pointer;
use crate::overlay::preferences::Preferences;
use crate::overlay::sheet::Sheet;
use crate::overlay::{hovered, theme};

/// What the field shows.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Drawers, shown);
    // The log of the battle before covers the field of none.
    app.add_observer(|_: On<'_, '_, Begun>, mut log: ResMut<'_, LogPanel>| log.open = false);
}

/// What of the field no drawer covers.
pub fn clear(ui: &Ui, places: &Places, sheet: &Sheet, log: &LogPanel) -> Rect {
    places.beside([log.open, sheet.open], log.left, theme::scale(ui.ctx()), 6.0)
}

/// Points of the sign that puts a drawer away, at the usual size of text: for a finger, too.
const AWAY: f32 = 26.0;

/// One of them, at its place, under its title; whether it was put away.
pub fn drawer(ui: &Ui, rect: Rect, title: &str, add: impl FnOnce(&mut Ui)) -> bool {
    drawer_with(ui, rect, title, |_| (), add)
}

/// The same with more beside what puts it away.
pub fn drawer_with(ui: &Ui, rect: Rect, title: &str, more: impl FnOnce(&mut Ui), add: impl FnOnce(&mut Ui)) -> bool {
    let mut away = false;
    let area = Area::new(Id::new(title)).order(Height::Middle).fixed_pos(rect.min).constrain(true).fade_in(false);
    area.show(ui.ctx(), |ui| {
        plate().show(ui, |ui| {
            let inside = rect.size() - vec2(18.0, 14.0);
            ui.set_min_size(inside);
            ui.set_max_size(inside);
            ui.horizontal(|ui| {
                ui.label(RichText::new(title).heading());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let words = format!("Put the {} away", title.to_lowercase());
                    let sign = Button::new("×").min_size(Vec2::splat(theme::em(ui, AWAY)));
                    let sign = ui.add(sign);
                    sign.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
                    away = hovered::tell(sign, ui, &words).clicked();
                    more(ui);
                });
            });
            let rest = ui.available_rect_before_wrap();
            ui.scope_builder(UiBuilder::new().max_rect(rest), add);
        });
    });
    away
}

/// What the field shows: every layer as a switch, and what its marks mean.
fn shown(
    Frame { ui, look, .. }: Frame<'_>,
    laid: Res<'_, super::Layout>,
    mut shown: ResMut<'_, Layers>,
    mut known: ResMut<'_, Known>,
    (hand, pointer): (Res<'_, Hand>, Res<'_, Pointer>),
    preferences: Res<'_, Preferences>,
) {
    let Some(room) = laid.drawer(Drawer::Layers) else { return };
    let (width, height) = (room.width() - 18.0, room.height() - 12.0);
    lay(ui.ctx(), "layers", (Align2::LEFT_TOP, room.min), |ui| {
        ui.set_max_width(width);
        // As high as it wants to be: an area keeps the size that it had.
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            layers::switches(ui, look, &mut shown, &mut known, &preferences.keys);
            ui.separator();
            ui.label(RichText::new("What the marks mean").small().color(theme::faint()));
            let mut laid = Laid { layers: *shown, acts: true, known: &mut known, hand: &hand, pointer: &pointer };
            ui.horizontal_wrapped(|ui| layers::legend(ui, look, &mut laid, false));
        });
    });
}
