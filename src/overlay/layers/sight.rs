//! What is seen from a square, and behind what cover: the unseen lies in the
//! dark, cover is a shield that is filled as far as it hides.

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::battle::Look;
use crate::board::{CoverGrade, Footprint, Layer, Square, bodies_see};
use crate::overlay::camera::View;
use crate::overlay::theme;

/// Farther than this nothing is worked out: it would be out of view at any size that can be read.
const FARTHEST: i32 = 30;

/// What is seen from somewhere.
#[derive(Debug)]
pub struct Sight {
    /// From there.
    from: Footprint,
    /// What is not seen: the first square of each row of such, and how many there are.
    unseen: Vec<(Square, i32)>,
    /// Squares that are seen behind something.
    covered: Vec<(Square, CoverGrade)>,
}

/// From this many points a square on there is room for the signs of cover.
pub const ROOMY: f32 = 11.0;

/// Looks around from a body; for cover only where there is room to show it.
pub fn find(look: Look<'_>, from: Footprint, with_cover: bool) -> Sight {
    let board = look.board();
    let seen = Layer::around(board, from, FARTHEST, |square| bodies_see(board, from, Footprint::one(square)));
    let mut unseen: Vec<(Square, i32)> = Vec::new();
    for (square, _) in seen.iter().filter(|(_, seen)| !**seen) {
        match unseen.last_mut() {
            Some((first, count)) if first.y == square.y && first.x + *count == square.x => *count += 1,
            _ => unseen.push((square, 1)),
        }
    }
    if !with_cover {
        return Sight { from, unseen, covered: Vec::new() };
    }
    let is_open = |square: Square| board.terrain(square).is_some_and(|terrain| terrain.cost > 0);
    let wanted = seen.iter().filter(|(square, seen)| **seen && is_open(*square) && !from.contains(*square));
    let mut covered = look.cover_of(from, wanted.map(|(square, _)| square));
    covered.retain(|(_, grade)| *grade != CoverGrade::None);
    Sight { from, unseen, covered }
}

/// The unseen in the dark, a shield in every square with cover, a ring where one looks from.
pub fn draw(painter: &Painter, view: &View, sight: &Sight, room: Rect) {
    for (first, count) in &sight.unseen {
        let row = Rect::from_min_size(view.corner(*first), vec2(view.cell * *count as f32, view.cell));
        if row.intersects(room) {
            painter.rect_filled(row, 0.0, theme::SHADE);
        }
    }
    let eye = view.body(sight.from);
    painter.rect_stroke(eye.shrink(2.0), 4.0, Stroke::new(2.5, theme::INK), StrokeKind::Inside);
    painter.rect_stroke(eye.shrink(3.0), 4.0, Stroke::new(1.2, theme::ACTIVE), StrokeKind::Inside);
    for (square, grade) in &sight.covered {
        let rect = view.rect(*square);
        if rect.intersects(room) {
            let size = (view.cell * 0.16).clamp(4.0, 9.0);
            shield(painter, rect.right_bottom() - vec2(size * 1.4, size * 1.5), size, *grade);
        }
    }
}

/// A shield that is filled from below, as far as this cover hides.
pub fn shield(painter: &Painter, at: Pos2, size: f32, grade: CoverGrade) {
    let filled = match grade {
        CoverGrade::None => 0.0,
        CoverGrade::Light => 0.34,
        CoverGrade::Medium => 0.62,
        CoverGrade::Heavy => 0.85,
        CoverGrade::Total => 1.0,
    };
    // From the top edge down to the tip, as wide as it is there.
    let wide = |down: f32| if down < 0.45 { 1.0 } else { (1.0 - (down - 0.45) / 0.62).max(0.0) };
    let place = |side: f32, down: f32| pos2(at.x + side * size * wide(down), at.y + (down * 2.1 - 1.0) * size);
    let outline = |from: f32| {
        let steps = [from, 0.45_f32.max(from), 0.7_f32.max(from), 0.88_f32.max(from), 1.0];
        let mut corners: Vec<Pos2> = steps.iter().map(|down| place(1.0, *down)).collect();
        corners.extend(steps.iter().rev().map(|down| place(-1.0, *down)));
        corners
    };
    painter.add(Shape::convex_polygon(outline(0.0), theme::PAPER, Stroke::new(1.3, theme::INK)));
    if filled > 0.0 {
        painter.add(Shape::convex_polygon(outline(1.0 - filled), theme::INK, Stroke::NONE));
    }
}
