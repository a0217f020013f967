//! The hand that throws: one trait for every kind of dice.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::{DiceError, Expr, Keep, MAX_SIDES, Term};

/// Something that can throw dice.
///
/// Rules take `&mut impl Dice` (or `&mut dyn Dice`) and never ask which kind it is.
pub trait Dice {
    /// Throws what the expression says.
    fn throw(&mut self, expr: &Expr) -> Result<Throw, DiceError>;

    /// Throws one die of so many sides and tells what it shows.
    fn d(&mut self, sides: u16) -> Result<i32, DiceError> {
        Ok(self.throw(&Expr::d(sides))?.total)
    }

    /// Picks one of `count` things by throwing one die of as many sides: the first is 0.
    fn pick(&mut self, count: usize) -> Result<usize, DiceError> {
        let sides = match u16::try_from(count) {
            Ok(0) => return Err(DiceError::NothingToPick),
            Ok(sides) if sides <= MAX_SIDES => sides,
            _ => return Err(DiceError::TooManyToPick { count, limit: MAX_SIDES }),
        };
        Ok(usize::try_from(self.d(sides)? - 1).unwrap_or(0))
    }
}

/// Puts cards (or anything else) into a random order, every order being equally likely.
///
/// From the last place to the second, each card changes places with one picked
/// from those not yet settled. A script therefore needs one die for each card but the
/// first, the largest die first.
pub fn shuffle<T>(dice: &mut (impl Dice + ?Sized), cards: &mut [T]) -> Result<(), DiceError> {
    for last in (1..cards.len()).rev() {
        let picked = dice.pick(last + 1)?;
        cards.swap(last, picked);
    }
    Ok(())
}

/// How a throw fell; the default is that of no dice at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Throw {
    /// The total with every constant in it.
    pub total: i32,
    /// The dice as they lie on the table, in the order thrown. Enumerated dice do not lie
    /// on any table: they leave this empty.
    pub faces: SmallVec<[Face; 4]>,
}

/// One die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Face {
    /// How many sides the die has.
    pub sides: u16,
    /// What it shows.
    pub value: u16,
    /// Whether it counts, or was set aside as one of the worse (or better) ones.
    pub kept: bool,
}

/// A place in a stream of dice, to come back to when what was under way begins anew.
///
/// Good only for the dice that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(super) position: u64,
    pub(super) thrown: u64,
    pub(super) check: u64,
}

/// Throws an expression die by die, in the order written.
pub(super) fn cast(expr: &Expr, mut draw: impl FnMut(u16) -> Result<u16, DiceError>) -> Result<Throw, DiceError> {
    let mut faces: SmallVec<[Face; 4]> = SmallVec::new();
    let mut total = expr.added();
    for term in expr.terms() {
        let start = faces.len();
        for _ in 0..term.count() {
            faces.push(Face { sides: term.sides(), value: draw(term.sides())?, kept: true });
        }
        let pool = faces.get_mut(start..).unwrap_or_default();
        set_aside(pool, term);
        let sum: i32 = pool.iter().filter(|face| face.kept).map(|face| i32::from(face.value)).sum();
        total += if term.is_subtracted() { -sum } else { sum };
    }
    Ok(Throw { total, faces })
}

/// Sets aside the dice that do not count. Of equal ones the later go first.
fn set_aside(pool: &mut [Face], term: &Term) {
    let set_aside = usize::from(term.count() - term.kept());
    if set_aside == 0 {
        return;
    }
    let mut order: SmallVec<[usize; 8]> = (0..pool.len()).rev().collect();
    match term.keep() {
        Keep::All => {}
        Keep::Best(_) => order.sort_by_key(|place| pool[*place].value),
        Keep::Worst(_) => order.sort_by_key(|place| Reverse(pool[*place].value)),
    }
    for place in order.into_iter().take(set_aside) {
        pool[place].kept = false;
    }
}
