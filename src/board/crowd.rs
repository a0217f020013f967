//! Who stands where.

use smallvec::SmallVec;
use thiserror::Error;

use super::lines::Lines;
use super::span::Grid;
use super::{Board, Footprint, Square};

/// A body's number: small, given by whoever places it.
pub type BodyId = u32;

/// Which side a body is on.
pub type Side = u8;

/// A body on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Whose it is.
    pub side: Side,
    /// The squares that it covers.
    pub footprint: Footprint,
}

/// Why a body cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum CrowdError {
    /// It would stick out over the rim.
    #[error("body {0} would stand off the board")]
    OffBoard(BodyId),
    /// The number is in use.
    #[error("body {0} stands on the board already")]
    Placed(BodyId),
    /// Numbers are positions in a list and must stay small.
    #[error("body number {0} is above {most}", most = Crowd::MOST)]
    Number(BodyId),
}

/// End of a chain.
const NONE: u32 = u32::MAX;

/// A body on a square, and the next one there (in rising order of numbers).
#[derive(Clone, Copy, Debug)]
struct Node {
    body: BodyId,
    next: u32,
}

/// Who stands where: flat arrays by square and by number of the body. Any
/// number of bodies may share a square.
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(super) grid: Grid,
    /// The first node of each square.
    heads: Vec<u32>,
    nodes: Vec<Node>,
    spare: u32,
    bodies: Vec<Option<Body>>,
    /// Rows of bits, one set a side: the squares where somebody of it stands.
    lines: Vec<Lines>,
}

impl Crowd {
    /// The largest number of a body.
    pub const MOST: BodyId = 1_048_575;

    /// Nobody on a board of that size.
    pub fn new(board: &Board) -> Self {
        let grid = Grid::of(board);
        Self {
            grid,
            heads: vec![NONE; grid.len()],
            nodes: Vec::new(),
            spare: NONE,
            bodies: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Puts body `id` on the board.
    ///
    /// # Errors
    /// When the number is in use or too large, or the place is not on the board.
    pub fn place(&mut self, id: BodyId, side: Side, footprint: Footprint) -> Result<(), CrowdError> {
        if id > Self::MOST {
            return Err(CrowdError::Number(id));
        }
        if !self.grid.holds(footprint) {
            return Err(CrowdError::OffBoard(id));
        }
        let index = id as usize;
        if self.bodies.len() <= index {
            self.bodies.resize(index + 1, None);
        }
        if self.bodies[index].is_some() {
            return Err(CrowdError::Placed(id));
        }
        while self.lines.len() <= usize::from(side) {
            self.lines.push(Lines::new(self.grid));
        }
        self.bodies[index] = Some(Body { side, footprint });
        footprint.squares().for_each(|square| self.enter(id, side, square));
        Ok(())
    }

    /// Takes body `id` off the board and says where it stood.
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let body = self.bodies.get_mut(id as usize)?.take()?;
        body.footprint.squares().for_each(|square| self.leave(id, body.side, square));
        Some(body)
    }

    /// Where body `id` stands.
    pub fn get(&self, id: BodyId) -> Option<Body> {
        self.bodies.get(id as usize).copied().flatten()
    }

    /// Everybody, in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, Body)> {
        (0..).zip(&self.bodies).filter_map(|(id, body)| body.map(|body| (id, body)))
    }

    /// Who stands on `square`, in order of their numbers.
    pub fn on(&self, square: Square) -> impl Iterator<Item = BodyId> + Clone {
        let head = self.grid.index(square).map_or(NONE, |index| self.heads[index]);
        let node = |node: u32| self.nodes.get(node as usize).copied();
        std::iter::successors(node(head), move |found| node(found.next)).map(|found| found.body)
    }

    /// Who of the sides `of` stands no farther from `body` than so many squares, in no order.
    pub fn around(&self, body: Footprint, within: i32, of: &[Side]) -> Vec<BodyId> {
        let (low, high) = (body.at, body.far());
        let low = Square::new(low.x.saturating_sub(within), low.y.saturating_sub(within));
        let high = Square::new(high.x.saturating_add(within), high.y.saturating_add(within));
        let mut found = Vec::new();
        self.each_of(|side| of.contains(&side), low, high, |id| found.push(id));
        found
    }

    /// Whether a body there would stand on the board.
    pub const fn holds(&self, body: Footprint) -> bool {
        self.grid.holds(body)
    }

    /// Every side that has had anybody here.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        0..self.lines.len() as Side
    }

    fn each_of(&self, is_wanted: impl Fn(Side) -> bool, low: Square, high: Square, mut take: impl FnMut(BodyId)) {
        let lines: SmallVec<[&Lines; 4]> =
            self.sides().zip(&self.lines).filter(|(side, _)| is_wanted(*side)).map(|(_, lines)| lines).collect();
        let (low, high) = (
            Square::new(low.x.max(0), low.y.max(0)),
            Square::new(high.x.min(self.grid.width - 1), high.y.min(self.grid.height - 1)),
        );
        for y in low.y..=high.y {
            let mut x = low.x;
            while let Some(next) = lines.iter().filter_map(|lines| lines.next(x, high.x, y)).min() {
                let square = Square::new(next, y);
                for id in self.on(square) {
                    let met = self.get(id).filter(|body| is_wanted(body.side)).map(|body| body.footprint.at);
                    // A large body is met first at its own corner, or that of the block.
                    if met.is_some_and(|at| Square::new(at.x.max(low.x), at.y.max(low.y)) == square) {
                        take(id);
                    }
                }
                x = next + 1;
            }
        }
    }

    /// One more than the largest number given so far.
    pub(super) const fn numbers(&self) -> usize {
        self.bodies.len()
    }

    /// The rows of bits of each side.
    pub(super) fn lines(&self, side: Side) -> Option<&Lines> {
        self.lines.get(usize::from(side))
    }

    fn enter(&mut self, id: BodyId, side: Side, square: Square) {
        let index = self.grid.at(square.x, square.y);
        let fresh = match self.nodes.get(self.spare as usize) {
            Some(&Node { next, .. }) => std::mem::replace(&mut self.spare, next),
            None => {
                self.nodes.push(Node { body: id, next: NONE });
                self.nodes.len() as u32 - 1
            }
        };
        let (mut before, mut after) = (NONE, self.heads[index]);
        while let Some(node) = self.nodes.get(after as usize).filter(|node| node.body < id) {
            (before, after) = (after, node.next);
        }
        self.nodes[fresh as usize] = Node { body: id, next: after };
        match self.nodes.get_mut(before as usize) {
            Some(node) => node.next = fresh,
            None => self.heads[index] = fresh,
        }
        self.lines[usize::from(side)].set(square);
    }

    fn leave(&mut self, id: BodyId, side: Side, square: Square) {
        let index = self.grid.at(square.x, square.y);
        let (mut before, mut found) = (NONE, self.heads[index]);
        let mut is_shared = false;
        while let Some(node) = self.nodes.get(found as usize).filter(|node| node.body != id) {
            is_shared |= self.get(node.body).is_some_and(|other| other.side == side);
            (before, found) = (found, node.next);
        }
        let Some(&Node { next, .. }) = self.nodes.get(found as usize) else { return };
        match self.nodes.get_mut(before as usize) {
            Some(node) => node.next = next,
            None => self.heads[index] = next,
        }
        self.nodes[found as usize].next = std::mem::replace(&mut self.spare, found);
        let mut rest = next;
        while let Some(node) = self.nodes.get(rest as usize).filter(|_| !is_shared) {
            is_shared = self.get(node.body).is_some_and(|other| other.side == side);
            rest = node.next;
        }
        if !is_shared {
            self.lines[usize::from(side)].unset(square);
        }
    }
}

#[cfg(test)]
mod tests;
