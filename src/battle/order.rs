//! What somebody wishes to do or answers, in one shape for every game and
//! every controller: window, terminal, computer, lesson, replay and protocol.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::words::{quoted, said};
use super::{Allowed, Refusal};
use crate::board::{Board, Direction, Square};

/// No name, verb or manner of an order has more letters.
const LONGEST_WORD: usize = 256;
/// No order has more targets, squares of a path or manners.
const MOST_PARTS: usize = 1_000;
/// No order counts further, up or down.
const MOST: i32 = 1_000_000;
/// So many letters of an order are told in messages.
const LONGEST_TOLD: usize = 300;

/// A wish or an answer. Only [`verb`](Self::verb) is always there; the other
/// parts are what that verb asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// What is done: "move", "attack", "dodge", "wait", "end turn".
    #[serde(rename = "do")]
    pub verb: String,
    /// The arm, combo, spell, card or other thing that it is done with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// At whom or what, one entry an attack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Aim>,
    /// Where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// By which squares, where it matters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Square>,
    /// Which way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<Direction>,
    /// How much: seconds, Moves, a delay, a number chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<i32>,
    /// In which manner: techniques and options by name ("nonlethal", "Nick").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub manner: Vec<String>,
}

/// One target of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// A combatant or an object, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Or a square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// A part of the body or a thing that the target holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

impl Aim {
    /// At somebody, nowhere in particular.
    pub fn who(name: impl Into<String>) -> Self {
        Self { who: Some(name.into()), ..Self::default() }
    }

    /// At a square.
    pub fn square(square: Square) -> Self {
        Self { square: Some(square), ..Self::default() }
    }

    /// The same target, but at `part` of it.
    #[must_use]
    pub fn part(mut self, part: impl Into<String>) -> Self {
        self.part = Some(part.into());
        self
    }
}

impl Order {
    /// A bare verb.
    pub fn new(verb: impl Into<String>) -> Self {
        Self { verb: verb.into(), ..Self::default() }
    }

    /// Done with `thing`.
    #[must_use]
    pub fn with(mut self, thing: impl Into<String>) -> Self {
        self.with = Some(thing.into());
        self
    }

    /// Done at one more target.
    #[must_use]
    pub fn at(mut self, aim: Aim) -> Self {
        self.at.push(aim);
        self
    }

    /// Done towards a place.
    #[must_use]
    pub fn to(mut self, square: Square) -> Self {
        self.to = Some(square);
        self
    }

    /// Done in one of the eight directions.
    #[must_use]
    pub fn toward(mut self, direction: Direction) -> Self {
        self.toward = Some(direction);
        self
    }

    /// Done `n` times, for `n` seconds, or whatever the verb counts.
    #[must_use]
    pub fn n(mut self, n: i32) -> Self {
        self.n = Some(n);
        self
    }

    /// Done in a manner.
    #[must_use]
    pub fn manner(mut self, manner: impl Into<String>) -> Self {
        self.manner.push(manner.into());
        self
    }

    /// Without the manners, which only whoever gives it needs to tell.
    #[must_use]
    pub fn plainly(mut self) -> Self {
        self.manner.clear();
        self
    }

    /// Whether an order can mean anything on `board`, whatever the rules say: looked at before any deed is, so that deeds
    /// can count on it.
    ///
    /// # Errors
    /// With a word, a number or a square that is beyond all sense.
    pub fn makes_sense(&self, board: &Board) -> Allowed {
        let Self { verb, with, at, to, path, toward: _, n, manner } = self;
        let aims = || at.iter().flat_map(|aim| aim.who.iter().chain(&aim.part));
        let words = [verb].into_iter().chain(with).chain(aims()).chain(manner);
        for word in words {
            let letters = word.chars().count();
            if letters > LONGEST_WORD {
                let begin: String = word.chars().take(12).collect();
                let why = format!("found a name of {letters} letters (`{begin}...`), expected at most {LONGEST_WORD}");
                return Err(Refusal::nonsense(why));
            }
            if word.chars().any(char::is_control) {
                return Err(Refusal::nonsense(format!("found {word:?}, expected letters that can be written")));
            }
        }
        for (parts, what) in [(at.len(), "targets"), (path.len(), "squares of a path"), (manner.len(), "manners")] {
            if parts > MOST_PARTS {
                return Err(Refusal::nonsense(format!("found {parts} {what}, expected at most {MOST_PARTS}")));
            }
        }
        if let Some(n) = n.filter(|n| !(-MOST..=MOST).contains(n)) {
            return Err(Refusal::nonsense(format!("found the number {n}, expected -{MOST} to {MOST}")));
        }
        // The corners of its squares belong to the board, those along its southern and eastern rim too.
        let lies_on = |at: &Square| (0..=board.width()).contains(&at.x) && (0..=board.height()).contains(&at.y);
        let mut squares = to.iter().chain(path).chain(at.iter().filter_map(|aim| aim.square.as_ref()));
        squares.find(|square| !lies_on(square)).map_or(Ok(()), |square| {
            let (width, height) = (board.width(), board.height());
            Err(Refusal::nonsense(format!("{square} lies off the board of {width} x {height} squares")))
        })
    }

    /// The order in words as messages quote it: cut when it is long, without letters that a screen would obey.
    pub fn told(&self) -> String {
        let words = self.to_string();
        let mut told: String = words.chars().take(LONGEST_TOLD).map(|c| if c.is_control() { '?' } else { c }).collect();
        if words.chars().nth(LONGEST_TOLD).is_some() {
            told.push('…');
        }
        told
    }

    /// Whether the manner `name` was asked for.
    pub fn is(&self, name: impl AsRef<str>) -> bool {
        let name = name.as_ref();
        self.manner.iter().any(|each| each.eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.who, self.square) {
            (Some(who), _) => write!(f, "{}", quoted(who))?,
            (None, Some(square)) => write!(f, "{square}")?,
            (None, None) => write!(f, "nobody")?,
        }
        self.part.as_ref().map_or(Ok(()), |part| write!(f, " in {}", quoted(part)))
    }
}

impl fmt::Display for Order {
    /// The order in the plain words that [`Order::parse`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", said(&self.verb))?;
        if let Some(with) = &self.with {
            write!(f, " with {}", quoted(with))?;
        }
        for (index, aim) in self.at.iter().enumerate() {
            write!(f, "{}{aim}", if index == 0 { " at " } else { " and " })?;
        }
        if let Some(to) = self.to {
            write!(f, " to {to}")?;
        }
        for square in &self.path {
            write!(f, " via {square}")?;
        }
        if let Some(direction) = self.toward {
            write!(f, " toward {}", direction.word())?;
        }
        if let Some(n) = self.n {
            write!(f, " for {n}")?;
        }
        for manner in &self.manner {
            write!(f, " by {}", quoted(manner))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CoverGrade, Terrain};

    #[test]
    fn what_is_beyond_all_sense_is_refused_before_any_deed_sees_it() {
        let (name, cover, tags) = ("open".to_owned(), CoverGrade::default(), Vec::new());
        let board = Board::open(4, 3, Terrain { name, cost: 1, blocks_sight: false, cover, tags }).unwrap();
        let far = |x, y| Order::new("move").to(Square::new(x, y));
        let long = "x".repeat(5_000);
        let mad = [
            far(i32::MIN, i32::MAX),
            far(5, 0),
            far(0, -1),
            Order { path: vec![Square::new(i32::MAX, 0)], ..Order::new("move") },
            Order::new("throw").at(Aim::square(Square::new(0, i32::MIN))),
            Order::new("wait").n(i32::MIN),
            Order::new("wait").n(i32::MAX),
            Order::new("attack").with(long.as_str()),
            Order::new("attack").at(Aim::who("Bo").part("\u{1b}[31m")),
            Order { manner: vec!["boldly".to_owned(); 1_001], ..Order::new("move") },
        ];
        for order in mad {
            let refusal = order.makes_sense(&board).unwrap_err();
            assert_eq!(refusal.rule, "order", "{refusal}");
            assert!(refusal.why.len() < 200 && !refusal.why.contains('\u{1b}'), "{refusal}");
        }
        assert_eq!(far(4, 3).n(1_000_000).makes_sense(&board), Ok(()));
    }
}
