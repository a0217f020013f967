//! Filters whose pitch may glide: a state variable filter, which stays stable whatever is asked of it.

use std::f32::consts::PI;

use super::recipe::{Filter, Glide};

impl Glide {
    /// Where it is after so many seconds; equal times are equal steps of pitch.
    pub fn at(&self, seconds: f32) -> f32 {
        let share = if self.2.0 > 0.0 { (seconds / self.2.0).clamp(0.0, 1.0) } else { 1.0 };
        self.0.0 * (self.1.0 / self.0.0).powf(share)
    }
}

/// What a filter remembers of what went through it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    first: f32,
    second: f32,
}

impl Filter {
    /// Lets a sample through, so many seconds after the beginning.
    pub fn pass(&self, memory: &mut Memory, sample: f32, seconds: f32, rate: f32) -> f32 {
        let (glide, narrow) = match self {
            Self::Low(glide) | Self::High(glide) => (glide, std::f32::consts::FRAC_1_SQRT_2),
            Self::Band(glide, narrow) => (glide, narrow.0),
        };
        // Near half the rate nothing can be told apart any more.
        let pitch = glide.at(seconds).min(rate * 0.45);
        let g = (PI * pitch / rate).tan();
        let k = 1.0 / narrow;
        let step = 1.0 / (1.0 + g * (g + k));
        let high = (sample - memory.first * (g + k) - memory.second) * step;
        let band = g * high + memory.first;
        let low = g * band + memory.second;
        memory.first = g * high + band;
        memory.second = g * band + low;
        match self {
            Self::Low(_) => low,
            Self::High(_) => high,
            Self::Band(..) => band * k,
        }
    }
}
