//! What is told of what is pointed at.

use std::sync::Arc;

use bevy_egui::egui::containers::menu::is_in_menu;
use bevy_egui::egui::{Galley, Label, Rangef, Rect, RectAlign, Response, Tooltip, Ui};

use super::theme;

/// Points between the entry of a menu and what is told of it, beside the margin of the menu.
const APART: f32 = 6.0;
/// Points that what is told beside a menu has across at least, at the usual size of text.
const LEAST: f32 = 90.0;
/// Where it lies beside a menu.
const BESIDE: [RectAlign; 2] = [RectAlign::LEFT, RectAlign::LEFT_END];
/// Where it lies beside a list, on its left first, and on its right first: below it where neither has room.
const ON_THE_LEFT: [RectAlign; 3] = [RectAlign::LEFT_START, RectAlign::RIGHT_START, RectAlign::BOTTOM_START];
const ON_THE_RIGHT: [RectAlign; 3] = [RectAlign::RIGHT_START, RectAlign::LEFT_START, RectAlign::BOTTOM_START];

/// Adds a line that may be cut and is told in full by a tip of its own: there is no second one below that.
pub fn line(ui: &mut Ui, told: Arc<Galley>) -> Response {
    ui.add(Label::new(told).show_tooltip_when_elided(false))
}

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

/// Shows this of something in a list so broad, beside the list: nothing that stands in it is hidden.
pub fn show_beside(of: &Response, (list, is_left): (Rangef, bool), add: impl FnOnce(&mut Ui)) {
    if !of.contains_pointer() {
        return;
    }
    let places = if is_left { &ON_THE_LEFT } else { &ON_THE_RIGHT };
    let mut tip = Tooltip::for_enabled(of).gap(APART);
    let row = Rect::from_x_y_ranges(list, of.rect.y_range());
    tip.popup = tip.popup.anchor(row).align(places[0]).align_alternatives(&places[1..]);
    tip.show(add);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::text::LayoutJob;
    use bevy_egui::egui::{Color32, Context, Event, FontId, Order, RawInput, pos2, vec2};

    use super::*;

    /// Promise: a line that is cut has one tip, which tells all of it.
    #[test]
    fn a_line_that_is_cut_has_one_tip() {
        const WORDS: &str = "words that have no room in so short a line";
        let context = Context::default();
        context.global_style_mut(|style| {
            (style.interaction.tooltip_delay, style.interaction.show_tooltips_only_when_still) = (0.0, false);
        });
        for frame in 0..6 {
            let at = Event::PointerMoved(pos2(20.0 + frame as f32, 14.0));
            let page = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
            let input = RawInput {
                time: Some(f64::from(frame)),
                events: vec![at],
                screen_rect: Some(page),
                ..RawInput::default()
            };
            let mut output = context.run_ui(input, |ui| {
                let mut job = LayoutJob::simple(WORDS.to_owned(), FontId::default(), Color32::WHITE, 90.0);
                job.wrap.max_rows = 1;
                let told = ui.painter().layout_job(job);
                assert!(told.elided);
                tell(line(ui, told), ui, WORDS);
            });
            output.textures_delta.clear();
        }
        let layers = context.memory(|memory| memory.areas().visible_layer_ids());
        assert_eq!(layers.iter().filter(|layer| layer.order == Order::Tooltip).count(), 1);
    }
}
