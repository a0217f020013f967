//! Signs: small drawings of strokes, by their words. `assets/tokens.ron` and `assets/states.ron` hold those that ship.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::bounds;

/// One stroke of a sign, in a field from (-1, -1) to (1, 1).
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Mark {
    /// A line through these places, so thick.
    Line(
        #[serde(deserialize_with = "bounds::places")] Vec<(f32, f32)>,
        #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")] f32,
    ),
    /// A body with these corners.
    Fill(#[serde(deserialize_with = "bounds::places")] Vec<(f32, f32)>),
    /// The same in the colour of what lies below.
    Cut(#[serde(deserialize_with = "bounds::places")] Vec<(f32, f32)>),
    /// A disc.
    Disc(
        #[serde(deserialize_with = "bounds::place")] (f32, f32),
        #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")] f32,
    ),
    /// The same in the colour of what lies below.
    CutDisc(
        #[serde(deserialize_with = "bounds::place")] (f32, f32),
        #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")] f32,
    ),
    /// A line in the colour of what lies below, so thick.
    CutLine(
        #[serde(deserialize_with = "bounds::places")] Vec<(f32, f32)>,
        #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")] f32,
    ),
    /// A ring of this radius, so thick.
    Ring(
        #[serde(deserialize_with = "bounds::place")] (f32, f32),
        #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")] f32,
        #[serde(deserialize_with = "bounds::hundredths::<0, 200, _>")] f32,
    ),
}

/// Signs by their words.
pub type Signs = BTreeMap<String, Vec<Mark>>;
