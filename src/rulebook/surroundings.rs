//! Wind, rain and what comes down from beyond the field, as scenarios and lessons write them.

use serde::Deserialize;

use super::fighters::LAST_ROUND;
use super::names::{Names, check};
use super::range::within;
use super::reader::{Problems, Spanned};
use crate::battle::{Incoming, Key, Rules, Surroundings, Wind};
use crate::board::{Board, Square};

/// Nothing is harder or easier to get out of the way of.
const MOST_CHALLENGE: i32 = 1000;

/// The weather.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WeatherFile {
    /// The wind, if there is one.
    wind: Option<Wind>,
    /// Whether it rains.
    rain: bool,
}

/// Something that strikes part of the field in some rounds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HazardFile {
    /// The arm that strikes; nobody on the field holds it.
    of: Spanned<Key>,
    /// The square where it comes down.
    at: Spanned<Square>,
    /// The rounds in which it does so, at their heads.
    rounds: Vec<Spanned<i32>>,
    /// How hard it is to get out of its way, beside what is usual.
    #[serde(default)]
    challenge: Spanned<i32>,
}

/// What both say, with every name looked up.
pub(super) fn surroundings(
    weather: &WeatherFile,
    hazards: &[HazardFile],
    (rules, names, board): (&Rules, &Names, &Board),
    problems: &mut Problems,
) -> Surroundings {
    let mut incoming = Vec::new();
    for hazard in hazards {
        check(problems, &hazard.of, "arm", &names.arms);
        if !board.contains(hazard.at.value) {
            problems.misplaced(hazard.at.span, hazard.at.value.to_string(), "a square on the board");
        }
        within(hazard.rounds.iter().copied(), 1..=LAST_ROUND, "round", problems);
        within([hazard.challenge], -MOST_CHALLENGE..=MOST_CHALLENGE, "a challenge of", problems);
        let Some(arm) = rules.arms.get(&hazard.of.value) else { continue };
        incoming.push(Incoming {
            arm: arm.clone(),
            at: hazard.at.value,
            rounds: hazard.rounds.iter().map(|round| round.value).collect(),
            challenge: hazard.challenge.value,
        });
    }
    Surroundings { wind: weather.wind, rain: weather.rain, incoming }
}
