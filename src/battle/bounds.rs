//! How far single numbers in files may go, for the fields of any type:
//!
//! ```ignore
//! #[serde(deserialize_with = "bounds::between::<1, 1000, _>")]
//! pub square: i32,
//! ```

use serde::de::{Deserialize, Deserializer, Error};

/// A number from the one to the other.
///
/// # Errors
/// When it is beyond.
pub fn between<'de, const LOW: i32, const HIGH: i32, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let number = i32::deserialize(deserializer)?;
    if (LOW..=HIGH).contains(&number) {
        return Ok(number);
    }
    Err(D::Error::custom(format!("a number from {LOW} to {HIGH}")))
}

/// Such a number, or none.
///
/// # Errors
/// When it is beyond.
pub fn maybe_between<'de, const LOW: i32, const HIGH: i32, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i32>, D::Error> {
    let number = Option::<i32>::deserialize(deserializer)?;
    if number.is_none_or(|number| (LOW..=HIGH).contains(&number)) {
        return Ok(number);
    }
    Err(D::Error::custom(format!("a number from {LOW} to {HIGH}")))
}
