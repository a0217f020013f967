//! Which pixels are painted, and where they lie on the board.

use crate::board::Square;

/// A rectangle of pixels of a board that is painted at `cell` pixels a square.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The first column and row, counted from the north-west corner of the board.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Pixels a square.
    pub cell: i32,
}

impl Frame {
    /// The pixels of the squares from `from` on; nothing where they are none or too many.
    pub fn of(from: Square, count: (u32, u32), cell: u32) -> Option<Self> {
        let cell = i32::try_from(cell).ok().filter(|cell| (1..=512).contains(cell))?;
        let long = |count: u32| i32::try_from(count).ok()?.checked_mul(cell).filter(|long| (1..=16_384).contains(long));
        let corner = |at: i32| at.checked_mul(cell).filter(|at| at.abs() <= 1 << 28);
        let (left, top) = (corner(from.x)?, corner(from.y)?);
        let (width, height) = (long(count.0)?, long(count.1)?);
        (width * height <= 1 << 26).then_some(Self { left, top, width, height, cell })
    }

    /// The frame with `by` pixels more on each side.
    pub const fn wider(self, by: i32) -> Self {
        let Self { left, top, width, height, cell } = self;
        Self { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by, cell }
    }

    /// How many pixels it has.
    pub const fn len(&self) -> usize {
        (self.width * self.height) as usize
    }

    /// The position of a pixel of the board among those of the frame.
    #[inline]
    pub const fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (x - self.left, y - self.top);
        if x >= 0 && y >= 0 && x < self.width && y < self.height { Some((y * self.width + x) as usize) } else { None }
    }

    /// Which pixel of the board one of the frame is.
    #[inline]
    pub const fn at(&self, index: usize) -> (i32, i32) {
        (self.left + index as i32 % self.width, self.top + index as i32 / self.width)
    }

    /// The middle of a column or row of pixels, in squares.
    #[inline]
    pub const fn middle(&self, at: i32) -> f32 {
        (at as f32 + 0.5) / self.cell as f32
    }

    /// A length in squares as pixels, at least one.
    pub fn pixels(&self, squares: f32) -> i32 {
        ((squares * self.cell as f32).round() as i32).max(1)
    }

    /// The pixels that a square has in the frame: columns from and to, rows from and to.
    pub fn of_square(&self, square: Square) -> (std::ops::Range<i32>, std::ops::Range<i32>) {
        let part = |at: i32, low: i32, long: i32| {
            let first = at.saturating_mul(self.cell);
            first.max(low)..first.saturating_add(self.cell).min(low + long)
        };
        (part(square.x, self.left, self.width), part(square.y, self.top, self.height))
    }
}
