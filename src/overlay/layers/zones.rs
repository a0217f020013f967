//! Named parts of the field: their tints, a double line along their borders,
//! their names with who is in them.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Painter, Stroke, Vec2, vec2};

use super::{Tints, squares};
use crate::battle::Look;
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::{theme, tokens};

/// The parts of the field.
#[derive(Debug, Default)]
pub struct Zones {
    /// Where the name of each stands, in its first square, and what it says.
    names: Vec<(Vec2, String)>,
    /// Sides of squares along which two meet: the ends, in corners of squares.
    borders: Vec<((i32, i32), (i32, i32))>,
}

fn zone_of(look: Look<'_>, square: Square) -> Option<usize> {
    look.board().cell(square).and_then(|cell| cell.zone).map(usize::from)
}

/// Finds them.
pub fn find(look: Look<'_>) -> Zones {
    let mut corners: BTreeMap<usize, Vec2> = BTreeMap::new();
    let mut borders = Vec::new();
    for square in squares(look) {
        let own = zone_of(look, square);
        if let Some(zone) = own {
            corners.entry(zone).or_insert_with(|| vec2(square.x as f32, square.y as f32));
        }
        let (x, y) = (square.x, square.y);
        for (other, ends) in [
            (Square::new(x + 1, y), ((x + 1, y), (x + 1, y + 1))),
            (Square::new(x, y + 1), ((x, y + 1), (x + 1, y + 1))),
        ] {
            if look.board().contains(other) && zone_of(look, other) != own {
                borders.push(ends);
            }
        }
    }
    let within = |zone: usize| {
        look.everybody()
            .filter(|id| look.is_in_play(*id) && zone_of(look, look.footprint(*id).at) == Some(zone))
            .count()
    };
    let names = look
        .board()
        .zones
        .iter()
        .enumerate()
        .filter_map(|(index, zone)| {
            let corner = corners.get(&index)?;
            let text = match within(index) {
                0 => zone.name.clone(),
                count => format!("{} ({count})", zone.name),
            };
            Some((*corner, text))
        })
        .collect();
    Zones { names, borders }
}

/// Each in a tint of its own.
pub fn tint(look: Look<'_>, tints: &mut Tints) {
    for square in squares(look) {
        if let Some(zone) = zone_of(look, square) {
            tints.entry(square).or_default().push((theme::side(zone as u8), 0.16));
        }
    }
}

/// Borders and names.
pub fn draw(painter: &Painter, view: &View, zones: &Zones) {
    let on_page = |(x, y): (i32, i32)| view.origin + vec2(x as f32, y as f32) * view.cell;
    let room = painter.clip_rect().expand(view.cell);
    let teal = theme::over(theme::ZONE, theme::INK, 0.35);
    for (from, to) in &zones.borders {
        let (from, to) = (on_page(*from), on_page(*to));
        if !room.contains(from) {
            continue;
        }
        let aside = if from.x == to.x { vec2(1.6, 0.0) } else { vec2(0.0, 1.6) };
        for side in [-1.0, 1.0] {
            painter.line_segment([from + aside * side, to + aside * side], Stroke::new(1.2, teal));
        }
    }
    for (at, name) in &zones.names {
        let at = view.origin + *at * view.cell + vec2(3.0, 3.0);
        tokens::label(painter, at, Align2::LEFT_TOP, name, teal);
    }
}
