//! What somebody says at a door, in words: lessons, records, the protocol and the terminal write and read it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::words::{quoted, said};
use super::{Aim, Allowed, Look, Order, Refusal, Says};
use crate::board::{Direction, Square};

/// No name, verb or manner of an order has more letters.
const LONGEST_WORD: usize = 256;
/// No order has more targets, squares of a path or manners.
const MOST_PARTS: usize = 1_000;
/// So many letters of an order are told in messages.
const LONGEST_TOLD: usize = 300;

/// An order in words; [`Look::order`](super::Look::order) understands it. Only [`verb`](Self::verb) is always there; the other
/// parts are what that verb asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// What is done: "move", "attack", "dodge", "wait", "end turn".
    #[serde(rename = "do")]
    pub verb: String,
    /// The arm, combo, spell, card or other thing that it is done with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// At whom or what, one entry an attack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<SpokenAim>,
    /// Where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// The squares on the way, where they matter.
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

/// One target of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpokenAim {
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

impl Spoken {
    /// Whether these can be words of an order at all: looked at before any of them is looked up.
    ///
    /// # Errors
    /// With a word that is beyond all sense, or more of them than anybody says.
    pub fn makes_sense(&self) -> Allowed {
        let Self { verb, with, at, path, manner, .. } = self;
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
        Ok(())
    }
}

/// What answers a question: an order, or words of one.
pub trait Answer {
    /// The order that it is, which [`Look::check`] finds legal.
    ///
    /// # Errors
    /// With the reason why it does not answer the question at hand.
    fn meant(&self, look: Look<'_>) -> Result<Order, Refusal>;

    /// The order in words as messages quote it.
    fn told(&self) -> String;
}

impl Answer for Order {
    fn meant(&self, look: Look<'_>) -> Result<Order, Refusal> {
        look.check(self).map(|()| self.clone())
    }

    fn told(&self) -> String {
        Spoken::from(self).told()
    }
}

impl Answer for Spoken {
    fn meant(&self, look: Look<'_>) -> Result<Order, Refusal> {
        look.order(self)
    }

    /// Cut when it is long, without letters that a screen would obey.
    fn told(&self) -> String {
        let words = self.to_string();
        let mut told: String = words.chars().take(LONGEST_TOLD).map(|c| if c.is_control() { '?' } else { c }).collect();
        if words.chars().nth(LONGEST_TOLD).is_some() {
            told.push('…');
        }
        told
    }
}

impl<A: Answer + ?Sized> Answer for &A {
    fn meant(&self, look: Look<'_>) -> Result<Order, Refusal> {
        (**self).meant(look)
    }

    fn told(&self) -> String {
        (**self).told()
    }
}

impl From<&Aim> for SpokenAim {
    fn from(aim: &Aim) -> Self {
        Self {
            who: aim.who.map(|name| name.to_string()),
            square: aim.square,
            part: aim.part.map(|part| part.to_string()),
        }
    }
}

impl From<&Order> for Spoken {
    fn from(order: &Order) -> Self {
        let (mut with, mut manner) = (order.with.map(|thing| thing.to_string()), Vec::new());
        match &order.says {
            Some(Says::With(sentence)) => with = Some(sentence.to_string()),
            Some(Says::By(sentence)) => manner.push(sentence.to_string()),
            None => {}
        }
        manner.extend(order.manner.iter().map(ToString::to_string));
        Self {
            verb: order.verb.to_string(),
            with,
            at: order.at.iter().map(Into::into).collect(),
            to: order.to,
            path: order.path.clone(),
            toward: order.toward,
            n: order.n,
            manner,
        }
    }
}

impl From<Order> for Spoken {
    fn from(order: Order) -> Self {
        (&order).into()
    }
}

impl fmt::Display for SpokenAim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.who, self.square) {
            (Some(who), _) => write!(f, "{}", quoted(who))?,
            (None, Some(square)) => write!(f, "{square}")?,
            (None, None) => write!(f, "nobody")?,
        }
        self.part.as_ref().map_or(Ok(()), |part| write!(f, " in {}", quoted(part)))
    }
}

impl fmt::Display for Spoken {
    /// The order in the plain words that [`Spoken::parse`] reads back.
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
