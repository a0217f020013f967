//! Ground that holds people up, walls and water: how far it is over that on the average, and ways that keep off it.

use std::collections::HashSet;

use crate::board::{Bodies, Passage, Scratch, reach};
use crate::mechanics::prelude::*;

/// The most steps that a place counts for where somebody hardly gets on at all.
const MIRE: f64 = 20.0;

/// How somebody gets on over the ground of a field.
pub(in crate::mechanics) struct Firm<'a> {
    look: Look<'a>,
    who: Id,
    body: Footprint,
    /// Whether any ground holds anybody up, as far as can be told at once.
    is_marked: bool,
}

/// Nobody in the way, and only some places that are stepped to.
struct Only<F>(F);

impl<F: Fn(Square) -> bool> Bodies for Only<F> {
    fn on(&self, _: Square) -> Passage {
        Passage::Free
    }

    fn keeps(&self, _from: Square, to: Square) -> bool {
        !(self.0)(to)
    }
}

impl<'a> Firm<'a> {
    pub fn of(look: Look<'a>, who: Id) -> Self {
        let is_marked = look.board().terrains.iter().any(|terrain| !terrain.tags.is_empty());
        Self { look, who, body: look.footprint(who), is_marked }
    }

    /// How likely they get no further where they step to a square.
    fn risk(&self, at: Square) -> f64 {
        let (look, there) = (self.look, self.body.moved_to(at));
        let is_marked = |square: Square| look.board().terrain(square).is_some_and(|terrain| !terrain.tags.is_empty());
        if !self.is_marked || !there.squares().any(is_marked) {
            return 0.0;
        }
        let mechanics = look.rules().registry.steps.iter();
        mechanics.map(|mechanic| mechanic.hold_up(look, self.who, there)).fold(0.0, f64::max)
    }

    /// Steps that it takes them on the average to get onto a square.
    pub fn weight(&self, at: Square) -> u32 {
        let risk = self.risk(at);
        if risk <= 0.0 { 1 } else { (1.0 / (1.0 - risk)).clamp(1.0, MIRE).round() as u32 }
    }

    /// How likely they come to where an order to go leads: by the hardest ground on its way.
    pub fn odds(&self, order: &Order) -> f64 {
        if !self.is_marked {
            return 1.0;
        }
        let way = self.look.deed(order.verb).ok().and_then(|deed| deed.way(self.look, self.who, order));
        1.0 - way.unwrap_or_default().iter().map(|at| self.risk(*at)).fold(0.0, f64::max)
    }

    /// The way that comes first by this rank of those on which nothing holds anybody up and no square is shunned.
    pub fn way<R: Ord>(
        &self,
        among: impl Fn(&dyn Deed) -> bool,
        shuns: impl Fn(Square) -> bool,
        rank: impl Fn(Square, i32, &Order) -> Option<R>,
    ) -> Option<Order> {
        let (look, who) = (self.look, self.who);
        let ground = look.ground().walk(self.body.side, look.rules().measure.gait);
        let mut scratch = Scratch::new();
        let mut ways: Vec<(R, Order)> = Vec::new();
        for choice in look.options_among(who, among).iter().filter(|choice| choice.is_legal()) {
            let open: HashSet<Square> =
                choice.squares.iter().map(|(square, _)| *square).filter(|square| !shuns(*square)).collect();
            let firm = Only(|at: Square| open.contains(&at) && self.risk(at) <= 0.0);
            let found = reach(&ground, &firm, self.body.at, Halves::ENDLESS, &mut scratch);
            for (square, cost) in choice.squares.iter().filter(|(square, _)| found.has(*square)) {
                if let (Some(rank), Some(path)) = (rank(*square, *cost, &choice.order), found.path(*square)) {
                    ways.push((rank, Order { to: Some(*square), path, ..choice.order.clone() }));
                }
            }
        }
        ways.sort_by(|(a, _), (b, _)| a.cmp(b));
        ways.into_iter().map(|(_, order)| order).find(|order| look.permits(who, order).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Promise: a way over firm ground is the shortest as the game measures ways, not as the crow flies.
    #[test]
    fn a_way_over_firm_ground_is_the_shortest_by_the_measure_of_the_game() {
        trial::in_lesson("hursagmu", "HG-MOUNT-05-GIANT", 1, |look| {
            let who = look.asked().unwrap();
            let Square { x, y } = look.footprint(who).at;
            let at = |(dx, dy): (i32, i32)| Square::new(x + dx, y + dy);
            // Four steps aslant lead where five do that are straight for the most part.
            let (aslant, straight) = ([(1, 1), (2, 2), (3, 3), (4, 2)], [(1, 0), (2, 0), (3, 0), (4, 1)]);
            let open: HashSet<Square> = aslant.into_iter().chain(straight).map(at).collect();
            let rank =
                |to: Square, cost: i32, order: &Order| (to == at((4, 2)) && order.verb == "move").then_some(cost);
            let goes = |deed: &dyn Deed| deed.group() == Group::Move;
            let way = Firm::of(look, who).way(goes, |square| !open.contains(&square), rank).unwrap();
            assert_eq!(way.path, aslant.map(at));
        });
    }
}
