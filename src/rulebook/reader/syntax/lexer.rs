//! Cuts the text into tokens.

use super::cursor::Cursor;
use super::token::{Lexeme, Token};
use super::{MAX_PROBLEMS, number};
use crate::rulebook::reader::names::excerpt;
use crate::rulebook::reader::{Problem, Span};

/// Hands out tokens and notes what is wrong with them.
pub(super) struct Lexer<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) problems: Vec<Problem>,
    file: &'t str,
    stopped: bool,
    /// The last text that ran over several lines: the likely cause when the syntax is broken after it.
    long_text: Option<Span>,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(file: &'t str, text: &'t str) -> Self {
        Self { cursor: Cursor::new(text), problems: Vec::new(), file, stopped: false, long_text: None }
    }

    /// Notes a problem, unless the rest of the file has been given up.
    pub(super) fn report(&mut self, span: Span, found: impl Into<String>, expected: impl Into<String>) {
        self.report_with(span, found, expected, None);
    }

    pub(super) fn report_with(
        &mut self,
        span: Span,
        found: impl Into<String>,
        expected: impl Into<String>,
        help: Option<String>,
    ) {
        if self.stopped {
            return;
        }
        self.problems.push(Problem { help, ..Problem::at(self.file, span, found, expected) });
        if self.problems.len() >= MAX_PROBLEMS {
            self.stop();
        }
    }

    /// Gives up the rest of the file: what follows could only be misunderstood.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.cursor.finish();
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn next(&mut self) -> Lexeme<'t> {
        self.skip_blanks();
        let start = self.cursor;
        let token = match self.cursor.peek() {
            None => Token::End,
            Some('"') => self.text(),
            Some('\'') => self.character(),
            Some('r') if matches!(self.cursor.rest().as_bytes().get(1), Some(b'"' | b'#')) => self.raw(),
            Some(letter) if letter == '_' || letter.is_alphabetic() => self.name(),
            Some(_) if number::starts(self.cursor.rest()) => self.number(),
            Some(sign) => {
                self.cursor.bump();
                match sign {
                    '(' | '[' | '{' => Token::Open(sign),
                    ')' | ']' | '}' => Token::Close(sign),
                    ',' => Token::Comma,
                    ':' => Token::Colon,
                    _ => Token::Other(sign),
                }
            }
        };
        let span = self.cursor.span_since(&start);
        if matches!(token, Token::Text(_)) && span.line != span.end_line {
            self.long_text = Some(span);
        }
        Lexeme { token, span }
    }

    /// The suspicion that a mistake comes from a text before it, which ran on for want of a closing quote.
    pub(super) fn lost_quote(&self, mistake: Span) -> Option<String> {
        let text = self.long_text.filter(|text| mistake.line.saturating_sub(text.end_line) < 2)?;
        (text.line < mistake.line).then(|| format!("the text that begins at {text} may lack its closing quote"))
    }

    fn skip_blanks(&mut self) {
        loop {
            self.cursor.eat_while(is_blank);
            let start = self.cursor;
            if self.cursor.eat("//") {
                self.cursor.eat_while(|letter| letter != '\n');
            } else if self.cursor.eat("/*") {
                self.skip_block_comment(start);
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self, start: Cursor<'t>) {
        let opening = self.cursor.span_since(&start);
        let mut depth = 1_u32;
        while depth > 0 {
            if self.cursor.eat("/*") {
                depth += 1;
            } else if self.cursor.eat("*/") {
                depth -= 1;
            } else if self.cursor.bump().is_none() {
                self.report(opening, "a comment `/*` that never ends", "`*/` to end it");
                return self.stop();
            }
        }
    }

    /// A name, or the last part of a path such as `Arm::Spear`, which is told as a problem.
    fn name(&mut self) -> Token<'t> {
        let start = self.cursor;
        loop {
            let name = self.cursor.eat_while(|letter| letter == '_' || letter.is_alphanumeric());
            let mut ahead = self.cursor;
            if !ahead.eat("::") || !ahead.peek().is_some_and(|letter| letter == '_' || letter.is_alphabetic()) {
                let path = self.cursor.text_since(&start);
                if path.len() > name.len() {
                    let found = format!("`{}`", excerpt(path));
                    self.report(self.cursor.span_since(&start), found, format!("`{}` alone", excerpt(name)));
                }
                return Token::Name(name);
            }
            self.cursor = ahead;
        }
    }

    fn number(&mut self) -> Token<'t> {
        let start = self.cursor;
        match number::read(number::scan(&mut self.cursor)) {
            Ok(token) => token,
            Err(expected) => {
                let found = format!("`{}`", excerpt(self.cursor.text_since(&start)));
                self.report(self.cursor.span_since(&start), found, expected);
                Token::Wrong
            }
        }
    }
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t'..='\r' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}
