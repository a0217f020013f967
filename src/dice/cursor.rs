//! A place in a short text that is being read, and what is wrong there.

use std::fmt::Display;

use thiserror::Error;

/// How much of the text an error quotes at most.
const QUOTED: usize = 12;

/// Why a text does not say which dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {position}: found {found}, expected {expected}")]
pub struct ExprError {
    /// Where in the text, in characters from 1.
    pub position: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

/// Reads expressions and scripts; upper and lower case are alike to it.
pub(super) struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
    /// How many characters have been read. Counted as they are, for a long text would be slow to count again.
    read: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, rest: text, read: 0 }
    }

    /// Where it stands, in characters from 1.
    pub(super) fn position(&self) -> usize {
        self.read + 1
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn skip_spaces(&mut self) {
        let spaces = self.rest.len() - self.rest.trim_start().len();
        self.skip(spaces);
    }

    pub(super) fn next_is(&self, letter: char) -> bool {
        self.rest.chars().next().is_some_and(|next| next.eq_ignore_ascii_case(&letter))
    }

    pub(super) fn take(&mut self, letter: char) -> bool {
        let found = self.next_is(letter);
        if found {
            self.skip(letter.len_utf8());
        }
        found
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.rest.get(..word.len()).is_some_and(|next| next.eq_ignore_ascii_case(word));
        if found {
            self.skip(word.len());
        }
        found
    }

    /// Reads digits, if there are any. A number too large to hold is the largest that can be held.
    pub(super) fn number(&mut self) -> Option<u64> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest.get(..digits).filter(|_| digits > 0)?;
        self.skip(digits);
        Some(number.parse().unwrap_or(u64::MAX))
    }

    /// Reads a number that must stand here.
    pub(super) fn required(&mut self, what: &str) -> Result<u64, ExprError> {
        self.number().ok_or_else(|| self.wrong(what))
    }

    /// The error that something else should stand here.
    pub(super) fn wrong(&self, expected: &str) -> ExprError {
        ExprError { position: self.position(), found: self.found(), expected: expected.to_owned() }
    }

    /// The text from a position read earlier up to here, as an error quotes it.
    pub(super) fn found_since(&self, position: usize) -> String {
        let read: String = self.text.chars().take(self.read).skip(position - 1).collect();
        format!("\"{}\"", read.trim_end().escape_debug())
    }

    /// What stands here, as an error quotes it.
    fn found(&self) -> String {
        if self.at_end() {
            return "the end".to_owned();
        }
        let quoted: String = self.rest.chars().take(QUOTED).collect();
        let more = if quoted.len() < self.rest.len() { "..." } else { "" };
        format!("\"{}{more}\"", quoted.escape_debug())
    }

    fn skip(&mut self, bytes: usize) {
        if let Some((skipped, rest)) = self.rest.split_at_checked(bytes) {
            self.read += skipped.chars().count();
            self.rest = rest;
        }
    }
}

/// A number that was read, as a smaller type, if it lies between the two.
pub(super) fn bounded<T>(number: u64, least: T, most: T, position: usize, what: &str) -> Result<T, ExprError>
where
    T: TryFrom<u64> + PartialOrd + Display,
{
    match T::try_from(number) {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => {
            let found = if number == u64::MAX { "a huge number".to_owned() } else { number.to_string() };
            Err(ExprError { position, found, expected: format!("{what} from {least} to {most}") })
        }
    }
}
