//! What a table of madness can say.

use crate::mechanics::prelude::*;

/// A row of the table.
#[derive(Clone, Debug, Deserialize)]
pub enum Row {
    /// It lasts so many rounds longer; rolled again without this row.
    Longer(Expr),
    /// They make all the noise that they can, which must be rolled to be heard; rolled again without these rows.
    Screams(i32, Vec<i32>),
    /// One attack.
    Strikes(Attack, Victim),
    /// They throw what they hold at the one who lies in a random direction.
    Throws,
    /// They drop what they hold.
    Drops,
    /// They do nothing.
    Stares,
    /// They walk in a random direction for so much of their turn.
    Walks(i32),
    /// They run in a random direction.
    Runs,
    /// In this condition for the turn, and driven by that.
    Panics(ConditionName),
    /// In this condition until their next turn, and busy with what is not there.
    Imagines(ConditionName),
    /// Into this posture, and no more.
    Falls(ConditionName),
    /// Their own master for so many rounds.
    Free(Expr),
}

/// Which attack somebody makes that does not choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attack {
    /// The one that is expected to do most harm.
    Deadliest,
    /// The one that is expected to do least, but some.
    Weakest,
}

/// Whom it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Victim {
    /// The one who lies closest to a random direction.
    Scattered,
    /// The one who harmed them last, else the nearest enemy.
    Disliked,
    /// The one who is nearest.
    Nearest,
}

/// What somebody out of their mind is about to do this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    Strike { target: Id, weakest: bool },
    Throw(Id),
    Go { toward: Direction, for_seconds: Option<i32> },
    Idle,
}
