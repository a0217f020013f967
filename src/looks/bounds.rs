//! Bounds of the numbers of looks: what lies beyond them can be painted by nobody, or in no time that anybody waits for.

use serde::{Deserialize, Deserializer, de::Error};

use super::colour::Colour;
use super::land::Litter;

/// More of one thing than this is not strewn over a square.
const MOST_STREWN: f32 = 12.0;

/// How far the strokes of a sign go from the middle of its field, which goes from -1 to 1.
const WIDEST: f32 = 2.0;
/// Colours of sides that a face has at least.
const FEWEST_SIDES: usize = 2;

/// A number between these hundredths.
pub(super) fn hundredths<'de, const LOW: i32, const HIGH: i32, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    let (low, high) = (LOW as f32 / 100.0, HIGH as f32 / 100.0);
    let number = f32::deserialize(from)?;
    let told = || D::Error::custom(format!("a number from {low} to {high}"));
    if (low..=high).contains(&number) { Ok(number) } else { Err(told()) }
}

/// Small things, and how many of each lie on a square.
pub(super) fn strewn<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Litter, f32)>, D::Error> {
    let all = Vec::<(Litter, f32)>::deserialize(from)?;
    let told = || D::Error::custom(format!("0 to {MOST_STREWN} of each small thing on a square"));
    let is_well = |(_, count): &(Litter, f32)| (0.0..=MOST_STREWN).contains(count);
    if all.iter().all(is_well) { Ok(all) } else { Err(told()) }
}

/// Whether a place is in the field of a sign, or not far from it.
fn is_near(&(x, y): &(f32, f32)) -> bool {
    [x, y].iter().all(|part| (-WIDEST..=WIDEST).contains(part))
}

/// A place of a sign.
pub(super) fn place<'de, D: Deserializer<'de>>(from: D) -> Result<(f32, f32), D::Error> {
    let place = <(f32, f32)>::deserialize(from)?;
    let told = || D::Error::custom(format!("a place from (-{WIDEST}, -{WIDEST}) to ({WIDEST}, {WIDEST})"));
    if is_near(&place) { Ok(place) } else { Err(told()) }
}

/// Places of a sign.
pub(super) fn places<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(f32, f32)>, D::Error> {
    let places = Vec::<(f32, f32)>::deserialize(from)?;
    let told = || D::Error::custom(format!("places from (-{WIDEST}, -{WIDEST}) to ({WIDEST}, {WIDEST})"));
    if places.iter().all(is_near) { Ok(places) } else { Err(told()) }
}

/// The colours of the sides.
pub(super) fn sides<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Colour>, D::Error> {
    let sides = Vec::<Colour>::deserialize(from)?;
    let told = || D::Error::custom(format!("a list of {FEWEST_SIDES} colours or more"));
    if sides.len() >= FEWEST_SIDES { Ok(sides) } else { Err(told()) }
}
