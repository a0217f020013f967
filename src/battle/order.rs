//! What somebody wishes to do or answers, in one shape for every game and
//! every controller: window, terminal, computer, lesson, replay and protocol.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use smallvec::SmallVec;

use super::{Allowed, Key, Refusal, Spoken, Verb};
use crate::board::{Board, Direction, Square};

/// No order counts further, up or down.
const MOST: i32 = 1_000_000;

/// A wish or an answer, understood. Only [`verb`](Self::verb) is always there; the other
/// parts are what that verb asks for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "Spoken")]
pub struct Order {
    /// What is done: "move", "attack", "dodge", "wait", "end turn".
    pub verb: Verb,
    /// The arm, combo, spell, card or other thing that it is done with.
    pub with: Option<Key>,
    /// A sentence, for deeds that are done with words.
    pub says: Option<Says>,
    /// At whom or what, one entry an attack.
    pub at: SmallVec<[Aim; 1]>,
    /// Where to.
    pub to: Option<Square>,
    /// The squares on the way, where they matter.
    pub path: Vec<Square>,
    /// Which way.
    pub toward: Option<Direction>,
    /// How much: seconds, Moves, a delay, a number chosen.
    pub n: Option<i32>,
    /// In which manner: techniques and options by name ("nonlethal", "Nick").
    pub manner: SmallVec<[Key; 2]>,
}

/// A sentence in an order: no name, and nothing that anybody looks up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// It stands for what something is done with.
    With(Arc<str>),
    /// It stands for the manner.
    By(Arc<str>),
}

/// One target of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aim {
    /// A combatant, an object or a place.
    pub who: Option<Key>,
    /// Or a square.
    pub square: Option<Square>,
    /// A part of the body or a thing that the target holds.
    pub part: Option<Key>,
}

impl Aim {
    /// At somebody, nowhere in particular.
    pub fn who(name: impl Into<Key>) -> Self {
        Self { who: Some(name.into()), ..Self::default() }
    }

    /// At a square.
    pub fn square(square: Square) -> Self {
        Self { square: Some(square), ..Self::default() }
    }

    /// The same target, but at `part` of it.
    #[must_use]
    pub fn part(mut self, part: impl Into<Key>) -> Self {
        self.part = Some(part.into());
        self
    }
}

impl Order {
    /// A bare verb.
    pub fn new(verb: impl Into<Verb>) -> Self {
        Self {
            verb: verb.into(),
            with: None,
            says: None,
            at: SmallVec::new(),
            to: None,
            path: Vec::new(),
            toward: None,
            n: None,
            manner: SmallVec::new(),
        }
    }

    /// Done with `thing`.
    #[must_use]
    pub fn with(mut self, thing: impl Into<Key>) -> Self {
        self.with = Some(thing.into());
        self
    }

    /// Done with a sentence.
    #[must_use]
    pub fn says(mut self, sentence: &str) -> Self {
        self.says = Some(Says::With(sentence.into()));
        self
    }

    /// The sentence that is said, if any.
    pub fn sentence(&self) -> Option<&str> {
        match self.says.as_ref()? {
            Says::With(sentence) | Says::By(sentence) => Some(sentence),
        }
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

    /// What it is done with, in one name for all its targets: a thing, else the deed itself.
    pub fn done_with(&self) -> &'static str {
        self.with.unwrap_or(self.verb.key()).as_str()
    }

    /// Done `n` times, for `n` seconds, or whatever the verb counts.
    #[must_use]
    pub fn n(mut self, n: i32) -> Self {
        self.n = Some(n);
        self
    }

    /// Done in a manner.
    #[must_use]
    pub fn manner(mut self, manner: impl Into<Key>) -> Self {
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
    /// With a number or a square that is beyond all sense.
    pub fn makes_sense(&self, board: &Board) -> Allowed {
        if let Some(n) = self.n.filter(|n| !(-MOST..=MOST).contains(n)) {
            return Err(Refusal::nonsense(format!("found the number {n}, expected -{MOST} to {MOST}")));
        }
        // The corners of its squares belong to the board, those along its southern and eastern rim too.
        let lies_on = |at: &Square| (0..=board.width()).contains(&at.x) && (0..=board.height()).contains(&at.y);
        let mut squares = self.to.iter().chain(&self.path).chain(self.at.iter().filter_map(|aim| aim.square.as_ref()));
        squares.find(|square| !lies_on(square)).map_or(Ok(()), |square| {
            let (width, height) = (board.width(), board.height());
            Err(Refusal::nonsense(format!("{square} lies off the board of {width} x {height} squares")))
        })
    }

    /// Whether the manner `name` was asked for.
    pub fn is(&self, name: impl Into<Key>) -> bool {
        !self.manner.is_empty() && self.manner.contains(&name.into())
    }

    /// The first of its targets, if it has a name.
    pub fn whom(&self) -> Option<Key> {
        self.at.first()?.who
    }

    /// All of its targets, by name.
    pub fn whoms(&self) -> impl Iterator<Item = Option<Key>> {
        self.at.iter().map(|aim| aim.who)
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::SpokenAim::from(self).fmt(f)
    }
}

impl fmt::Display for Order {
    /// The order in the plain words that [`Spoken::parse`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spoken::from(self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SpokenAim;
    use crate::board::Terrain;

    #[test]
    fn what_is_beyond_all_sense_is_refused_before_any_deed_sees_it() {
        let board = Board::open(4, 3, Terrain::open("open")).unwrap();
        let far = |x, y| Order::new("move").to(Square::new(x, y));
        let mad = [
            far(i32::MIN, i32::MAX),
            far(5, 0),
            far(0, -1),
            Order { path: vec![Square::new(i32::MAX, 0)], ..Order::new("move") },
            Order::new("throw").at(Aim::square(Square::new(0, i32::MIN))),
            Order::new("wait").n(i32::MIN),
            Order::new("wait").n(i32::MAX),
        ];
        let words = [
            Spoken { with: Some("x".repeat(5_000)), ..Spoken::default() },
            Spoken {
                at: vec![SpokenAim { part: Some("\u{1b}[31m".to_owned()), ..SpokenAim::default() }],
                ..Spoken::default()
            },
            Spoken { manner: vec!["boldly".to_owned(); 1_001], ..Spoken::default() },
        ];
        let mad = mad.iter().map(|order| order.makes_sense(&board)).chain(words.iter().map(Spoken::makes_sense));
        for refusal in mad {
            let refusal = refusal.unwrap_err();
            assert_eq!(refusal.rule, "order", "{refusal}");
            assert!(refusal.why.len() < 200 && !refusal.why.contains('\u{1b}'), "{refusal}");
        }
        assert_eq!(far(4, 3).n(1_000_000).makes_sense(&board), Ok(()));
    }
}
