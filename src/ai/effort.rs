//! How much somebody who looks ahead thinks about each decision.

use std::fmt;
use std::str::FromStr;

/// How much is thought about a decision, as a factor of what is usual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort(f64);

impl Effort {
    /// The least and the most.
    pub const BOUNDS: (f64, f64) = (0.125, 8.0);

    /// So many times as much as usual; nothing beyond the bounds.
    pub fn times(times: f64) -> Option<Self> {
        let (least, most) = Self::BOUNDS;
        (least..=most).contains(&times).then_some(Self(times))
    }

    /// What is usually so many.
    pub(super) fn of(self, usual: usize) -> usize {
        (usual as f64 * self.0) as usize
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self(1.0)
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let (least, most) = Self::BOUNDS;
        let times = word.trim().parse::<f64>().ok().and_then(Self::times);
        times.ok_or_else(|| format!("found {word}, expected a number from {least} to {most}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: an effort is a number from an eighth to eight; nothing else is taken for one.
    #[test]
    fn an_effort_lies_within_its_bounds() {
        let told = |word: &str| word.parse::<Effort>().map(|effort| effort.to_string());
        assert_eq!(["0.125", "1", "8.0"].map(told), ["0.125", "1", "8"].map(|word| Ok::<_, String>(word.to_owned())));
        for word in ["0.1", "8.5", "0", "-1", "NaN", "inf", "much", ""] {
            let why = told(word).unwrap_err();
            assert_eq!(why, format!("found {word}, expected a number from 0.125 to 8"));
        }
        assert_eq!(Effort::default().of(27_000), 27_000, "what is usual stays as it is");
    }
}
