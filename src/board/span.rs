//! Arrays with one entry a square and a rim around the board, and sums over
//! blocks of squares in them.

use super::{Board, Direction, Footprint, Square};

/// Where squares lie in an array that is one square wider than the board all round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) stride: usize,
}

impl Grid {
    pub(super) const fn of(board: &Board) -> Self {
        Self { width: board.width(), height: board.height(), stride: board.width() as usize + 2 }
    }

    /// Entries of an array, the rim with them.
    pub(super) const fn len(self) -> usize {
        self.stride * (self.height as usize + 2)
    }

    /// Position of a square that lies on the board or its rim.
    #[inline]
    pub(super) const fn at(self, x: i32, y: i32) -> usize {
        (y + 1) as usize * self.stride + (x + 1) as usize
    }

    /// The same for any square; `None` off the board.
    #[inline]
    pub(super) const fn index(self, square: Square) -> Option<usize> {
        let is_inside = square.x >= 0 && square.y >= 0 && square.x < self.width && square.y < self.height;
        if is_inside { Some(self.at(square.x, square.y)) } else { None }
    }

    /// From one position to the next in `direction`.
    #[inline]
    pub(super) const fn offset(self, direction: Direction) -> isize {
        let (dx, dy) = direction.offset();
        dy as isize * self.stride as isize + dx as isize
    }

    /// Whether all of `body` lies on the board, whatever its figures.
    pub(super) const fn holds(self, body: Footprint) -> bool {
        let Footprint { at, side } = body;
        let is_inside = at.x >= 0 && at.y >= 0 && at.x < self.width && at.y < self.height;
        is_inside && side >= 1 && side <= self.width - at.x && side <= self.height - at.y
    }
}

/// For every square the side, at most `most`, of the largest block with its
/// north-west square there that has no square of cost 0 and no wall inside.
pub(super) fn clearance(grid: Grid, most: i32, cost: &[u8], walls: &[u8], (north, west): (u8, u8), room: &mut [u16]) {
    let most = most as u16;
    for y in (0..grid.height).rev() {
        for x in (0..grid.width).rev() {
            let index = grid.at(x, y);
            let (east, south, across) = (index + 1, index + grid.stride, index + grid.stride + 1);
            let is_split = (walls[across] & (north | west)) | (walls[east] & west) | (walls[south] & north) != 0;
            let beyond = room[east].min(room[south]).min(room[across]);
            room[index] = match cost[index] {
                0 => 0,
                _ if is_split => 1,
                _ => (beyond + 1).min(most),
            };
        }
    }
}

/// For every square the largest of `values` in the block of so many columns and
/// rows whose north-west square it is; the rim ends a block.
pub(super) fn block_max<T: Copy + Ord>(grid: Grid, (columns, rows): (i32, i32), values: &[T], largest: &mut [T]) {
    let wide = grid.width as usize;
    let mut all = Vec::with_capacity(wide * grid.height as usize);
    for y in 0..grid.height {
        all.extend_from_slice(&values[grid.at(0, y)..][..wide]);
    }
    for row in all.chunks_exact_mut(wide) {
        widen(row, 1, columns as usize);
    }
    widen(&mut all, wide, rows as usize);
    for (row, y) in all.chunks_exact(wide).zip(0..) {
        largest[grid.at(0, y)..][..wide].copy_from_slice(row);
    }
}

/// Raises each value to the largest of itself and the `length` - 1 that follow
/// at a distance of `step`, doubling the length looked at.
fn widen<T: Copy + Ord>(values: &mut [T], step: usize, length: usize) {
    let mut done = 1;
    while done < length {
        let more = done.min(length - done);
        for index in 0..values.len().saturating_sub(more * step) {
            values[index] = values[index].max(values[index + more * step]);
        }
        done += more;
    }
}
