//! Colours as they are mixed while painting.

pub use crate::looks::Rgb;

/// From one colour to another, by the share of the second.
#[inline]
pub fn mix(from: Rgb, to: Rgb, share: f32) -> Rgb {
    [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

/// A colour lighter (over 1) or darker (below 1).
#[inline]
pub fn lit(colour: Rgb, by: f32) -> Rgb {
    [colour[0] * by, colour[1] * by, colour[2] * by]
}

/// 0 below `low`, 1 above `high`, and smooth between.
#[inline]
pub fn smooth(low: f32, high: f32, value: f32) -> f32 {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
