//! Named parts of the field: their tints, a double line along their borders,
//! their names with who is in them.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Align2, Painter, Rect, Stroke, Vec2, vec2};

use super::{Tints, hue, squares};
use crate::battle::Look;
use crate::board::{Spot, Square, ZoneId};
use crate::overlay::camera::View;
use crate::overlay::tokens::Token;
use crate::overlay::{theme, tokens};

/// So many squares down and to the right of its first the name of a zone is tried where somebody stands there.
const DOWN: i32 = 4;
const RIGHT: i32 = 8;

/// How strongly a zone is tinted in the squares along its borders, in the next, and further in: ground is seen as it is drawn.
const TONES: [f32; 3] = [0.13, 0.08, 0.05];

/// The parts of the field.
#[derive(Debug, Default)]
pub struct Zones {
    /// Where the name of each stands, in its first square, and which it is.
    names: Vec<(Vec2, usize, String)>,
    /// Sides of squares along which two meet: the ends, in corners of squares.
    borders: Vec<((i32, i32), (i32, i32))>,
    /// Squares that are a place of their own, between two zones, in games in which one can stand there.
    between: Vec<Square>,
    /// The same for borders that nobody crosses.
    barred: Vec<((i32, i32), (i32, i32))>,
}

fn zone_of(look: Look<'_>, square: Square) -> Option<usize> {
    look.board().cell(square).and_then(|cell| cell.zone).map(usize::from)
}

/// Whether nobody crosses the border between two zones, in games in which that counts.
fn is_barred(look: Look<'_>, one: Option<usize>, other: Option<usize>) -> bool {
    let zone = |zone: Option<usize>| zone.and_then(|zone| ZoneId::try_from(zone).ok());
    let Some((one, other)) = zone(one).zip(zone(other)).filter(|_| look.zoned().is_some()) else { return false };
    look.spots().graph().border(one, other).is_some_and(|border| !border.open)
}

/// Finds them.
pub fn find(look: Look<'_>) -> Zones {
    let mut corners: BTreeMap<usize, Vec2> = BTreeMap::new();
    let (mut borders, mut barred) = (Vec::new(), Vec::new());
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
                if is_barred(look, own, zone_of(look, other)) { &mut barred } else { &mut borders }.push(ends);
            }
        }
    }
    let names = look
        .board()
        .zones
        .iter()
        .enumerate()
        .filter_map(|(index, zone)| {
            let corner = corners.get(&index)?;
            Some((*corner, index, zone.name.clone()))
        })
        .collect();
    let is_open = |one, other| look.spots().graph().border(one, other).is_some_and(|border| border.open);
    let is_between =
        |square: &Square| matches!(look.spots().at(*square), Some(Spot::Border(one, other)) if is_open(one, other));
    let between = squares(look).filter(|_| look.zoned().is_some()).filter(is_between).collect();
    Zones { names, borders, between, barred }
}

/// Each in a tint of its own, which is a rim along its borders more than a colour over all of it.
pub fn tint(look: Look<'_>, tints: &mut Tints) {
    for square in squares(look) {
        if let Some(zone) = zone_of(look, square) {
            let tone = tone(square, |other| zone_of(look, other) == Some(zone));
            tints.entry(square).or_default().push(hue(theme::side(zone as u8), tone));
        }
    }
}

/// How strongly a square is tinted in a zone that is told by these squares.
fn tone(at: Square, is_in: impl Fn(Square) -> bool) -> f32 {
    let is_rim = |far: i32| {
        let mut near = (-far..=far).flat_map(|x| (-far..=far).map(move |y| Square::new(at.x + x, at.y + y)));
        near.any(|square| !is_in(square))
    };
    let [rim, next, inner] = TONES;
    match () {
        () if is_rim(1) => rim,
        () if is_rim(2) => next,
        () => inner,
    }
}

/// Borders and names. Each name counts the fighters who are still seen in play there. What a deed would strike has no strokes:
/// they would say that it is left out.
pub fn draw(
    painter: &Painter,
    look: Look<'_>,
    view: &View,
    zones: &Zones,
    (everybody, struck): (&[Token], &BTreeSet<Square>),
) {
    let in_play = everybody.iter().filter(|token| token.fares.in_play);
    let stand: Vec<usize> = in_play.filter_map(|token| zone_of(look, look.footprint(token.id).at)).collect();
    let on_page = |(x, y): (i32, i32)| view.origin + vec2(x as f32, y as f32) * view.cell;
    let room = painter.clip_rect().expand(view.cell);
    let teal = theme::over(theme::ZONE, theme::INK, 0.35);
    // Where one stands on a border, strokes run across it: the other way than those of a threat.
    for square in zones.between.iter().filter(|square| !struck.contains(square)) {
        let rect = view.rect(*square);
        if rect.intersects(room) {
            let stroke = Stroke::new(1.0, teal.gamma_multiply(0.35));
            for part in [0.25, 0.75] {
                let (across, down) = (vec2(rect.width() * part, 0.0), vec2(0.0, rect.height() * part));
                painter.line_segment([rect.right_top() - across, rect.right_top() + down], stroke);
                painter.line_segment([rect.left_bottom() + across, rect.left_bottom() - down], stroke);
            }
        }
    }
    for (from, to) in &zones.barred {
        let (from, to) = (on_page(*from), on_page(*to));
        if room.contains(from) {
            painter.line_segment([from, to], Stroke::new(5.0, theme::INK));
            painter.line_segment([from, to], Stroke::new(2.0, teal));
        }
    }
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
    let tokens: Vec<Rect> = everybody.iter().map(|token| view.area(token.spot)).collect();
    for (at, zone, name) in &zones.names {
        let text = match stand.iter().filter(|each| *each == zone).count() {
            0 => name.clone(),
            count => format!("{name} · {count} here"),
        };
        let size = tokens::label_size(painter, &text);
        // Beside those who stand in its first squares, within the zone.
        let place = |(down, right): (i32, i32)| {
            let first = Square::new(at.x as i32 + right, at.y as i32 + down);
            let room = Rect::from_min_size(view.corner(first) + vec2(3.0, 3.0), size);
            let is_within =
                zone_of(look, first) == Some(*zone) && zone_of(look, view.square(room.right_center())) == Some(*zone);
            is_within.then_some(room)
        };
        let mut places = (0..DOWN).flat_map(|down| (0..RIGHT).map(move |right| (down, right))).filter_map(place);
        let free = places.find(|room| tokens.iter().all(|token| !token.intersects(*room)));
        let at = free.map_or(view.origin + *at * view.cell + vec2(3.0, 3.0), |room| room.min);
        tokens::label(painter, at, Align2::LEFT_TOP, &text, teal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: within a zone ground is seen nearly as it is drawn; its tint is a rim along its borders.
    #[test]
    fn a_zone_is_tinted_along_its_rim() {
        let is_in = |square: Square| (0..9).contains(&square.x) && (0..9).contains(&square.y);
        let across: Vec<f32> = (0..9).map(|x| tone(Square::new(x, 4), is_in)).collect();
        let [rim, next, inner] = TONES;
        assert_eq!(across, [rim, next, inner, inner, inner, inner, inner, next, rim]);
        assert!(inner <= 0.06 && inner < next && next < rim && rim < 0.16);
    }
}
