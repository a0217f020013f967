//! The one search behind reach and path: cheapest first, every step that cannot
//! matter left out.

use super::scratch::{COST_SHIFT, DIRECTION, NOTES, PASSAGE_SHIFT, SETTLED, START, pack, slot_of, unpack};
use super::{Bodies, Direction, Footprint, Ground, Halves, Passage, Scratch, Square};

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

/// For each direction in which a position was reached, and the plain steps from
/// the position before (one bit a direction), the steps that can find nothing
/// cheaper, because they lead back to where one plain step led from there.
static IDLE: [[u8; 256]; 8] = idle();

const fn idle() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut way = 0;
    while way < 8 {
        let (x, y) = Direction::ALL[way].offset();
        let mut plain = 0;
        while plain < 256 {
            let mut bits = 1 << ((way + 4) & 7);
            let mut from_before = 0;
            while from_before < 8 {
                let (to_x, to_y) = Direction::ALL[from_before].offset();
                let mut step = 0;
                while step < 8 {
                    let (dx, dy) = Direction::ALL[step].offset();
                    if plain >> from_before & 1 != 0 && x + dx == to_x && y + dy == to_y {
                        bits |= 1 << step;
                    }
                    step += 1;
                }
                from_before += 1;
            }
            table[way][plain] = bits;
            plain += 1;
        }
        way += 1;
    }
    table
}

/// Where a search wants to go.
pub(super) trait Aim {
    /// At most what is still to pay from (x, y), and never falling by more than a step costs.
    fn rest(&self, x: i32, y: i32, odd: u32) -> u32;
    /// Whether the search ends here.
    fn is_met(&self, x: i32, y: i32) -> bool;
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

/// A step in one direction: what it changes and what it plainly costs, after an
/// even and an odd number of diagonals.
#[derive(Clone, Copy)]
struct Move {
    direction: Direction,
    dx: i32,
    dy: i32,
    offset: isize,
    cost: [u32; 2],
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
    let moves = Direction::ALL.map(|direction| {
        let (dx, dy) = direction.offset();
        let cost = if direction.is_diagonal() { diagonal.map(|cost| cost.0) } else { [2, 2] };
        Move { direction, dx, dy, offset: grid.offset(direction), cost }
    });
    let ways = ground.ways();
    let is_pruned = !ALTERNATES || ground.most() == 1;
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
        let idle = if notes & START != 0 || !is_pruned {
            0
        } else {
            let way = (notes & DIRECTION) as usize;
            IDLE[way][usize::from(ways[index.wrapping_add_signed(-moves[way].offset)].plain)]
        };
        let mut left = ways[index].open & !idle;
        while left != 0 {
            let way = left.trailing_zeros() as usize & 7;
            left &= left - 1;
            let Move { direction, dx, dy, offset, cost: plain } = moves[way];
            let next_cost = cost + u32::from(steps[way]) * plain[odd as usize];
            if next_cost > budget {
                continue;
            }
            let next_odd = if ALTERNATES && direction.is_diagonal() { odd ^ 1 } else { odd };
            let place = slot_of(index.wrapping_add_signed(offset), ALTERNATES, next_odd);
            let key = generation | u64::from(next_cost) << COST_SHIFT;
            if slots[place] <= key | NOTES {
                continue;
            }
            if ALTERNATES && is_pruned {
                // On even ground the next diagonal costs one square more at
                // worst: a state that is that much dearer than its twin is idle.
                let worth = if next_odd == 0 { 2 << COST_SHIFT } else { 0 };
                if slots[place ^ 1] <= (key - worth) | NOTES {
                    continue;
                }
            }
            let from = Square::new(x, y);
            let (x, y) = (x + dx, y + dy);
            if bodies.keeps(from, Square::new(x, y)) {
                continue;
            }
            let passage = if ground.side() == 1 {
                bodies.on(Square::new(x, y))
            } else {
                beyond(bodies, ground.body(Square::new(x, y)), begun)
            };
            if passage == Passage::Block {
                continue;
            }
            slots[place] = key | (passage as u64) << PASSAGE_SHIFT | direction as u64;
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
