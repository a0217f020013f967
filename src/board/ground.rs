//! The ground as one kind of body walks it: which of the eight steps from each
//! square are open, and how many times the plain cost each takes.
//!
//! Made once for a board, a [`Gait`] and a size of body, so that a search reads
//! eight bytes a square and asks no rule.

use super::span::{Grid, block_max, clearance};
use super::{Board, Corners, Direction, Edge, Footprint, Gait, Obstacle, Square, Terrain};

/// Walls of a square, one bit a side.
const NORTH: u8 = 1;
const WEST: u8 = 2;

/// The steps from a position, one bit a direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    /// Those that can be made.
    pub(super) open: u8,
    /// Those of them that take the plain cost.
    pub(super) plain: u8,
}

/// The ground as bodies of one size walk it. Positions are those of a body's
/// north-west square.
#[derive(Clone, Debug)]
pub struct Ground {
    pub(super) grid: Grid,
    side: i32,
    gait: Gait,
    /// Multiplier of each square, 0 where nobody enters.
    cost: Vec<u8>,
    /// Closed edges on the north and west of each square.
    walls: Vec<u8>,
    height: Vec<i16>,
    /// Side of the largest block that fits with its north-west square here.
    room: Vec<u16>,
    /// Highest ground under a body, kept only when steepness matters.
    top: Vec<i16>,
    /// Worst multiplier of the row that begins here, and of the column.
    across: Vec<u8>,
    down: Vec<u8>,
    /// Multiplier of the step in each direction, 0 where it is barred.
    steps: Vec<[u8; 8]>,
    ways: Vec<Ways>,
    most: u8,
}

impl Ground {
    /// The ground of `board` for bodies of `side` squares a side: terrain costs
    /// what it says, edges are closed that block movement.
    pub fn of(board: &Board, side: i32, gait: Gait) -> Self {
        Self::with(board, side, gait, |terrain| terrain.cost, |edge| edge.blocks_move)
    }

    /// The same with other eyes: `cost` (squares that one square costs, 0: not
    /// to be entered) for those who swim, fly or know the woods, `closed` for
    /// those who climb fences or walk through walls.
    pub fn with(
        board: &Board,
        side: i32,
        gait: Gait,
        cost: impl Fn(&Terrain) -> u8,
        closed: impl Fn(&Edge) -> bool,
    ) -> Self {
        let grid = Grid::of(board);
        let side = side.clamp(1, Board::MAX_SIDE as i32);
        let is_large = |wanted: bool| if wanted && side > 1 { grid.len() } else { 0 };
        let is_steep = gait.climb.is_some() || gait.drop.is_some();
        let mut ground = Self {
            grid,
            side,
            gait,
            cost: vec![0; grid.len()],
            walls: vec![0; grid.len()],
            height: vec![0; grid.len()],
            room: vec![0; is_large(true)],
            top: vec![0; is_large(is_steep)],
            across: vec![0; is_large(true)],
            down: vec![0; is_large(true)],
            steps: vec![[0; 8]; grid.len()],
            ways: vec![Ways::default(); grid.len()],
            most: 1,
        };
        ground.read(board, cost, closed);
        ground.derive();
        ground
    }

    /// Squares a side of the bodies.
    pub const fn side(&self) -> i32 {
        self.side
    }

    /// How they step.
    pub const fn gait(&self) -> Gait {
        self.gait
    }

    /// The body with its north-west square at `at`.
    pub const fn body(&self, at: Square) -> Footprint {
        Footprint::new(at, self.side)
    }

    /// Whether a body has room at `at`: on the board, on ground that can be
    /// entered, with no wall through it.
    pub fn fits(&self, at: Square) -> bool {
        self.grid.index(at).is_some_and(|index| self.fits_at(index))
    }

    /// How many times the plain cost a step from `from` takes.
    ///
    /// # Errors
    /// Why the ground does not let the body take it.
    pub fn step(&self, from: Square, direction: Direction) -> Result<u8, Obstacle> {
        let index = self.grid.index(from).ok_or(Obstacle::OffBoard)?;
        match self.steps[index][direction as usize] {
            0 => Err(self.why_not(index, from.step(direction, 1), direction)),
            times => Ok(times),
        }
    }

    /// The reason for a step that is barred.
    fn why_not(&self, from: usize, onto: Square, direction: Direction) -> Obstacle {
        let body = self.body(onto);
        let after = from.wrapping_add_signed(self.grid.offset(direction));
        if !self.grid.holds(body) {
            return Obstacle::OffBoard;
        }
        if body.squares().any(|square| self.grid.index(square).is_none_or(|index| self.cost[index] == 0)) {
            return Obstacle::Ground;
        }
        let is_straight = !direction.is_diagonal();
        if !self.fits_at(after) || (is_straight && self.is_closed(from, direction)) {
            return Obstacle::Wall;
        }
        if self.is_steep(from, after) { Obstacle::Steep } else { Obstacle::Corner }
    }

    /// The eight multipliers from a position, in the order of [`Direction::ALL`].
    pub(super) fn steps(&self) -> &[[u8; 8]] {
        &self.steps
    }

    /// For each position which steps are open.
    pub(super) fn ways(&self) -> &[Ways] {
        &self.ways
    }

    /// The largest multiplier.
    pub(super) const fn most(&self) -> u8 {
        self.most
    }

    fn read(&mut self, board: &Board, cost: impl Fn(&Terrain) -> u8, closed: impl Fn(&Edge) -> bool) {
        let costs: Vec<u8> = board.terrains.iter().map(cost).collect();
        let (cells, north, west) = board.arrays();
        let width = self.grid.width as usize;
        for y in 0..self.grid.height {
            let row = y as usize * width;
            for x in 0..self.grid.width {
                let (column, index) = (x as usize, self.grid.at(x, y));
                let cell = cells[row + column];
                let cost = costs.get(usize::from(cell.terrain)).copied().unwrap_or(0);
                let is_closed = |edge: &Edge, bit| if closed(edge) { bit } else { 0 };
                self.cost[index] = cost;
                self.height[index] = cell.height;
                self.walls[index] =
                    is_closed(&north[row + column], NORTH) | is_closed(&west[row + y as usize + column], WEST);
                self.most = self.most.max(cost);
            }
        }
    }

    fn derive(&mut self) {
        if self.side > 1 {
            let (grid, side) = (self.grid, self.side);
            clearance(grid, side, &self.cost, &self.walls, (NORTH, WEST), &mut self.room);
            block_max(grid, (side, 1), &self.cost, &mut self.across);
            block_max(grid, (1, side), &self.cost, &mut self.down);
            if !self.top.is_empty() {
                block_max(grid, (side, side), &self.height, &mut self.top);
            }
        }
        for y in 0..self.grid.height {
            for x in 0..self.grid.width {
                let index = self.grid.at(x, y);
                let steps = self.judge(index);
                self.steps[index] = steps;
                let bits = |has: fn(u8) -> bool| (0..8).fold(0, |bits, way| bits | u8::from(has(steps[way])) << way);
                self.ways[index] = Ways { open: bits(|times| times > 0), plain: bits(|times| times == 1) };
            }
        }
    }

    fn fits_at(&self, index: usize) -> bool {
        if self.side == 1 { self.cost[index] > 0 } else { i32::from(self.room[index]) >= self.side }
    }

    /// The height that a body stands on.
    fn level(&self, index: usize) -> i32 {
        i32::from(if self.top.is_empty() { self.height[index] } else { self.top[index] })
    }

    /// Whether the ground rises or falls too much from one position to another.
    fn is_steep(&self, from: usize, onto: usize) -> bool {
        let rise = self.level(onto) - self.level(from);
        let is_over = |most: Option<u16>, change: i32| most.is_some_and(|most| change > i32::from(most));
        is_over(self.gait.climb, rise) || is_over(self.gait.drop, -rise)
    }

    /// The rule of steps: the multipliers from a position on the board.
    fn judge(&self, from: usize) -> [u8; 8] {
        let to = Direction::ALL.map(|direction| from.wrapping_add_signed(self.grid.offset(direction)));
        let fits = to.map(|onto| self.fits_at(onto));
        let is_free = |onto: usize| !self.is_sloped() || !self.is_steep(from, onto);
        // A body of two squares and more has all edges on its way inside it at the end.
        let is_closed = |from: usize, way: usize| self.side == 1 && self.is_closed(from, Direction::ALL[way & 7]);
        let mut steps = [0; 8];
        let mut shut = [false; 8];
        for way in [0, 2, 4, 6] {
            shut[way] = is_closed(from, way);
            if fits[way] && !shut[way] && is_free(to[way]) {
                steps[way] = self.entered(to[way], Direction::ALL[way]);
            }
        }
        if self.gait.metric.diagonal().is_none() {
            return steps;
        }
        for corner in [1, 3, 5, 7] {
            if !fits[corner] || !is_free(to[corner]) {
                continue;
            }
            // The two ways round the corner, each over one of the squares beside it.
            let [left, right] = [(corner - 1, corner + 1), ((corner + 1) & 7, corner - 1)].map(|(way, then)| {
                let is_clear = !shut[way] && !is_closed(to[way], then);
                (is_clear, is_clear && fits[way] && !self.rises(from, to[way]))
            });
            let is_open = match self.gait.corners {
                Corners::Clear => left.1 && right.1,
                Corners::OneSide => left.1 || right.1,
                Corners::Squeeze => left.0 || right.0,
            };
            if is_open {
                steps[corner] = self.entered(to[corner], Direction::ALL[corner]);
            }
        }
        steps
    }

    /// Whether the ground beside a diagonal step rises like a wall.
    fn rises(&self, from: usize, via: usize) -> bool {
        self.gait.climb.is_some_and(|most| self.level(via) - self.level(from) > i32::from(most))
    }

    const fn is_sloped(&self) -> bool {
        self.gait.climb.is_some() || self.gait.drop.is_some()
    }

    /// Whether the edge of a square towards `direction` (no diagonal) is closed.
    fn is_closed(&self, from: usize, direction: Direction) -> bool {
        let onto = from.wrapping_add_signed(self.grid.offset(direction));
        match direction {
            Direction::North => self.walls[from] & NORTH != 0,
            Direction::West => self.walls[from] & WEST != 0,
            Direction::South => self.walls[onto] & NORTH != 0,
            _ => self.walls[onto] & WEST != 0,
        }
    }

    /// The worst multiplier among the squares newly entered by a step onto `onto`.
    fn entered(&self, onto: usize, direction: Direction) -> u8 {
        if self.side == 1 {
            return self.cost[onto];
        }
        let (dx, dy) = direction.offset();
        let last = self.side as usize - 1;
        let column = if dx > 0 { onto + last } else { onto };
        let row = if dy > 0 { onto + last * self.grid.stride } else { onto };
        match (dx, dy) {
            (_, 0) => self.down[column],
            (0, _) => self.across[row],
            _ => self.down[column].max(self.across[row]),
        }
    }
}

#[cfg(test)]
mod tests;
