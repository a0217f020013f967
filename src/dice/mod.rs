//! Dice: what is thrown, who throws it, and how likely everything is.
//!
//! An [`Expr`] says what is thrown: `2d6+3`, `d20`, `best 1 of 2d20`. A rule is
//! a plain function of some figures and of a [`Dice`], and says nothing about
//! where the numbers come from. Three kinds of dice can be put into its hand:
//!
//! - [`RolledDice`] fall by chance, from a seed. A battle in play holds these;
//!   the same seed gives the same battle on every machine.
//! - [`ScriptedDice`] fall as a script says: `"2d6: 3,4"`. Lessons and tests
//!   hold these. A script that has other dice than the rule throws, too few of
//!   them or some left over, is a named failure.
//! - [`EnumeratedDice`] fall every way they can. [`enumerate`] runs the rule once
//!   for each way and gathers equal outcomes, with exact weights, into a
//!   [`Distribution`]. The odds shown to the player come from these.
//!
//! Because it is the same function in all three hands, odds cannot disagree with
//! play, and a lesson cannot disagree with either. A rule that looks at single
//! faces (a natural 20, a double) throws those dice singly: enumerated dice have
//! totals, and no faces on a table.
//!
//! ```
//! use sortie::dice::{Dice, DiceError, Expr, Fraction, RolledDice, ScriptedDice, enumerate};
//!
//! fn wound(dice: &mut (impl Dice + ?Sized), attack: &Expr, defence: i32) -> Result<i32, DiceError> {
//!     if dice.throw(attack)?.total < defence {
//!         return Ok(0);
//!     }
//!     dice.d(6)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let attack: Expr = "2d6+4".parse()?;
//! let odds = enumerate(|dice| wound(dice, &attack, 11))?;
//! assert_eq!(odds.probability(&0), "5/12".parse::<Fraction>()?);
//!
//! let mut script = ScriptedDice::parse(["2d6: 3,4", "d6: 5"])?;
//! assert_eq!(wound(&mut script, &attack, 11), Ok(5));
//! script.finish()?;
//!
//! let mut rolled = RolledDice::from_seed(7);
//! assert!(odds.probability(&wound(&mut rolled, &attack, 11)?) > Fraction::ZERO);
//! # Ok(())
//! # }
//! ```
//!
//! # Stages add up
//!
//! The cost of enumerating is the number of ways that the dice can fall. A sum
//! such as `2d6`, or `best 1 of 2d20`, is one branch of weighted totals and not
//! one of single faces, but two throws of it still multiply. What makes an attack
//! cheap is to cut it where little is carried over: enumerate who hits, which
//! leaves a handful of outcomes, and only [`then`](Distribution::then) enumerate
//! how much harm each of them does. The ways then add up. In the same spirit
//! three equal attacks are one attack enumerated, [`times`](Distribution::times)
//! three.
//!
//! This module knows no rule and no entity, and nothing else of the package.

mod any;
mod cards;
mod cursor;
mod distribution;
mod enumerated;
mod error;
mod expr;
mod fraction;
mod rolled;
mod script;
mod scripted;
mod throw;
mod whole;

#[cfg(test)]
mod tests;

pub use any::AnyDice;
pub use cards::{Card, NUMBERS, Suit};
pub use cursor::ExprError;
pub use distribution::Distribution;
pub use enumerated::{EnumeratedDice, PATH_LIMIT, Ways, enumerate, enumerate_within};
pub use error::DiceError;
pub use expr::{Expr, Keep, MAX_CONSTANT, MAX_DICE, MAX_SIDES, MAX_SPREAD, MAX_TERMS, Term};
pub use fraction::{Fraction, FractionError};
pub use rolled::RolledDice;
pub use scripted::ScriptedDice;
pub use throw::{Dice, Face, Mark, Throw, shuffle};
