//! How much hangs on each axis: which of all numbers matters most.

use super::{Axis, FoundCell};
use crate::sim::wilson;

/// Wins of one side in some battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Battles that it won.
    pub wins: u64,
    /// Of how many.
    pub battles: u64,
}

/// What hangs on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Its place among all axes.
    pub axis: usize,
    /// The wins of the first side at each of its values, over all other axes.
    pub shares: Vec<Share>,
    /// The values at which the first side wins least and most often.
    pub ends: [usize; 2],
    /// By how much its share differs between the two, and between which bounds that lies (95 of 100).
    pub span: [f64; 3],
    /// What part of all difference between cells comes of this axis alone; the rest is that of other axes, of several
    /// together, and chance.
    pub part: f64,
}

impl Share {
    /// Of a side in some cells.
    pub fn of<'c>(side: usize, cells: impl IntoIterator<Item = &'c FoundCell>) -> Self {
        cells.into_iter().fold(Self::default(), |sum, cell| Self {
            wins: sum.wins + cell.tally.wins.get(side).copied().unwrap_or(0),
            battles: sum.battles + cell.tally.battles,
        })
    }

    /// The rate.
    pub fn rate(self) -> f64 {
        self.wins as f64 / self.battles.max(1) as f64
    }

    /// Between which bounds it lies (95 of 100).
    pub fn bounds(self) -> (f64, f64) {
        wilson(self.wins, self.battles)
    }
}

/// What hangs on each axis that has several values, in the cells of one scenario: the weightiest first.
pub fn weights(axes: &[Axis], cells: &[&FoundCell]) -> Vec<Weight> {
    let rates: Vec<f64> = cells.iter().map(|cell| Share::of(0, [*cell]).rate()).collect();
    let all = variance(&rates);
    // The first axis are the scenarios themselves.
    let several = axes.iter().enumerate().skip(1).filter(|(_, axis)| axis.values.len() > 1);
    let weigh = |(axis, of): (usize, &Axis)| {
        let at = |value: usize| cells.iter().copied().filter(move |cell| cell.place.get(axis) == Some(&value));
        let shares: Vec<Share> = (0..of.values.len()).map(|value| Share::of(0, at(value))).collect();
        let rates: Vec<f64> = shares.iter().map(|share| share.rate()).collect();
        let by_rate = |one: &usize, other: &usize| rates[*one].total_cmp(&rates[*other]);
        let least = (0..rates.len()).min_by(by_rate).unwrap_or(0);
        let most = (0..rates.len()).max_by(by_rate).unwrap_or(0);
        let part = if all > 0.0 { variance(&rates) / all } else { 0.0 };
        Weight { axis, span: difference(shares[least], shares[most]), shares, ends: [least, most], part }
    };
    let mut weights: Vec<Weight> = several.map(weigh).collect();
    weights.sort_by(|one, other| other.span[0].total_cmp(&one.span[0]));
    weights
}

fn variance(all: &[f64]) -> f64 {
    let count = all.len().max(1) as f64;
    let mean = all.iter().sum::<f64>() / count;
    all.iter().map(|each| (each - mean).powi(2)).sum::<f64>() / count
}

/// By how much the second share is above the first, and its bounds (Newcombe's, from those of Wilson).
fn difference(low: Share, high: Share) -> [f64; 3] {
    let (own, other) = (low.rate(), high.rate());
    let ((own_low, own_high), (other_low, other_high)) = (low.bounds(), high.bounds());
    let by = other - own;
    let below = ((other - other_low).powi(2) + (own_high - own).powi(2)).sqrt();
    let above = ((other_high - other).powi(2) + (own - own_low).powi(2)).sqrt();
    [by, by - below, by + above]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Tally;

    fn axis(name: &str, values: usize) -> Axis {
        Axis { name: name.to_owned(), values: (0..values).map(|value| value.to_string()).collect() }
    }

    /// Promise: what changes most is told first, and what changes nothing has no part in it.
    #[test]
    fn what_matters_most_comes_first() {
        let axes = [axis("scenario", 1), axis("idle", 2), axis("strong", 3), axis("weak", 2), axis("one", 1)];
        let mut cells = Vec::new();
        for (idle, strong, weak) in (0..12).map(|at| (at / 6, at / 2 % 3, at % 2)) {
            let wins = vec![200 + 200 * strong as u64 + 50 * weak as u64, 0];
            let tally = Tally { battles: 1000, wins, ..Tally::default() };
            cells.push(FoundCell { place: vec![0, idle, strong, weak, 0], sides: Vec::new(), tally });
        }
        let cells: Vec<&FoundCell> = cells.iter().collect();
        let weights = weights(&axes, &cells);
        assert_eq!(weights.iter().map(|weight| weight.axis).collect::<Vec<_>>(), [2, 3, 1]);
        let [strong, weak, idle] = [&weights[0], &weights[1], &weights[2]];
        assert!((strong.span[0] - 0.4).abs() < 1e-9 && strong.ends == [0, 2] && strong.part > 0.9);
        assert!((weak.span[0] - 0.05).abs() < 1e-9 && weak.span[1] > 0.0 && weak.span[2] < 0.1, "{weak:?}");
        assert!(idle.span[0] == 0.0 && idle.span[1] < 0.0 && idle.part < 1e-9, "{idle:?}");
        assert!((strong.part + weak.part + idle.part - 1.0).abs() < 1e-9);
        assert_eq!(strong.shares[1], Share { wins: 4 * 400 + 2 * 50, battles: 4000 });
    }
}
