//! The dice that a battle holds, of whichever kind.

use super::{Dice, DiceError, Expr, Mark, RolledDice, ScriptedDice, Throw};

/// Rolled or scripted dice: a battle holds these and does not care which they are.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly every battle holds rolled dice, and throws them all the time")]
pub enum AnyDice {
    /// Dice that fall by chance.
    Rolled(RolledDice),
    /// Dice that fall as a script says.
    Scripted(ScriptedDice),
}

impl AnyDice {
    /// The place reached, for [`rewind`](Self::rewind).
    pub fn mark(&self) -> Mark {
        match self {
            Self::Rolled(dice) => dice.mark(),
            Self::Scripted(dice) => dice.mark(),
        }
    }

    /// Goes back to a place reached earlier: the same dice will fall again.
    pub fn rewind(&mut self, mark: Mark) {
        match self {
            Self::Rolled(dice) => dice.rewind(mark),
            Self::Scripted(dice) => dice.rewind(mark),
        }
    }

    /// How many dice have been thrown.
    pub fn thrown(&self) -> u64 {
        match self {
            Self::Rolled(dice) => dice.thrown(),
            Self::Scripted(dice) => dice.thrown(),
        }
    }

    /// Ends the battle: it is an error if a script has dice left over. Rolled dice never come to an end.
    pub fn finish(&self) -> Result<(), DiceError> {
        match self {
            Self::Rolled(_) => Ok(()),
            Self::Scripted(dice) => dice.finish(),
        }
    }

    /// A number that depends on every die thrown so far: replays store it for each turn.
    pub fn check_value(&self) -> u64 {
        match self {
            Self::Rolled(dice) => dice.check_value(),
            Self::Scripted(dice) => dice.check_value(),
        }
    }
}

impl Dice for AnyDice {
    fn throw(&mut self, expr: &Expr) -> Result<Throw, DiceError> {
        match self {
            Self::Rolled(dice) => dice.throw(expr),
            Self::Scripted(dice) => dice.throw(expr),
        }
    }
}

impl From<RolledDice> for AnyDice {
    fn from(dice: RolledDice) -> Self {
        Self::Rolled(dice)
    }
}

impl From<ScriptedDice> for AnyDice {
    fn from(dice: ScriptedDice) -> Self {
        Self::Scripted(dice)
    }
}
