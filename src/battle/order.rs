//! What somebody wishes to do or answers, in one shape for every game and
//! every controller: window, terminal, computer, lesson, replay and protocol.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::words::{quoted, said};
use crate::board::{Direction, Square};

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

    /// Whether the manner `name` was asked for.
    pub fn is(&self, name: &str) -> bool {
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
