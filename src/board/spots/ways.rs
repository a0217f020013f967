//! How far places are from each other, and the ways between them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::{Spot, Spots};

/// A place within reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReachedSpot {
    /// Which.
    pub spot: Spot,
    /// The least that it costs to come there.
    pub cost: u32,
    /// The place that one steps there from; for the start the start itself.
    pub before: Spot,
}

impl Spots {
    /// Half zones from one place to the other by the shortest chain of zones
    /// and borders. Range takes no notice of barriers, and so neither does
    /// this: `None` only where no chain joins the two.
    pub fn distance(&self, a: Spot, b: Spot) -> Option<u32> {
        let (from, to) = (self.index(a)?, self.index(b)?);
        self.distances[from].get_or_init(|| self.distances_from(from, |_, _| true))[to]
    }

    /// The same for whoever must go there, since barriers bar the way.
    pub fn on_foot(&self, a: Spot, b: Spot) -> Option<u32> {
        let (from, to) = (self.index(a)?, self.index(b)?);
        self.ways[from].get_or_init(|| self.distances_from(from, |a, b| !self.is_barred(a, b)))[to]
    }

    fn distances_from(&self, from: usize, is_open: impl Fn(Spot, Spot) -> bool) -> Vec<Option<u32>> {
        let mut found = vec![None; self.all.len()];
        found[from] = Some(0);
        let mut waiting = VecDeque::from([(from, 1)]);
        while let Some((at, next)) = waiting.pop_front() {
            let here = self.all[at];
            for to in self.neighbours(here).filter(|to| is_open(here, *to)).filter_map(|spot| self.index(spot)) {
                if found[to].is_none() {
                    found[to] = Some(next);
                    waiting.push_back((to, next + 1));
                }
            }
        }
        found
    }

    /// The places that can be reached from `from` for at most `budget`, `from`
    /// with them, cheapest first and then in the order of [`Self::all`]. `cost`
    /// is what the half step from one place to a neighbour takes; `None` where
    /// nobody can go.
    pub fn reach(&self, from: Spot, budget: u32, cost: impl FnMut(Spot, Spot) -> Option<u32>) -> Vec<ReachedSpot> {
        let mut reached = self.settle(from, budget, None, cost);
        // Steps that cost nothing come late to places that are listed early.
        reached.sort_by_key(|reached| (reached.cost, reached.spot));
        reached
    }

    /// The cheapest way from one place to another, without the first, and its
    /// cost. Of equal ways that with the earlier places towards the end wins.
    pub fn way(&self, from: Spot, to: Spot, cost: impl FnMut(Spot, Spot) -> Option<u32>) -> Option<(Vec<Spot>, u32)> {
        let settled = self.settle(from, u32::MAX, Some(to), cost);
        let found = |spot| settled.iter().find(|reached| reached.spot == spot);
        let last = found(to)?;
        let mut way = Vec::new();
        let mut at = last;
        while at.spot != from {
            way.push(at.spot);
            at = found(at.before)?;
        }
        way.reverse();
        Some((way, last.cost))
    }

    /// Each place reached with the one before it, until `until` if that is given.
    fn settle(
        &self,
        from: Spot,
        budget: u32,
        until: Option<Spot>,
        mut cost: impl FnMut(Spot, Spot) -> Option<u32>,
    ) -> Vec<ReachedSpot> {
        let mut settled = Vec::new();
        let mut is_settled = vec![false; self.all.len()];
        let mut waiting = BinaryHeap::from([Reverse((0_u32, from, from))]);
        while let Some(Reverse((so_far, spot, before))) = waiting.pop() {
            match self.index(spot) {
                Some(index) if !is_settled[index] => is_settled[index] = true,
                _ => continue,
            }
            settled.push(ReachedSpot { spot, cost: so_far, before });
            if until == Some(spot) {
                break;
            }
            for to in self.neighbours(spot) {
                if self.index(to).is_none_or(|index| is_settled[index]) {
                    continue;
                }
                let total = cost(spot, to).and_then(|cost| so_far.checked_add(cost)).filter(|&total| total <= budget);
                if let Some(total) = total {
                    waiting.push(Reverse((total, to, spot)));
                }
            }
        }
        settled
    }
}
