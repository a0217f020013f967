//! Walks that somebody else has drawn, checked step by step; and straight runs.

use thiserror::Error;

use super::search::{alternates, beyond};
use super::{Bodies, Direction, Footprint, Ground, Halves, Obstacle, Passage, Route, Square, Start, trace};

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
        if self.bodies.keeps(self.at, at) {
            return Err(Obstacle::Kept);
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
        let direction = towards(walker.at, at).ok_or(misstep(Obstacle::NotAdjacent))?;
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

/// The direction of a step from one square to the next, if they touch.
fn towards(from: Square, to: Square) -> Option<Direction> {
    let offset = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    Direction::ALL.into_iter().find(|direction| {
        let (dx, dy) = direction.offset();
        offset == (dx.into(), dy.into())
    })
}

/// The positions that a body passes on the line between two squares, one of its
/// own and one of `target`, up to the first where it would cover a part of that.
fn line(body: Footprint, target: Footprint, (own, other): (Square, Square)) -> impl Iterator<Item = Square> {
    let (dx, dy) = (body.at.x - own.x, body.at.y - own.y);
    let mut is_there = false;
    let positions = trace(own, other).map(move |pass| Square::new(pass.to().x + dx, pass.to().y + dy));
    positions.take_while(move |at| !std::mem::replace(&mut is_there, body.moved_to(*at).gap(target) == 0))
}

/// The squares of two bodies that are nearest to each other.
fn nearest(a: Footprint, b: Footprint) -> (Square, Square) {
    let near = |a_low: i32, a_high: i32, b_low: i32, b_high: i32| match (b_low > a_high, a_low > b_high) {
        (true, _) => (a_high, b_low),
        (_, true) => (a_low, b_high),
        // Side by side: in the middle of what they share.
        _ => {
            let middle = a_low.max(b_low).midpoint(a_high.min(b_high));
            (middle, middle)
        }
    };
    let (ax, bx) = near(a.at.x, a.far().x, b.at.x, b.far().x);
    let (ay, by) = near(a.at.y, a.far().y, b.at.y, b.far().y);
    (Square::new(ax, ay), Square::new(bx, by))
}

/// How far a body gets straight on towards `target` for at most `budget`: over
/// squares that the line between the nearest squares of the two crosses,
/// corners cut. Where `bodies` let it, it goes on until it covers a part of the
/// target; there it stops with [`Obstacle::Body`].
pub fn run_at(
    ground: &Ground,
    bodies: &impl Bodies,
    start: impl Into<Start>,
    target: Footprint,
    budget: Halves,
) -> Run {
    let start = start.into();
    let body = ground.body(start.at);
    let line: Vec<Square> = line(body, target, nearest(body, target)).collect();
    let mut walker = Walker::new(ground, bodies, start);
    let mut steps = Vec::new();
    let mut next = 0;
    while next < line.len() {
        let mut stop = Obstacle::NotAdjacent;
        let step = [next + 1, next].into_iter().filter(|index| *index < line.len()).find(|index| {
            let step = towards(walker.at, line[*index]).ok_or(Obstacle::NotAdjacent);
            step.and_then(|direction| walker.step(direction, budget)).map_err(|why| stop = why).is_ok()
        });
        let Some(step) = step else { return Run { steps, stop } };
        steps.push((walker.at, walker.cost, walker.passage != Passage::Through));
        next = step + 1;
    }
    Run { steps, stop: Obstacle::Body }
}

/// The positions that `target` passes, the nearest first, when it is driven on
/// straight away from `body`: on the line between the nearest squares of the two.
pub fn driven_from(body: Footprint, target: Footprint) -> impl Iterator<Item = Square> {
    let (own, other) = nearest(body, target);
    let (dx, dy) = (other.x - own.x, other.y - own.y);
    // The line goes on through the middle of the other square.
    let times = 1 + FAR / dx.abs().max(dy.abs()).max(1);
    let far = Square::new(other.x + dx * times, other.y + dy * times);
    let beyond = trace(own, far).map(super::Pass::to).skip_while(move |at| *at != other).skip(1);
    beyond.map(move |at| Square::new(target.at.x + at.x - other.x, target.at.y + at.y - other.y))
}

/// How far a body is driven on at least before the line ends.
const FAR: i32 = 16;

/// Whether a body that stepped from `from` over the positions `way` went
/// straight at `target`: always onwards over squares that one line from a
/// square of its own to one of the target crosses, and not into it.
pub fn leads_straight_at(from: Footprint, way: &[Square], target: Footprint) -> bool {
    let follows = |ends: (Square, Square)| {
        let mut line = line(from, target, ends).filter(|at| from.moved_to(*at).gap(target) > 0);
        way.iter().all(|at| line.any(|each| each == *at))
    };
    !way.is_empty() && from.squares().any(|own| target.squares().any(|other| follows((own, other))))
}

#[cfg(test)]
mod tests;
