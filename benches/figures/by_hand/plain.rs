//! The board as one would ask it without a thought of time: maps keyed by
//! squares, a heap, and the board itself asked at every step.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use sortie::board::{Board, Direction, Square};

fn is_open(board: &Board, at: Square) -> bool {
    board.terrain(at).is_some_and(|terrain| terrain.cost > 0)
}

/// Where a step leads and what it costs in half squares, a diagonal past two open squares only.
fn steps(board: &Board, from: Square) -> impl Iterator<Item = (Square, u32)> {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let onto = from.step(direction, 1);
        let beside = [direction.turned(-1), direction.turned(1)].map(|way| from.step(way, 1));
        let is_clear = !direction.is_diagonal() || beside.into_iter().all(|square| is_open(board, square));
        let cost = if direction.is_diagonal() { 3 } else { 2 };
        (is_open(board, onto) && is_clear).then_some((onto, cost))
    })
}

/// Dijkstra's flood.
pub fn reach(board: &Board, start: Square, budget: u32) -> HashMap<Square, u32> {
    let mut known = HashMap::from([(start, 0)]);
    let mut waiting = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((here, at))) = waiting.pop() {
        if known.get(&at) != Some(&here) {
            continue;
        }
        for (onto, step) in steps(board, at) {
            let cost = here + step;
            if cost <= budget && known.get(&onto).is_none_or(|known| cost < *known) {
                known.insert(onto, cost);
                waiting.push(Reverse((cost, onto)));
            }
        }
    }
    known
}

/// A*, and what the way costs.
pub fn path(board: &Board, start: Square, goal: Square) -> Option<(u32, Vec<Square>)> {
    let rest = |at: Square| {
        let (columns, rows) = ((at.x - goal.x).unsigned_abs(), (at.y - goal.y).unsigned_abs());
        2 * columns.max(rows) + columns.min(rows)
    };
    let mut known = HashMap::from([(start, (0, start))]);
    let mut waiting = BinaryHeap::from([Reverse((rest(start), 0, start))]);
    while let Some(Reverse((_, here, at))) = waiting.pop() {
        if known.get(&at).is_none_or(|(cost, _)| *cost != here) {
            continue;
        }
        if at == goal {
            let mut squares = vec![at];
            while let Some((_, before)) = squares.last().and_then(|last| known.get(last)).filter(|(cost, _)| *cost > 0)
            {
                squares.push(*before);
            }
            return Some((here, squares));
        }
        for (onto, step) in steps(board, at) {
            let cost = here + step;
            if known.get(&onto).is_none_or(|(known, _)| cost < *known) {
                known.insert(onto, (cost, at));
                waiting.push(Reverse((cost + rest(onto), cost, onto)));
            }
        }
    }
    None
}

/// Every square of the disc by a line of its own.
pub fn view(board: &Board, from: Square, radius: i32) -> HashSet<Square> {
    let round = radius * (radius + 1);
    let across = -radius..=radius;
    let disc = across.clone().flat_map(|y| across.clone().map(move |x| (x, y)));
    let near = disc.filter(|(x, y)| x * x + y * y <= round).map(|(x, y)| Square::new(from.x + x, from.y + y));
    near.filter(|square| board.contains(*square) && sortie::board::sees(board, from, *square)).collect()
}

/// Who threatens which square, for two sides.
pub fn threats(bodies: &[(usize, i32, i32)]) -> HashMap<(usize, i32, i32), u32> {
    let mut threats = HashMap::new();
    for (side, x, y) in bodies {
        for (dx, dy) in Direction::ALL.map(Direction::offset) {
            *threats.entry((*side, x + dx, y + dy)).or_insert(0) += 1;
        }
    }
    threats
}

/// How many have enemies on opposite sides, from a map of who stands where.
pub fn flanked(stands: &HashMap<(i32, i32), usize>) -> usize {
    let is_flanked = |(x, y): (i32, i32), side: usize| {
        let is_enemy = |x: i32, y: i32| stands.get(&(x, y)).is_some_and(|other| *other != side);
        let mut half = Direction::ALL.iter().take(4).map(|direction| direction.offset());
        half.any(|(dx, dy)| is_enemy(x + dx, y + dy) && is_enemy(x - dx, y - dy))
    };
    stands.iter().filter(|(at, side)| is_flanked(**at, **side)).count()
}
