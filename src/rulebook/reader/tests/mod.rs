//! Tests of the reader as a whole.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail loudly")]

mod agreement;
mod files;
mod inherit;
mod mistakes;
mod places;
mod several;
mod soup;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::*;

/// A type with every kind of part, as a ruleset might have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Squad {
    name: String,
    hit: u8,
    morale: i16,
    #[serde(default)]
    speed: Option<Feet>,
    arms: Vec<Arm>,
    bonus: BTreeMap<String, i64>,
    place: (i32, i32),
    mark: char,
    weight: f64,
    fearless: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Feet(u32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Arm {
    Unarmed,
    Spear(u8),
    Sling { range: u32, shots: Option<u32> },
    Pair(Box<Arm>, Box<Arm>),
    Custom(Make),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Make {
    maker: String,
    nick: Option<String>,
}

/// The problems of a text as they are shown, under the file name `f`.
fn told<T: serde::de::DeserializeOwned>(text: &str) -> Vec<String> {
    read_str::<T>("f", text).err().unwrap_or_default().iter().map(Problem::to_string).collect()
}
