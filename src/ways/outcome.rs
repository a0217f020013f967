//! Whether something that was tried has succeeded, by what was thrown for it.

use crate::battle::{Fact, Id};

/// What became of something that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Nothing was thrown for it.
    Untried,
    /// Whoever did it threw too little, or their target enough against it.
    Failure,
    /// Nobody's throw stood against it.
    Success,
}

/// The first throw of somebody that passed or failed, or else the total of the first.
pub(super) fn first(told: &[Fact], who: Id) -> Option<(Option<bool>, i32)> {
    let rolls = || told.iter().filter(|fact| fact.who == Some(who)).filter_map(|fact| fact.roll.as_ref());
    let decided = rolls().find(|roll| roll.success.is_some()).map(|roll| (roll.success, 0));
    decided.or_else(|| rolls().next().map(|roll| (None, roll.total)))
}

/// What became of a deed, by the first throws for it: whoever does it must pass their own and the target fail the one
/// against it; where only totals stand against each other, the higher one wins and a tie is the target's.
pub fn outcome_of(told: &[Fact], who: Id, target: Option<Id>) -> Outcome {
    let theirs = target.filter(|target| *target != who).and_then(|target| first(told, target));
    match (first(told, who), theirs) {
        (Some((Some(false), _)), _) | (_, Some((Some(true), _))) => Outcome::Failure,
        (Some((Some(true), _)), _) | (_, Some((Some(false), _))) => Outcome::Success,
        (Some((None, own)), Some((None, other))) if own > other => Outcome::Success,
        (Some((None, _)), Some((None, _))) => Outcome::Failure,
        _ => Outcome::Untried,
    }
}
