//! What one reads off a distribution: chances, means, who is the higher.

use super::{Distribution, Fraction, Whole};

/// How one of two independent throws compares to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The chance that it is the lower.
    pub less: Fraction,
    /// The chance that both are equal.
    pub equal: Fraction,
    /// The chance that it is the higher.
    pub greater: Fraction,
}

impl<T> Distribution<T> {
    /// The chance of the outcomes that one asks for.
    pub fn chance(&self, mut wanted: impl FnMut(&T) -> bool) -> Fraction {
        let wanted = self.outcomes.iter().filter(|(outcome, _)| wanted(outcome));
        self.fraction(wanted.map(|(_, ways)| ways).sum())
    }

    /// The mean of a number that each outcome has.
    pub fn mean_by(&self, mut number: impl FnMut(&T) -> i64) -> Fraction {
        let (mut above, mut below) = (Whole::ZERO, Whole::ZERO);
        for (outcome, ways) in &self.outcomes {
            let number = number(outcome);
            let sum = if number < 0 { &mut below } else { &mut above };
            *sum += &ways.times(&number.unsigned_abs().into());
        }
        let negative = above < below;
        let size = if negative { below.less(&above) } else { above.less(&below) };
        Fraction::reduced(negative, size, self.total.clone())
    }
}

impl<T: Copy + Into<i64>> Distribution<T> {
    /// The mean of the outcomes.
    pub fn mean(&self) -> Fraction {
        self.mean_by(|outcome| (*outcome).into())
    }
}

impl<T: Ord> Distribution<T> {
    /// The chance of one outcome: 0 for one that cannot be.
    pub fn probability(&self, outcome: &T) -> Fraction {
        let place = self.outcomes.binary_search_by(|(candidate, _)| candidate.cmp(outcome));
        let found = place.ok().and_then(|place| self.outcomes.get(place));
        found.map_or(Fraction::ZERO, |(_, ways)| self.fraction(ways.clone()))
    }

    /// Whether this or another, independent of it, comes out higher, and how likely.
    pub fn compare(&self, other: &Self) -> Comparison {
        let (mut less, mut equal, mut greater) = (Whole::ZERO, Whole::ZERO, Whole::ZERO);
        // Both are in order: what lay below the last outcome lies below this one too.
        let mut rest = other.outcomes.iter().peekable();
        let mut below = Whole::ZERO;
        for (mine, ways) in &self.outcomes {
            while let Some((_, passed)) = rest.next_if(|(theirs, _)| theirs < mine) {
                below += passed;
            }
            let same = rest.peek().filter(|(theirs, _)| theirs == mine).map_or(Whole::ZERO, |(_, ways)| ways.clone());
            let above = other.total.less(&below).less(&same);
            greater += &ways.times(&below);
            equal += &ways.times(&same);
            less += &ways.times(&above);
        }
        let total = self.total.times(&other.total);
        let chance = |ways| Fraction::reduced(false, ways, total.clone());
        Comparison { less: chance(less), equal: chance(equal), greater: chance(greater) }
    }
}
