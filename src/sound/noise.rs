//! Numbers that look thrown and are the same every time.

/// A row of such numbers.
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    /// The row that begins with this.
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    /// The next, from 0 to 1.
    pub fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// The next, from -1 to 1.
    pub fn swing(&mut self) -> f32 {
        self.share() * 2.0 - 1.0
    }
}
