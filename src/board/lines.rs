//! Rows of bits, one bit a square, for finding the next one set.

use super::Square;
use super::span::Grid;

/// One bit a square, row by row, and how many are set in each row.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    words: usize,
    bits: Vec<u64>,
    counts: Vec<u32>,
}

impl Lines {
    pub(super) fn new(grid: Grid) -> Self {
        let words = (grid.width as usize).div_ceil(64);
        let rows = grid.height as usize;
        Self { words, bits: vec![0; words * rows], counts: vec![0; rows] }
    }

    #[inline]
    const fn place(&self, square: Square) -> (usize, u64) {
        (square.y as usize * self.words + (square.x >> 6) as usize, 1 << (square.x & 63))
    }

    /// Sets the bit of a square on the board.
    pub(super) fn set(&mut self, square: Square) {
        let (word, bit) = self.place(square);
        self.counts[square.y as usize] += u32::from(self.bits[word] & bit == 0);
        self.bits[word] |= bit;
    }

    /// Clears it.
    pub(super) fn unset(&mut self, square: Square) {
        let (word, bit) = self.place(square);
        self.counts[square.y as usize] -= u32::from(self.bits[word] & bit != 0);
        self.bits[word] &= !bit;
    }

    /// Whether the bit of any square is set; none is off the board.
    pub(super) fn has(&self, square: Square) -> bool {
        let is_inside = square.x >= 0 && square.y >= 0 && ((square.x >> 6) as usize) < self.words;
        let found = self.bits.get(if is_inside { self.place(square).0 } else { usize::MAX });
        found.is_some_and(|word| word & self.place(square).1 != 0)
    }

    /// Whether no bit of row `y` is set.
    #[inline]
    pub(super) fn is_empty(&self, y: i32) -> bool {
        self.counts[y as usize] == 0
    }

    /// The first bit set from column `x` to `last` (on the board) of row `y`.
    #[inline]
    pub(super) fn next(&self, x: i32, last: i32, y: i32) -> Option<i32> {
        if x > last || self.is_empty(y) {
            return None;
        }
        let row = &self.bits[y as usize * self.words..][..self.words];
        let (mut word, end) = ((x >> 6) as usize, (last >> 6) as usize);
        let mut bits = row[word] & (!0 << (x & 63));
        while bits == 0 {
            if word == end {
                return None;
            }
            word += 1;
            bits = row[word];
        }
        let found = (word as i32) << 6 | bits.trailing_zeros() as i32;
        (found <= last).then_some(found)
    }

    /// The last bit set from column `first` to `x` (on the board) of row `y`.
    #[inline]
    pub(super) fn previous(&self, first: i32, x: i32, y: i32) -> Option<i32> {
        if first > x || self.is_empty(y) {
            return None;
        }
        let row = &self.bits[y as usize * self.words..][..self.words];
        let (mut word, end) = ((x >> 6) as usize, (first >> 6) as usize);
        let mut bits = row[word] & (!0 >> (63 - (x & 63)));
        while bits == 0 {
            if word == end {
                return None;
            }
            word -= 1;
            bits = row[word];
        }
        let found = (word as i32) << 6 | (63 - bits.leading_zeros() as i32);
        (found >= first).then_some(found)
    }
}
