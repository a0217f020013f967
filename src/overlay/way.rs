//! The way that a move would take, drawn before it is gone.

use std::cmp::Ordering;

use bevy_egui::egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use super::camera::View;
use super::theme;
use super::tokens::{Plates, Weight, Words, shape};
use crate::ahead::Sting;
use crate::battle::{Id, Look};
use crate::board::Square;

/// A way as it is drawn. In a field of zones the rules only say through which places it leads: there each step is laid as
/// near to the straight way as its place allows, and the last is where the way ends.
pub fn laid(look: Look<'_>, who: Id, from: Square, squares: &[Square]) -> Vec<Square> {
    let Some((last, steps)) = squares.split_last().filter(|_| look.zoned().is_some()) else { return squares.to_vec() };
    let body = look.footprint(who);
    let gap = |one: Square, other: Square| f64::from(one.x - other.x).hypot(f64::from(one.y - other.y));
    let mut way = Vec::new();
    let mut before = from;
    for step in steps {
        let place = look.spot_of(body.moved_to(*step));
        let there = place.map_or(&[][..], |place| look.spots().squares(place)).iter().copied();
        let there = there.filter(|square| look.spot_of(body.moved_to(*square)) == place);
        let longer = |square: &Square| gap(before, *square) + gap(*square, *last);
        // Of equal ones the nearest: nobody jumps over a place.
        let best = there.min_by(|one, other| {
            (longer(one), gap(before, *one))
                .partial_cmp(&(longer(other), gap(before, *other)))
                .unwrap_or(Ordering::Equal)
        });
        before = best.unwrap_or(*step);
        way.push(before);
    }
    way.push(*last);
    way
}

/// A line from the body's middle through every square that it would enter, and its
/// ghost at the end.
pub fn draw(painter: &Painter, look: Look<'_>, view: &View, who: Id, squares: &[Square]) {
    let body = look.footprint(who);
    let middle = |square: Square| view.body(body.moved_to(square)).center();
    let squares = laid(look, who, body.at, squares);
    let Some(last) = squares.last() else { return };
    let mut points: Vec<Pos2> = std::iter::once(body.at).chain(squares.iter().copied()).map(middle).collect();
    // It begins where the token ends.
    if let [first, second, ..] = points.as_mut_slice() {
        let along = *second - *first;
        let rim = view.cell * 0.46 * body.side as f32;
        *first += along.normalized() * rim.min(along.length());
    }
    let end = view.body(body.moved_to(*last));
    let width = (view.cell * 0.09).clamp(2.0, 5.0);
    // Light beneath dark, so that it is seen on any ground.
    painter.add(Shape::line(points.clone(), Stroke::new(width + 2.5, theme::GROUND)));
    painter.add(Shape::line(points.clone(), Stroke::new(width, theme::WAY)));
    for point in points.iter().skip(1) {
        painter.circle(*point, width * 1.1, theme::WAY, Stroke::new(1.0, theme::GROUND));
    }
    let side = look.side(who).0;
    let ghost = theme::over(theme::side(side), theme::GROUND, 0.5);
    painter.rect_stroke(end.shrink(1.0), 3.0, Stroke::new(2.0, theme::WAY), StrokeKind::Inside);
    shape(painter, end.center(), end.width() * 0.38, side, ghost, Stroke::new(1.5, theme::WAY));
    if let [.., before, after] = points.as_slice() {
        arrow(painter, *before, *after, width);
    }
}

/// What it costs, beside the square where it ends, and over nobody where that can be.
pub fn price(painter: &Painter, end: Rect, plates: &mut Plates, (text, is_grave): (&str, bool)) {
    let plate = if is_grave { theme::OUT } else { theme::WAY };
    let short = text.lines().next().filter(|first| *first != text);
    // Nobody else's name lies over where the way ends.
    plates.keep(Plates::face(end));
    plates.say(painter, end, Words { full: text, short, plate }, Weight::Must);
}

/// Where somebody may react to a walk: a mark on the step, and a line from whoever it is.
pub fn sting(painter: &Painter, look: Look<'_>, view: &View, who: Id, sting: &Sting) {
    let at = view.body(look.footprint(who).moved_to(sting.at)).center();
    let from = view.body(look.footprint(sting.by)).center();
    painter.extend(Shape::dashed_line(&[from, at], Stroke::new(2.5, theme::AIM), 7.0, 4.0));
    let radius = (view.cell * 0.2).clamp(8.0, 16.0);
    painter.circle(at, radius, theme::AIM, Stroke::new(1.5, theme::INK));
    painter.text(at, Align2::CENTER_CENTER, "!", FontId::proportional(radius * 1.6), theme::INK);
}

fn arrow(painter: &Painter, from: Pos2, to: Pos2, width: f32) {
    let along = to - from;
    if along.length() > 1.0 {
        let ahead = along.normalized() * width * 3.6;
        let aside = vec2(-ahead.y, ahead.x) * 0.42;
        let corners = vec![to + ahead * 0.5, to - ahead * 0.5 + aside, to - ahead * 0.5 - aside];
        painter.add(Shape::convex_polygon(corners, theme::WAY, Stroke::new(1.0, theme::GROUND)));
    }
}
