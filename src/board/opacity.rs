//! What blocks sight, packed into bits so that a field of view reads nothing
//! else. Made once for a board.

use super::{Barrier, Board, Square};

/// What blocks sight on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opacity {
    width: i32,
    height: i32,
    /// The same twice: a field of view sweeps two quarters along the rows, two
    /// along the columns, and reads neighbours in one go.
    rows: Plane,
    columns: Plane,
}

impl Opacity {
    /// Reads the whole of `board`.
    pub fn of(board: &Board) -> Self {
        let (width, height) = (board.width(), board.height());
        let mut opacity = Self { width, height, rows: Plane::new(height, width), columns: Plane::new(width, height) };
        let solid: Vec<bool> = board.terrains.iter().map(|terrain| terrain.blocks_sight).collect();
        let (cells, north, west) = board.arrays();
        let (columns, rows) = (width as usize, height as usize);
        for (at, cell) in cells.iter().enumerate() {
            if solid.get(usize::from(cell.terrain)).is_none_or(|&blocks| blocks) {
                opacity.set_square(at % columns, at / columns);
            }
        }
        for (at, _) in north.iter().enumerate().filter(|(_, edge)| edge.blocks_sight) {
            opacity.set_north(at % columns, at / columns);
        }
        for (at, _) in west.iter().enumerate().filter(|(_, edge)| edge.blocks_sight) {
            opacity.set_west(at % (columns + 1), at / (columns + 1));
        }
        debug_assert_eq!(cells.len(), columns * rows);
        opacity
    }

    fn set_square(&mut self, x: usize, y: usize) {
        set(&mut self.rows.solid, y * self.rows.words, x);
        set(&mut self.columns.solid, x * self.columns.words, y);
    }

    /// The edge on the north side of (x, y).
    fn set_north(&mut self, x: usize, y: usize) {
        set(&mut self.rows.back, y * self.rows.words, x);
        if y > 0 {
            set(&mut self.columns.after, x * self.columns.words, y - 1);
        }
    }

    /// The edge on the west side of (x, y).
    fn set_west(&mut self, x: usize, y: usize) {
        set(&mut self.columns.back, x * self.columns.words, y);
        if x > 0 {
            set(&mut self.rows.after, y * self.rows.words, x - 1);
        }
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

    /// The bits row by row, or column by column.
    pub(super) const fn plane(&self, columns: bool) -> &Plane {
        if columns { &self.columns } else { &self.rows }
    }
}

impl Barrier for Opacity {
    fn square(&self, square: Square) -> bool {
        !self.contains(square) || self.rows.solid(square.y).has(square.x)
    }

    fn edge(&self, a: Square, b: Square) -> bool {
        if !self.contains(a) && !self.contains(b) {
            return true;
        }
        let high = a.max(b);
        match (high.x - a.min(b).x, high.y - a.min(b).y) {
            (0, 1) => self.rows.back(high.y).has(high.x),
            (1, 0) => self.columns.back(high.x).has(high.y),
            _ => true,
        }
    }
}

/// The bits of a board, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plane {
    words: usize,
    /// Squares that block sight.
    solid: Vec<u64>,
    /// Walls between a square and the next of its line.
    after: Vec<u64>,
    /// Walls between a square and that of the line before; one line more.
    back: Vec<u64>,
}

impl Plane {
    fn new(lines: i32, places: i32) -> Self {
        let words = (places as usize).div_ceil(64);
        let area = words * lines as usize;
        Self { words, solid: vec![0; area], after: vec![0; area], back: vec![0; area + words] }
    }

    pub(super) fn solid(&self, line: i32) -> Bits<'_> {
        self.line(&self.solid, line)
    }

    pub(super) fn after(&self, line: i32) -> Bits<'_> {
        self.line(&self.after, line)
    }

    pub(super) fn back(&self, line: i32) -> Bits<'_> {
        self.line(&self.back, line)
    }

    fn line<'a>(&self, bits: &'a [u64], line: i32) -> Bits<'a> {
        Bits(&bits[line as usize * self.words..][..self.words])
    }
}

fn set(bits: &mut [u64], start: usize, place: usize) {
    bits[start + place / 64] |= 1 << (place % 64);
}

/// One line of bits.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a>(&'a [u64]);

impl Bits<'_> {
    pub(super) fn has(self, place: i32) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 != 0
    }

    /// The bits of one word of the line from `low` to `high`.
    pub(super) fn word(self, word: i32, low: i32, high: i32) -> u64 {
        let first = (low - word * 64).max(0);
        let last = (high - word * 64).min(63);
        self.0[word as usize] & (u64::MAX << first) & (u64::MAX >> (63 - last))
    }
}
