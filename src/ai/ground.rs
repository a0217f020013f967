//! How far it is to somebody, square by square.

use std::collections::{HashSet, VecDeque};

use crate::battle::{Choice, Id, Look, Order};
use crate::board::{Direction, Footprint, Obstacle, Square};

/// How far every square is from the nearest enemy, on foot and ignoring bodies.
pub struct Ground {
    width: i32,
    steps: Vec<u16>,
    /// How likely one is not to get further where one steps there; empty where that is never so.
    risks: Vec<f64>,
}

/// Farther than any board is wide.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The most steps that a place counts for where one hardly gets on at all.
const MIRE: f64 = 20.0;

/// The steps of a way round that are better than standing at the foot of something too steep.
const CLIFF: u16 = 100;

impl Ground {
    /// Measures from every enemy of `who`; those who come to them on foot go round what is too steep, if there is a way.
    pub fn around(look: Look<'_>, who: Id, on_foot: bool) -> Self {
        let board = look.board();
        let gait = look.rules().measure.gait;
        let height = |square: Square| board.cell(square).map_or(0, |cell| i32::from(cell.height));
        let mut from = Vec::new();
        for enemy in look.foes(who) {
            let body = look.footprint(enemy);
            let top = body.squares().map(height).max().unwrap_or(0);
            // What hangs over the edge of something is out of reach from below.
            let hangs = |square: Square| gait.climb.is_some_and(|climb| top - height(square) > i32::from(climb));
            let squares = body.squares().filter(|square| board.contains(*square));
            from.extend(squares.filter(|square| !on_foot || !hangs(*square)));
        }
        Self::measured(look, who, on_foot, &from)
    }

    /// Measures from these squares, on foot.
    pub(super) fn from_squares(look: Look<'_>, who: Id, squares: &[Square]) -> Self {
        let inside: Vec<Square> = squares.iter().copied().filter(|square| look.board().contains(*square)).collect();
        Self::measured(look, who, true, &inside)
    }

    fn measured(look: Look<'_>, who: Id, on_foot: bool, from: &[Square]) -> Self {
        let board = look.board();
        let (width, height) = (board.width(), board.height());
        let risks = risks(look, who);
        let mut ground = Self { width, steps: vec![NOWHERE; (width * height) as usize], risks };
        let walks = look.ground().walk(1, look.rules().measure.gait);
        let mut next = VecDeque::new();
        for square in from {
            ground.set(*square, 0);
            next.push_back(*square);
        }
        while let Some(at) = next.pop_front() {
            let here = ground.at(at);
            let plain = here.saturating_add(ground.weight(at));
            for direction in Direction::ALL {
                let square = at.step(direction, -1);
                let Some(slot) = ground.index(square).and_then(|index| ground.steps.get_mut(index)) else { continue };
                if *slot <= plain {
                    continue;
                }
                let is_open = board.terrain(square).is_some_and(|terrain| terrain.cost > 0);
                let is_walled = board.edge(at, square).is_some_and(|edge| edge.blocks_move);
                let more = match walks.step(square, direction) {
                    Err(Obstacle::Steep) if on_foot => CLIFF,
                    Ok(_) | Err(Obstacle::Steep) => 0,
                    // Whoever is over ground that nobody enters can be come up to.
                    Err(Obstacle::Ground) if here == 0 && !is_walled => 0,
                    Err(_) => continue,
                };
                let steps = plain.saturating_add(more);
                if is_open && *slot > steps {
                    *slot = steps;
                    next.push_back(square);
                }
            }
        }
        ground
    }

    /// Steps from `square` to the nearest enemy.
    pub fn at(&self, square: Square) -> u16 {
        self.index(square).and_then(|index| self.steps.get(index)).copied().unwrap_or(NOWHERE)
    }

    fn index(&self, square: Square) -> Option<usize> {
        let inside = square.x >= 0 && square.x < self.width && square.y >= 0;
        inside.then_some((square.y * self.width + square.x) as usize)
    }

    /// How likely one is held up on a square.
    pub(super) fn risk(&self, square: Square) -> f64 {
        self.index(square).and_then(|index| self.risks.get(index)).copied().unwrap_or(0.0)
    }

    /// Whether no ground holds anybody up.
    pub(super) const fn is_sure(&self) -> bool {
        self.risks.is_empty()
    }

    /// How likely somebody comes to where an order to go leads: by the hardest ground on its way.
    pub(super) fn odds(&self, look: Look<'_>, who: Id, order: &Order) -> f64 {
        if self.is_sure() {
            return 1.0;
        }
        let body = look.footprint(who);
        let way = look.deed(order.verb).ok().and_then(|deed| deed.way(look, who, order)).unwrap_or_default();
        let risk = |at: &Square| body.moved_to(*at).squares().map(|square| self.risk(square)).fold(0.0, f64::max);
        1.0 - way.iter().map(risk).fold(0.0, f64::max)
    }

    /// The squares of a choice that a way leads to on which nothing holds a body up.
    pub(super) fn surely(&self, body: Footprint, choice: &Choice) -> HashSet<Square> {
        let is_firm = |at: Square| body.moved_to(at).squares().all(|square| self.risk(square) <= 0.0);
        let mut open: HashSet<Square> = choice.squares.iter().map(|(square, _)| *square).collect();
        open.retain(|square| is_firm(*square));
        let (mut found, mut next) = (HashSet::new(), vec![body.at]);
        while let Some(at) = next.pop() {
            let beside = Direction::ALL.into_iter().map(|direction| at.step(direction, 1));
            for square in beside.filter(|square| open.contains(square)) {
                if found.insert(square) {
                    next.push(square);
                }
            }
        }
        found
    }

    /// Steps that it takes on the average to get onto a square.
    fn weight(&self, square: Square) -> u16 {
        let risk = self.risk(square);
        if risk <= 0.0 { 1 } else { (1.0 / (1.0 - risk)).clamp(1.0, MIRE).round() as u16 }
    }

    fn set(&mut self, square: Square, steps: u16) {
        let index = self.index(square);
        if let Some(slot) = index.and_then(|index| self.steps.get_mut(index)) {
            *slot = steps;
        }
    }

    /// Steps from the nearest square of a body.
    pub(super) fn of(&self, body: Footprint) -> i32 {
        body.squares().map(|square| i32::from(self.at(square))).min().unwrap_or(i32::from(NOWHERE))
    }
}

/// How likely `who` is to be held up by each square; empty where no ground does that.
fn risks(look: Look<'_>, who: Id) -> Vec<f64> {
    let board = look.board();
    if board.terrains.iter().all(|terrain| terrain.tags.is_empty()) {
        return Vec::new();
    }
    let risk = |square: Square| {
        let tagged = board.terrain(square).is_some_and(|terrain| !terrain.tags.is_empty() && terrain.cost > 0);
        let mechanics = tagged.then(|| look.rules().registry.steps.iter()).into_iter().flatten();
        mechanics.map(|mechanic| mechanic.hold_up(look, who, Footprint::one(square))).fold(0.0, f64::max)
    };
    let squares = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Square::new(x, y)));
    let risks: Vec<f64> = squares.map(risk).collect();
    if risks.iter().all(|risk| *risk <= 0.0) { Vec::new() } else { risks }
}
