//! Reading a walk back from the costs that a search has left.

use super::search::alternates;
use super::{Direction, Ground, Passage, Scratch, Square, Start};

/// Straight ways first.
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

/// The squares entered on the cheapest way from `start` to a settled state.
///
/// Of all equally cheap ways it is one that keeps its direction where it can,
/// and a straight one where it turns: searches find costs, and many ways have the same.
pub(super) fn trail(ground: &Ground, scratch: &Scratch, start: Start, at: Square, odd: bool) -> Vec<Square> {
    let alternates = alternates(ground);
    let diagonal = ground.gait().metric.diagonal().unwrap_or_default();
    let (mut at, mut odd, mut heading) = (at, odd, Direction::North);
    let mut squares = Vec::new();
    while at != start.at || odd != (start.odd && alternates) {
        let Some(here) = scratch.known(ground.grid, alternates, at, odd) else { break };
        let comes_from = |direction: Direction| {
            let before = at.step(direction.opposite(), 1);
            let was_odd = odd ^ (alternates && direction.is_diagonal());
            let known = scratch.known(ground.grid, alternates, before, was_odd)?;
            let plain = if direction.is_diagonal() { diagonal[usize::from(was_odd)].0 } else { 2 };
            let cost = known.cost.0 + plain * u32::from(ground.step(before, direction).ok()?);
            let goes_on = known.is_settled && (before == start.at || known.passage != Passage::Halt);
            (goes_on && cost == here.cost.0).then_some((before, was_odd, direction))
        };
        let Some(step) = comes_from(heading).or_else(|| ORDER.into_iter().find_map(comes_from)) else { break };
        squares.push(at);
        (at, odd, heading) = step;
    }
    squares.reverse();
    squares
}
