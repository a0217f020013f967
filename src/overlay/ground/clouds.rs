//! What hangs over squares for a while: gas in puffs, its border, its name.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Color32, Painter, Shape, Stroke, lerp, pos2, vec2};

use crate::battle::{Key, Look};
use crate::board::Square;
use crate::looks::Colour;
use crate::overlay::camera::View;
use crate::overlay::tokens::{self, Plates};
use crate::scene::chance;

/// Where nothing else is known of something that hangs over squares.
const GREY: Colour = Colour([0x80, 0x80, 0x80]);

fn painted(Colour([red, green, blue]): Colour) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// All that hangs over the field now, each with its squares in their order.
fn hanging(look: Look<'_>) -> BTreeMap<Key, Vec<Square>> {
    let mut clouds: BTreeMap<Key, Vec<Square>> = BTreeMap::new();
    for hanging in look.hanging() {
        clouds.entry(hanging.of).or_default().push(hanging.square);
    }
    for squares in clouds.values_mut() {
        squares.sort_unstable();
        squares.dedup();
    }
    clouds
}

/// Draws the clouds themselves, where no scene does.
pub fn puffs(painter: &Painter, look: Look<'_>, view: &View) {
    let room = painter.clip_rect().expand(view.cell);
    for (of, squares) in hanging(look) {
        let colour = painted(look.rules().looks.airs().of(of.as_str()).map_or(GREY, |air| air.colour));
        for square in squares.iter().filter(|square| view.rect(**square).intersects(room)) {
            let rect = view.rect(*square);
            painter.rect_filled(rect, 0.0, colour.gamma_multiply(0.28));
            for puff in 0..4 {
                let share = |salt: u32| 0.1 + 0.8 * chance(*square, salt + puff);
                let centre = pos2(lerp(rect.x_range(), share(500)), lerp(rect.y_range(), share(510)));
                let radius = rect.width() * (0.2 + 0.16 * chance(*square, 520 + puff));
                painter.circle_filled(centre, radius, colour.gamma_multiply(0.22));
            }
        }
    }
}

/// Draws the border of every cloud.
pub fn borders(painter: &Painter, look: Look<'_>, view: &View) {
    let room = painter.clip_rect().expand(view.cell);
    for (of, squares) in hanging(look) {
        let ink = painted(look.rules().looks.airs().of(of.as_str()).map_or(GREY, |air| air.ink));
        for square in squares.iter().filter(|square| view.rect(**square).intersects(room)) {
            for (beyond, ends) in super::super::layers::sides(*square, view.rect(*square)) {
                if squares.binary_search(&beyond).is_err() {
                    painter.extend(Shape::dashed_line(&ends, Stroke::new(1.6, ink), 4.0, 3.0));
                }
            }
        }
    }
}

/// Writes the name of every cloud over it, or where that is taken below its uppermost row.
pub fn names(painter: &Painter, look: Look<'_>, view: &View, plates: &mut Plates) {
    let room = painter.clip_rect();
    for (of, squares) in hanging(look) {
        let ink = painted(look.rules().looks.airs().of(of.as_str()).map_or(GREY, |air| air.ink));
        let size = tokens::label_size(painter, of.as_str());
        for cloud in apart(squares) {
            let Some(first) = cloud.iter().min_by_key(|square| (square.y, square.x)) else { continue };
            let row = cloud.iter().filter(|square| square.y == first.y).count();
            let top = view.corner(*first) + vec2(row as f32 * view.cell / 2.0, -1.0);
            let below = top + vec2(0.0, view.cell + 2.0);
            let places = [Align2::CENTER_BOTTOM.anchor_size(top, size), Align2::CENTER_TOP.anchor_size(below, size)];
            let seen = places.into_iter().filter(|place| place.intersects(room));
            plates.mark(painter, seen.map(|place| tokens::inside(place, room)), (of.as_str(), ink));
        }
    }
}

/// Squares by what hangs together.
fn apart(mut squares: Vec<Square>) -> Vec<Vec<Square>> {
    let mut clouds = Vec::new();
    while let Some(first) = squares.pop() {
        let mut cloud = vec![first];
        let mut from = 0;
        while let Some(at) = cloud.get(from).copied() {
            let (near, far) = squares.iter().partition(|other| at.x.abs_diff(other.x) + at.y.abs_diff(other.y) == 1);
            squares = far;
            cloud.extend::<Vec<Square>>(near);
            from += 1;
        }
        clouds.push(cloud);
    }
    clouds
}

/// What hangs over a square, by name.
pub fn words(look: Look<'_>, square: Square) -> Option<String> {
    let mut names: Vec<Key> = look.hanging().iter().filter(|each| each.square == square).map(|each| each.of).collect();
    names.sort_unstable();
    names.dedup();
    (!names.is_empty()).then(|| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Square, apart};

    /// Promise: each cloud of a gas has its name over it.
    #[test]
    fn clouds_that_do_not_touch_are_told_apart() {
        let squares = [(0, 0), (4, 0), (1, 0), (1, 1), (5, 1)].map(|(x, y)| Square::new(x, y));
        let mut sizes: Vec<usize> = apart(squares.to_vec()).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 1, 3], "corners do not touch");
    }
}
