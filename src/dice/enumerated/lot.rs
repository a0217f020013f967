//! Throws that lie together and are read as one.

use std::collections::BTreeMap;

use super::{EnumeratedDice, Goes, LONGEST_PATH, PATH_LIMIT, with};
use crate::dice::distribution::Gathering;
use crate::dice::whole::Whole;
use crate::dice::{AnyDice, DiceError};

/// The most ways that throws go through that may have only so many ends: a frame of a window waits for them.
const SOON: u64 = 50_000;

/// The ends of several throws, and in how many ways they come to any.
#[derive(Debug)]
pub(super) struct Lot {
    pub ends: Vec<(EnumeratedDice, Whole)>,
    pub all_ways: Whole,
}

impl Lot {
    /// All that these throws can come to, as far as they are read.
    pub fn of<T, K: Ord + Clone>(
        by_faces: bool,
        most: Option<u64>,
        resolve: &mut impl FnMut(&mut AnyDice) -> Result<T, DiceError>,
        read: impl Fn(&T) -> Option<K>,
    ) -> Result<Self, DiceError> {
        let goes = if by_faces { Goes::Faces } else { Goes::WhatIsRead };
        let mut dice = EnumeratedDice { goes, most, ..EnumeratedDice::default() };
        let mut gathering = Gathering::default();
        let mut ends = BTreeMap::new();
        let limit = most.map_or(PATH_LIMIT, |_| SOON);
        for _ in 0..limit {
            let key = read(&with(&mut dice, resolve)?);
            dice.end_path()?;
            let (ways, total) = dice.ways();
            if let Some(key) = key {
                gathering.add(key.clone(), ways.clone(), total);
                ends.entry(key).or_insert_with(|| dice.clone());
            }
            if let Some(limit) = most.filter(|most| ends.len() as u64 > *most) {
                return Err(DiceError::TooManyPaths { limit });
            }
            if !dice.turn_to_next_path() {
                let found = gathering.finish();
                let ways = found.ways().iter().map(|(_, ways)| ways.clone());
                let ends: Vec<_> = ends.into_values().zip(ways).collect();
                if ends.is_empty() {
                    return Err(DiceError::TooManyThrows { limit: LONGEST_PATH });
                }
                return Ok(Self { ends, all_ways: found.all_ways().clone() });
            }
        }
        Err(DiceError::TooManyPaths { limit })
    }
}
