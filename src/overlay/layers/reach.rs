//! Where the active fighter can go, in two tones: with enough left for a blow, and with nothing left.

use bevy_egui::egui::{Painter, Stroke};

use super::{Tints, hue};
use crate::board::Board;
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;

/// How strongly a square is tinted from which one can still strike, and another.
const TONES: (f32, f32) = (0.36, 0.2);
/// From which share of the field on the tones pale, and from which on they are palest, for the edges say enough there.
const MUCH: (f32, f32) = (0.2, 0.6);
/// What is left of them then.
const PALEST: f32 = 0.35;

/// The two tones: pale where most of the field is in reach.
pub fn tones(bands: &Bands, board: &Board) -> (f32, f32) {
    let share = bands.covered.len() as f32 / (board.width() * board.height()).max(1) as f32;
    let much = ((share - MUCH.0) / (MUCH.1 - MUCH.0)).clamp(0.0, 1.0);
    let left = 1.0 - much * (1.0 - PALEST);
    (TONES.0 * left, TONES.1 * left)
}

/// The squares in reach.
pub fn tint(bands: &Bands, board: &Board, tints: &mut Tints) {
    let tones = tones(bands, board);
    for square in bands.covered.keys() {
        let strength = if bands.acts(*square) == Some(true) { tones.0 } else { tones.1 };
        tints.entry(*square).or_default().push(hue(theme::colours().reach, strength));
    }
}

/// A line around the squares of each tone: whole around those from which one can strike, broken around all.
pub fn edges(painter: &Painter, view: &View, bands: &Bands) {
    let colour = theme::over(theme::colours().reach, theme::GROUND, 0.2);
    let (strikes, all) = &bands.edges;
    all.draw(painter, view, 1.0, Stroke::new(1.5, colour), Some(5.0));
    strikes.draw(painter, view, 1.0, Stroke::new(2.5, colour), None);
}

/// What the squares of each tone mean, the better ones first: with what it costs to get there, where the rules say that.
pub fn words(bands: &Bands) -> Vec<(bool, String)> {
    let mut told = Vec::new();
    for acts in [true, false] {
        let prices = || bands.prices.iter().zip(&bands.acts).filter(move |(_, other)| **other == acts);
        let Some((first, _)) = prices().next() else { continue };
        let last = prices().next_back().map_or(first, |(last, _)| last);
        let what = if acts { "you can go here and still strike" } else { "you can only go here" };
        let price = match () {
            () if first.is_empty() && last.is_empty() => String::new(),
            () if first == last => format!(" ({first})"),
            () => format!(" ({first} to {last})"),
        };
        told.push((acts, format!("{what}{price}")));
    }
    told
}
