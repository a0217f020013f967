//! Heights of pixels, and the shadows that come of them. All of it is in whole numbers, so that a pixel comes out the same
//! whatever is painted with it.

use super::frame::Frame;

/// One square of height.
pub const SQUARE: i32 = 4096;
/// What the ground lies at, so that a pit has a number, too.
const BASE: i32 = SQUARE;
/// How far a shadow reaches along each axis for one square of height.
const SLANT: f32 = 0.72;

/// Heights of the pixels of a frame.
pub struct Relief {
    frame: Frame,
    heights: Vec<u16>,
}

/// Shadows of the pixels of a frame, 0 to 255: those that are cast, and those where things meet the ground.
pub struct Shadows {
    /// Cast by the light.
    pub cast: Vec<u8>,
    /// Around what stands.
    pub near: Vec<u8>,
}

impl Relief {
    /// Flat ground.
    pub fn new(frame: Frame) -> Self {
        Self { frame, heights: vec![BASE as u16; frame.len()] }
    }

    /// Pixels around a frame that can shade it, for shadows of this length.
    pub fn reach(cell: i32, length: f32) -> i32 {
        // From the bottom of a pit to the top of a tree on a hill.
        (cell as f32 * 1.45 * SLANT * length).ceil() as i32 + 2 * soft(cell) + near(cell) + 2
    }

    /// A copy, unless all of it lies at one height.
    pub fn copy_if_uneven(&self) -> Option<Self> {
        let is_even = self.heights.iter().all(|height| i32::from(*height) == BASE);
        (!is_even).then(|| Self { frame: self.frame, heights: self.heights.clone() })
    }

    /// Lays a pixel at a height in squares.
    #[inline]
    pub fn set(&mut self, index: usize, height: f32) {
        self.heights[index] = as_height(height);
    }

    /// Raises a pixel to a height in squares above what is there.
    #[inline]
    pub fn raise(&mut self, index: usize, by: f32) {
        self.heights[index] = self.heights[index].max(as_height(by));
    }

    /// The height of a pixel, in squares.
    #[inline]
    pub fn at(&self, index: usize) -> f32 {
        (i32::from(self.heights[index]) - BASE) as f32 / SQUARE as f32
    }

    /// The shadows with the light from the upper left.
    pub fn shadows(&self, length: f32) -> Shadows {
        let Frame { width, height, cell, .. } = self.frame;
        let fall = ((SQUARE as f32 / cell as f32) / (SLANT * length).max(0.05)).round().max(1.0) as i32;
        let mut ray = vec![0_i32; self.heights.len()];
        let mut cast = vec![0_u8; self.heights.len()];
        let full = SQUARE / 5;
        for y in 0..height {
            for x in 0..width {
                let index = (y * width + x) as usize;
                let own = i32::from(self.heights[index]);
                let before = if x > 0 && y > 0 { ray[index - width as usize - 1] - fall } else { 0 };
                ray[index] = own.max(before);
                cast[index] = ((before - own).clamp(0, full) * 255 / full) as u8;
            }
        }
        let cast = blurred(&blurred(&cast, self.frame, soft(cell)), self.frame, soft(cell));
        let narrow: Vec<u16> = blurred(&self.heights, self.frame, near(cell));
        let most = SQUARE / 5;
        let around = narrow.iter().zip(&self.heights).map(|(around, own)| {
            let over = i32::from(*around) - i32::from(*own);
            (over.clamp(0, most) * 255 / most) as u8
        });
        Shadows { cast, near: around.collect() }
    }
}

fn as_height(squares: f32) -> u16 {
    (BASE + (squares * SQUARE as f32) as i32).clamp(0, i32::from(u16::MAX)) as u16
}

/// Half the width of the soft edge of a shadow.
const fn soft(cell: i32) -> i32 {
    (cell + 12) / 32
}

/// How far from a wall its foot is dark.
const fn near(cell: i32) -> i32 {
    (cell + 4) / 9
}

/// The mean of each pixel and those up to `reach` away.
fn blurred<T: Copy + Into<u32> + TryFrom<u32> + Default>(of: &[T], frame: Frame, reach: i32) -> Vec<T> {
    if reach < 1 {
        return of.to_vec();
    }
    let (width, height, whole) = (frame.width as usize, frame.height as usize, 2 * reach as u32 + 1);
    let reach = reach as usize;
    let mean = |sum: u32| T::try_from(sum / whole).unwrap_or_default();
    let mut across = vec![T::default(); of.len()];
    for (from, to) in of.chunks(width).zip(across.chunks_mut(width)) {
        let get = |x: usize| from[x.min(width - 1)].into();
        let mut sum: u32 = (0..=reach).map(get).sum::<u32>() + get(0) * reach as u32;
        for (x, to) in to.iter_mut().enumerate() {
            *to = mean(sum);
            sum = sum + get(x + reach + 1) - get(x.saturating_sub(reach));
        }
    }
    let mut sums: Vec<u32> = (0..width)
        .map(|x| {
            let get = |y: usize| -> u32 { across[y.min(height - 1) * width + x].into() };
            (0..=reach).map(get).sum::<u32>() + get(0) * reach as u32
        })
        .collect();
    let mut down = vec![T::default(); of.len()];
    for y in 0..height {
        let (come, gone) = ((y + reach + 1).min(height - 1) * width, y.saturating_sub(reach) * width);
        for (x, sum) in sums.iter_mut().enumerate() {
            down[y * width + x] = mean(*sum);
            *sum = *sum + across[come + x].into() - across[gone + x].into();
        }
    }
    down
}
