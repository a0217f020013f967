//! Orders in plain words, as lessons, saves and the terminal write them.
//!
//! `attack with Arming sword at Goblin in head`, `move to (3,0)`,
//! `combo with Three Cuts at Goblin and Goblin`, `run toward east for 3`.
//! A clause begins with one of the words `with at and to via toward for by in`;
//! a name that holds such a word is put in double quotes.

use thiserror::Error;

use super::{Spoken, SpokenAim};
use crate::board::{Direction, Square};

/// Why a line is no order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordsError {
    /// Nothing was said.
    #[error("an empty order; expected a verb such as `move` or `attack`")]
    Empty,
    /// A clause word without its clause.
    #[error("nothing after `{0}`")]
    Nothing(String),
    /// A clause that is not of the expected kind.
    #[error("found `{found}` after `{clause}`, expected {expected}")]
    Clause {
        /// The word that opened it.
        clause: String,
        /// What stood there.
        found: String,
        /// What could have.
        expected: &'static str,
    },
    /// A quoted name that never ends.
    #[error("a double quote that is never closed")]
    Quote,
}

/// Words that open a clause; `in` last, as it needs a target before it.
const CLAUSES: [&str; 9] = ["with", "at", "and", "to", "via", "toward", "for", "by", "in"];

impl Spoken {
    /// Reads an order from plain words.
    ///
    /// # Errors
    /// When the line is empty or a clause does not hold what it should.
    pub fn parse(text: &str) -> Result<Self, WordsError> {
        let words = split(text)?;
        let mut order = Self::default();
        let mut rest = words.as_slice();
        // Nothing can be aimed at yet, so an `in` belongs to the verb: "step in".
        order.verb = take_phrase(&mut rest, &CLAUSES[..CLAUSES.len() - 1]);
        if order.verb.is_empty() {
            return Err(WordsError::Empty);
        }
        while let Some((Word { text: clause, .. }, after)) = rest.split_first() {
            rest = after;
            let phrase = take_phrase(&mut rest, &CLAUSES);
            if phrase.is_empty() {
                return Err(WordsError::Nothing(clause.clone()));
            }
            order.add_clause(clause, phrase)?;
        }
        Ok(order)
    }

    fn add_clause(&mut self, clause: &str, phrase: String) -> Result<(), WordsError> {
        let wrong = |expected| WordsError::Clause { clause: clause.to_owned(), found: phrase.clone(), expected };
        match clause {
            "with" => self.with = Some(phrase),
            "at" | "and" => self.at.push(match parse_square(&phrase) {
                Some(square) => SpokenAim { square: Some(square), ..SpokenAim::default() },
                None => SpokenAim { who: Some(phrase), ..SpokenAim::default() },
            }),
            "in" => match self.at.last_mut() {
                Some(aim) => aim.part = Some(phrase),
                None => return Err(wrong("a target before it")),
            },
            "to" => self.to = Some(parse_square(&phrase).ok_or_else(|| wrong("a square such as (3,0)"))?),
            "via" => self.path.push(parse_square(&phrase).ok_or_else(|| wrong("a square such as (3,0)"))?),
            "toward" => {
                self.toward = Some(Direction::from_word(&phrase).ok_or_else(|| wrong("one of the eight directions"))?);
            }
            "for" => self.n = Some(phrase.parse().map_err(|_| wrong("a whole number"))?),
            _ => self.manner.push(phrase),
        }
        Ok(())
    }
}

struct Word {
    text: String,
    quoted: bool,
}

/// Splits at blanks, keeping quoted names and squares such as `(3, 0)` whole.
fn split(text: &str) -> Result<Vec<Word>, WordsError> {
    let mut words = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&first) = chars.peek() {
        if first.is_whitespace() {
            chars.next();
        } else if first == '"' {
            chars.next();
            let mut name = String::new();
            loop {
                match chars.next() {
                    Some('"') => break,
                    Some(each) => name.push(each),
                    None => return Err(WordsError::Quote),
                }
            }
            words.push(Word { text: name, quoted: true });
        } else {
            let mut word = String::new();
            let mut depth = 0;
            while let Some(&each) = chars.peek() {
                if each == '"' || (each.is_whitespace() && depth == 0) {
                    break;
                }
                depth += i32::from(each == '(') - i32::from(each == ')');
                if !each.is_whitespace() {
                    word.push(each);
                }
                chars.next();
            }
            words.push(Word { text: word, quoted: false });
        }
    }
    Ok(words)
}

/// Takes words up to the next of `stops`.
fn take_phrase(rest: &mut &[Word], stops: &[&str]) -> String {
    let end = rest.iter().position(|word| !word.quoted && stops.contains(&word.text.as_str())).unwrap_or(rest.len());
    let (phrase, after) = rest.split_at(end);
    *rest = after;
    phrase.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Reads "(3,0)".
pub fn parse_square(text: &str) -> Option<Square> {
    let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (x, y) = inside.split_once(',')?;
    Some(Square::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// A name as [`Spoken::parse`] reads it back: quoted when it holds a clause word.
pub fn quoted(name: &str) -> String {
    if name.split_whitespace().any(|word| CLAUSES.contains(&word)) { format!("\"{name}\"") } else { name.to_owned() }
}

/// A verb in the same way: no `in` can part it from what follows.
pub fn said(verb: &str) -> String {
    let parts = |word: &str| word != "in" && CLAUSES.contains(&word);
    if verb.split_whitespace().any(parts) { format!("\"{verb}\"") } else { verb.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Aim, Order};

    #[test]
    fn a_verb_that_holds_a_clause_word_is_read_back() {
        for verb in ["turn and fight", "step in", "move"] {
            let order = Spoken::from(Order::new(verb).with("Sword"));
            assert_eq!(Spoken::parse(&order.to_string()), Ok(order));
        }
    }

    #[test]
    fn an_attack_names_its_arm_its_target_and_the_part_aimed_at() {
        let order = Spoken::parse("attack with Arming sword at Goblin Mook in head by nonlethal");
        let expected =
            Order::new("attack").with("Arming sword").at(Aim::who("Goblin Mook").part("head")).manner("nonlethal");
        assert_eq!(order, Ok(expected.into()));
    }

    #[test]
    fn a_square_may_hold_a_blank_and_a_name_may_be_quoted() {
        let order = Spoken::parse("throw with \"Bomb with a fuse\" at (3, -1)");
        assert_eq!(order, Ok(Order::new("throw").with("Bomb with a fuse").at(Aim::square(Square::new(3, -1))).into()));
    }

    #[test]
    fn what_an_order_prints_it_reads_back() {
        let order: Spoken = Order::new("combo")
            .with("Fence with care")
            .at(Aim::who("Ana").part("left arm"))
            .at(Aim::square(Square::new(1, 2)))
            .to(Square::new(0, 0))
            .toward(Direction::NorthWest)
            .n(3)
            .manner("Nick")
            .into();
        assert_eq!(Spoken::parse(&order.to_string()), Ok(order));
    }

    #[test]
    fn a_clause_without_its_object_is_named() {
        assert_eq!(Spoken::parse("attack with"), Err(WordsError::Nothing("with".into())));
        assert_eq!(Spoken::parse("  "), Err(WordsError::Empty));
        assert!(matches!(Spoken::parse("move to Bo"), Err(WordsError::Clause { .. })));
    }
}
