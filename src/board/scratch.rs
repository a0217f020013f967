//! What a search writes on: flat arrays that are never cleared, and a bucket for each cost.

use super::span::Grid;
use super::{Halves, Passage, Square};

/// What searches write on; keep one and pass it to every search. It grows to
/// the largest board it has served and is never cleared.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// What is known of a state: generation (high), cost, notes (low). As
    /// generations count down, whatever an earlier search left is larger, and
    /// one comparison asks both "known?" and "cheaper?".
    pub(super) slots: Vec<u64>,
    pub(super) generation: u64,
    pub(super) buckets: Vec<Vec<u32>>,
    /// The states settled, cheapest first.
    pub(super) settled: Vec<u32>,
}

// A slot: the generation above, then the cost, then these notes.
pub(super) const COST_SHIFT: u32 = 8;
pub(super) const GENERATION_SHIFT: u32 = 40;
pub(super) const DIRECTION: u64 = 7;
pub(super) const PASSAGE_SHIFT: u32 = 3;
pub(super) const SETTLED: u64 = 1 << 5;
pub(super) const START: u64 = 1 << 6;
pub(super) const NOTES: u64 = 0xff;

/// A state packed for the queue: column, row, and whether diagonals are odd.
const ROW_SHIFT: u32 = 13;
const ODD_SHIFT: u32 = 31;
const COORDINATE: u32 = (1 << ROW_SHIFT) - 1;

pub(super) const fn pack(x: i32, y: i32, odd: u32) -> u32 {
    x as u32 | (y as u32) << ROW_SHIFT | odd << ODD_SHIFT
}

pub(super) const fn unpack(state: u32) -> (i32, i32, u32) {
    ((state & COORDINATE) as i32, (state >> ROW_SHIFT & COORDINATE) as i32, state >> ODD_SHIFT)
}

/// What a search knows of a state that it has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) cost: Halves,
    pub(super) passage: Passage,
    pub(super) is_settled: bool,
}

impl Scratch {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), generation: 0, buckets: Vec::new(), settled: Vec::new() }
    }

    /// Makes everything unknown and gives the key of the new generation.
    pub(super) fn begin(&mut self, states: usize, buckets: usize) -> u64 {
        if self.slots.len() < states {
            self.slots.resize(states, u64::MAX);
        }
        if self.buckets.len() < buckets {
            self.buckets.resize_with(buckets, Vec::new);
        }
        if self.generation == 0 {
            self.slots.fill(u64::MAX);
            self.generation = u64::MAX >> GENERATION_SHIFT;
        }
        self.generation -= 1;
        self.settled.clear();
        self.generation << GENERATION_SHIFT
    }

    /// What the last search knows of being at `at`.
    pub(super) fn known(&self, grid: Grid, alternates: bool, at: Square, odd: bool) -> Option<Known> {
        let slot = *self.slots.get(slot_of(grid.index(at)?, alternates, u32::from(odd)))?;
        (slot >> GENERATION_SHIFT == self.generation).then(|| Known::read(slot))
    }

    /// Every state that the last search settled, cheapest first.
    pub(super) fn settled(&self, grid: Grid, alternates: bool) -> impl Iterator<Item = (Square, bool, Known)> {
        self.settled.iter().map(move |&state| {
            let (x, y, odd) = unpack(state);
            (Square::new(x, y), odd != 0, Known::read(self.slots[slot_of(grid.at(x, y), alternates, odd)]))
        })
    }
}

impl Known {
    #[inline]
    const fn read(slot: u64) -> Self {
        let passage = Passage::from_bits(slot >> PASSAGE_SHIFT);
        Self { cost: Halves((slot >> COST_SHIFT) as u32), passage, is_settled: slot & SETTLED != 0 }
    }
}

#[inline]
pub(super) const fn slot_of(index: usize, alternates: bool, odd: u32) -> usize {
    if alternates { index * 2 + odd as usize } else { index }
}
