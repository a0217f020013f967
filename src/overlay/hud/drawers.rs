//! What is drawn out at the sides and put away again: the sheet of a fighter on the left, the log on the right, and what
//! the field shows.

use bevy::app::App;
use bevy::ecs::prelude::{Res, ResMut};
use bevy_egui::egui::{
    Align, Align2, Area, Id, Layout, Order as Height, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2,
};

use super::{Hud, Places, lay, plate};
use crate::battle::Look;
use crate::overlay::hand::Hand;
use crate::overlay::known::Known;
use crate::overlay::layers::{self, Laid, Layers};
use crate::overlay::log::{self, LogPanel};
use crate::overlay::panels::{self, Frame, Panels};
use crate::overlay::pointer::Pointer;
use crate::overlay::preferences::Preferences;
use crate::overlay::sheet::{self, Sheet};
use crate::overlay::theme;
use crate::overlay::view::FieldView;

/// What the field shows.
pub fn plugin(app: &mut App) {
    app.add_panel(panels::Height::Drawers, shown);
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

/// Where whoever acts lies on the page: no drawer covers them.
pub fn acting(look: Look<'_>, view: &FieldView) -> Option<Rect> {
    Some(view.drawn.as_ref()?.view.body(look.footprint(look.asked()?)))
}

/// What of a drawer covers nobody who acts: all of it, else what lies above or below them.
fn beside(rect: Rect, acting: Option<Rect>) -> Rect {
    let Some(acting) = acting.map(|acting| acting.expand(6.0)).filter(|acting| acting.intersects(rect)) else {
        return rect;
    };
    let above = Rect::from_min_max(rect.min, pos2(rect.right(), acting.top()));
    let below = Rect::from_min_max(pos2(rect.left(), acting.bottom()), rect.max);
    if above.height() > below.height() { above } else { below }
}

/// One of them, which leaves whoever acts in sight; whether it was put away.
pub fn drawer(
    ui: &Ui,
    places: &Places,
    (is_left, width): (bool, f32),
    acting: Option<Rect>,
    title: &str,
    add: impl FnOnce(&mut Ui),
) -> bool {
    let rect = beside(places.drawer(is_left, width * theme::scale(ui.ctx())), acting);
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
    hud: Res<'_, Hud>,
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
    lay(ui.ctx(), "layers", (Align2::LEFT_TOP, at), |ui| {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: whoever acts is never hidden by a drawer, and as much of it is left as can be.
    #[test]
    fn a_drawer_leaves_whoever_acts_in_sight() {
        let rect = Rect::from_min_size(pos2(8.0, 70.0), vec2(320.0, 640.0));
        assert_eq!(beside(rect, None), rect);
        let token = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(44.0, 44.0));
        assert_eq!(beside(rect, Some(token(600.0, 300.0))), rect);
        for y in [70.0, 120.0, 390.0, 600.0, 700.0] {
            let left = beside(rect, Some(token(100.0, y)));
            assert!(!left.intersects(token(100.0, y)) && rect.contains_rect(left), "{y}: {left:?}");
            assert!(left.height() > rect.height() * 0.44, "{y}: {left:?}");
        }
    }
}
