//! Ground that holds people up, walls and water: how far it is over that on the average, and ways that keep off it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

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
        let mut ways: Vec<(R, Order)> = Vec::new();
        for choice in look.options_among(who, among).iter().filter(|choice| choice.is_legal()) {
            let open: HashSet<Square> =
                choice.squares.iter().map(|(square, _)| *square).filter(|square| !shuns(*square)).collect();
            let from = self.come_from(&open);
            for (square, cost) in choice.squares.iter().filter(|(square, _)| from.contains_key(square)) {
                if let Some(rank) = rank(*square, *cost, &choice.order) {
                    let path = self.path(&from, *square);
                    ways.push((rank, Order { to: Some(*square), path, ..choice.order.clone() }));
                }
            }
        }
        ways.sort_by(|(a, _), (b, _)| a.cmp(b));
        ways.into_iter().map(|(_, order)| order).find(|order| look.permits(who, order).is_ok())
    }

    /// The square before each of those that are come to over firm ground, on the shortest way, and how far that is.
    fn come_from(&self, open: &HashSet<Square>) -> HashMap<Square, (i32, Square)> {
        let ground = self.look.ground().walk(self.body.side, self.look.rules().measure.gait);
        let mut from = HashMap::from([(self.body.at, (0, self.body.at))]);
        let mut next = BinaryHeap::from([(Reverse(0), self.body.at)]);
        while let Some((Reverse(cost), at)) = next.pop() {
            for direction in Direction::ALL {
                let Ok(times) = ground.step(at, direction) else { continue };
                let square = at.step(direction, 1);
                let total = cost + if direction.is_diagonal() { 3 } else { 2 } * i32::from(times);
                let is_shorter = from.get(&square).is_none_or(|(known, _)| total < *known);
                if is_shorter && open.contains(&square) && self.risk(square) <= 0.0 {
                    from.insert(square, (total, at));
                    next.push((Reverse(total), square));
                }
            }
        }
        from
    }

    /// The squares of the way to one of them, in order.
    fn path(&self, from: &HashMap<Square, (i32, Square)>, to: Square) -> Vec<Square> {
        let mut way = vec![to];
        let before = |at: &Square| from.get(at).map(|(_, before)| *before).filter(|before| *before != self.body.at);
        while let Some(at) = way.last().and_then(before) {
            way.push(at);
        }
        way.reverse();
        way
    }
}
