//! Which of the blows of a battle that is over are told.

use std::collections::BTreeSet;

use crate::battle::Id;

/// So many blows are told that felled somebody for good, and so many others, at least.
const FELLING: usize = 8;
const OTHERS: usize = 2;
/// How much heavier the first blow weighs that is told of somebody: what weighs about as much at another goes behind it.
const FIRST: i64 = 10;

/// What decides whether a blow is told.
#[derive(Clone, Copy)]
pub(super) struct Weighed {
    /// Whoever it felled has not come back.
    pub is_for_good: bool,
    pub weight: i64,
    pub round: i32,
    /// Whom it struck.
    pub at: Id,
}

/// Which of these are told, in the order of the battle, where there is room for so many: those that felled somebody for good before
/// all others, and the heaviest of the rest, one of each round before two of any, and rather one at each than two at anybody.
pub(super) fn heaviest(all: &[Weighed], most: usize) -> Vec<usize> {
    let mut ranked: Vec<(usize, Weighed)> = all.iter().copied().enumerate().collect();
    ranked.sort_by_key(|(_, blow)| std::cmp::Reverse(blow.weight));
    let (mut told, mut others): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(_, blow)| blow.is_for_good);
    // Room for the rest is kept within the whole.
    told.truncate(most.saturating_sub(OTHERS.min(others.len())).max(FELLING));
    let room = most.saturating_sub(told.len()).max(OTHERS);
    let (mut rounds, mut struck) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..room.min(others.len()) {
        let worth = |blow: &Weighed| {
            let first = if struck.contains(&blow.at) { 0 } else { FIRST };
            (!rounds.contains(&blow.round), blow.weight + first)
        };
        // Of what is worth the same the first.
        let next = (0..others.len()).rev().max_by_key(|at| others.get(*at).map(|(_, blow)| worth(blow)));
        let Some(next) = next else { break };
        let blow = others.remove(next);
        rounds.insert(blow.1.round);
        struck.insert(blow.1.at);
        told.push(blow);
    }
    let mut told: Vec<usize> = told.into_iter().map(|(index, _)| index).collect();
    told.sort_unstable();
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(weight: i64, round: i32) -> Weighed {
        Weighed { is_for_good: false, weight, round, at: Id(0) }
    }

    fn kill(round: i32) -> Weighed {
        Weighed { is_for_good: true, weight: 500, round, at: Id(0) }
    }

    /// Promise: the heaviest blows that felled nobody are told beside those that did, however many fell.
    #[test]
    fn heavy_blows_that_felled_nobody_are_told_too() {
        let all = [hit(3, 1), kill(1), kill(2), kill(2), hit(9, 3), kill(4), kill(5), hit(5, 6), kill(6)];
        assert_eq!(heaviest(&all, 6), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(heaviest(&[hit(3, 1), kill(1)], 6), [0, 1]);
        assert_eq!(heaviest(&[kill(1); 9], 6).len(), 8);
        assert_eq!(heaviest(&[hit(1, 1); 9], 6).len(), 6);
        assert!(heaviest(&[], 6).is_empty());
        assert_eq!(heaviest(&all, 12), [0, 1, 2, 3, 4, 5, 6, 7, 8], "all where there is room");
        let many = [vec![kill(1); 20], vec![hit(3, 1); 20]].concat();
        assert_eq!([10, 11, 12].map(|most| heaviest(&many, most).len()), [10, 11, 12], "never more than have room");
    }

    /// Promise: whoever was felled for good is told of before any heavier blow, and the rest are from all over the battle; all
    /// stand in its order.
    #[test]
    fn what_decided_comes_first_and_the_rest_from_all_over() {
        let early = [hit(1_040, 1), hit(90, 1), hit(80, 2), hit(70, 2), hit(60, 2), hit(50, 3)];
        let mut all = early.to_vec();
        all.extend([hit(30, 8), kill(9), hit(20, 11), kill(12)]);
        assert_eq!(heaviest(&all, 6), [0, 2, 5, 6, 7, 9]);
    }

    /// Promise: of blows that weigh the same those are told that struck somebody of whom nothing is told yet.
    #[test]
    fn rather_one_blow_at_each_than_two_at_anybody() {
        let at = |id: u16, round: i32| Weighed { at: Id(id), ..hit(30, round) };
        let all = [at(1, 1), at(1, 1), at(1, 2), at(2, 2), kill(2), kill(3), kill(3)];
        assert_eq!(heaviest(&all, 6), [0, 1, 3, 4, 5, 6]);
    }
}
