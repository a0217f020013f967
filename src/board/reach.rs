//! Where a body can walk with a budget of movement.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread::LocalKey;

use super::scratch::Known;
use super::search::{Aim, alternates, search};
use super::trail::trail;
use super::{Bodies, Ground, Halves, Passage, Scratch, Square, Start};

/// Everywhere: the search ends when nothing is left.
struct Everywhere;

impl Aim for Everywhere {
    #[inline]
    fn rest(&self, _: i32, _: i32, _: u32) -> u32 {
        0
    }

    #[inline]
    fn is_met(&self, _: i32, _: i32) -> bool {
        false
    }
}

/// Where a body can go within `budget`, at what cost, past `bodies`. A start
/// off the board reaches nothing.
pub fn reach<'s>(
    ground: &'s Ground,
    bodies: &impl Bodies,
    start: impl Into<Start>,
    budget: Halves,
    scratch: &'s mut Scratch,
) -> Reach<'s> {
    let start = start.into();
    let found = search(ground, bodies, start, budget, &Everywhere, scratch).is_some();
    let scratch = found.then_some(&*scratch);
    Reach { scratch, ground, alternates: alternates(ground), start }
}

/// The last reaches that were asked for and what was found, so that whoever asks the same again need not search again:
/// a move is offered, checked and made by the same reach.
#[derive(Clone, Debug)]
pub struct KeptReaches<B> {
    kept: Vec<Kept<B>>,
    /// The one that was kept the longest, once there is no more room.
    oldest: usize,
}

/// A reach, and all that it depends on.
#[derive(Clone, Debug)]
struct Kept<B> {
    ground: Arc<Ground>,
    bodies: B,
    start: Start,
    budget: Halves,
    found: bool,
    scratch: Scratch,
}

impl<B: Bodies + PartialEq> KeptReaches<B> {
    /// Nothing has been asked yet.
    pub const fn new() -> Self {
        Self { kept: Vec::new(), oldest: 0 }
    }

    /// Where a body can go, as [`reach`] tells it.
    pub fn reach(&mut self, ground: &Arc<Ground>, bodies: B, start: impl Into<Start>, budget: Halves) -> Reach<'_> {
        let start = start.into();
        let known = self.kept.iter().position(|kept| {
            (kept.start, kept.budget) == (start, budget) && Arc::ptr_eq(&kept.ground, ground) && kept.bodies == bodies
        });
        let index = known.unwrap_or_else(|| self.search(ground, bodies, start, budget));
        let Kept { ground, found, scratch, .. } = &self.kept[index];
        Reach { scratch: found.then_some(scratch), ground, alternates: alternates(ground), start }
    }

    fn search(&mut self, ground: &Arc<Ground>, bodies: B, start: Start, budget: Halves) -> usize {
        // Few on a large board, where each takes much room.
        let most = ((1 << 20) / ground.grid.len().max(1)).clamp(1, 16);
        self.kept.truncate(most);
        let has_room = self.kept.len() < most;
        let index = if has_room { self.kept.len() } else { self.oldest % most };
        let scratch = self.kept.get_mut(index).map(|kept| std::mem::take(&mut kept.scratch));
        let mut scratch = scratch.unwrap_or_default();
        let found = search(ground, &bodies, start, budget, &Everywhere, &mut scratch).is_some();
        let kept = Kept { ground: ground.clone(), bodies, start, budget, found, scratch };
        if has_room {
            self.kept.push(kept);
        } else {
            self.kept[index] = kept;
            self.oldest = index + 1;
        }
        index
    }
}

/// The same for whoever keeps reaches on each thread. While one of them is looked at, another is worked out and not kept.
pub fn with_kept<B: Bodies + PartialEq, T>(
    kept: &'static LocalKey<RefCell<KeptReaches<B>>>,
    ground: &Arc<Ground>,
    bodies: B,
    start: impl Into<Start>,
    budget: Halves,
    use_it: impl FnOnce(&Reach<'_>) -> T,
) -> T {
    kept.with(|kept| match kept.try_borrow_mut() {
        Ok(mut kept) => use_it(&kept.reach(ground, bodies, start, budget)),
        Err(_) => use_it(&reach(ground, &bodies, start, budget, &mut Scratch::new())),
    })
}

impl<B: Bodies + PartialEq> Default for KeptReaches<B> {
    fn default() -> Self {
        Self::new()
    }
}

/// Where a body can go; what [`reach`] found, read from the scratch it was written on.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'s> {
    scratch: Option<&'s Scratch>,
    ground: &'s Ground,
    alternates: bool,
    start: Start,
}

/// A position within reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reached {
    /// The north-west square of the body there.
    pub at: Square,
    /// The least that the walk costs.
    pub cost: Halves,
}

impl Reach<'_> {
    /// Where the body may end its move, the start with it, cheapest first.
    pub fn iter(&self) -> impl Iterator<Item = Reached> {
        self.entered().filter(|&(_, passage)| passage != Passage::Through).map(|(reached, _)| reached)
    }

    /// All positions on its way, those with them that it may only pass; and
    /// what stands there.
    pub fn entered(&self) -> impl Iterator<Item = (Reached, Passage)> {
        let all = self.scratch.map(|scratch| scratch.settled(self.ground.grid, self.alternates));
        all.into_iter().flatten().filter_map(move |(at, odd, Known { cost, passage, .. })| {
            // With two states to a square the dearer one is left out.
            let is_best = !self.alternates || self.best(at).is_some_and(|(_, _, best)| best == odd);
            is_best.then_some((Reached { at, cost }, passage))
        })
    }

    /// The least that it costs to end at `at`; `None` where the body cannot.
    pub fn cost(&self, at: Square) -> Option<Halves> {
        self.best(at).filter(|&(_, passage, _)| passage != Passage::Through).map(|(cost, _, _)| cost)
    }

    /// Whether the body may end its move at `at`.
    pub fn has(&self, at: Square) -> bool {
        self.cost(at).is_some()
    }

    /// The squares to step to one after the other, ending with `at`; empty for
    /// the start itself, `None` where the body cannot end its move.
    pub fn path(&self, at: Square) -> Option<Vec<Square>> {
        let (_, passage, odd) = self.best(at)?;
        if passage == Passage::Through {
            return None;
        }
        self.scratch.map(|scratch| trail(self.ground, scratch, self.start, at, odd))
    }

    /// Whether an odd number of diagonals was stepped, those before the start
    /// with them, by the walk to `at`.
    pub fn is_odd(&self, at: Square) -> Option<bool> {
        self.best(at).map(|(_, _, odd)| odd)
    }

    /// Where the walk starts.
    pub const fn start(&self) -> Start {
        self.start
    }

    /// The cheapest way to be at `at`; of two with unlike parity of diagonals
    /// the even one.
    fn best(&self, at: Square) -> Option<(Halves, Passage, bool)> {
        let scratch = self.scratch?;
        let known = |odd| {
            let known = scratch.known(self.ground.grid, self.alternates, at, odd).filter(|known| known.is_settled)?;
            Some((known.cost, known.passage, odd))
        };
        if !self.alternates {
            return known(false);
        }
        match (known(false), known(true)) {
            (Some(even), Some(odd)) => Some(if odd.0 < even.0 { odd } else { even }),
            (even, odd) => even.or(odd),
        }
    }
}

#[cfg(test)]
mod tests;
