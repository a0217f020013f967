//! A share of the battles of a run.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Shares of a run at most.
const MOST: u64 = 10_000_000;

/// One of equal shares: `3/64` is the third of sixty-four. The first has the battles of the first numbers, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

/// Why a text is no share.
#[derive(Debug, thiserror::Error)]
#[error("found `{0}`, expected the number of a share and how many there are, as in 3/64 (the first is 1)")]
pub struct NoShard(String);

impl Shard {
    /// All of it.
    pub const ALL: Self = Self { number: 1, of: 1 };

    /// The share of this number, counted from 1; nothing where there is none.
    pub fn new(number: u64, of: u64) -> Option<Self> {
        ((1..=MOST).contains(&of) && (1..=of).contains(&number)).then_some(Self { number, of })
    }

    /// Its number, counted from 1.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// How many there are.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// What of so many battles (or jobs) is its own.
    pub fn range(self, all: u64) -> Range<u64> {
        // Wide enough for any two numbers of 64 bits.
        let upto = |number: u64| (u128::from(all) * u128::from(number) / u128::from(self.of)) as u64;
        upto(self.number - 1)..upto(self.number)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(said: &str) -> Result<Self, NoShard> {
        let read = || {
            let (number, of) = said.split_once('/')?;
            Self::new(number.trim().parse().ok()?, of.trim().parse().ok()?)
        };
        read().ok_or_else(|| NoShard(said.chars().take(40).collect()))
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(said: String) -> Result<Self, NoShard> {
        said.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: every battle is in one share and in no other, and no share is larger than another by more than one.
    #[test]
    fn shares_are_all_of_it_and_nothing_twice() {
        for all in [0, 1, 5, 64, 1_000, u64::MAX] {
            for of in [1, 2, 7, 64] {
                let shares: Vec<_> = (1..=of).map(|number| Shard::new(number, of).unwrap().range(all)).collect();
                assert_eq!((shares[0].start, shares[shares.len() - 1].end), (0, all));
                assert!(shares.windows(2).all(|two| two[0].end == two[1].start), "{all} in {of}");
                let sizes = || shares.iter().map(|share| share.end - share.start);
                assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1, "{all} in {of}");
            }
        }
    }

    /// Promise: a share is told as it is read, and what is none is refused.
    #[test]
    fn what_is_no_share_is_refused() {
        assert_eq!("3/64".parse::<Shard>().unwrap().to_string(), "3/64");
        for wrong in ["", "3", "0/4", "5/4", "-1/4", "1/0", "1/99999999999", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
