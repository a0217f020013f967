//! What blocks sight, packed into one byte a square so that a field of view
//! reads nothing else. Made once for a board; a square whose ground or edges
//! change is read again with [`Opacity::refresh`].

use super::{Barrier, BlocksSight, Board, Direction, Square};

/// The square itself blocks sight.
pub(super) const SOLID: u8 = 1;
/// A wall towards the lower / higher neighbour across the plane's lines.
pub(super) const BACK: u8 = 2;
pub(super) const FRONT: u8 = 4;
/// A wall towards the lower / higher neighbour along the plane's lines.
pub(super) const BEFORE: u8 = 8;
pub(super) const AFTER: u8 = 16;

/// What blocks sight on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opacity {
    width: i32,
    height: i32,
    /// Line by line along the rows, and again along the columns: a field of
    /// view sweeps two quarters along each and reads neighbours in one go.
    rows: Vec<u8>,
    columns: Vec<u8>,
}

impl Opacity {
    /// Reads the whole of `board`.
    pub fn of(board: &Board) -> Self {
        let (width, height) = (board.width(), board.height());
        let area = (width * height) as usize;
        let mut opacity = Self { width, height, rows: vec![0; area], columns: vec![0; area] };
        let solid: Vec<bool> = board.terrains.iter().map(|terrain| terrain.blocks_sight).collect();
        let (cells, north, west) = board.arrays();
        for y in 0..height as usize {
            for x in 0..width as usize {
                let at = y * width as usize + x;
                let side = at + y;
                let is_solid = solid.get(usize::from(cells[at].terrain)).is_none_or(|&blocks| blocks);
                let walls = [
                    north[at].blocks_sight,
                    north[at + width as usize].blocks_sight,
                    west[side].blocks_sight,
                    west[side + 1].blocks_sight,
                ];
                opacity.store(x, y, is_solid, walls);
            }
        }
        opacity
    }

    /// Reads `square` and its four neighbours again after a change of its ground or edges.
    pub fn refresh(&mut self, board: &Board, square: Square) {
        let barrier = BlocksSight(board);
        let near = [Direction::North, Direction::South, Direction::West, Direction::East];
        for at in near.map(|direction| square.step(direction, 1)).into_iter().chain([square]) {
            if board.contains(at) && self.contains(at) {
                let walls = near.map(|direction| barrier.edge(at, at.step(direction, 1)));
                self.store(at.x as usize, at.y as usize, barrier.square(at), walls);
            }
        }
    }

    /// `walls`: to the north, south, west and east.
    fn store(&mut self, x: usize, y: usize, solid: bool, walls: [bool; 4]) {
        let pack = |back: bool, front: bool, before: bool, after: bool| {
            u8::from(solid) * SOLID
                | u8::from(back) * BACK
                | u8::from(front) * FRONT
                | u8::from(before) * BEFORE
                | u8::from(after) * AFTER
        };
        let [north, south, west, east] = walls;
        self.rows[y * self.width as usize + x] = pack(north, south, west, east);
        self.columns[x * self.height as usize + y] = pack(west, east, north, south);
    }

    /// Columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    pub(super) const fn contains(&self, square: Square) -> bool {
        square.x >= 0 && square.y >= 0 && square.x < self.width && square.y < self.height
    }

    /// The bytes row by row, or column by column.
    pub(super) fn plane(&self, columns: bool) -> &[u8] {
        if columns { &self.columns } else { &self.rows }
    }

    fn byte(&self, square: Square) -> Option<u8> {
        self.contains(square).then(|| self.rows[(square.y * self.width + square.x) as usize])
    }
}

impl Barrier for Opacity {
    fn square(&self, square: Square) -> bool {
        self.byte(square).is_none_or(|byte| byte & SOLID != 0)
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        let bit = match (b.x - a.x, b.y - a.y) {
            (0, -1) => BACK,
            (0, 1) => FRONT,
            (-1, 0) => BEFORE,
            (1, 0) => AFTER,
            _ => return true,
        };
        self.byte(a).is_none_or(|byte| byte & bit != 0)
    }
}
