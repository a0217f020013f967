//! Where the active fighter can go, in two tones: with enough left for a blow, and with nothing left.

use bevy_egui::egui::{Painter, Rect, Stroke};

use super::{Tints, hue, sides};
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;

/// How strongly a square is tinted from which one can still strike, and another.
pub const TONES: (f32, f32) = (0.26, 0.09);

/// The squares in reach.
pub fn tint(bands: &Bands, tints: &mut Tints) {
    for square in bands.covered.keys() {
        let strength = if bands.acts(*square) == Some(true) { TONES.0 } else { TONES.1 };
        tints.entry(*square).or_default().push(hue(theme::colours().reach, strength));
    }
}

/// A line around the squares of each tone.
pub fn edges(painter: &Painter, view: &View, bands: &Bands, room: Rect) {
    let stroke = Stroke::new(2.0, theme::over(theme::colours().reach, theme::GROUND, 0.2));
    for square in bands.covered.keys() {
        let rect = view.rect(*square);
        if !rect.intersects(room) {
            continue;
        }
        for (next, ends) in sides(*square, rect) {
            // Each line is drawn once, from the better side.
            if bands.acts(next).is_none_or(|other| bands.acts(*square) == Some(true) && !other) {
                painter.line_segment(ends, stroke);
            }
        }
    }
}
