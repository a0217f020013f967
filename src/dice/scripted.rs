//! Dice that fall as a script says.

use serde::Deserialize;

use super::{Dice, DiceError, Expr, Face, Mark, Throw, rolled::checked, script::read_entry, throw::cast};

/// Dice that fall as a script says, one after the other.
///
/// A script is a list of entries such as `"d6: 2,2,2"`, `"2d8: 3,6"`, `"d10: 4"`: dice of one size and what they
/// show. A number before the `d` is how many there must be. Where a throw ends is of no concern: `2d6` takes
/// the next two dice, and both must be d6.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct ScriptedDice {
    faces: Vec<Scripted>,
    thrown: usize,
    check: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scripted {
    sides: u16,
    value: u16,
}

impl ScriptedDice {
    /// Reads a script.
    pub fn parse<S: AsRef<str>>(entries: impl IntoIterator<Item = S>) -> Result<Self, DiceError> {
        let mut dice = Self::default();
        for (place, entry) in entries.into_iter().enumerate() {
            let entry =
                read_entry(entry.as_ref()).map_err(|problem| DiceError::BadEntry { entry: place + 1, problem })?;
            for value in entry.values {
                dice.add(entry.sides, value)?;
            }
        }
        Ok(dice)
    }

    /// Every die of the script.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        self.faces.iter().map(|&Scripted { sides, value }| Face { sides, value, kept: true })
    }

    /// Ends the script: it is an error if dice are left over.
    pub fn finish(&self) -> Result<(), DiceError> {
        match self.faces.get(self.thrown) {
            None => Ok(()),
            Some(&Scripted { sides, value }) => {
                let count = self.faces.len() - self.thrown;
                Err(DiceError::LeftOver { count, position: self.thrown + 1, sides, value })
            }
        }
    }

    /// How many dice have been thrown.
    pub fn thrown(&self) -> u64 {
        self.thrown as u64
    }

    /// A number that depends on every die thrown so far.
    pub fn check_value(&self) -> u64 {
        self.check
    }

    /// The place reached, for [`rewind`](Self::rewind).
    pub fn mark(&self) -> Mark {
        Mark { position: self.thrown(), thrown: self.thrown(), check: self.check }
    }

    /// Goes back to a place reached earlier: the same dice will fall again.
    pub fn rewind(&mut self, mark: Mark) {
        self.thrown = usize::try_from(mark.position).unwrap_or(usize::MAX).min(self.faces.len());
        self.check = mark.check;
    }

    fn draw(&mut self, wanted: u16) -> Result<u16, DiceError> {
        let position = self.thrown + 1;
        match self.faces.get(self.thrown) {
            None => Err(DiceError::Exhausted { wanted, position }),
            Some(die) if die.sides != wanted => Err(DiceError::WrongSize { wanted, found: die.sides, position }),
            Some(die) => {
                self.thrown = position;
                self.check = checked(self.check, die.sides.into(), die.value);
                Ok(die.value)
            }
        }
    }

    fn add(&mut self, sides: u16, value: u64) -> Result<(), DiceError> {
        match u16::try_from(value) {
            Ok(value) if 1 <= value && value <= sides => self.faces.push(Scripted { sides, value }),
            _ => return Err(DiceError::FaceOutOfRange { sides, value, position: self.faces.len() + 1 }),
        }
        Ok(())
    }
}

impl TryFrom<Vec<String>> for ScriptedDice {
    type Error = DiceError;

    fn try_from(entries: Vec<String>) -> Result<Self, DiceError> {
        Self::parse(entries)
    }
}

impl Dice for ScriptedDice {
    fn throw(&mut self, expr: &Expr) -> Result<Throw, DiceError> {
        cast(expr, |sides| self.draw(sides))
    }
}
