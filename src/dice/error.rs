//! What can go wrong when dice are thrown.

use thiserror::Error;

use super::ExprError;

/// Why dice could not be thrown, or a script of dice could not be used.
///
/// Positions count dice from 1, in the order in which the script lists them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceError {
    /// A rule threw a die after the last one of the script.
    #[error("the script has no die left: a d{wanted} was thrown as die {position}")]
    Exhausted {
        /// Sides of the die that the rule threw.
        wanted: u16,
        /// Which die of the script it would have been.
        position: usize,
    },
    /// A rule threw a die of another size than the script has next.
    #[error("die {position} of the script is a d{found}, but a d{wanted} was thrown")]
    WrongSize {
        /// Sides of the die that the rule threw.
        wanted: u16,
        /// Sides of the die that the script has there.
        found: u16,
        /// Which die of the script it is.
        position: usize,
    },
    /// The script was not thrown to its end.
    #[error("the script has dice left over: {count}, the first of them die {position}, a d{sides} showing {value}")]
    LeftOver {
        /// How many dice are left.
        count: usize,
        /// Which die of the script is the first of them.
        position: usize,
        /// Sides of that die.
        sides: u16,
        /// What that die shows.
        value: u16,
    },
    /// A scripted die shows a number that no such die has.
    #[error("die {position} of the script shows {value}, which a d{sides} has not")]
    FaceOutOfRange {
        /// Sides of the die.
        sides: u16,
        /// What it is said to show.
        value: u64,
        /// Which die of the script it is.
        position: usize,
    },
    /// An entry of a script cannot be read.
    #[error("entry {entry} of the script, {problem}")]
    BadEntry {
        /// Which entry it is, counted from 1.
        entry: usize,
        /// What is wrong with it, and where.
        problem: ExprError,
    },
    /// Something was to be picked by chance out of nothing.
    #[error("there is nothing to pick from")]
    NothingToPick,
    /// Something was to be picked by chance out of more than the largest die can tell apart.
    #[error("cannot pick one of {count}: the largest die has {limit} sides")]
    TooManyToPick {
        /// How many there were to pick from.
        count: usize,
        /// Sides of the largest die.
        limit: u16,
    },
    /// The dice can fall in more ways than may be enumerated.
    #[error("the dice can fall in more than {limit} ways: resolve the rule in stages")]
    TooManyPaths {
        /// How many ways are allowed.
        limit: u64,
    },
    /// A rule throws and throws, as one that throws again until something happens.
    #[error("the rule throws more than {limit} times in a row: its ways cannot be enumerated to the end")]
    TooManyThrows {
        /// How many throws are allowed.
        limit: usize,
    },
    /// Every throw was to be told of dice that are thrown again until something comes of them.
    #[error("what is thrown again until it is decided has no end of throws: ask what comes of it, not about its rolls")]
    ThrownAgain,
    /// A rule that was enumerated did not throw the same dice when the dice fell the same.
    #[error("throw {position} of the rule was {before} and now is {now}, although every die before it fell the same")]
    Unsteady {
        /// Which throw of the rule it is, counted from 1.
        position: usize,
        /// What was thrown there before.
        before: String,
        /// What is thrown there now.
        now: String,
    },
}
