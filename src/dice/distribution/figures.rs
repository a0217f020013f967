//! What one reads off a distribution: chances, means, who is the higher.

use super::{Distribution, Fraction, Whole};

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
}
