//! How the board is measured, and how large bodies are on it.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::{AreaDef, Table1};
use crate::battle::{ArmName, FigureName, Key, bounds, refers};
use crate::board::{Gait, Metric};

/// How the board is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// The unit of length: "m", "ft", "yd".
    pub unit: String,
    /// How many units a square is.
    #[serde(deserialize_with = "bounds::between::<1, 1000, _>")]
    pub square: i32,
    /// How distances are counted.
    #[serde(default)]
    pub metric: Metric,
    /// How bodies step.
    #[serde(default)]
    pub gait: Gait,
    /// How large bodies are; one square each if left out.
    #[serde(default)]
    pub bodies: Option<BodySizes>,
    /// Words of ground that takes at least twice as long as open ground.
    #[serde(default, deserialize_with = "refers::words_of_places")]
    pub slow: Vec<Key>,
    /// What those strike with who have nothing else of their own.
    #[serde(default)]
    pub unarmed: Option<Unarmed>,
    /// How many squares apart enemies are at most who fight hand to hand, in games in which that holds them.
    #[serde(default)]
    pub melee: Option<i32>,
    /// How many rounds make a longer stretch of time, and what that is called, in games that count it too.
    #[serde(default)]
    pub stretch: Option<(i32, String)>,
    /// How places count in a game that is measured in zones rather than squares.
    #[serde(default)]
    pub zones: Option<Zoned>,
    /// The figure for the hands of those who have more or fewer than usual.
    #[serde(default)]
    pub hands: Option<FigureName>,
    /// Whether reach is counted in squares of the board rather than of the body's own.
    #[serde(default)]
    pub reach_in_squares: bool,
    /// The figure for how many somebody or something carries.
    #[serde(default)]
    pub seats: Option<FigureName>,
}

/// Words of zones and of the borders between them that say how places count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zoned {
    /// Of zones that are hard to go through: entering one counts twice.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub slow: Vec<Key>,
    /// Of zones that nobody sees through.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub opaque: Vec<Key>,
    /// Of barriers that one sees through.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub see_through: Vec<Key>,
    /// Of zones in which nothing is seen without a light.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub dark: Vec<Key>,
    /// Of zones, and of things in hand, that give light.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub light: Vec<Key>,
    /// Of fighters who need no light.
    #[serde(deserialize_with = "refers::words_of_places")]
    pub dark_sight: Vec<Key>,
}

/// What a body without natural weapons strikes with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unarmed {
    /// The arm.
    pub arm: ArmName,
    /// Words of those who have nothing to strike with either.
    pub unless: Vec<Key>,
    /// Whether those have it too who have natural weapons.
    #[serde(default)]
    pub always: bool,
}

/// How large bodies are, by one of their figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodySizes {
    /// The figure.
    pub by: FigureName,
    /// Half squares a side for each value of it.
    #[serde(deserialize_with = "halves")]
    pub halves: Table1,
}

/// The widest body, in half squares a side.
const WIDEST: i32 = 4096;

fn halves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Table1, D::Error> {
    let table = Table1::deserialize(deserializer)?;
    match table.0.values().find(|halves| !(1..=WIDEST).contains(*halves)) {
        Some(halves) => {
            Err(D::Error::custom(format!("found a body of {halves} half squares a side, expected 1 to {WIDEST}")))
        }
        None if !table.0.values().is_sorted() => Err(D::Error::custom("bodies that grow with their size")),
        None => Ok(table),
    }
}

impl Measure {
    /// Half squares a side of a body whose size figure is `size`.
    pub fn own_halves(&self, size: i32) -> i32 {
        self.bodies.as_ref().and_then(|bodies| bodies.halves.get(size)).unwrap_or(2).max(1)
    }

    /// The size of what measures so much across, in units of length: that of the
    /// largest square that it fills.
    pub fn size_across(&self, across: f64) -> Option<i32> {
        let sizes = &self.bodies.as_ref()?.halves.0;
        let fills = |halves: i32| f64::from(halves) * f64::from(self.square) / 2.0 <= across;
        let largest = sizes.iter().rfind(|(_, halves)| fills(**halves));
        largest.or_else(|| sizes.first_key_value()).map(|(size, _)| *size)
    }

    /// Whole squares a side of a body whose size figure is `size`; even the
    /// smallest stands in one.
    pub fn own_squares(&self, size: i32) -> i32 {
        (self.own_halves(size) / 2).max(1)
    }

    /// Whole squares that an area of that size is across.
    pub fn area_squares(&self, area: AreaDef) -> i32 {
        area.across.unwrap_or_else(|| self.own_squares(area.scale.unwrap_or(0)))
    }
}

#[cfg(test)]
impl Measure {
    /// Squares of a metre, as tests count them: nothing else is known of them.
    pub fn plain() -> Self {
        Self {
            unit: "m".to_owned(),
            square: 1,
            metric: Metric::OneAndAHalf,
            gait: Gait::default(),
            bodies: None,
            slow: Vec::new(),
            unarmed: None,
            melee: None,
            stretch: None,
            zones: None,
            hands: None,
            reach_in_squares: false,
            seats: None,
        }
    }
}
