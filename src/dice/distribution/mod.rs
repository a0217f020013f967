//! How likely each outcome is, exactly.

mod figures;
mod gathering;
mod pool;
mod shape;
mod stages;

#[cfg(test)]
mod tests;

use std::ops::Add;

use super::{DiceError, Fraction, whole::Whole};
pub(super) use gathering::Gathering;
pub(super) use shape::shape_of;

/// Every outcome that can be, in order, with its exact chance. The chances add up to one.
///
/// Inside, an outcome has a whole number of ways out of a total that all share, so that
/// nothing is reduced until somebody asks for a [`Fraction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<T> {
    /// Sorted, each outcome once and with at least one way.
    outcomes: Vec<(T, Whole)>,
    /// The sum of all ways. No number but 1 divides it and all of them.
    total: Whole,
}

impl<T> Distribution<T> {
    /// The one outcome that is certain.
    pub fn certain(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, Whole::ONE)], total: Whole::ONE }
    }

    /// The outcomes in order, each with its chance.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, Fraction)> + DoubleEndedIterator {
        self.outcomes.iter().map(|(outcome, ways)| (outcome, self.fraction(ways.clone())))
    }

    /// The outcomes in order.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.outcomes.iter().map(|(outcome, _)| outcome)
    }

    /// The sum of all chances: always one.
    pub fn total(&self) -> Fraction {
        self.chance(|_| true)
    }

    /// So many ways out of all.
    fn fraction(&self, ways: Whole) -> Fraction {
        Fraction::reduced(false, ways, self.total.clone())
    }

    pub(super) fn ways(&self) -> &[(T, Whole)] {
        &self.outcomes
    }

    pub(super) fn all_ways(&self) -> &Whole {
        &self.total
    }
}

impl<T: Ord> Distribution<T> {
    /// Outcomes with weights: a table of twenty rows, or a bag of tokens. Equal ones are merged, and
    /// those that weigh 0 left out; it is an error if none is left.
    pub fn weighted(outcomes: impl IntoIterator<Item = (T, u64)>) -> Result<Self, DiceError> {
        let mut gathering = Gathering::default();
        for (outcome, weight) in outcomes {
            if weight > 0 {
                gathering.add(outcome, weight.into(), &Whole::ONE);
            }
        }
        let distribution = gathering.finish();
        if distribution.outcomes.is_empty() { Err(DiceError::NothingToPick) } else { Ok(distribution) }
    }
}

impl<T: Ord + Clone + Add<Output = T> + Default> Distribution<T> {
    /// The sum of so many, independent of one another: three equal attacks are one, three times.
    #[must_use]
    pub fn times(&self, count: u32) -> Self {
        let mut sum: Option<Self> = None;
        let mut doubled = self.clone();
        let mut left = count;
        while left > 0 {
            if left % 2 == 1 {
                sum = Some(sum.map_or_else(|| doubled.clone(), |sum| sum.add(&doubled)));
            }
            left /= 2;
            if left > 0 {
                doubled = doubled.add(&doubled);
            }
        }
        sum.unwrap_or_else(|| Self::certain(T::default()))
    }
}
