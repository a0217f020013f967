//! A token as it is drawn: its ring, its signs, what is left of it, which way it looks.

use std::f32::consts::FRAC_PI_4;

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

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
/// Points from the middle to the rim of the mark of a wound, at most, at the usual size of text.
const PIP: f32 = 7.0;
/// So many states are shown on a token, and the number of the others.
const STATES: usize = 3;

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
    let (id, in_play) = (*id, fares.in_play);
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
    if let Some(arcs) = look.arcs().filter(|_| in_play) {
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
    if radius < TINY || token.is_under {
        return;
    }
    match fares.health {
        Some((left, whole)) if in_play && left < whole => bar(painter, at, radius, left, whole),
        _ => pips(painter, at, radius, fares.wounds),
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
        if let Some(first) = shown.first() {
            states::plate(painter, first.sort, at + vec2(-radius * 0.8, radius * 0.8), (radius * 0.4).max(2.0));
        }
        return;
    }
    let size = grown(painter, (radius * 0.36).clamp(6.5, 22.0), radius);
    // Large signs leave room for fewer.
    let most = STATES.min((radius * 1.45 / size) as usize).max(1);
    let place = |index: usize| at + apart.signs() * radius - vec2(0.0, index as f32 * size * 2.1);
    for (index, state) in shown.iter().take(most).enumerate() {
        states::draw(painter, state, place(index), size);
    }
    if shown.len() > most {
        let font = FontId::proportional((size * 1.5).max(10.0));
        let more = painter.layout_no_wrap(format!("+{}", shown.len() - most), font, Color32::WHITE);
        let rect = Rect::from_center_size(place(most), more.size() + vec2(4.0, 0.0));
        painter.rect_filled(rect, 3.0, theme::INK);
        painter.galley(rect.min + vec2(2.0, 0.0), more, Color32::WHITE);
    }
}

/// How large a sign of a token is that is so large at the usual size of text: it grows with all text, as long as it leaves the
/// face to be seen.
fn grown(painter: &Painter, size: f32, radius: f32) -> f32 {
    (size * theme::scale(painter.ctx())).min((radius * 0.52).max(size))
}

/// The colour of a bar of which so much is left.
pub fn health_colour(share: f32) -> Color32 {
    match share {
        share if share > 0.6 => Color32::from_rgb(0x6f, 0xb1, 0x5a),
        share if share > 0.3 => Color32::from_rgb(0xe6, 0xae, 0x3c),
        _ => Color32::from_rgb(0xd4, 0x4a, 0x35),
    }
}

/// How much is left of somebody, for games that count it down: the length says it, the colour only helps.
fn bar(painter: &Painter, at: Pos2, radius: f32, left: i32, whole: i32) {
    let share = (left.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
    let size = vec2(radius * 1.7, grown(painter, (radius * 0.24).max(4.0), radius * 0.7));
    let rect = Rect::from_min_size(pos2(at.x - size.x / 2.0, at.y - radius * 1.36), size);
    let colour = health_colour(share);
    painter.rect_filled(rect.expand(1.5), 2.0, theme::INK);
    // What is left of whoever has anything left is seen, however little.
    let least = if left > 0 { 2.0 } else { 0.0 };
    let part = vec2((size.x * share).max(least), size.y);
    painter.rect_filled(Rect::from_min_size(rect.min, part), 1.0, colour);
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

/// A mark for each wound, across the upper rim where no letters lie; where there are too many of them for that, a number.
fn pips(painter: &Painter, at: Pos2, radius: f32, wounds: usize) {
    let pip = grown(painter, (radius * 0.17).clamp(2.6, PIP), radius * 0.5);
    let step = (radius * 0.42).min(PIP * 2.6).max(pip * 2.0 + 1.0);
    if wounds > 6 || wounds as f32 * step > radius * 2.4 {
        let size = grown(painter, (radius * 0.4).max(6.5), radius);
        let middle = at + vec2(radius, -radius) * 0.8;
        painter.circle(middle, size, theme::OUT, Stroke::new(1.0, Color32::WHITE));
        painter.text(middle, Align2::CENTER_CENTER, wounds, FontId::proportional(size * 1.3), Color32::WHITE);
        return;
    }
    for index in 0..wounds {
        let across = (index as f32 - (wounds as f32 - 1.0) / 2.0) * step;
        painter.circle(at + vec2(across, -radius * 1.14), pip, theme::BLOOD, Stroke::new(1.0, Color32::WHITE));
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;

    /// A page whose text is of so many percent.
    fn dressed(text: u32) -> Context {
        let context = Context::default();
        context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
        theme::dress(&context, text, theme::Colours::Usual, &theme::start());
        context
    }

    /// What is drawn by this with text of so many percent, and how large.
    fn drawn(text: u32, draw: impl Fn(&Painter)) -> Vec<Rect> {
        let context = dressed(text);
        let mut output = context.run_ui(RawInput::default(), |ui| draw(ui.painter()));
        output.textures_delta.clear();
        let drawn = output.shapes.iter().map(|each| each.shape.visual_bounding_rect());
        drawn.filter(|rect| rect.is_positive()).collect()
    }

    /// Promise: signs, wounds and bars of tokens grow with all text, and never over the face.
    #[test]
    fn signs_grow_with_text() {
        let (at, radius) = (pos2(200.0, 200.0), 22.0);
        let face = Rect::from_center_size(at, Vec2::splat(radius * 0.8));
        let wounds: fn(&Painter) = |painter| pips(painter, pos2(200.0, 200.0), 22.0, 3);
        let left: fn(&Painter) = |painter| bar(painter, pos2(200.0, 200.0), 22.0, 3, 9);
        for draw in [wounds, left] {
            let [usual, large] = [100, 200].map(|text| drawn(text, draw));
            let high = |of: &[Rect]| of.iter().map(Rect::height).fold(0.0, f32::max);
            assert!(high(&large) > high(&usual) * 1.2, "{usual:?}, then {large:?}");
            assert!(large.iter().all(|sign| !sign.intersects(face)), "{large:?}");
        }
        let context = dressed(200);
        let mut sizes = Vec::new();
        let mut output = context.run_ui(RawInput::default(), |ui| {
            sizes.extend([7.0, 20.0].map(|size| grown(ui.painter(), size, radius)));
        });
        output.textures_delta.clear();
        assert!(sizes[0] > 10.0 && sizes[0] < radius * 0.6 && sizes[1] == 20.0, "{sizes:?}");
    }
}
