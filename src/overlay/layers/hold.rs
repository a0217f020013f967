//! Enemies who hold whoever comes near them, where that is what bounds how far somebody gets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_egui::egui::{Painter, Pos2, Stroke};

use super::outline::{Outline, tag};
use crate::ahead::walk;
use crate::battle::{Choice, Id, Look};
use crate::board::{Footprint, Square};
use crate::overlay::camera::View;
use crate::overlay::theme;
use crate::overlay::tokens::Plates;

/// Half squares of a step.
const STEP: i32 = 2;

/// An enemy who holds whoever is asked once they come near.
#[derive(Debug)]
pub struct Hold {
    /// What is said of them: "Goblin 2 holds you within 10 ft".
    pub told: String,
    /// Where they hold.
    squares: BTreeSet<Square>,
    /// Squares in reach where they do, each with what is left of the walk there, in half squares.
    left: BTreeMap<Square, i32>,
    /// Whether nothing else is in reach.
    is_all: bool,
    edge: Outline,
    top: Option<[Pos2; 2]>,
}

impl Hold {
    /// Whether it is for them that a body does not get there.
    fn bars(&self, there: Footprint) -> bool {
        let is_near = |(at, left): (&Square, &i32)| self.is_all || there.moved_to(*at).gap(there) * STEP <= *left;
        !there.squares().any(|at| self.squares.contains(&at)) && self.left.iter().any(is_near)
    }
}

/// Those who bound how far whoever is asked walks.
pub fn find(look: Look<'_>, choices: &[Choice]) -> Arc<[Hold]> {
    let Some((who, walk)) = look.asked().zip(walk(choices)) else { return Arc::new([]) };
    let body = look.footprint(who);
    let mut costs: BTreeMap<Square, i32> = walk.squares.iter().copied().collect();
    let most = costs.values().copied().max().unwrap_or(0);
    costs.insert(body.at, 0);
    let altitude = look.place(who).altitude;
    let stops = |at: Square| {
        let is_open = look.board().terrain(at).is_some_and(|terrain| terrain.cost > 0);
        is_open && !costs.contains_key(&at) && !look.is_taken(who, body.moved_to(at), altitude)
    };
    let of = |(foe, squares): (Id, Vec<Square>)| {
        let squares: BTreeSet<Square> = squares.into_iter().collect();
        let is_in = |at: Square| body.moved_to(at).squares().any(|square| squares.contains(&square));
        let left: BTreeMap<Square, i32> =
            costs.iter().filter(|(at, _)| is_in(**at)).map(|(at, cost)| (*at, most - cost)).collect();
        let is_all = left.len() == costs.len();
        let has_step = |at: Square, left: i32| {
            let mut around = Footprint::one(at).around(1, 1);
            (is_all || left >= STEP) && around.any(|next| stops(next) && !is_in(next))
        };
        let bounds = left.iter().any(|(at, left)| has_step(*at, *left));
        let own = look.footprint(foe);
        let within = squares.iter().map(|at| Footprint::one(*at).gap(own)).max().unwrap_or(0);
        let measure = &look.rules().measure;
        let told = format!("{} holds you within {} {}", look.name(foe), within * measure.square, measure.unit);
        let edge = Outline::of(squares.iter().copied(), |at| squares.contains(&at) || own.contains(at));
        let top = edge.top();
        bounds.then_some(Hold { told, squares, left, is_all, edge, top })
    };
    look.holders(who).filter(|(foe, _)| look.knows_of(*foe)).filter_map(of).collect()
}

/// Who keeps whoever is asked from going to this square, if it is somebody.
pub fn why(look: Look<'_>, holds: &[Hold], square: Square) -> Option<String> {
    let there = look.footprint(look.asked()?).moved_to(square);
    holds.iter().find(|hold| hold.bars(there)).map(|hold| hold.told.clone())
}

/// A line around where they hold.
pub fn draw(painter: &Painter, view: &View, holds: &[Hold]) {
    for hold in holds {
        hold.edge.draw(painter, view, 2.5, Stroke::new(1.5, theme::colours().threat), Some(3.0));
    }
}

/// On each line who holds there.
pub fn tags(painter: &Painter, view: &View, holds: &[Hold], plates: &mut Plates) {
    for hold in holds {
        let Some(top) = hold.top else { continue };
        tag(painter, view, (top, &hold.told), theme::colours().threat, plates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: whoever could go on but for an enemy who holds them is told who does, and of no square that is in reach.
    #[test]
    fn whoever_is_held_is_told_by_whom() {
        let mut seen = 0;
        for seed in 1..6 {
            trial::watch("first_toll", seed, 60, |look| {
                let is_turn = look.question().is_some_and(|question| question.choices.is_none());
                let choices = if is_turn { look.choices() } else { Vec::new() };
                let (holds, reach) = (find(look, &choices), walk(&choices).map(|walk| walk.squares.clone()));
                let is_in_reach = |at: &Square| reach.iter().flatten().any(|(other, _)| other == at);
                for square in super::super::squares(look).filter(|at| !is_in_reach(at)) {
                    let Some(told) = why(look, &holds, square) else { continue };
                    let foe = look.foes(look.asked().unwrap()).find(|foe| told.starts_with(look.name(*foe)));
                    assert!(foe.is_some_and(|foe| look.can_engage(foe)) && told.ends_with("holds you within 10 ft"));
                    let hold = holds.iter().find(|hold| hold.told == told).unwrap();
                    assert!(!hold.squares.contains(&square) && !hold.left.is_empty(), "{told}, at {square}");
                    seen += 1;
                }
            });
        }
        assert!(seen > 0, "nobody is held");
    }
}
