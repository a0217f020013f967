//! Walks that somebody else has drawn, checked step by step; and straight runs.

use thiserror::Error;

use super::search::{alternates, beyond};
use super::{Bodies, Direction, Ground, Halves, Obstacle, Passage, Route, Square, Start};

/// The step of a walk that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("step {} to {at}: {why}", .step + 1)]
pub struct Misstep {
    /// Which step, from 0.
    pub step: usize,
    /// Where it leads.
    pub at: Square,
    /// Why not.
    pub why: Obstacle,
}

/// A body on its way.
struct Walker<'a, B> {
    ground: &'a Ground,
    bodies: &'a B,
    start: Start,
    at: Square,
    odd: bool,
    cost: Halves,
    passage: Passage,
}

impl<'a, B: Bodies> Walker<'a, B> {
    fn new(ground: &'a Ground, bodies: &'a B, start: Start) -> Self {
        let odd = start.odd && alternates(ground);
        Self { ground, bodies, start, at: start.at, odd, cost: Halves::ZERO, passage: Passage::Free }
    }

    fn step(&mut self, direction: Direction, budget: Halves) -> Result<(), Obstacle> {
        let times = self.ground.step(self.at, direction)?;
        let at = self.at.step(direction, 1);
        let passage = if at == self.start.at {
            Passage::Free
        } else {
            beyond(self.bodies, self.ground.body(at), self.ground.body(self.start.at))
        };
        let diagonal = self.ground.gait().metric.diagonal().unwrap_or_default();
        let plain = if direction.is_diagonal() { diagonal[usize::from(self.odd)].0 } else { 2 };
        let cost = self.cost.plus(Halves(plain * u32::from(times)));
        if passage == Passage::Block {
            return Err(Obstacle::Body);
        }
        if self.passage == Passage::Halt {
            return Err(Obstacle::Halted);
        }
        if cost > budget {
            return Err(Obstacle::TooFar);
        }
        self.odd ^= direction.is_diagonal() && alternates(self.ground);
        (self.at, self.cost, self.passage) = (at, cost, passage);
        Ok(())
    }
}

/// The cost of walking `squares` one after the other (the start not among them)
/// for at most `budget`.
///
/// # Errors
/// The first step that cannot be made and why; the last step also when nobody
/// may end a move there.
pub fn check_path(
    ground: &Ground,
    bodies: &impl Bodies,
    start: impl Into<Start>,
    squares: &[Square],
    budget: Halves,
) -> Result<Route, Misstep> {
    let start = start.into();
    let mut walker = Walker::new(ground, bodies, start);
    for (step, &at) in squares.iter().enumerate() {
        let misstep = |why| Misstep { step, at, why };
        let adjacent = Direction::ALL.into_iter().find(|direction| {
            let (dx, dy) = direction.offset();
            (i64::from(at.x) - i64::from(walker.at.x), i64::from(at.y) - i64::from(walker.at.y))
                == (dx.into(), dy.into())
        });
        let direction = adjacent.ok_or(misstep(Obstacle::NotAdjacent))?;
        walker.step(direction, budget).map_err(misstep)?;
        if step + 1 == squares.len() && walker.passage == Passage::Through {
            return Err(misstep(Obstacle::Taken));
        }
    }
    Ok(Route { squares: squares.to_vec(), cost: walker.cost, odd: walker.odd, arrives: true })
}

/// The ways straight on from a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The squares entered, nearest first, with the cost so far and whether one
    /// may end there.
    pub steps: Vec<(Square, Halves, bool)>,
    /// What stops the run there ([`Obstacle::TooFar`]: the budget).
    pub stop: Obstacle,
}

/// How far a body gets straight on in `direction` for at most `budget`.
pub fn straight_run(
    ground: &Ground,
    bodies: &impl Bodies,
    start: impl Into<Start>,
    direction: Direction,
    budget: Halves,
) -> Run {
    let mut walker = Walker::new(ground, bodies, start.into());
    let mut steps = Vec::new();
    loop {
        if let Err(stop) = walker.step(direction, budget) {
            return Run { steps, stop };
        }
        steps.push((walker.at, walker.cost, walker.passage != Passage::Through));
    }
}

#[cfg(test)]
mod tests;
