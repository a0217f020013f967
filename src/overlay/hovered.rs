//! What is told of what is pointed at.

use bevy_egui::egui::containers::menu::is_in_menu;
use bevy_egui::egui::{Label, RectAlign, Response, Tooltip, Ui};

use super::theme;

/// Points between the entry of a menu and what is told of it, beside the margin of the menu.
const APART: f32 = 6.0;
/// Points that what is told beside a menu has across at least, at the usual size of text.
const LEAST: f32 = 90.0;
/// Where it lies beside a menu.
const BESIDE: [RectAlign; 2] = [RectAlign::LEFT, RectAlign::LEFT_END];

/// Tells this of something.
pub fn tell(of: Response, ui: &Ui, words: &str) -> Response {
    if words.is_empty() {
        return of;
    }
    let wide = beside(&of, ui).unwrap_or(ui.spacing().tooltip_width);
    show(&of, ui, None, |ui| {
        // It never gets narrower from frame to frame.
        ui.set_max_width(wide);
        ui.add(Label::new(words));
    });
    of
}

/// Points between a menu and what is told beside it.
fn apart(ui: &Ui) -> f32 {
    APART + f32::from(ui.spacing().menu_margin.left)
}

/// How wide what is told of an entry of a menu may be to the left of it, if there is room; nothing for what is in no menu.
fn beside(of: &Response, ui: &Ui) -> Option<f32> {
    let room = of.rect.left() - ui.ctx().content_rect().left() - 2.0 * apart(ui);
    let is_beside = is_in_menu(ui) && room >= LEAST * theme::scale(ui.ctx());
    is_beside.then(|| room.min(ui.spacing().tooltip_width))
}

/// Shows this of something, in a menu to the left of its entries: they are not hidden. Nothing is told of what something else
/// lies over, though it was pointed at before. `gap`: how far from it that lies, where that is not as usual.
pub fn show(of: &Response, ui: &Ui, gap: Option<f32>, add: impl FnOnce(&mut Ui)) {
    if !of.contains_pointer() {
        return;
    }
    let mut tip = if of.enabled() { Tooltip::for_enabled(of) } else { Tooltip::for_disabled(of) };
    if let Some(gap) = gap {
        tip = tip.gap(gap);
    }
    if let Some(wide) = beside(of, ui) {
        tip = tip.gap(apart(ui)).width(wide);
        tip.popup = tip.popup.align(RectAlign::LEFT_START).align_alternatives(&BESIDE);
    }
    tip.show(add);
}
