//! A fraction as text: `5/9`, or `1` when it is whole.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::{Fraction, Whole};

/// The longest text that is read as a fraction. Reading longer numbers would take very long.
const LONGEST: usize = 10_000;

/// Why a text is not a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FractionError {
    /// It is not one number, or two with a stroke between.
    #[error("expected a fraction such as 5/9 or -3")]
    NotAFraction,
    /// There is a 0 under the stroke.
    #[error("a fraction cannot have 0 under its stroke")]
    OverZero,
    /// It has too many digits.
    #[error("a fraction may be written with at most {LONGEST} characters")]
    TooLong,
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.bottom.is_one() { self.top.to_string() } else { format!("{}/{}", self.top, self.bottom) };
        f.pad(&if self.negative { format!("-{digits}") } else { digits })
    }
}

impl FromStr for Fraction {
    type Err = FractionError;

    fn from_str(text: &str) -> Result<Self, FractionError> {
        if text.len() > LONGEST {
            return Err(FractionError::TooLong);
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (top, bottom) = digits.split_once('/').unwrap_or((digits, "1"));
        let whole = |digits| Whole::from_digits(digits).ok_or(FractionError::NotAFraction);
        let (top, bottom) = (whole(top)?, whole(bottom)?);
        if bottom.is_zero() {
            return Err(FractionError::OverZero);
        }
        Ok(Self::reduced(negative, top, bottom))
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
