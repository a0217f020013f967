//! Gathering outcomes as they come, and merging those that are equal.

use super::{Distribution, Whole};

/// So many outcomes may wait before equal ones are merged, so that memory grows with the
/// different outcomes and not with the ways to them.
const WAITING: usize = 1024;

/// Outcomes that come in any order, their ways out of totals that differ.
///
/// They are kept out of one common total. It grows when a total comes that does not go into
/// it, which happens a few times at most: totals are products of the sides of dice.
pub(in crate::dice) struct Gathering<T> {
    outcomes: Vec<(T, Whole)>,
    common: Whole,
    /// The total that came last, and how often it goes into the common one.
    last: (Whole, Whole),
    merge_at: usize,
}

impl<T> Default for Gathering<T> {
    fn default() -> Self {
        Self { outcomes: Vec::new(), common: Whole::ONE, last: (Whole::ONE, Whole::ONE), merge_at: WAITING }
    }
}

impl<T: Ord> Gathering<T> {
    /// Adds an outcome with so many ways out of a total.
    pub(in crate::dice) fn add(&mut self, outcome: T, ways: Whole, total: &Whole) {
        if self.last.0 != *total {
            self.make_room_for(total);
        }
        let ways = if self.last.1.is_one() { ways } else { ways.times(&self.last.1) };
        match self.outcomes.last_mut() {
            Some((last, sum)) if *last == outcome => *sum += &ways,
            _ => self.outcomes.push((outcome, ways)),
        }
        if self.outcomes.len() >= self.merge_at {
            self.merge();
            self.merge_at = WAITING.max(self.outcomes.len() * 2);
        }
    }

    fn make_room_for(&mut self, total: &Whole) {
        let common = self.common.common_multiple(total);
        if common != self.common {
            let factor = common.over(&self.common);
            for (_, ways) in &mut self.outcomes {
                *ways *= &factor;
            }
            self.common = common;
        }
        self.last = (total.clone(), self.common.over(total));
    }

    fn merge(&mut self) {
        // Not the unstable sort: most outcomes come in long runs that are in order already.
        self.outcomes.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.outcomes.dedup_by(|(later, ways), (earlier, sum)| {
            let equal = later == earlier;
            if equal {
                *sum += ways;
            }
            equal
        });
    }

    pub(in crate::dice) fn finish(mut self) -> Distribution<T> {
        self.merge();
        Distribution::reduced(self.outcomes)
    }
}

impl<T> Distribution<T> {
    /// From outcomes that are sorted and merged.
    pub(super) fn reduced(mut outcomes: Vec<(T, Whole)>) -> Self {
        let mut total: Whole = outcomes.iter().map(|(_, ways)| ways).sum();
        let mut divisor = total.clone();
        for (_, ways) in &outcomes {
            if divisor.is_one() {
                break;
            }
            divisor = divisor.common_divisor(ways);
        }
        if !divisor.is_one() && !divisor.is_zero() {
            total = total.over(&divisor);
            for (_, ways) in &mut outcomes {
                *ways = ways.over(&divisor);
            }
        }
        Self { outcomes, total }
    }
}
