//! Colours as they are mixed while painting, and as files write them.

use serde::{Deserialize, Deserializer, de::Error};

/// Red, green and blue from 0 to 1, as they are shown.
pub type Rgb = [f32; 3];

/// A colour that a file writes "#b9c58f".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// The colour for mixing.
    pub fn rgb(self) -> Rgb {
        self.0.map(|part| f32::from(part) / 255.0)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let value = value.ok_or_else(|| D::Error::custom(format!("{text} is no colour; #rrggbb is")))?;
        Ok(Self([(value >> 16) as u8, (value >> 8) as u8, value as u8]))
    }
}

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
