//! What is drawn out at the sides and put away again: the sheet of a fighter on the left, the log on the right, and what
//! the field shows.

use bevy::app::App;
use bevy::ecs::prelude::{On, Res, ResMut};
use bevy_egui::egui::{
    Align, Align2, Area, Context, Id, Layout, Order as Height, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2,
};

use super::questions::apart;
use super::{Hud, Places, Questions, lay, plate};
use crate::battle::Look;
use crate::overlay::hand::Hand;
use crate::overlay::known::Known;
use crate::overlay::layers::{self, Laid, Layers};
use crate::overlay::log::{self, LogPanel};
use crate::overlay::panels::{self, Begun, Frame, Panels};
use crate::overlay::pointer::Pointer;
use crate::overlay::preferences::Preferences;
use crate::overlay::sheet::{self, Sheet};
use crate::overlay::theme;
use crate::overlay::view::FieldView;

/// Points of its height that a drawer needs at least, at the usual size of text.
const LEAST: f32 = 130.0;

/// What the field shows.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Drawers, shown);
    // The log of the battle before covers the field of none.
    app.add_observer(|_: On<'_, '_, Begun>, mut log: ResMut<'_, LogPanel>| log.open = false);
}

/// What of the field no drawer covers.
pub fn clear(ui: &Ui, places: &Places, sheet: &Sheet, log: &LogPanel) -> Rect {
    let scale = theme::scale(ui.ctx());
    let mut clear = places.field;
    if sheet.open {
        clear.min.x = places.drawer(true, sheet::WIDTH * scale).right() + 6.0;
    }
    if log.open {
        clear.max.x = places.drawer(false, log::WIDTH * scale).left() - 6.0;
    }
    clear
}

/// Where whoever acts lies on the page: a drawer leaves them in sight.
pub fn acting(look: Look<'_>, view: &FieldView) -> Option<Rect> {
    Some(view.drawn.as_ref()?.view.body(look.footprint(look.asked()?)))
}

/// Whether there is room for a drawer beside all that is asked.
pub fn has_room(context: &Context, places: &Places, (is_left, width): (bool, f32), questions: &Questions) -> bool {
    let scale = theme::scale(context);
    apart(places.drawer(is_left, width * scale), questions.rects()).height() >= LEAST * scale
}

/// One of them, which leaves whoever acts and all that is asked in sight, else is not there at all for as long as that is
/// asked; whether it was put away.
pub fn drawer(
    ui: &Ui,
    places: &Places,
    (is_left, width): (bool, f32),
    (acting, questions): (Option<Rect>, &Questions),
    title: &str,
    add: impl FnOnce(&mut Ui),
) -> bool {
    let scale = theme::scale(ui.ctx());
    let whole = apart(places.drawer(is_left, width * scale), questions.rects());
    if whole.height() < LEAST * scale {
        return false;
    }
    let beside = apart(whole, acting);
    // Whoever acts is seen beside it where enough of it is left.
    let rect = if beside.height() < LEAST * scale { whole } else { beside };
    let mut away = false;
    let area = Area::new(Id::new(title)).order(Height::Middle).fixed_pos(rect.min).constrain(true).fade_in(false);
    area.show(ui.ctx(), |ui| {
        plate().show(ui, |ui| {
            let inside = rect.size() - vec2(18.0, 14.0);
            ui.set_min_size(inside);
            ui.set_max_size(inside);
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let words = format!("Put the {} away", title.to_lowercase());
                away = theme::sign(ui, true, "×", &words, "").clicked();
            });
            let rest = ui.available_rect_before_wrap();
            ui.scope_builder(UiBuilder::new().max_rect(rest), add);
        });
    });
    away
}

/// What the field shows: every layer as a switch, and what its marks mean.
fn shown(
    Frame { ui, look, places, .. }: Frame<'_>,
    (hud, questions): (Res<'_, Hud>, Res<'_, Questions>),
    mut shown: ResMut<'_, Layers>,
    mut known: ResMut<'_, Known>,
    (hand, pointer): (Res<'_, Hand>, Res<'_, Pointer>),
    preferences: Res<'_, Preferences>,
) {
    if !hud.layers || hud.presents {
        return;
    }
    let width = 300.0 * theme::scale(ui.ctx());
    let at = places.field.right_top() + vec2(-width - 26.0, 6.0);
    let height = places.field.height() * 0.8;
    let whole = Rect::from_min_size(at, vec2(width + 18.0, height + 12.0));
    let room = apart(whole, questions.rects());
    let height = (room.height() - 12.0).min(height);
    if height < LEAST * theme::scale(ui.ctx()) {
        return;
    }
    lay(ui.ctx(), "layers", (Align2::LEFT_TOP, room.min), |ui| {
        ui.set_max_width(width);
        // As high as it wants to be: an area keeps the size that it had.
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            layers::switches(ui, look, &mut shown, &mut known, &preferences.keys);
            ui.separator();
            ui.label(RichText::new("What the marks mean").small().color(theme::faint()));
            let mut laid = Laid { layers: *shown, known: &mut known, hand: &hand, pointer: &pointer };
            ui.horizontal_wrapped(|ui| layers::legend(ui, look, &mut laid));
        });
    });
}
