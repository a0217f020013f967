//! How likely each of two armies is to rout the other, exactly. What one of them takes says nothing of what the other
//! does, so both go their own way through the rounds, hit by hit.

use std::ops::RangeInclusive;

use crate::dice::{Distribution, Fraction};

/// One of two armies: what it has left, and what it does in a round of the armies.
pub(super) struct Side<'a> {
    pub left: i32,
    pub deals: &'a dyn Fn(i32) -> Distribution<i32>,
}

/// How two armies fare.
pub(super) struct Chances {
    /// The first routs the second, and stands.
    pub wins: Fraction,
    /// The other way about.
    pub loses: Fraction,
    /// Both are routed in one round.
    pub draws: Fraction,
}

/// How they fare in these rounds.
pub(super) fn chances(one: &Side<'_>, other: &Side<'_>, rounds: RangeInclusive<i32>) -> Chances {
    let (mut mine, mut theirs) = (Distribution::certain(one.left.max(0)), Distribution::certain(other.left.max(0)));
    let gone = |left: &Distribution<i32>| left.chance(|hits| *hits <= 0);
    let mut sums = Chances { wins: Fraction::ZERO, loses: Fraction::ZERO, draws: Fraction::ZERO };
    let (mut i_was, mut they_were) = (gone(&mine), gone(&theirs));
    for round in rounds {
        if they_were == Fraction::ONE || i_was == Fraction::ONE {
            break;
        }
        theirs = after(&theirs, &(one.deals)(round));
        mine = after(&mine, &(other.deals)(round));
        let (i_am, they_are) = (gone(&mine), gone(&theirs));
        let (i_fall, they_fall) = (&i_am - &i_was, &they_are - &they_were);
        sums.wins = &sums.wins + &(&they_fall * &(&Fraction::ONE - &i_am));
        sums.loses = &sums.loses + &(&i_fall * &(&Fraction::ONE - &they_are));
        sums.draws = &sums.draws + &(&i_fall * &they_fall);
        (i_was, they_were) = (i_am, they_are);
    }
    sums
}

fn after(left: &Distribution<i32>, takes: &Distribution<i32>) -> Distribution<i32> {
    left.combine(takes, |left, takes| (left - takes.max(&0)).max(0))
}
