//! Flanking as the rules see it: a line through everybody who is flanked, and
//! the squares in reach from which the active fighter would flank somebody.

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Stroke, vec2};

use crate::battle::{Id, Look};
use crate::board::Square;
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;

/// A square from which somebody would be flanked.
#[derive(Debug)]
pub struct Stand {
    /// Where one would stand.
    pub at: Square,
    /// How large one is.
    pub side: i32,
}

/// Between whom anybody is flanked.
pub fn find(look: Look<'_>) -> Vec<(Id, Id)> {
    let standing = look.shown().filter(|id| look.is_in_play(*id));
    let pairs = standing.flat_map(|target| look.flanked_between(target).unwrap_or_default());
    pairs.filter(|(one, other)| look.knows_of(*one) && look.knows_of(*other)).collect()
}

/// Squares in reach of whoever is asked from which it would flank somebody.
pub fn find_stands(look: Look<'_>, bands: &Bands) -> Vec<Stand> {
    let Some(who) = look.asked() else { return Vec::new() };
    let own = look.footprint(who);
    let foes: Vec<Id> = look.foes(who).filter(|foe| look.is_in_play(*foe)).collect();
    let flanks = |square: &Square| {
        let there = own.moved_to(*square);
        let within = look.rules().measure.melee.unwrap_or(1);
        let mut near = foes.iter().filter(|foe| (1..=within).contains(&look.footprint(**foe).gap(there)));
        near.any(|foe| look.would_flank(who, there, *foe) == Some(true))
    };
    let free = bands.squares.keys().filter(|square| flanks(square));
    free.map(|square| Stand { at: *square, side: own.side }).collect()
}

/// A line through everybody who is flanked, from one flanker to the other.
pub fn lines(painter: &Painter, look: Look<'_>, view: &View, pairs: &[(Id, Id)]) {
    for (first, second) in pairs {
        let ends = [*first, *second].map(|id| view.body(look.footprint(id)).center());
        painter.line_segment(ends, Stroke::new(5.0, theme::INK));
        painter.extend(Shape::dashed_line(&ends, Stroke::new(2.5, theme::colours().flank), 7.0, 4.0));
        // Where it matters which way somebody looks, the first of the two stands at the side or back of the second.
        if look.arcs().is_some() {
            head(painter, ends[0], ends[1], view.cell);
        }
    }
}

/// The head of an arrow at the rim of a token.
fn head(painter: &Painter, from: Pos2, to: Pos2, cell: f32) {
    let ahead = (to - from).normalized();
    let aside = vec2(-ahead.y, ahead.x);
    let (tip, size) = (to - ahead * cell * 0.38, cell * 0.2);
    let foot = tip - ahead * size;
    let corners = vec![tip, foot + aside * size * 0.6, foot - aside * size * 0.6];
    painter.add(Shape::convex_polygon(corners, theme::colours().flank, Stroke::new(1.2, theme::INK)));
}

/// Two arrowheads that meet, where one could stand to flank.
pub fn stands(painter: &Painter, view: &View, stands: &[Stand], room: Rect) {
    for stand in stands {
        let rect = view.rect(stand.at);
        if !rect.intersects(room) {
            continue;
        }
        let (at, size) = (rect.center(), view.cell * 0.2);
        for way in [-1.0, 1.0] {
            let tip = at + vec2(way * size * 0.15, 0.0);
            let corners = vec![tip, tip + vec2(way * size, -size * 0.75), tip + vec2(way * size, size * 0.75)];
            painter.add(Shape::convex_polygon(corners, theme::colours().flank, Stroke::new(1.2, theme::INK)));
        }
    }
}
