//! Where the parts of a place lie that is too small for all of them: the icon has its room before the name, and the name before the
//! price. What has none is told while the place is pointed at. No digit lies on it: so small a window seldom has a keyboard.

use std::sync::Arc;

use bevy_egui::egui::{Align, Color32, FontId, Galley, Painter, Rect, pos2, vec2};

use super::{EDGE, Parts};
use crate::overlay::theme;

/// A place is that small if it has less points across or down than this, or than as much less as the text is smaller.
const TIGHT: f32 = 48.0;
/// Words on it have this share of the usual size.
const WORDS: f32 = 0.8;
/// Points of its height that are kept for the icon, and points around that.
const ICON: f32 = 18.0;
const AROUND: f32 = 2.0;
/// A name that has less points across than this, and no room there for all of it, is left out.
const CUT: f32 = 30.0;
/// No more of the width than this goes to the price.
const PRICE: f32 = 0.45;

/// Whether a place is so small, beside text of this size.
pub(super) fn is_tight(rect: &Rect, scale: f32) -> bool {
    rect.width().min(rect.height()) < TIGHT * scale.min(1.0)
}

/// How large names are written there at most, where they are usually so large.
pub(super) fn letters(usual: f32) -> f32 {
    (usual * WORDS).max(theme::LEAST_SIZE)
}

/// The name with all of its words, else as much of it as there is room for in one line.
fn named(painter: &Painter, rect: Rect, title: &str, (font, ink): (&FontId, Color32)) -> Option<Arc<Galley>> {
    let room = vec2(rect.width() - 2.0 * AROUND, rect.height() - ICON - 2.0 * AROUND);
    let told = theme::fitted(painter, title, room, font, (ink, Align::Center));
    if theme::keeps_words(&told, title) && told.size().x <= room.x + 0.5 && told.size().y <= room.y {
        return Some(told);
    }
    let cut = || theme::cut(painter, title, room.x, (font, [theme::LEAST_SIZE]), ink);
    (room.x >= CUT).then(cut).filter(|told| told.size().y <= room.y)
}

/// Where they lie.
pub(super) fn laid(
    painter: &Painter,
    rect: Rect,
    title: &str,
    (font, ink): (&FontId, Color32),
    price: Option<(String, Color32)>,
) -> Parts {
    let words = named(painter, rect, title, (font, ink));
    let low = rect.bottom() - words.as_ref().map_or(0.0, |words| words.size().y) - AROUND;
    let most = rect.width() * PRICE;
    let price = price.map(|(told, ink)| theme::in_one_line(painter, &told, most, font, ink));
    let price = price.filter(|price| price.size().x <= most + 0.5);
    let right = price.as_ref().map_or(rect.right(), |price| rect.right() - EDGE - price.size().x);
    let room = Rect::from_min_max(rect.min, pos2(right, low)).shrink(AROUND);
    let icon = (room.center(), (room.width().min(room.height()) / 2.0).max(0.0));
    // Each of its lines lies around the middle, but where it is cut.
    let words = words.map(|words| (pos2(rect.center().x - words.rect.center().x, low), words));
    Parts { words, icon: Some(icon), digit: None, price }
}
