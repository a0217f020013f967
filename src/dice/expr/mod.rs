//! What is thrown: an expression such as `2d6+3` or `best 1 of 2d20`.

mod parse;
mod term;
mod text;

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use super::cursor::ExprError;
pub use term::{Keep, Term};

/// The most dice that one term of an expression may have.
pub const MAX_DICE: u16 = 1000;
/// The most sides that a die may have.
pub const MAX_SIDES: u16 = 10_000;
/// The most that dice times sides may come to, over all terms of an expression: so its
/// exact odds can always be worked out.
pub const MAX_SPREAD: u32 = 10_000;
/// The most terms of dice that an expression may have.
pub const MAX_TERMS: usize = 16;
/// The largest number, added or taken away, that an expression may have.
pub const MAX_CONSTANT: i32 = 1_000_000;

/// Dice and a number, added up: `2d6+3`, `d20`, `best 3 of 4d6`, `3d6-1d4+2`, `5`.
///
/// It is read from and written as text. Dice that are equal but written in another order
/// are different expressions, since they are thrown in the order written; numbers
/// are one number wherever they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Expr {
    terms: SmallVec<[Term; 2]>,
    constant: i32,
}

impl Expr {
    /// One die. The sides are held between 1 and [`MAX_SIDES`].
    pub fn d(sides: u16) -> Self {
        Self { terms: smallvec![Term::die(sides.clamp(1, MAX_SIDES))], constant: 0 }
    }

    /// A plain number and no dice, held within [`MAX_CONSTANT`] either way.
    pub fn constant(number: i32) -> Self {
        Self { terms: SmallVec::new(), constant: held(number) }
    }

    /// The same dice with so much more added (or less, when negative).
    #[must_use]
    pub fn plus(mut self, number: i32) -> Self {
        self.constant = held(self.constant.saturating_add(number));
        self
    }

    /// The same with every die so many sizes larger, or smaller when negative, on the ladder
    /// d3, d4, d6, d8, d10, d12. At its ends the ladder stops; dice that are not on it stay as they are,
    /// and so does the whole expression where [`MAX_SPREAD`] has no room for larger dice.
    #[must_use]
    pub fn with_sides_stepped(&self, steps: i32) -> Self {
        let terms = self.terms.iter().map(|term| term.stepped(steps)).collect();
        let stepped = Self { terms, constant: self.constant };
        if stepped.spread() > MAX_SPREAD { self.clone() } else { stepped }
    }

    /// The same so many times over: as often as the bounds of an expression have
    /// room for.
    #[must_use]
    pub fn times(&self, times: u16) -> Self {
        let has_choice = self.terms.iter().any(|term| term.keep() != Keep::All);
        let most = |bound: u32, of: u32| bound.checked_div(of).unwrap_or(u32::MAX);
        let largest = self.terms.iter().map(Term::count).max().unwrap_or(0);
        let room = most(MAX_SPREAD, self.spread()).min(most(MAX_DICE.into(), largest.into()));
        let room = if has_choice { room.min(most(MAX_TERMS as u32, self.terms.len() as u32)) } else { room };
        let times = times.min(u16::try_from(room).unwrap_or(u16::MAX));
        let terms = match (times, has_choice) {
            (0, _) => SmallVec::new(),
            (_, true) => (0..times).flat_map(|_| self.terms.iter().copied()).collect(),
            (_, false) => self.terms.iter().map(|term| Term { count: term.count * times, ..*term }).collect(),
        };
        Self { terms, constant: held(self.constant.saturating_mul(times.into())) }
    }

    /// The same with the dice of another thrown after them; without them, where the bounds of an expression have no room.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let terms = self.terms.iter().chain(&other.terms).copied().collect();
        let both = Self { terms, constant: held(self.constant.saturating_add(other.constant)) };
        if both.terms.len() > MAX_TERMS || both.spread() > MAX_SPREAD { self.clone() } else { both }
    }

    /// The dice, in the order in which they are thrown.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The number that is added to the dice.
    pub fn added(&self) -> i32 {
        self.constant
    }

    /// Whether there are no dice in it.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// How many dice are thrown, those set aside included.
    pub fn dice(&self) -> u32 {
        self.terms.iter().map(|term| u32::from(term.count())).sum()
    }

    /// The sides of the dice, if all have the same; nothing for a plain number.
    pub fn sides(&self) -> Option<u16> {
        let (first, rest) = self.terms.split_first()?;
        rest.iter().all(|term| term.sides() == first.sides()).then_some(first.sides())
    }

    /// The least that it can come to.
    pub fn min(&self) -> i32 {
        self.terms.iter().fold(self.constant, |sum, term| sum + term.min())
    }

    /// The most that it can come to.
    pub fn max(&self) -> i32 {
        self.terms.iter().fold(self.constant, |sum, term| sum + term.max())
    }

    fn spread(&self) -> u32 {
        self.terms.iter().map(Term::spread).sum()
    }
}

fn held(number: i32) -> i32 {
    number.clamp(-MAX_CONSTANT, MAX_CONSTANT)
}
