//! Rows of bits, one bit a square, for finding the next one set.
//!
//! A row has at most 64 words (a board is at most 4096 squares wide), so one
//! more word a row says which of them have any bit set.

use super::Square;
use super::span::Grid;

/// One bit a square, row by row; and one for each eight squares on top of each
/// other, so that empty ground is passed in strides.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    rows: Rows,
    bands: Rows,
}

impl Lines {
    pub(super) fn new(grid: Grid) -> Self {
        let (width, height) = (grid.width as usize, grid.height as usize);
        Self { rows: Rows::new(width, height), bands: Rows::new(width, height.div_ceil(BAND_ROWS as usize)) }
    }

    /// Sets the bit of a square on the board.
    pub(super) fn set(&mut self, square: Square) {
        self.rows.set(square.x, square.y);
        self.bands.set(square.x, square.y >> BAND);
    }

    /// Clears it.
    pub(super) fn unset(&mut self, square: Square) {
        self.rows.unset(square.x, square.y);
        let first = square.y >> BAND << BAND;
        if !(first..first + BAND_ROWS).any(|y| self.rows.has(square.x, y)) {
            self.bands.unset(square.x, square.y >> BAND);
        }
    }

    /// Whether no bit is set from column `x` to `last` (on the board) in the
    /// band of rows that `y` is in.
    pub(super) fn is_band_empty(&self, x: i32, last: i32, y: i32) -> bool {
        self.bands.next(x, last, y >> BAND).is_none()
    }

    /// The first bit set from column `x` to `last` (on the board) of row `y`.
    #[inline]
    pub(super) fn next(&self, x: i32, last: i32, y: i32) -> Option<i32> {
        self.rows.next(x, last, y)
    }

    /// The last bit set from column `first` to `x` (on the board) of row `y`.
    #[inline]
    pub(super) fn previous(&self, first: i32, x: i32, y: i32) -> Option<i32> {
        self.rows.previous(first, x, y)
    }
}

const BAND: i32 = 3;

/// Rows in a band.
pub(super) const BAND_ROWS: i32 = 1 << BAND;

#[derive(Clone, Debug)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
    /// For each row the words that are not empty.
    filled: Vec<u64>,
}

impl Rows {
    fn new(width: usize, rows: usize) -> Self {
        let words = width.div_ceil(64);
        Self { words, bits: vec![0; words * rows], filled: vec![0; rows] }
    }

    #[inline]
    const fn place(&self, x: i32, y: i32) -> (usize, u64) {
        (y as usize * self.words + (x >> 6) as usize, 1 << (x & 63))
    }

    fn set(&mut self, x: i32, y: i32) {
        let (word, bit) = self.place(x, y);
        self.bits[word] |= bit;
        self.filled[y as usize] |= 1 << (x >> 6);
    }

    fn unset(&mut self, x: i32, y: i32) {
        let (word, bit) = self.place(x, y);
        self.bits[word] &= !bit;
        if self.bits[word] == 0 {
            self.filled[y as usize] &= !(1 << (x >> 6));
        }
    }

    fn has(&self, x: i32, y: i32) -> bool {
        let is_inside = x >= 0 && y >= 0 && ((x >> 6) as usize) < self.words;
        let found = is_inside.then(|| self.place(x, y)).and_then(|(word, bit)| Some(self.bits.get(word)? & bit));
        found.is_some_and(|bits| bits != 0)
    }

    #[inline]
    fn next(&self, x: i32, last: i32, y: i32) -> Option<i32> {
        if x > last {
            return None;
        }
        let word = (x >> 6) as usize;
        let row = y as usize * self.words;
        let found = match self.bits[row + word] & (!0 << (x & 63)) {
            0 => {
                let filled = self.filled[y as usize] & (!1 << word);
                if filled == 0 {
                    return None;
                }
                let word = filled.trailing_zeros();
                (word << 6 | self.bits[row + word as usize].trailing_zeros()) as i32
            }
            bits => (word as i32) << 6 | bits.trailing_zeros() as i32,
        };
        (found <= last).then_some(found)
    }

    #[inline]
    fn previous(&self, first: i32, x: i32, y: i32) -> Option<i32> {
        if first > x {
            return None;
        }
        let word = (x >> 6) as usize;
        let row = y as usize * self.words;
        let found = match self.bits[row + word] & (!0 >> (63 - (x & 63))) {
            0 => {
                let filled = self.filled[y as usize] & !(!0 << word);
                if filled == 0 {
                    return None;
                }
                let word = 63 - filled.leading_zeros();
                (word << 6 | (63 - self.bits[row + word as usize].leading_zeros())) as i32
            }
            bits => (word as i32) << 6 | (63 - bits.leading_zeros() as i32),
        };
        (found >= first).then_some(found)
    }
}
