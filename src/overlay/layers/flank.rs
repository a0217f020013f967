//! Flanking as the rules see it: a mark at the rim of everybody who is flanked, towards each of those who do it, and the
//! squares in reach from which the active fighter would flank somebody.

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::Spot;
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

/// Who is flanked, and by whom: two who stand on either side of them, or one at their side or back.
pub fn find(look: Look<'_>) -> Vec<(Id, Id)> {
    let standing = look.shown().filter(|id| look.is_in_play(*id));
    let by =
        |target: Id| look.flanked_between(target).unwrap_or_default().into_iter().flat_map(|(one, other)| [one, other]);
    let pairs = standing.flat_map(|target| by(target).filter(move |by| *by != target).map(move |by| (target, by)));
    let mut pairs: Vec<(Id, Id)> = pairs.filter(|(_, by)| look.knows_of(*by)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
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

/// The head of an arrow at the rim of everybody who is flanked, from each side from which they are.
pub fn heads(painter: &Painter, spot: &Spot<'_>, view: &View, pairs: &[(Id, Id)]) {
    for (target, by) in pairs {
        let body = spot(*target);
        let (from, to) = (spot(*by).center(), body.center());
        let ahead = (to - from).normalized();
        let aside = vec2(-ahead.y, ahead.x);
        let size = view.cell * 0.22;
        let tip = to - ahead * body.width() * 0.44;
        let foot = tip - ahead * size;
        let corners: Vec<Pos2> = vec![tip, foot + aside * size * 0.8, foot - aside * size * 0.8];
        painter.add(Shape::convex_polygon(corners, theme::colours().flank, Stroke::new(1.5, theme::INK)));
    }
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
