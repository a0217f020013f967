//! Where enemies could strike in their next turn, hand to hand darker than from afar: the more of them the denser the
//! strokes; of a single one also what each weapon reaches without a step.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Painter, Rect, Shape, Stroke, vec2};

use super::{Tints, hue, sides};
use crate::battle::{Id, Look};
use crate::board::Square;
use crate::overlay::ahead::Strikes;
use crate::overlay::camera::View;
use crate::overlay::theme;

/// Who threatens what.
#[derive(Debug, Default)]
pub struct Threat {
    /// Threatened squares, and by how many.
    pub counts: BTreeMap<Square, u8>,
    /// Those of them where one may be struck hand to hand.
    pub near: BTreeSet<Square>,
    /// The weapons of the one that is looked at, each with its squares.
    pub arms: Vec<(String, BTreeSet<Square>)>,
}

/// The enemies of those who sit here; where that is everybody, of whoever is asked.
pub fn foes(look: Look<'_>) -> Vec<Id> {
    let is_foe = |enemy: Id| {
        let here = |id: &Id| look.is_played_here(look.side(*id));
        let all_here = look.everybody().all(|id| here(&id));
        let asked = look.question().map(|question| question.side).filter(|_| all_here);
        match asked {
            Some(side) => look.everybody().any(|id| look.side(id) == side && look.are_enemies(id, enemy)),
            None if all_here => true,
            None => look.everybody().any(|id| here(&id) && look.are_enemies(id, enemy)),
        }
    };
    let mut sides: BTreeMap<u8, bool> = BTreeMap::new();
    let shown = look.shown().filter(|id| look.is_in_play(*id));
    shown.filter(|id| *sides.entry(look.side(*id).0).or_insert_with(|| is_foe(*id))).collect()
}

/// Where all of these could strike, or one of them alone.
pub fn find(look: Look<'_>, of: Option<Id>, strikes: &BTreeMap<Id, Strikes>) -> Threat {
    let mut found = Threat::default();
    for (enemy, strikes) in strikes.iter().filter(|(id, _)| of.is_none_or(|of| of == **id)) {
        found.near.extend(&strikes.near);
        for square in strikes.near.iter().chain(&strikes.far) {
            let count = found.counts.entry(*square).or_default();
            *count = count.saturating_add(1);
        }
        let Some(enemy) = of.filter(|of| of == enemy) else { continue };
        for item in look.gear(enemy).iter().filter(|item| item.is_ready() && !item.arm.reach.is_empty()) {
            let by_rule =
                look.rules().registry.shows.iter().find_map(|mechanic| mechanic.threatens(look, enemy, &item.arm));
            let by_reach = || look.threat(enemy, &item.arm).squares(look.board(), look.footprint(enemy));
            let mut squares: BTreeSet<Square> = by_rule.unwrap_or_else(by_reach).into_iter().collect();
            // Nobody is struck where nobody can stand.
            squares.retain(|square| look.board().terrain(*square).is_some_and(|terrain| terrain.cost > 0));
            if !found.arms.iter().any(|(_, other)| *other == squares) {
                found.arms.push((item.arm.name.to_string(), squares));
            }
        }
    }
    found
}

/// The more of them threaten a square, the stronger.
pub fn tint(threat: &Threat, tints: &mut Tints) {
    for (square, count) in &threat.counts {
        let least = if threat.near.contains(square) { 0.2 } else { 0.06 };
        let strength = least + 0.05 * f32::from((*count).min(4));
        tints.entry(*square).or_default().push(hue(theme::colours().threat, strength));
    }
}

/// A stroke through each threatened square for every enemy that threatens it,
/// so that the mark does not hang on its colour; a line around what each weapon reaches.
pub fn draw(painter: &Painter, view: &View, threat: &Threat, room: Rect) {
    let stroke = Stroke::new(1.0, theme::colours().threat);
    for (square, count) in &threat.counts {
        let rect = view.rect(*square);
        if !rect.intersects(room) {
            continue;
        }
        let count = if threat.near.contains(square) { (*count).min(3) } else { 0 };
        for line in 0..count {
            let shift = (f32::from(line) - f32::from(count - 1) / 2.0) * view.cell * 0.2;
            let (low, high) = (shift.max(0.0), shift.min(0.0));
            let from = rect.left_bottom() + vec2(low, high);
            let to = rect.right_top() + vec2(high, low);
            painter.line_segment([from, to], stroke);
        }
    }
    for (index, (_, squares)) in threat.arms.iter().enumerate() {
        outline(painter, view, squares, index, room);
    }
}

/// What a deed would strike: tinted, with a line around it.
pub fn struck(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    let room = painter.clip_rect();
    for square in squares {
        let rect = view.rect(*square);
        if rect.intersects(room) {
            painter.rect_filled(rect, 0.0, theme::AIM.gamma_multiply(0.3));
        }
    }
    line_around(painter, view, squares, (0, 0.0), Stroke::new(3.0, theme::INK), room);
    line_around(painter, view, squares, (1, 0.0), Stroke::new(2.0, theme::AIM), room);
}

/// A line around the squares of a goal.
pub fn goal(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    let room = painter.clip_rect();
    line_around(painter, view, squares, (0, 1.0), Stroke::new(5.0, theme::INK.gamma_multiply(0.7)), room);
    line_around(painter, view, squares, (1, 1.0), Stroke::new(3.0, theme::ACTIVE), room);
}

/// A line around squares: whole for the first weapon, broken ever more for the next.
fn outline(painter: &Painter, view: &View, squares: &BTreeSet<Square>, index: usize, room: Rect) {
    let within = 1.0 + index as f32 * 2.5;
    line_around(painter, view, squares, (index, within), Stroke::new(2.5, theme::colours().threat), room);
}

fn line_around(
    painter: &Painter,
    view: &View,
    squares: &BTreeSet<Square>,
    (index, within): (usize, f32),
    stroke: Stroke,
    room: Rect,
) {
    for square in squares {
        let rect = view.rect(*square).shrink(within);
        if !rect.intersects(room) {
            continue;
        }
        for (next, ends) in sides(*square, rect) {
            if squares.contains(&next) {
                continue;
            }
            match index {
                0 => {
                    painter.line_segment(ends, stroke);
                }
                _ => {
                    let gap = 3.0 + index as f32 * 2.0;
                    painter.extend(Shape::dashed_line(&ends, stroke, 8.0, gap));
                }
            }
        }
    }
}
