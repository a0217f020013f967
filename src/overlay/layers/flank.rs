//! Flanking as the rules see it: a mark at the rim of everybody who is flanked, towards each of those who do it, and the
//! squares in reach from which the active fighter would flank somebody.

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::Spot;
use crate::battle::{Id, Look};
use crate::board::{Footprint, Square};
use crate::overlay::camera::View;
use crate::overlay::known::Bands;
use crate::overlay::theme;
use crate::overlay::tokens::Plates;

/// How large the head of an arrow is beside a square, at most and at least.
const SIZES: (f32, f32) = (0.2, 0.08);

/// A square from which somebody would be flanked.
#[derive(Debug)]
pub struct Stand {
    /// Where one would stand.
    pub at: Square,
    /// How large one is.
    pub side: i32,
    /// Whom one would flank from there.
    pub whom: Vec<Id>,
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
    let flanked = |square: Square| {
        let there = own.moved_to(square);
        let within = look.rules().measure.melee.unwrap_or(1);
        let near = foes.iter().filter(|foe| (1..=within).contains(&look.footprint(**foe).gap(there)));
        near.filter(|foe| look.would_flank(who, there, **foe) == Some(true)).copied().collect::<Vec<Id>>()
    };
    // A mark on somebody would say something of them, and a click there is for them.
    let others: Vec<Footprint> =
        look.shown().filter(|id| *id != who && look.is_in_play(*id)).map(|id| look.footprint(id)).collect();
    let is_free = |square: &&Square| others.iter().all(|other| own.moved_to(**square).gap(*other) > 0);
    let all = bands.squares.keys().filter(is_free).map(|square| Stand {
        at: *square,
        side: own.side,
        whom: flanked(*square),
    });
    all.filter(|stand| !stand.whom.is_empty()).collect()
}

/// Whom one would flank who went there: what the mark on the square says.
pub fn words(look: Look<'_>, stands: &[Stand], at: Square) -> Option<String> {
    let stand = stands.iter().find(|stand| stand.at == at)?;
    let names: Vec<&str> = stand.whom.iter().map(|whom| look.name(*whom)).collect();
    Some(format!("from here you flank {}", names.join(" and ")))
}

/// The head of an arrow at the rim of everybody who is flanked, from each side from which they are.
pub fn heads(painter: &Painter, spot: &Spot<'_>, view: &View, pairs: &[(Id, Id)]) {
    for (target, by) in pairs {
        let corners = head(spot(*target), spot(*by), view.cell).to_vec();
        painter.add(Shape::convex_polygon(corners, theme::colours().flank, Stroke::new(1.5, theme::INK)));
    }
}

/// The head of an arrow between two bodies, at the rim of the first: over neither face where there is room between them.
fn head(body: Rect, by: Rect, cell: f32) -> [Pos2; 3] {
    let (from, to) = (by.center(), body.center());
    let ahead = (to - from).normalized();
    let aside = vec2(-ahead.y, ahead.x);
    // So far from its middle the face of somebody ends on this line.
    let rim = |of: Rect, back: Vec2| Plates::face(of).width() / 2.0 / back.x.abs().max(back.y.abs()).max(0.01);
    let (first, last) = (rim(body, ahead), (to - from).length() - rim(by, ahead));
    let size = (last - first).clamp(cell * SIZES.1, cell * SIZES.0);
    let tip = to - ahead * first;
    let foot = tip - ahead * size;
    [tip, foot + aside * size * 0.8, foot - aside * size * 0.8]
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

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    /// Promise: the mark of a flank lies over the face of nobody, from whichever side it comes, and at whom it is about.
    #[test]
    fn a_mark_of_a_flank_hides_no_face() {
        let cell = 40.0;
        let at =
            |x: i32, y: i32, side: f32| Rect::from_min_size(pos2(x as f32, y as f32) * cell, Vec2::splat(cell * side));
        for (body, side) in [(at(5, 5, 1.0), 1), (at(5, 5, 3.0), 3)] {
            for (x, y) in (4..=5 + side).flat_map(|x| (4..=5 + side).map(move |y| (x, y))) {
                let by = at(x, y, 1.0);
                if by.shrink(1.0).intersects(body) {
                    continue;
                }
                let corners = head(body, by, cell);
                // The rim of a square that is met at a slant is wider than its face.
                let is_level = body.center().x == by.center().x || body.center().y == by.center().y;
                for face in [body, by].map(|body| Plates::face(body).shrink(if is_level { 0.5 } else { 3.5 })) {
                    assert!(corners.iter().all(|corner| !face.contains(*corner)), "{corners:?} over {face:?}");
                }
                let near = body.expand(cell * 0.2);
                assert!(corners.iter().all(|corner| near.contains(*corner)), "{corners:?} is not at {body:?}");
            }
        }
    }
}
