//! What is left of somebody, at the upper rim of their token: a bar, or a mark for each wound. Where that would lie over the face
//! of somebody behind them it lies within their own token.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::body::{grown, rim};
use super::{TINY, Token};
use crate::battle::Id;
use crate::overlay::theme;

/// Points from the middle to the rim of the mark of a wound, at most, at the usual size of text.
const PIP: f32 = 7.0;
/// How far from its middle marks lie that lie within a token, as a share of the way to its rim.
const WITHIN: f32 = 0.7;
/// The share of a token, from its edge on, that marks of others may cover; and those that have no other place.
const EDGE: f32 = 0.14;
const BREAST: f32 = 0.32;

/// Those who stand on the page, from the left to the right.
pub(super) struct Standing {
    all: Vec<(Rect, Id)>,
    widest: f32,
}

impl Standing {
    /// Of these tokens.
    pub(super) fn of(tokens: &[Token]) -> Self {
        let stands = tokens.iter().filter(|token| token.fares.in_play);
        let mut all: Vec<(Rect, Id)> = stands.map(|token| (token.spot, token.id)).collect();
        all.sort_by(|(one, _), (other, _)| one.left().total_cmp(&other.left()));
        let widest = all.iter().map(|(spot, _)| spot.width()).fold(0.0, f32::max);
        Self { all, widest }
    }

    /// Whether a mark of somebody there lies over anybody else, without this share of their token around.
    fn is_over(&self, lies: Rect, of: Id, share: f32) -> bool {
        let from = self.all.partition_point(|(spot, _)| spot.left() < lies.left() - self.widest);
        let near = self.all.get(from..).unwrap_or_default().iter().take_while(|(spot, _)| spot.left() < lies.right());
        let mut others = near.filter(|(_, id)| *id != of);
        others.any(|(spot, _)| spot.shrink(spot.width() * share).intersects(lies))
    }
}

/// Draws what is left of somebody, or how often they are wounded; where that lies, if there is anything to be drawn.
pub(super) fn draw(painter: &Painter, token: &Token, standing: &Standing) -> Option<Rect> {
    let Token { id, spot, fares, .. } = token;
    let (at, radius) = (spot.center(), spot.width() * 0.38);
    if radius < TINY || token.is_under {
        return None;
    }
    match fares.health {
        Some((left, whole)) if fares.in_play && left < whole => {
            let rect = placed(over(painter, at, radius), (*spot, *id), standing);
            bar(painter, rect, left, whole);
            Some(rect)
        }
        _ if fares.wounds > 0 => {
            let lies = placed(row(painter, at, radius, fares.wounds), (*spot, *id), standing);
            pips(painter, lies, radius, fares.wounds);
            Some(lies)
        }
        _ => None,
    }
}

/// Where marks lie that would lie there: over nobody else's face, if need be within the token that they belong to, near its
/// upper rim or else its lower one.
fn placed(there: Rect, (spot, of): (Rect, Id), standing: &Standing) -> Rect {
    if !standing.is_over(there, of, EDGE) {
        return there;
    }
    let off = rim(spot) * WITHIN;
    let upper = there.translate(vec2(0.0, spot.center().y - off - there.top()));
    let lower = there.translate(vec2(0.0, spot.center().y + off - there.bottom()));
    let is_free = |lies: &Rect| !standing.is_over(*lies, of, BREAST);
    [upper, lower].into_iter().find(is_free).unwrap_or(upper)
}

/// The colour of a bar that shows so much left.
pub fn health_colour(share: f32) -> Color32 {
    match share {
        share if share > 0.6 => Color32::from_rgb(0x6f, 0xb1, 0x5a),
        share if share > 0.3 => Color32::from_rgb(0xe6, 0xae, 0x3c),
        _ => Color32::from_rgb(0xd4, 0x4a, 0x35),
    }
}

/// Where the bar of a token lies, over its head and within its squares: letters lie over the rim of whoever stands above.
fn over(painter: &Painter, at: Pos2, radius: f32) -> Rect {
    let size = vec2(radius * 1.7, grown(painter, (radius * 0.24).max(4.0), radius * 0.7));
    Rect::from_min_size(pos2(at.x - size.x / 2.0, at.y - radius * 1.3), size)
}

/// How much is left of somebody, for games that count it down: the length says it, the colour only helps.
fn bar(painter: &Painter, rect: Rect, left: i32, whole: i32) {
    let share = (left.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
    let colour = health_colour(share);
    painter.rect_filled(rect.expand(1.5), 2.0, theme::INK);
    // What is left of whoever has anything left is seen, however little.
    let least = if left > 0 { 2.0 } else { 0.0 };
    let part = vec2((rect.width() * share).max(least), rect.height());
    painter.rect_filled(Rect::from_min_size(rect.min, part), 1.0, colour);
}

/// How large the marks of wounds are, from the middle to the rim, and how far each lies from the next.
fn sizes(painter: &Painter, radius: f32) -> (f32, f32) {
    let pip = grown(painter, (radius * 0.17).clamp(2.6, PIP), radius * 0.5);
    (pip, (radius * 0.42).min(PIP * 2.6).max(pip * 2.0 + 1.0))
}

/// Whether so many wounds are a number: they have no room beside each other.
fn is_number(painter: &Painter, radius: f32, wounds: usize) -> bool {
    let (_, step) = sizes(painter, radius);
    wounds > 6 || wounds as f32 * step > radius * 2.4
}

/// Where the marks of so many wounds lie, or their number: across the upper rim where no letters lie.
fn row(painter: &Painter, at: Pos2, radius: f32, wounds: usize) -> Rect {
    if is_number(painter, radius, wounds) {
        let size = grown(painter, (radius * 0.4).max(6.5), radius);
        return Rect::from_center_size(at + vec2(radius, -radius) * 0.8, Vec2::splat(2.0 * size));
    }
    let (pip, step) = sizes(painter, radius);
    Rect::from_center_size(at - vec2(0.0, radius * 1.14), vec2(wounds as f32 * step, pip * 2.0))
}

/// A mark for each wound, or their number where there are too many of them for that.
fn pips(painter: &Painter, lies: Rect, radius: f32, wounds: usize) {
    let (middle, edge) = (lies.center(), Stroke::new(1.0, Color32::WHITE));
    if is_number(painter, radius, wounds) {
        let size = lies.height() / 2.0;
        painter.circle(middle, size, theme::OUT, edge);
        painter.text(middle, Align2::CENTER_CENTER, wounds, FontId::proportional(size * 1.3), Color32::WHITE);
        return;
    }
    let (pip, step) = sizes(painter, radius);
    for index in 0..wounds {
        let across = (index as f32 - (wounds as f32 - 1.0) / 2.0) * step;
        painter.circle(middle + vec2(across, 0.0), pip, theme::BLOOD, edge);
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
        let wounds: fn(&Painter) = |painter| pips(painter, row(painter, pos2(200.0, 200.0), 22.0, 3), 22.0, 3);
        let left: fn(&Painter) = |painter| bar(painter, over(painter, pos2(200.0, 200.0), 22.0), 3, 9);
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

    /// Promise: what is told of marks is where they are drawn, also where there are so many that they are a number.
    #[test]
    fn marks_lie_where_it_is_told() {
        for wounds in [1, 3, 9] {
            let lies = std::cell::Cell::new(Rect::NOTHING);
            let seen = drawn(100, |painter| {
                lies.set(row(painter, pos2(200.0, 200.0), 22.0, wounds).expand(2.0));
                pips(painter, lies.get().shrink(2.0), 22.0, wounds);
            });
            let lies = lies.get();
            let are_there = !seen.is_empty() && seen.iter().all(|mark| lies.contains_rect(*mark));
            assert!(are_there, "{wounds}: {seen:?} in {lies:?}");
        }
    }

    /// Promise: in a narrow lane, where tokens lie over each other, the bar of one in front lies over the face of nobody behind
    /// them, and within their own token; where tokens lie side by side it stays over the head.
    #[test]
    fn a_bar_lies_over_nobody_behind() {
        let usual = |spot: Rect| {
            let (at, radius) = (spot.center(), spot.width() * 0.38);
            Rect::from_min_size(pos2(at.x - radius * 0.85, at.y - radius * 1.3), vec2(radius * 1.7, 6.0))
        };
        // Tokens as large as that, a square of forty points apart, one below the other.
        for (wide, dodges) in [(40.0, false), (52.0, true), (64.0, true)] {
            let lane = |row: usize| Rect::from_center_size(pos2(100.0, 40.0 * row as f32), Vec2::splat(wide));
            let all: Vec<(Rect, Id)> = (0..4).map(|row| (lane(row), Id(row as u16))).collect();
            let standing = Standing { all: all.clone(), widest: wide };
            for (spot, id) in all.iter().skip(1) {
                let lies = placed(usual(*spot), (*spot, *id), &standing);
                assert_eq!(lies != usual(*spot), dodges, "{wide}: {lies:?}");
                let behind = all.iter().filter(|(_, other)| other < id);
                let mut faces =
                    behind.map(|(other, _)| other.shrink(other.width() * if dodges { BREAST } else { EDGE }));
                assert!(faces.all(|face| !face.intersects(lies)), "{wide}: {lies:?}");
                let far = (lies.center().y - spot.center().y).abs();
                assert!(!dodges || far < rim(*spot), "{wide}: {lies:?} is beyond its token");
            }
        }
    }
}
