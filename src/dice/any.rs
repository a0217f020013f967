//! The dice that a battle holds, of whichever kind.

use super::{Dice, DiceError, EnumeratedDice, Expr, Mark, RolledDice, ScriptedDice, Throw};

/// The stream of the dice aside.
const ASIDE: u64 = 1;

/// Rolled, scripted or enumerated dice: a battle holds these and does not care which they are.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly every battle holds rolled dice, and throws them all the time")]
pub enum AnyDice {
    /// Dice that fall by chance.
    Rolled(RolledDice),
    /// Dice that fall as a script says.
    Scripted(ScriptedDice),
    /// Dice that fall every way they can, one way after the other.
    Enumerated(EnumeratedDice),
}

impl AnyDice {
    /// The place reached, for [`rewind`](Self::rewind).
    pub fn mark(&self) -> Mark {
        match self {
            Self::Rolled(dice) => dice.mark(),
            Self::Scripted(dice) => dice.mark(),
            Self::Enumerated(dice) => dice.mark(),
        }
    }

    /// Goes back to a place reached earlier: the same dice will fall again.
    pub fn rewind(&mut self, mark: Mark) {
        match self {
            Self::Rolled(dice) => dice.rewind(mark),
            Self::Scripted(dice) => dice.rewind(mark),
            Self::Enumerated(dice) => dice.rewind(mark),
        }
    }

    /// The same dice at a place reached earlier.
    #[must_use]
    pub fn at(&self, mark: Mark) -> Self {
        let mut dice = self.clone();
        dice.rewind(mark);
        dice
    }

    /// Dice of another seed in place of these, at a place reached earlier: those that have fallen since then fall again
    /// as they did, and then new ones. Dice that were not rolled do not fall again.
    #[must_use]
    pub fn going_on(&self, seed: u64, since: Mark) -> Self {
        Self::Rolled(match self {
            Self::Rolled(dice) => dice.going_on(seed, since),
            Self::Scripted(_) | Self::Enumerated(_) => RolledDice::from_seed(seed),
        })
    }

    /// Dice beside these that leave them alone: rolled ones hang on the same seed and fall independently of them.
    #[must_use]
    pub fn aside(&self) -> Self {
        match self {
            Self::Rolled(dice) => Self::Rolled(dice.stream(ASIDE)),
            Self::Scripted(_) | Self::Enumerated(_) => self.clone(),
        }
    }

    /// Whether they fall every way, and nobody looks on until the round is over.
    pub fn is_near(&self) -> bool {
        matches!(self, Self::Enumerated(dice) if dice.is_near())
    }

    /// How many dice have been thrown.
    pub fn thrown(&self) -> u64 {
        match self {
            Self::Rolled(dice) => dice.thrown(),
            Self::Scripted(dice) => dice.thrown(),
            Self::Enumerated(dice) => dice.thrown() as u64,
        }
    }

    /// Throws several dice at once. Nobody will know more of them than what `read` takes from what comes of them; the
    /// rest is for the chronicle alone. Dice that fall every way need not tell apart what reads the same.
    ///
    /// # Errors
    /// When the dice do not fit.
    pub fn lot<T, K: Ord + Clone>(
        &mut self,
        resolve: impl FnMut(&mut Self) -> Result<T, DiceError>,
        read: impl Fn(&T) -> K,
    ) -> Result<T, DiceError> {
        self.lot_again(resolve, |found| Some(read(found)))
    }

    /// The same, thrown again until something can be read of the dice.
    ///
    /// # Errors
    /// When the dice do not fit.
    pub fn lot_again<T, K: Ord + Clone>(
        &mut self,
        mut resolve: impl FnMut(&mut Self) -> Result<T, DiceError>,
        read: impl Fn(&T) -> Option<K>,
    ) -> Result<T, DiceError> {
        match self {
            Self::Enumerated(dice) => dice.lot(false, resolve, read),
            Self::Rolled(_) | Self::Scripted(_) => resolve(self),
        }
    }

    /// The same as [`lot`](Self::lot), where single faces are read.
    ///
    /// # Errors
    /// When the dice do not fit.
    pub fn faces<T, K: Ord + Clone>(
        &mut self,
        mut resolve: impl FnMut(&mut Self) -> Result<T, DiceError>,
        read: impl Fn(&T) -> K,
    ) -> Result<T, DiceError> {
        match self {
            Self::Enumerated(dice) => dice.lot(true, resolve, |found| Some(read(found))),
            Self::Rolled(_) | Self::Scripted(_) => resolve(self),
        }
    }

    /// A number that depends on every die thrown so far.
    pub fn check_value(&self) -> u64 {
        match self {
            Self::Rolled(dice) => dice.check_value(),
            Self::Scripted(dice) => dice.check_value(),
            Self::Enumerated(_) => 0,
        }
    }
}

impl Dice for AnyDice {
    fn throw(&mut self, expr: &Expr) -> Result<Throw, DiceError> {
        match self {
            Self::Rolled(dice) => dice.throw(expr),
            Self::Scripted(dice) => dice.throw(expr),
            Self::Enumerated(dice) => dice.throw(expr),
        }
    }
}

impl From<RolledDice> for AnyDice {
    fn from(dice: RolledDice) -> Self {
        Self::Rolled(dice)
    }
}

impl From<EnumeratedDice> for AnyDice {
    fn from(dice: EnumeratedDice) -> Self {
        Self::Enumerated(dice)
    }
}

impl From<ScriptedDice> for AnyDice {
    fn from(dice: ScriptedDice) -> Self {
        Self::Scripted(dice)
    }
}
