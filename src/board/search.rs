//! The one search behind reach and path: cheapest first, over flat arrays that
//! are never cleared, with a bucket for each cost.

use super::span::Grid;
use super::{Bodies, Direction, Footprint, Ground, Halves, Passage, Square};

/// Straight steps first, so that among equal paths the one that turns later wins.
const ORDER: [Direction; 8] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
];

/// Where a search starts: a position, and whether an odd number of diagonals
/// was already stepped (which matters where every second one counts double).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The north-west square of the body.
    pub at: Square,
    /// Whether the diagonals stepped so far are odd in number.
    pub odd: bool,
}

impl From<Square> for Start {
    fn from(at: Square) -> Self {
        Self { at, odd: false }
    }
}

/// What searches write on; keep one and pass it to every search. It grows to
/// the largest board it has served and is never cleared.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// What is known of a state: generation (high), cost, notes (low). As
    /// generations count down, whatever an earlier search left is larger, and
    /// one comparison asks both "known?" and "cheaper?".
    slots: Vec<u64>,
    generation: u64,
    buckets: Vec<Vec<u32>>,
    /// The states settled, cheapest first.
    pub(super) settled: Vec<u32>,
}

const COST_SHIFT: u32 = 8;
const GENERATION_SHIFT: u32 = 40;
const DIRECTION: u64 = 7;
const PASSAGE_SHIFT: u32 = 3;
const SETTLED: u64 = 1 << 5;
const START: u64 = 1 << 6;
const NOTES: u64 = 0xff;

/// A state packed for the queue: column, row, and whether diagonals are odd.
const ROW_SHIFT: u32 = 13;
const ODD_SHIFT: u32 = 31;
const COORDINATE: u32 = (1 << ROW_SHIFT) - 1;

const fn pack(x: i32, y: i32, odd: u32) -> u32 {
    x as u32 | (y as u32) << ROW_SHIFT | odd << ODD_SHIFT
}

const fn unpack(state: u32) -> (i32, i32, u32) {
    ((state & COORDINATE) as i32, (state >> ROW_SHIFT & COORDINATE) as i32, state >> ODD_SHIFT)
}

/// The square of a settled state, and whether its diagonals are odd.
pub(super) const fn square_of(state: u32) -> (Square, bool) {
    let (x, y, odd) = unpack(state);
    (Square::new(x, y), odd != 0)
}

/// What a search knows of a state that it has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) cost: Halves,
    pub(super) passage: Passage,
    pub(super) is_settled: bool,
}

/// Where a search wants to go.
pub(super) trait Aim {
    /// At most what is still to pay from (x, y), and never falling by more than a step costs.
    fn rest(&self, x: i32, y: i32, odd: u32) -> u32;
    /// Whether the search ends here.
    fn is_met(&self, x: i32, y: i32) -> bool;
}

impl Scratch {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes everything unknown and gives the key of the new generation.
    fn begin(&mut self, states: usize, buckets: usize) -> u64 {
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

    pub(super) fn known(&self, grid: Grid, alternates: bool, at: Square, odd: bool) -> Option<Known> {
        let slot = *self.slots.get(slot_of(grid.index(at)?, alternates, u32::from(odd)))?;
        (slot >> GENERATION_SHIFT == self.generation).then(|| Known {
            cost: Halves((slot >> COST_SHIFT) as u32),
            passage: Passage::from_bits(slot >> PASSAGE_SHIFT),
            is_settled: slot & SETTLED != 0,
        })
    }

    /// The squares entered on the way to a state, the last one with them.
    pub(super) fn walk_to(&self, grid: Grid, alternates: bool, at: Square, odd: bool) -> Vec<Square> {
        let (mut at, mut odd) = (at, odd);
        let mut squares = Vec::new();
        while let Some(index) = grid.index(at) {
            let Some(&slot) = self.slots.get(slot_of(index, alternates, u32::from(odd))) else { break };
            if slot >> GENERATION_SHIFT != self.generation || slot & START != 0 {
                break;
            }
            squares.push(at);
            let direction = Direction::ALL[(slot & DIRECTION) as usize];
            odd ^= alternates && direction.is_diagonal();
            at = at.step(direction.opposite(), 1);
        }
        squares.reverse();
        squares
    }
}

#[inline]
const fn slot_of(index: usize, alternates: bool, odd: u32) -> usize {
    if alternates { index * 2 + odd as usize } else { index }
}

/// How a search ended: the state that met its aim, or else the one where a body
/// may stay that came nearest to it (of equals the cheapest).
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) at: Square,
    pub(super) odd: bool,
    pub(super) is_met: bool,
}

/// Whether every second diagonal costs more, so that states are squares with a parity.
pub(super) fn alternates(ground: &Ground) -> bool {
    ground.gait().metric.diagonal().is_some_and(|[even, odd]| even != odd)
}

/// Settles states from `start`, cheapest (with what `aim` expects) first, until
/// the aim is met or nothing within `budget` is left. `None` when the start is off the board.
pub(super) fn search<A: Aim>(
    ground: &Ground,
    bodies: &impl Bodies,
    start: Start,
    budget: Halves,
    aim: &A,
    scratch: &mut Scratch,
) -> Option<End> {
    if alternates(ground) {
        settle::<A, true>(ground, bodies, start, budget, aim, scratch)
    } else {
        settle::<A, false>(ground, bodies, start, budget, aim, scratch)
    }
}

fn settle<A: Aim, const ALTERNATES: bool>(
    ground: &Ground,
    bodies: &impl Bodies,
    start: Start,
    budget: Halves,
    aim: &A,
    scratch: &mut Scratch,
) -> Option<End> {
    let grid = ground.grid;
    if !grid.holds(ground.body(start.at)) {
        return None;
    }
    let budget = budget.min(Halves::ENDLESS).0;
    let diagonal = ground.gait().metric.diagonal().unwrap_or_default();
    let moves = ORDER.map(|direction| {
        let (dx, dy) = direction.offset();
        let plain = |odd: usize| if direction.is_diagonal() { diagonal[odd].0 } else { 2 };
        (direction, dx, dy, grid.offset(direction), [plain(0), plain(1)])
    });
    // A step costs at most 4 times the worst ground, and turns what is expected by 4 at most.
    let ring = (usize::from(ground.most()) * 4 + 5).next_power_of_two();
    let states = grid.len() * if ALTERNATES { 2 } else { 1 };
    let generation = scratch.begin(states, ring);
    let Scratch { slots, buckets, settled, .. } = scratch;
    let (slots, buckets) = (&mut slots[..states], &mut buckets[..ring]);

    let begun = ground.body(start.at);
    let parity = u32::from(ALTERNATES && start.odd);
    let (x, y) = (start.at.x, start.at.y);
    slots[slot_of(grid.at(x, y), ALTERNATES, parity)] = generation | START;
    let mut now = aim.rest(x, y, parity) as usize;
    let mut nearest = (now as u32, 0, pack(x, y, parity));
    buckets[now & (ring - 1)].push(pack(x, y, parity));
    let mut waiting = 1_usize;
    let mut met = None;
    while waiting > 0 {
        let Some(state) = buckets[now & (ring - 1)].pop() else {
            now += 1;
            continue;
        };
        waiting -= 1;
        let (x, y, odd) = unpack(state);
        let index = grid.at(x, y);
        let slot = &mut slots[slot_of(index, ALTERNATES, odd)];
        if *slot & SETTLED != 0 {
            continue;
        }
        let notes = *slot & NOTES;
        let cost = (*slot >> COST_SHIFT) as u32;
        *slot |= SETTLED;
        settled.push(state);
        let passage = Passage::from_bits(notes >> PASSAGE_SHIFT);
        if passage != Passage::Through {
            if aim.is_met(x, y) {
                met = Some(state);
                break;
            }
            nearest = nearest.min((now as u32 - cost, cost, state));
        }
        if passage == Passage::Halt || cost + 2 > budget {
            continue;
        }
        let steps = ground.steps()[index];
        for (direction, dx, dy, offset, plain) in moves {
            let times = u32::from(steps[direction as usize]);
            let next_cost = cost + times * plain[odd as usize];
            if times == 0 || next_cost > budget {
                continue;
            }
            let next_odd = if ALTERNATES && direction.is_diagonal() { odd ^ 1 } else { odd };
            let slot = &mut slots[slot_of(index.wrapping_add_signed(offset), ALTERNATES, next_odd)];
            let key = generation | u64::from(next_cost) << COST_SHIFT;
            if *slot <= key | NOTES {
                continue;
            }
            let (x, y) = (x + dx, y + dy);
            let passage = if ground.side() == 1 {
                bodies.on(Square::new(x, y))
            } else {
                beyond(bodies, ground.body(Square::new(x, y)), begun)
            };
            if passage == Passage::Block {
                continue;
            }
            *slot = key | (passage as u64) << PASSAGE_SHIFT | direction as u64;
            buckets[(next_cost + aim.rest(x, y, next_odd)) as usize & (ring - 1)].push(pack(x, y, next_odd));
            waiting += 1;
        }
    }
    if waiting > 0 {
        buckets.iter_mut().for_each(Vec::clear);
    }
    let (x, y, odd) = unpack(met.unwrap_or(nearest.2));
    Some(End { at: Square::new(x, y), odd: odd != 0, is_met: met.is_some() })
}

/// What stands on the squares of `body` that it did not cover where it `began`:
/// whoever it overlaps from the start does not hold it.
pub(super) fn beyond(bodies: &impl Bodies, body: Footprint, began: Footprint) -> Passage {
    let (low, high) = (body.at, body.far());
    let (shared_low, shared_high) = (
        Square::new(low.x.max(began.at.x), low.y.max(began.at.y)),
        Square::new(high.x.min(began.far().x), high.y.min(began.far().y)),
    );
    if shared_low.x > shared_high.x || shared_low.y > shared_high.y {
        return bodies.within(low, high);
    }
    let strips = [
        (low, Square::new(high.x, shared_low.y - 1)),
        (Square::new(low.x, shared_high.y + 1), high),
        (Square::new(low.x, shared_low.y), Square::new(shared_low.x - 1, shared_high.y)),
        (Square::new(shared_high.x + 1, shared_low.y), Square::new(high.x, shared_high.y)),
    ];
    let real = strips.into_iter().filter(|(low, high)| low.x <= high.x && low.y <= high.y);
    real.fold(Passage::Free, |all, (low, high)| all.with(bodies.within(low, high)))
}

#[cfg(test)]
mod tests;
