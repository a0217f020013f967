//! Walks over the text, counting lines and columns.

use crate::rulebook::reader::Span;

/// A position in the text and what follows it.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

impl<'t> Cursor<'t> {
    /// Starts at the beginning; a byte order mark counts for nothing.
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, column: 1 }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next()?;
        self.rest = letters.as_str();
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    /// Steps over the text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let comes = self.rest.starts_with(text);
        if comes {
            for _ in text.chars() {
                self.bump();
            }
        }
        comes
    }

    /// Steps over the letters the condition holds for.
    pub(super) fn eat_while(&mut self, mut holds: impl FnMut(char) -> bool) -> &'t str {
        let before = self.rest;
        while self.peek().is_some_and(&mut holds) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// The text between an earlier cursor and this one.
    pub(super) fn text_since(&self, start: &Self) -> &'t str {
        start.rest.get(..start.rest.len() - self.rest.len()).unwrap_or_default()
    }

    /// The span between an earlier cursor and this one.
    pub(super) fn span_since(&self, start: &Self) -> Span {
        Span { line: start.line, column: start.column, end_line: self.line, end_column: self.column }
    }

    /// Jumps to the end.
    pub(super) fn finish(&mut self) {
        self.rest = "";
    }
}
