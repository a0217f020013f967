//! Where enemies could strike in their next turn, in strokes and lines alone, so that the tones of reach show through: hand to
//! hand dense and dark, the denser the more of them; from afar thin and wide apart. Of a single one also what each weapon
//! reaches without a step.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Painter, Stroke};

use super::outline::{Hatch, Outline};
use crate::ahead::Strikes;
use crate::battle::{Id, Look};
use crate::board::Square;
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
    /// How all of it is drawn.
    marks: Marks,
}

/// The strokes of a threat: found once, drawn with every frame.
#[derive(Debug, Default)]
struct Marks {
    near: [Hatch; NEAR],
    far: Hatch,
    edges: (Outline, Outline),
    arms: Vec<Outline>,
}

/// So many enemies hand to hand are told apart.
const NEAR: usize = 3;

impl Marks {
    fn of(threat: &Threat) -> Self {
        let of = |wanted: usize| -> BTreeSet<Square> {
            let counted = threat.counts.iter().filter(|(square, _)| threat.near.contains(*square));
            counted.filter(|(_, count)| usize::from(**count).clamp(1, NEAR) == wanted).map(|(at, _)| *at).collect()
        };
        let all: BTreeSet<Square> = threat.counts.keys().copied().collect();
        let far: BTreeSet<Square> = all.difference(&threat.near).copied().collect();
        Self {
            near: std::array::from_fn(|index| Hatch::of(&of(index + 1), index as u8 + 2)),
            far: Hatch::of(&far, 1),
            edges: (Outline::around(&threat.near), Outline::around(&all)),
            arms: threat.arms.iter().map(|(_, squares)| Outline::around(squares)).collect(),
        }
    }
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
    found.marks = Marks::of(&found);
    found
}

/// Strokes through threatened squares, a line around those where one may be struck hand to hand, a broken one around all;
/// one more around what each weapon reaches.
pub fn draw(painter: &Painter, view: &View, threat: &Threat) {
    let colour = theme::colours().threat;
    let wide = (view.cell * 0.04).clamp(0.6, 1.7);
    let marks = &threat.marks;
    marks.far.draw(painter, view, Stroke::new(wide * 0.7, colour.gamma_multiply(0.75)));
    marks.near.iter().for_each(|hatch| hatch.draw(painter, view, Stroke::new(wide, colour)));
    marks.edges.1.draw(painter, view, 0.0, Stroke::new(1.5, colour), Some(5.0));
    marks.edges.0.draw(painter, view, 0.0, Stroke::new(2.5, colour), None);
    for (index, outline) in marks.arms.iter().enumerate() {
        let gap = (index > 0).then_some(3.0 + index as f32 * 2.0);
        outline.draw(painter, view, 3.0 + index as f32 * 2.5, Stroke::new(2.5, colour), gap);
    }
}

/// What a deed would strike: tinted, with a line around it.
pub fn struck(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    let room = painter.clip_rect();
    for rect in squares.iter().map(|square| view.rect(*square)).filter(|rect| rect.intersects(room)) {
        painter.rect_filled(rect, 0.0, theme::AIM.gamma_multiply(0.3));
    }
    let edge = Outline::around(squares);
    edge.draw(painter, view, 0.0, Stroke::new(3.5, theme::INK), None);
    edge.draw(painter, view, 0.0, Stroke::new(2.0, theme::AIM), Some(5.0));
}

/// A line around the squares of a goal.
pub fn goal(painter: &Painter, view: &View, squares: &BTreeSet<Square>) {
    let edge = Outline::around(squares);
    edge.draw(painter, view, 1.0, Stroke::new(5.0, theme::INK.gamma_multiply(0.7)), None);
    edge.draw(painter, view, 1.0, Stroke::new(3.0, theme::ACTIVE), Some(5.0));
}
