//! What an attack at an area strikes, and where it may come down else: whole parts of the field are toned and outlined, not
//! square by square.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::outline::Outline;
use crate::battle::Strays;
use crate::board::Square;
use crate::dice::Fraction;
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::{Plates, Weight, Words};

/// How strongly the squares are toned that are aimed at, and those where it comes down only if the aim fails: the least likely
/// and the likeliest of them.
const AIMED: f32 = 0.3;
/// How strongly those are toned that may be aimed at.
const OPEN: f32 = 0.12;
const ASTRAY: (f32, f32) = (0.07, 0.2);
/// Chances are written into no more areas than this.
const TOLD: usize = 8;

/// Tones squares so that no line is seen where two meet.
fn fill(painter: &Painter, view: &View, squares: impl Iterator<Item = (Square, Color32)>) {
    let room = painter.clip_rect();
    let mut mesh = Mesh::default();
    for (square, colour) in squares {
        let rect = view.rect(square);
        if rect.intersects(room) {
            mesh.add_colored_rect(rect, colour);
        }
    }
    if !mesh.is_empty() {
        painter.add(Shape::mesh(mesh));
    }
}

/// What a deed would strike: toned, with a line around it.
pub fn struck(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    fill(painter, view, squares.iter().map(|square| (*square, theme::AIM.gamma_multiply(AIMED))));
    let edge = Outline::around(squares);
    edge.draw(painter, view, 0.0, Stroke::new(3.5, theme::INK), None);
    edge.draw(painter, view, 0.0, Stroke::new(2.0, theme::AIM), Some(5.0));
}

/// A place that may be aimed at: lightly toned, with a line around it.
pub fn open(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    let colour = theme::over(theme::colours().reach, theme::GROUND, 0.2);
    fill(painter, view, squares.iter().map(|square| (*square, colour.gamma_multiply(OPEN))));
    Outline::around(squares).draw(painter, view, 2.0, Stroke::new(2.5, colour), None);
}

/// Where it comes down if the aim fails: lighter than what is aimed at, the likelier the stronger; in a field of zones each of
/// them with a line around it.
pub fn astray(painter: &Painter, view: &View, strays: &Strays, (aimed, is_zoned): (&BTreeSet<Square>, bool)) {
    let each = strays.astray();
    let most = each.values().max().map_or(1.0, Fraction::to_f64).max(f64::EPSILON);
    let tone = |chance: &Fraction| {
        let share = (chance.to_f64() / most) as f32;
        theme::AIM.gamma_multiply(ASTRAY.0 + (ASTRAY.1 - ASTRAY.0) * share)
    };
    let beside = each.iter().filter(|(square, _)| !aimed.contains(square));
    fill(painter, view, beside.map(|(square, chance)| (*square, tone(chance))));
    let pale = theme::over(theme::AIM, theme::PAPER, 0.45);
    let around = |squares: BTreeSet<Square>| {
        let edge = Outline::around(&squares);
        edge.draw(painter, view, 2.0, Stroke::new(2.5, theme::INK.gamma_multiply(0.6)), None);
        edge.draw(painter, view, 2.0, Stroke::new(1.5, pale), Some(7.0));
    };
    if is_zoned {
        strays.elsewhere.iter().for_each(|(squares, _)| around(squares.iter().copied().collect()));
    } else if !each.is_empty() {
        around(each.into_keys().collect());
    }
}

/// The middle of some squares, on the page.
fn middle(view: &View, squares: &[Square]) -> Option<Pos2> {
    let sum = squares.iter().fold(Vec2::ZERO, |sum, at| sum + view.rect(*at).center().to_vec2());
    (!squares.is_empty()).then(|| (sum / squares.len() as f32).to_pos2())
}

/// Writes into each place where it may go astray how likely it does, if there are few of them.
pub fn chances(painter: &Painter, view: &View, strays: &Strays, plates: &mut Plates) {
    if strays.elsewhere.len() > TOLD {
        return;
    }
    for (squares, chance) in &strays.elsewhere {
        if let Some(middle) = middle(view, squares) {
            let at = Rect::from_center_size(middle, vec2(1.0, 1.0));
            let (full, short) = (format!("astray {}", strays.share(chance)), strays.share(chance));
            let words = Words { full: &full, short: Some(&short), plate: theme::INK };
            plates.say(painter, at, words, Weight::Odds);
        }
    }
}

/// The flash of an area that is struck: square by square, or a whole part of the field.
pub fn flash(painter: &Painter, view: &View, squares: &[Square], (fade, is_zoned): (f32, bool)) {
    fill(painter, view, squares.iter().map(|square| (*square, theme::AIM.gamma_multiply(0.5 * fade))));
    let stroke = Stroke::new(if is_zoned { 3.0 } else { 1.5 }, theme::AIM.gamma_multiply(fade));
    if is_zoned {
        Outline::around(&squares.iter().copied().collect()).draw(painter, view, 1.0, stroke, None);
        return;
    }
    let room = painter.clip_rect();
    for rect in squares.iter().map(|square| view.rect(*square)).filter(|rect| rect.intersects(room)) {
        painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
    }
}

/// Squares that something is told of: whole parts of the field have one line around them.
pub fn lit(painter: &Painter, view: &View, squares: &[Square], is_zoned: bool) {
    let stroke = Stroke::new(2.0, theme::ACTIVE);
    if is_zoned && squares.len() > 1 {
        Outline::around(&squares.iter().copied().collect()).draw(painter, view, 2.0, stroke, None);
        return;
    }
    for square in squares {
        let rect = view.rect(*square).shrink(2.0);
        painter.rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, pos2};

    use super::*;

    /// The shapes that something draws: how many are rectangles, lines and meshes.
    fn drawn(draw: impl Fn(&Painter, &View)) -> (usize, usize, usize) {
        let (all, page) = (shapes(draw), shapes(|_, _| {}));
        (all.0 - page.0, all.1 - page.1, all.2 - page.2)
    }

    fn shapes(draw: impl Fn(&Painter, &View)) -> (usize, usize, usize) {
        let view = View { origin: pos2(10.0, 10.0), cell: 30.0 };
        let mut output = Context::default().run_ui(RawInput::default(), |ui| draw(ui.painter(), &view));
        output.textures_delta.clear();
        let mut counts = (0, 0, 0);
        for shape in &output.shapes {
            match &shape.shape {
                Shape::Rect(_) => counts.0 += 1,
                Shape::LineSegment { .. } => counts.1 += 1,
                Shape::Mesh(_) => counts.2 += 1,
                _ => {}
            }
        }
        counts
    }

    fn zone() -> Vec<Square> {
        (0..4).flat_map(|x| (0..3).map(move |y| Square::new(x, y))).collect()
    }

    /// Promise: in a field of zones what is struck is one tone with a line around it, and no square of it has one of its own.
    #[test]
    fn a_zone_that_is_struck_is_outlined_as_a_whole() {
        let zoned = drawn(|painter, view| flash(painter, view, &zone(), (1.0, true)));
        assert_eq!(zoned, (0, 4, 1));
        let squares = drawn(|painter, view| flash(painter, view, &zone(), (1.0, false)));
        assert_eq!(squares, (12, 0, 1));
        let aimed = drawn(|painter, view| struck(painter, view, &zone().into_iter().collect()));
        assert_eq!((aimed.0, aimed.2), (0, 1), "its squares are not drawn one by one");
        assert_eq!(drawn(|painter, view| lit(painter, view, &zone(), true)), (0, 4, 0));
    }

    /// Promise: where it may go astray is toned more lightly than what is aimed at, the likelier the stronger.
    #[test]
    fn what_may_be_struck_is_lighter_than_what_is_aimed_at() {
        assert!(ASTRAY.0 < ASTRAY.1 && ASTRAY.1 < AIMED);
        let third = Fraction::new(1, 3).unwrap();
        let square = |x: i32| vec![Square::new(x, 5)];
        let strays = Strays::of(third.clone(), [(square(5), third.clone()), (square(7), third)]);
        let aimed = zone().into_iter().collect();
        let zoned = drawn(|painter, view| astray(painter, view, &strays, (&aimed, true)));
        assert_eq!((zoned.0, zoned.2), (0, 1));
        assert!(zoned.1 >= 8, "{zoned:?}: both places have an edge");
    }
}
