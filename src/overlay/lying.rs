//! What lies about and what can be worked: small marks on the ground, and words for whoever points at them.

use bevy_egui::egui::{Align2, Painter, Pos2, Shape, Stroke, pos2, vec2};

use super::camera::View;
use super::motion::Motion;
use super::theme;
use super::tokens::{self, Plates};
use crate::battle::{Feature, Held, Item, Look, Loose};
use crate::board::{Footprint, Square};

/// Everything that lies on the ground, whoever's it was.
fn lying<'w>(look: Look<'w>) -> impl Iterator<Item = (Square, &'w Item)> {
    let loose = look.battle::<Loose>().map_or(&[][..], |loose| &loose.0);
    let dropped = look.everybody().flat_map(move |id| look.gear(id));
    let on_ground = |item: &'w Item| match item.held {
        Held::Ground(square) => Some((square, item)),
        _ => None,
    };
    loose.iter().chain(dropped).filter_map(on_ground)
}

/// Marks for all of it: a lozenge for a thing, a ring for what can be worked.
pub fn draw(painter: &Painter, look: Look<'_>, view: &View, motion: &mut Motion) {
    let room = painter.clip_rect();
    let all = lying(look).map(|(square, item)| (square, item.arm.name)).collect();
    let all = motion.lies(look, all);
    let standing = || look.shown().filter(|id| look.is_in_play(*id)).map(|id| look.footprint(id));
    let bodies: Vec<Footprint> = if all.is_empty() { Vec::new() } else { standing().collect() };
    for (square, _) in all {
        let rect = view.rect(*square);
        if !rect.intersects(room) {
            continue;
        }
        // Whoever stands there hides it but for a corner.
        let is_taken = bodies.iter().any(|body| body.contains(*square));
        let (aside, size) = if is_taken { (0.11, 0.07) } else { (0.24, 0.13) };
        lozenge(painter, rect.left_bottom() + vec2(1.1 * aside, -aside) * rect.width(), rect.width() * size);
    }
    for rect in features(look).map(|feature| view.rect(feature.at)).filter(|rect| rect.intersects(room)) {
        painter.circle(rect.center(), rect.width() * 0.22, theme::ZONE, Stroke::new(2.0, theme::INK));
        painter.circle_filled(rect.center(), rect.width() * 0.08, theme::PAPER);
    }
}

/// What can still be worked.
fn features<'w>(look: Look<'w>) -> impl Iterator<Item = &'w Feature> {
    look.ground().features.iter().filter(|feature| !(feature.once && feature.done))
}

/// Writes what can be worked, each name below its mark, or where that is taken above it or at its side.
pub fn names(painter: &Painter, look: Look<'_>, view: &View, plates: &mut Plates) {
    let room = painter.clip_rect();
    for feature in features(look) {
        let rect = view.rect(feature.at);
        if !rect.intersects(room) {
            continue;
        }
        let size = tokens::label_size(painter, feature.name.as_str());
        let places = [
            (rect.center_bottom(), Align2::CENTER_TOP),
            (rect.center_top(), Align2::CENTER_BOTTOM),
            (rect.right_center(), Align2::LEFT_CENTER),
            (rect.left_center(), Align2::RIGHT_CENTER),
        ];
        let places = places.map(|(at, align)| align.anchor_size(at, size));
        plates.mark(painter, places, (feature.name.as_str(), theme::INK));
    }
}

/// The mark of a thing that lies about.
pub fn lozenge(painter: &Painter, at: Pos2, size: f32) {
    let corners = [(0.0, -1.0), (1.6, 0.0), (0.0, 1.0), (-1.6, 0.0)];
    let corners = corners.map(|(x, y)| pos2(at.x + x * size, at.y + y * size)).to_vec();
    painter.add(Shape::convex_polygon(corners, theme::PAPER, Stroke::new(1.5, theme::INK)));
}

/// Whether anything lies about.
pub fn is_anything(look: Look<'_>) -> bool {
    lying(look).next().is_some()
}

/// What lies on a square and what can be worked there, in words.
pub fn words(look: Look<'_>, square: Square) -> Option<String> {
    let things: Vec<&str> =
        lying(look).filter(|(at, _)| *at == square).map(|(_, item)| item.arm.name.as_str()).collect();
    let worked = look.ground().features.iter().filter(|feature| feature.at == square);
    let worked: Vec<String> = worked.map(|feature| format!("{}: {}", feature.name, feature.verb)).collect();
    let things = (!things.is_empty()).then(|| format!("here lies {}", things.join(", ")));
    let parts: Vec<String> = things.into_iter().chain(worked).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}
