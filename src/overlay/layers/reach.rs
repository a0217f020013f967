//! Where the active fighter can go, tinted by what it costs, each price with a
//! line around it.

use bevy_egui::egui::{Painter, Rect, Stroke};

use super::{Tints, sides};
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;

/// The squares of each price, the cheapest most.
pub fn tint(bands: &Bands, tints: &mut Tints) {
    for (square, band) in &bands.covered {
        let strength = theme::reach(*band, bands.prices.len());
        tints.entry(*square).or_default().push((theme::colours().reach, strength));
    }
}

/// A line around the squares of each price.
pub fn edges(painter: &Painter, view: &View, bands: &Bands, room: Rect) {
    let band_of = |square: Square| bands.covered.get(&square);
    let stroke = Stroke::new(1.5, theme::over(theme::colours().reach, theme::GROUND, 0.2));
    for (square, band) in &bands.covered {
        let rect = view.rect(*square);
        if !rect.intersects(room) {
            continue;
        }
        for (next, ends) in sides(*square, rect) {
            // Each line is drawn once, from the cheaper side.
            if band_of(next).is_none_or(|next| next > band) {
                painter.line_segment(ends, stroke);
            }
        }
    }
}
