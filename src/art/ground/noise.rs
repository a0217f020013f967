//! Chance that is the same at the same place: hashes, smooth noise and scattered cells, kept in tables.

use std::sync::LazyLock;

const SIDE: usize = 512;
const MASK: i32 = SIDE as i32 - 1;
/// Texels of the longest wave of the table.
pub const WAVE: f32 = 64.0;

/// A number that looks thrown, from a place and what it is for.
#[inline]
pub fn hash(x: i32, y: i32, salt: u32) -> u32 {
    let mut value =
        (x as u32).wrapping_mul(0x8da6_b343) ^ (y as u32).wrapping_mul(0xd816_3841) ^ salt.wrapping_mul(0xcb1a_b31f);
    value ^= value >> 16;
    value = value.wrapping_mul(0x7feb_352d);
    value ^= value >> 15;
    value = value.wrapping_mul(0x846c_a68b);
    value ^ (value >> 16)
}

/// The same from 0 to 1.
#[inline]
pub fn chance(x: i32, y: i32, salt: u32) -> f32 {
    (hash(x, y, salt) >> 8) as f32 / 16_777_216.0
}

/// Where a number lies between whole ones; quicker than `floor` without a rounding instruction.
#[inline]
pub fn split(value: f32) -> (i32, f32) {
    let whole = value as i32 - i32::from(value < 0.0);
    (whole, value - whole as f32)
}

static TABLE: LazyLock<Vec<f32>> = LazyLock::new(table);

/// Waves of 64, 32, 16 and 8 texels that meet at the borders of the table.
fn table() -> Vec<f32> {
    let mut sum = vec![0.0; SIDE * SIDE];
    let (mut share, mut wave) = (0.55, WAVE as usize);
    while wave >= 8 {
        let cells = (SIDE / wave) as i32;
        let corner = |x: i32, y: i32| chance(x.rem_euclid(cells), y.rem_euclid(cells), wave as u32) * 2.0 - 1.0;
        for y in 0..SIDE {
            for x in 0..SIDE {
                let (column, row) = ((x / wave) as i32, (y / wave) as i32);
                let ease = |part: usize| {
                    let share = part as f32 / wave as f32;
                    share * share * share * (share * (share * 6.0 - 15.0) + 10.0)
                };
                let (right, down) = (ease(x % wave), ease(y % wave));
                let above = corner(column, row) * (1.0 - right) + corner(column + 1, row) * right;
                let below = corner(column, row + 1) * (1.0 - right) + corner(column + 1, row + 1) * right;
                sum[y * SIDE + x] += share * (above * (1.0 - down) + below * down);
            }
        }
        share *= 0.55;
        wave /= 2;
    }
    sum
}

/// Smooth noise, about from -1 to 1.
#[derive(Clone, Copy)]
pub struct Noise {
    table: &'static [f32],
    shift: (f32, f32),
}

impl Noise {
    /// The noise of a board of this size: boards side by side do not show the same patches.
    pub fn of(width: i32, height: i32) -> Self {
        let shift = |salt| (chance(width, height, salt) * SIDE as f32).floor();
        Self { table: &TABLE, shift: (shift(1), shift(2)) }
    }

    /// The noise at a place in texels.
    #[inline(always)]
    pub fn at(self, x: f32, y: f32) -> f32 {
        let ((column, right), (row, down)) = (split(x), split(y));
        let get = |x: i32, y: i32| self.table[((y & MASK) as usize) * SIDE + (x & MASK) as usize];
        let above = get(column, row) * (1.0 - right) + get(column + 1, row) * right;
        let below = get(column, row + 1) * (1.0 - right) + get(column + 1, row + 1) * right;
        above * (1.0 - down) + below * down
    }

    /// The noise with waves of `long` squares.
    #[inline(always)]
    pub fn waves(self, (u, v): (f32, f32), long: f32, salt: f32) -> f32 {
        let scale = WAVE / long;
        self.at(u * scale + salt * 71.0 + self.shift.0, v * scale + salt * 37.0 + self.shift.1)
    }
}

const CELLS: usize = 64;

/// One point for each cell of a grid: where it lies within the cell, and a tone of its own.
static POINTS: LazyLock<Vec<[f32; 3]>> = LazyLock::new(|| {
    let point = |index: usize| {
        let (x, y) = ((index % CELLS) as i32, (index / CELLS) as i32);
        [0.16 + 0.68 * chance(x, y, 91), 0.16 + 0.68 * chance(x, y, 92), chance(x, y, 93)]
    };
    (0..CELLS * CELLS).map(point).collect()
});

/// A place among scattered stones.
#[derive(Clone, Copy, Debug)]
pub struct Pebble {
    /// From the middle of the nearest one.
    pub from: (f32, f32),
    /// How much further the second nearest is.
    pub gap: f32,
    /// What is its own, from 0 to 1.
    pub tone: f32,
}

/// The stone at a place, where each cell of size one holds one.
#[inline]
pub fn pebble(x: f32, y: f32) -> Pebble {
    let points = &*POINTS;
    let ((column, right), (row, down)) = (split(x), split(y));
    let mut nearest = (f32::MAX, (0.0, 0.0), 0.0);
    let mut second = f32::MAX;
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (cx, cy) = ((column + dx) & (CELLS as i32 - 1), (row + dy) & (CELLS as i32 - 1));
            let [px, py, tone] = points[cy as usize * CELLS + cx as usize];
            let away = (right - dx as f32 - px, down - dy as f32 - py);
            let far = away.0 * away.0 + away.1 * away.1;
            if far < nearest.0 {
                second = nearest.0;
                nearest = (far, away, tone);
            } else if far < second {
                second = far;
            }
        }
    }
    Pebble { from: nearest.1, gap: second.sqrt() - nearest.0.sqrt(), tone: nearest.2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_and_neither_flat_nor_wild() {
        let noise = Noise::of(20, 12);
        let (mut low, mut high) = (0.0_f32, 0.0_f32);
        for step in 0..4000 {
            let at = step as f32 * 0.37;
            let value = noise.at(at, at * 0.6);
            assert!((value - noise.at(at + 0.05, at * 0.6)).abs() < 0.05, "a jump at {at}");
            (low, high) = (low.min(value), high.max(value));
        }
        assert!(low < -0.5 && low > -1.5 && high > 0.5 && high < 1.5, "from {low} to {high}");
    }

    #[test]
    fn noise_goes_on_over_the_border_of_its_table() {
        let noise = Noise::of(20, 12);
        assert_eq!(noise.at(3.25, 7.5), noise.at(3.25 + SIDE as f32, 7.5 - SIDE as f32));
        assert!((noise.at(511.99, 9.0) - noise.at(512.01, 9.0)).abs() < 0.01);
    }
}
