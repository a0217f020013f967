//! Colours as files write them.

use serde::{Deserialize, Deserializer, de::Error};

/// Red, green and blue from 0 to 1, as they are shown.
pub type Rgb = [f32; 3];

/// A colour that a file writes "#b9c58f".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// The colour for mixing.
    pub fn rgb(self) -> Rgb {
        self.0.map(|part| f32::from(part) / 255.0)
    }

    /// The same as light adds up, and not as it is shown.
    pub fn linear(self) -> Rgb {
        self.rgb().map(|value| if value <= 0.04 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    }

    /// How bright it is to the eye, 0 to 1.
    pub fn light(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// How well two are told apart: 1 not at all, 21 is black on white.
    pub fn contrast(self, other: Self) -> f32 {
        let (one, other) = (self.light() + 0.05, other.light() + 0.05);
        (one / other).max(other / one)
    }

    fn read(text: &str) -> Option<Self> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        Some(Self([(value >> 16) as u8, (value >> 8) as u8, value as u8]))
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::read(&text).ok_or_else(|| D::Error::custom("a colour, as \"#b9c58f\""))
    }
}

/// What a paint is: a colour, or that of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dye {
    /// Always this one.
    Of(Colour),
    /// Whichever the side has, which a file writes "side".
    Side,
}

impl<'de> Deserialize<'de> for Dye {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let of = || Colour::read(&text).map(Self::Of);
        let dye = if text == "side" { Some(Self::Side) } else { of() };
        dye.ok_or_else(|| D::Error::custom("a colour, as \"#b9c58f\", or \"side\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a colour is six digits behind a sign, and nothing else is taken for one.
    #[test]
    fn a_colour_is_six_digits() {
        assert_eq!(Colour::read("#b9C58f"), Some(Colour([0xb9, 0xc5, 0x8f])));
        for wrong in ["b9c58f", "#b9c58", "#b9c58ff", "#b9c58g", "#+9c58f", "#ä9c58", ""] {
            assert_eq!(Colour::read(wrong), None, "{wrong}");
        }
    }
}
