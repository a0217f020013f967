//! How long a square is: squares into metres, feet, yards or inches, and back.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Halves;

/// What players count lengths in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LengthUnit {
    /// m
    #[default]
    Metre,
    /// ft
    Foot,
    /// yd
    Yard,
    /// in: inches on the tabletop, which stand for something longer.
    Inch,
}

impl LengthUnit {
    /// As it is written behind a figure.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Foot => "ft",
            Self::Yard => "yd",
            Self::Inch => "in",
        }
    }
}

/// The scale of a board: `length` units are `squares` squares long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Scale {
    unit: LengthUnit,
    length: u32,
    squares: u32,
}

/// Why a scale measures nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{length} units to {squares} squares; both must lie between 1 and {most}", most = Scale::MOST)]
pub struct ScaleError {
    /// The units given.
    pub length: u32,
    /// The squares given.
    pub squares: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    unit: LengthUnit,
    length: u32,
    #[serde(default = "one")]
    squares: u32,
}

const fn one() -> u32 {
    1
}

impl TryFrom<Unchecked> for Scale {
    type Error = ScaleError;

    fn try_from(given: Unchecked) -> Result<Self, ScaleError> {
        Self::new(given.unit, given.length, given.squares)
    }
}

impl Scale {
    /// The largest figure of a scale.
    pub const MOST: u32 = 1_000_000;

    /// A board where `length` units are `squares` squares: (foot, 5, 1), or
    /// (inch, 1, 2) where an inch is two squares.
    ///
    /// # Errors
    /// When a figure is 0 or above [`Self::MOST`].
    pub const fn new(unit: LengthUnit, length: u32, squares: u32) -> Result<Self, ScaleError> {
        if length == 0 || squares == 0 || length > Self::MOST || squares > Self::MOST {
            return Err(ScaleError { length, squares });
        }
        Ok(Self { unit, length, squares })
    }

    /// What lengths are counted in.
    pub const fn unit(self) -> LengthUnit {
        self.unit
    }

    /// The half squares that fit into `units`.
    pub fn halves(self, units: u32) -> Halves {
        let halves = u64::from(units) * 2 * u64::from(self.squares) / u64::from(self.length);
        Halves(u32::try_from(halves).unwrap_or(u32::MAX))
    }

    /// The whole squares that fit into `units`: 6 of 5 ft into 34 ft.
    pub fn squares(self, units: u32) -> u32 {
        let squares = u64::from(units) * u64::from(self.squares) / u64::from(self.length);
        u32::try_from(squares).unwrap_or(u32::MAX)
    }

    /// How long that many half squares are.
    pub fn length(self, halves: Halves) -> Length {
        let exact = u128::from(halves.0) * u128::from(self.length) * 100;
        let per = 2 * u128::from(self.squares);
        let hundredths = u64::try_from((exact + per / 2) / per).unwrap_or(u64::MAX);
        Length { hundredths, unit: self.unit }
    }
}

/// A length in a player's unit, to the hundredth; shown as "12 m" or "17.5 ft".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Length {
    /// Hundredths of a unit.
    pub hundredths: u64,
    /// The unit.
    pub unit: LengthUnit,
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.hundredths / 100, self.hundredths % 100);
        write!(f, "{whole}")?;
        match (part / 10, part % 10) {
            (0, 0) => {}
            (tenths, 0) => write!(f, ".{tenths}")?,
            (tenths, hundredths) => write!(f, ".{tenths}{hundredths}")?,
        }
        write!(f, " {}", self.unit.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(unit: LengthUnit, length: u32, squares: u32) -> Scale {
        Scale::new(unit, length, squares).unwrap()
    }

    #[test]
    fn lengths_read_in_the_players_unit() {
        let show = |scale: Scale, halves| scale.length(Halves(halves)).to_string();
        assert_eq!(show(scale(LengthUnit::Metre, 1, 1), 24), "12 m");
        assert_eq!(show(scale(LengthUnit::Foot, 5, 1), 14), "35 ft");
        assert_eq!(show(scale(LengthUnit::Foot, 5, 1), 7), "17.5 ft");
        assert_eq!(show(scale(LengthUnit::Yard, 1, 1), 3), "1.5 yd");
        assert_eq!(show(scale(LengthUnit::Inch, 1, 2), 3), "0.75 in");
        assert_eq!(show(scale(LengthUnit::Inch, 1, 3), 2), "0.33 in");
    }

    #[test]
    fn what_fits_into_a_length_is_counted_in_whole_squares() {
        let feet = scale(LengthUnit::Foot, 5, 1);
        assert_eq!((feet.squares(30), feet.squares(34), feet.halves(34)), (6, 6, Halves(13)));
        assert_eq!(scale(LengthUnit::Inch, 1, 2).squares(6), 12);
    }

    #[test]
    fn a_scale_of_nothing_is_refused() {
        assert!(Scale::new(LengthUnit::Metre, 0, 1).is_err());
        assert!(Scale::new(LengthUnit::Metre, 1, 0).is_err());
        assert!(Scale::new(LengthUnit::Metre, 1, Scale::MOST + 1).is_err());
    }

    #[test]
    fn no_figure_from_outside_overflows() {
        let coarse = scale(LengthUnit::Metre, Scale::MOST, 1);
        let fine = scale(LengthUnit::Metre, 1, Scale::MOST);
        assert_eq!(fine.squares(u32::MAX), u32::MAX);
        assert!(coarse.length(Halves(u32::MAX)).hundredths > 0);
    }
}
