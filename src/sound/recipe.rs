//! What a recipe says, and within which bounds.

use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// How one sound is made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// How long it is, in seconds.
    #[serde(deserialize_with = "length")]
    pub lasts: f32,
    /// Its loudest sample.
    #[serde(deserialize_with = "peak")]
    pub peak: f32,
    /// By what share takes of it differ in pitch.
    #[serde(default, deserialize_with = "share")]
    pub varies: f32,
    /// The room around it: for how many seconds it rings, and how loud beside the sound itself.
    #[serde(default, deserialize_with = "room")]
    pub room: Option<(f32, f32)>,
    /// What it consists of.
    pub layers: Vec<Layer>,
}

/// A part of a sound.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// When it begins, in seconds; at several times it is heard several times, each a little different.
    #[serde(default = "at_once", deserialize_with = "times")]
    pub at: Vec<f32>,
    /// How loud it is beside the other layers.
    #[serde(deserialize_with = "loud")]
    pub gain: f32,
    /// How much quieter each time is than the one before.
    #[serde(default = "whole", deserialize_with = "share")]
    pub fades: f32,
    /// What it comes from.
    pub source: Source,
    /// Seconds while it swells, while it stays, and while it dies away.
    #[serde(deserialize_with = "envelope")]
    pub envelope: (f32, f32, f32),
    /// What is let through, one after the other.
    #[serde(default)]
    pub filters: Vec<Filter>,
    /// How hard it is driven into its limits, which roughens it.
    #[serde(default, deserialize_with = "drive")]
    pub drive: f32,
    /// How often a second it wavers, and how deep.
    #[serde(default, deserialize_with = "tremolo")]
    pub tremolo: Option<(f32, f32)>,
}

/// From what a layer comes.
#[derive(Clone, Debug, Deserialize)]
pub enum Source {
    /// Noise of all pitches alike.
    White,
    /// Noise as of wind and water: the lower, the louder.
    Brown,
    /// A pure tone.
    Sine(Glide),
    /// A tone as of a flute.
    Triangle(Glide),
    /// A tone as of brass and bows.
    Saw(Glide),
    /// What rings when metal, wood or bone is struck: the pitch, and of each partial its ratio to it, how loud it is and
    /// in how many seconds it dies away.
    Partials(Glide, Vec<Partial>),
    /// A string that is plucked: its pitch, and how bright it is from 0 to 1.
    String(Pitch, Bright),
    /// Many small things that each ring for a moment: how many a second, for how many seconds each, and the pitches that they lie between.
    Grains(Often, Moment, Pitch, Pitch),
}

/// What a layer lets through.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Filter {
    /// What is lower.
    Low(Glide),
    /// What is higher.
    High(Glide),
    /// What is near it, the nearer the greater the second number.
    Band(Glide, Narrow),
}

/// A pitch that goes from one to another within so many seconds, and stays there.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Glide(pub Pitch, pub Pitch, pub Moment);

/// A partial: its ratio, how loud it is, in how many seconds it dies away.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Partial(pub Ratio, pub Part, pub Moment);

/// Numbers of recipes that have bounds of their own.
macro_rules! bounded {
    ($($(#[$doc:meta])* $name:ident: $low:literal to $high:literal, $what:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(pub f32);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                within(f32::deserialize(from)?, $low, $high, $what).map(Self)
            }
        }
    )*};
}

bounded! {
    /// How high something sounds, in swings a second.
    Pitch: 15.0 to 16_000.0, "a pitch";
    /// Seconds of a small part of a sound.
    Moment: 0.0 to 3.0, "seconds";
    /// How bright a string is.
    Bright: 0.0 to 1.0, "brightness";
    /// How often something happens, a second.
    Often: 1.0 to 5_000.0, "times a second";
    /// How narrow a band is.
    Narrow: 0.3 to 40.0, "narrowness";
    /// How a partial stands to the pitch.
    Ratio: 0.1 to 60.0, "a ratio";
    /// How loud a partial is beside the others.
    Part: 0.0 to 1.0, "loudness";
}

/// A number within its bounds, or what was found and expected.
fn within<E: Error>(found: f32, low: f32, high: f32, what: impl Display) -> Result<f32, E> {
    if (low..=high).contains(&found) {
        return Ok(found);
    }
    Err(E::custom(format!("found {found}, expected {what} from {low} to {high}")))
}

fn length<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(f32::deserialize(from)?, 0.03, 3.0, "a length in seconds")
}

fn peak<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(f32::deserialize(from)?, 0.02, 0.98, "a peak")
}

fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(f32::deserialize(from)?, 0.0, 1.0, "a share")
}

fn loud<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(f32::deserialize(from)?, 0.0, 4.0, "a gain")
}

fn drive<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    within(f32::deserialize(from)?, 0.0, 20.0, "a drive")
}

fn envelope<'de, D: Deserializer<'de>>(from: D) -> Result<(f32, f32, f32), D::Error> {
    let (attack, hold, decay) = <(f32, f32, f32)>::deserialize(from)?;
    Ok((
        within(attack, 0.0, 3.0, "seconds of swelling")?,
        within(hold, 0.0, 3.0, "seconds of staying")?,
        within(decay, 0.001, 3.0, "seconds of dying away")?,
    ))
}

fn tremolo<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(f32, f32)>, D::Error> {
    let (often, deep) = <(f32, f32)>::deserialize(from)?;
    Ok(Some((within(often, 0.1, 200.0, "waverings a second")?, within(deep, 0.0, 1.0, "a depth")?)))
}

fn room<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(f32, f32)>, D::Error> {
    let (rings, loud) = <(f32, f32)>::deserialize(from)?;
    Ok(Some((within(rings, 0.02, 3.0, "seconds of ringing")?, within(loud, 0.0, 1.0, "a share of the room")?)))
}

fn times<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f32>, D::Error> {
    let times = Vec::<f32>::deserialize(from)?;
    times.into_iter().map(|time| within(time, 0.0, 3.0, "a time in seconds")).collect()
}

fn at_once() -> Vec<f32> {
    vec![0.0]
}

const fn whole() -> f32 {
    1.0
}
