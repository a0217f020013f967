//! A token as it is drawn: its ring, its signs, which way it looks.

use std::f32::consts::FRAC_PI_4;

use bevy_egui::egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::fan::Apart;
use super::{Marked, SIGN, TINY, Token, marks, shape, states};
use crate::art::figures;
use crate::battle::{Condition, Id, Look};
use crate::board::{Arcs, Direction};
use crate::overlay::portraits::Portraits;
use crate::overlay::stage::{self, GROWN};
use crate::overlay::theme;

/// From so many points from its middle to its rim on there is room for signs beside a token.
const SIGNED: f32 = 8.5;
/// Straight pieces of half the band before a token.
const BENDS: i32 = 6;
/// So many states are shown on a token, and the number of the others.
const STATES: usize = 3;
/// From its middle to its rim a token has fewer points than this where signs would hide all of it: it has one sign, a smaller one of
/// so many points and of no more than this share of that.
const SMALL: f32 = 12.5;
const LITTLE: (f32, f32) = (5.5, 0.52);

/// How far the rim of a token is from its middle.
pub fn rim(token: Rect) -> f32 {
    token.width().min(token.height()) * GROWN * figures::REACH / 2.0
}

/// The ring around somebody, and whether anything marks them. Whoever is pointed at has a frame with corners instead.
pub(super) fn ring(marked: Marked, id: Id) -> (Stroke, bool) {
    match () {
        () if marked.acts == Some(id) => (Stroke::new(3.5, theme::ACTIVE), true),
        () if marked.target == Some(id) => (Stroke::new(3.0, theme::AIM), true),
        () if marked.selected == Some(id) => (Stroke::new(3.0, Color32::WHITE), true),
        () => (Stroke::new(1.5, theme::INK), marked.points_at(id)),
    }
}

/// Draws what lies over the picture of somebody; where no scene shows it, the picture, too.
pub(super) fn draw(
    painter: &Painter,
    look: Look<'_>,
    marked: Marked,
    token: &Token,
    portraits: Option<&mut Portraits>,
) {
    let Token { id, spot, apart, fares, .. } = token;
    let (id, in_play, is_falling) = (*id, fares.in_play, token.is_falling(look));
    let radius = spot.width() * 0.38;
    let at = spot.center();
    let side = look.side(id).0;
    let colour = theme::side(side);
    let fill = if in_play { colour } else { theme::over(colour, theme::GROUND, 0.65) };
    let (ring, is_marked) = ring(marked, id);
    if radius < TINY && !is_marked {
        shape(painter, at, radius.max(1.5), side, fill, Stroke::NONE);
        return;
    }
    let rim = rim(*spot);
    // Where a scene shows the field it shows the tokens, too.
    if let Some(portraits) = portraits {
        let figure = stage::painted(look, id, fares.vigour());
        let room = Rect::from_center_size(at, spot.size() * GROWN);
        if !portraits.token(painter, figure, room) {
            shape(painter, at, radius, side, fill, Stroke::NONE);
        }
    }
    // On the rim of the base, so that it hides nothing of the face.
    if is_marked && ring.color != theme::INK {
        shape(painter, at, rim, side, Color32::TRANSPARENT, ring);
    }
    // Which way somebody looks is shown where it matters, outside the base and over its ring.
    if let Some(arcs) = look.arcs().filter(|_| in_play && !is_falling) {
        let facing = look.place(id).facing;
        if radius >= SIGNED {
            guard(painter, facing, arcs, at, rim * 1.09);
        }
        nose(painter, facing, at, rim);
    }
    if marked.acts == Some(id) {
        marks::acting(painter, at, rim);
    }
    if marked.points_at(id) {
        marks::pointed(painter, *spot);
    }
    if marked.target == Some(id) {
        marks::crosshair(painter, *spot);
    }
    if in_play {
        badges(painter, look, &fares.states, (at, radius, *apart));
    }
}

/// The states that somebody is in, up its left side, and how many more there
/// are; where there is no room for signs, a bare plate says that there are any.
fn badges(painter: &Painter, look: Look<'_>, of: &[Condition], (at, radius, apart): (Pos2, f32, Apart)) {
    if of.is_empty() {
        return;
    }
    let shown = states::kinds(look, of);
    if radius < SIGNED {
        if let Some((first, _)) = shown.first() {
            states::plate(painter, first.sort, at + vec2(-radius * 0.8, radius * 0.8), (radius * 0.4).max(2.0));
        }
        return;
    }
    let (size, most) = signs(sign(painter, radius), radius);
    let place = |index: usize| at + apart.signs() * radius - vec2(0.0, index as f32 * size * 2.1);
    for (index, (state, count)) in shown.iter().take(most).enumerate() {
        states::draw(painter, state, place(index), size);
        if *count > 1 {
            let corner = place(index) + vec2(size, size * 0.7);
            let number = painter.layout_no_wrap(count.to_string(), FontId::proportional(size), Color32::WHITE);
            let room = Rect::from_center_size(corner, number.size() + vec2(3.0, -1.0));
            painter.rect_filled(room, 3.0, theme::INK);
            painter.galley(corner - number.size() / 2.0, number, Color32::WHITE);
        }
    }
    if shown.len() > most {
        let font = FontId::proportional((size * 1.5).max(if radius < SMALL { 8.0 } else { 10.0 }));
        let more = painter.layout_no_wrap(format!("+{}", shown.len() - most), font, Color32::WHITE);
        let rect = Rect::from_center_size(place(most), more.size() + vec2(4.0, 0.0));
        painter.rect_filled(rect, 3.0, theme::INK);
        painter.galley(rect.min + vec2(2.0, 0.0), more, Color32::WHITE);
    }
}

/// How large the signs of states are on a token of this radius that has room for signs of this size, and how many: large ones leave
/// room for fewer.
fn signs(size: f32, radius: f32) -> (f32, usize) {
    if radius < SMALL {
        return (size.min(LITTLE.0).min(radius * LITTLE.1), 1);
    }
    (size, STATES.min((radius * 1.45 / size) as usize).max(1))
}

/// How far the rim of every sign at a token of this radius is from its middle: of its states, and of what it is about to do.
pub fn sign(painter: &Painter, radius: f32) -> f32 {
    grown(painter, (radius * 0.38).clamp(6.5, 20.0), radius)
}

/// How large a sign of a token is that is so large at the usual size of text: it grows with all text, as long as it leaves the
/// face to be seen.
pub(super) fn grown(painter: &Painter, size: f32, radius: f32) -> f32 {
    (size * theme::scale(painter.ctx())).min((radius * 0.52).max(size))
}

/// The point at the rim of a base that shows which way somebody looks: as light as the band that it is a part of, whoever marks
/// them.
fn nose(painter: &Painter, facing: Direction, at: Pos2, rim: f32) {
    let (x, y) = facing.offset();
    let ahead = vec2(x as f32, y as f32).normalized();
    let aside = vec2(-ahead.y, ahead.x) * rim * 0.24;
    let foot = at + ahead * rim * 1.04;
    let corners = vec![at + ahead * rim * 1.3, foot + aside, foot - aside];
    painter.add(Shape::convex_polygon(corners, SIGN, Stroke::new(1.0, theme::INK)));
}

/// The front of a body where it matters: a band as far round it as its shield goes. What it leaves open are its sides
/// and its back.
pub fn guard(painter: &Painter, facing: Direction, arcs: Arcs, at: Pos2, radius: f32) {
    let (x, y) = facing.offset();
    let (ahead, reach) = (vec2(x as f32, y as f32).angle(), (f32::from(arcs.front) + 0.5) * FRAC_PI_4);
    let place = |step: i32| at + Vec2::angled(ahead + reach * step as f32 / BENDS as f32) * radius;
    let band: Vec<Pos2> = (-BENDS..=BENDS).map(place).collect();
    let width = (radius * 0.12).max(1.5);
    painter.add(Shape::line(band.clone(), Stroke::new(width + 2.0, theme::INK)));
    painter.add(Shape::line(band, Stroke::new(width, SIGN)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: on a small token the signs of states, with the number of the others above them, leave most of whoever it is in sight.
    #[test]
    fn signs_leave_a_small_token_in_sight() {
        for radius in [SIGNED, 9.1, 10.5, 12.4] {
            for size in [6.5, 13.0] {
                let (size, most) = signs(size, radius);
                let (wide, high) = (size * 2.0, size * 2.1 * (most + 1) as f32);
                assert!(wide * high < 4.0 * radius * radius * 0.65, "{radius}: {most} signs of {size}");
            }
        }
        assert_eq!(signs(6.5, 20.0), (6.5, STATES));
    }
}
