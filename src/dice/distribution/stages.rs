//! From one distribution to the next: what follows from an outcome, and sums of outcomes.

use std::{convert::Infallible, ops::Add};

use super::{Distribution, Gathering, Whole};

impl<T> Distribution<T> {
    /// What each outcome becomes; those that become equal are one.
    pub fn map<U: Ord>(&self, mut become_what: impl FnMut(&T) -> U) -> Distribution<U> {
        let mut gathering = Gathering::default();
        for (outcome, ways) in &self.outcomes {
            gathering.add(become_what(outcome), ways.clone(), &Whole::ONE);
        }
        gathering.finish()
    }

    /// What becomes of the outcomes that count, where all others are thrown again; nothing if none counts.
    pub fn given<U: Ord>(&self, mut counts: impl FnMut(&T) -> Option<U>) -> Option<Distribution<U>> {
        let mut gathering = Gathering::default();
        for (outcome, ways) in &self.outcomes {
            if let Some(outcome) = counts(outcome) {
                gathering.add(outcome, ways.clone(), &Whole::ONE);
            }
        }
        Some(gathering.finish()).filter(|given| !given.outcomes.is_empty())
    }

    /// The next stage: what may follow from each outcome.
    ///
    /// It is asked once for each outcome, not for each way to it, so the cost of the stages
    /// adds up where one enumeration of both would multiply it.
    pub fn then<U: Ord>(&self, mut next: impl FnMut(&T) -> Distribution<U>) -> Distribution<U> {
        match self.try_then(|outcome| Ok::<_, Infallible>(next(outcome))) {
            Ok(distribution) => distribution,
        }
    }

    /// The next stage, where working it out may fail.
    pub fn try_then<U: Ord, E>(
        &self,
        mut next: impl FnMut(&T) -> Result<Distribution<U>, E>,
    ) -> Result<Distribution<U>, E> {
        let mut gathering = Gathering::default();
        for (outcome, ways) in &self.outcomes {
            let Distribution { outcomes, total } = next(outcome)?;
            for (following, its_ways) in outcomes {
                gathering.add(following, ways.times(&its_ways), &total);
            }
        }
        Ok(gathering.finish())
    }

    /// What comes of this and another, independent of one another.
    pub fn combine<U, V: Ord>(&self, other: &Distribution<U>, mut both: impl FnMut(&T, &U) -> V) -> Distribution<V> {
        let mut gathering = Gathering::default();
        for (mine, my_ways) in &self.outcomes {
            for (theirs, their_ways) in &other.outcomes {
                gathering.add(both(mine, theirs), my_ways.times(their_ways), &Whole::ONE);
            }
        }
        gathering.finish()
    }
}

impl<T: Ord + Clone + Add<Output = T>> Distribution<T> {
    /// The sum of this and another, independent of one another.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.combine(other, |mine, theirs| mine.clone() + theirs.clone())
    }
}
