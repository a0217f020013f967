//! Puts tokens together to values.

use std::collections::VecDeque;

use super::lexer::Lexer;
use super::token::{Lexeme, Token};
use super::{MAX_DEPTH, MAX_VALUES};
use crate::rulebook::reader::names::one_of;
use crate::rulebook::reader::tree::{Name, Node, Value};
use crate::rulebook::reader::{Problem, Span};

/// What a `#![enable(...)]` line may name. All three are in force whether named or not.
const EXTENSIONS: [&str; 3] = ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes"];

/// Reads tokens with a look at the next two.
pub(super) struct Parser<'t> {
    pub(super) lexer: Lexer<'t>,
    ahead: VecDeque<Lexeme<'t>>,
    pub(super) depth: usize,
    values: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(file: &'t str, text: &'t str) -> Self {
        Self { lexer: Lexer::new(file, text), ahead: VecDeque::new(), depth: 0, values: 0 }
    }

    pub(super) fn document(mut self) -> Result<Node, Vec<Problem>> {
        self.extensions();
        let node = self.value("a value");
        let rest = self.take();
        if node.is_some() && rest.token != Token::End {
            self.unexpected(&rest, "the end of the file");
        }
        match node {
            Some(node) if self.lexer.problems.is_empty() => Ok(node),
            _ => Err(self.lexer.problems),
        }
    }

    /// The tokens to come, after giving up the file or before.
    pub(super) fn look(&mut self, distance: usize) -> &Token<'t> {
        if self.lexer.stopped() {
            return &Token::End;
        }
        while self.ahead.len() <= distance {
            let lexeme = self.lexer.next();
            self.ahead.push_back(lexeme);
        }
        self.ahead.get(distance).map_or(&Token::End, |lexeme| &lexeme.token)
    }

    pub(super) fn take(&mut self) -> Lexeme<'t> {
        let lexeme = self.ahead.pop_front().unwrap_or_else(|| self.lexer.next());
        if self.lexer.stopped() {
            return Lexeme { token: Token::End, span: lexeme.span };
        }
        lexeme
    }

    pub(super) fn unexpected(&mut self, lexeme: &Lexeme<'t>, expected: impl Into<String>) {
        if lexeme.token == Token::Wrong {
            return;
        }
        let help = self.lexer.lost_quote(lexeme.span);
        self.lexer.report_with(lexeme.span, lexeme.token.describe(), expected, help);
    }

    /// A value of any kind; nothing, with the problem told, if there is none.
    pub(super) fn value(&mut self, expected: &str) -> Option<Node> {
        self.values += 1;
        if self.values > MAX_VALUES {
            let here = self.take().span;
            self.lexer.report(here, format!("more than {MAX_VALUES} values"), "a smaller file");
            self.lexer.stop();
            return None;
        }
        if !self.look(0).starts_value() {
            let lexeme = self.take_unless_closing();
            self.unexpected(&lexeme, expected);
            return None;
        }
        let Lexeme { token, span } = self.take();
        let value = match token {
            Token::Open(open) => return self.bracketed(None, open, span),
            Token::Name(name) => return self.named(name, span),
            Token::Whole(number) => Value::Whole(number),
            Token::Huge(number) => Value::Huge(number),
            Token::Float(number) => Value::Float(number),
            Token::Char(letter) => Value::Char(letter),
            Token::Text(text) => Value::Text(text.into()),
            _ => Value::Wrong,
        };
        Some(Node { span, value })
    }

    fn named(&mut self, name: &str, span: Span) -> Option<Node> {
        let value = match (name, self.look(0)) {
            ("true", _) => Value::Bool(true),
            ("false", _) => Value::Bool(false),
            ("inf" | "inff32" | "inff64", _) => Value::Float(f64::INFINITY),
            ("NaN" | "NaNf32" | "NaNf64", _) => Value::Float(f64::NAN),
            (_, Token::Open(open @ ('(' | '{'))) => {
                let open = *open;
                let bracket = self.take();
                if open == '{' {
                    let expected = format!("`(` after `{name}`");
                    self.unexpected(&bracket, expected);
                }
                let name = Name { span, text: name.into() };
                return self.bracketed(Some(Box::new(name)), open, bracket.span);
            }
            _ => Value::Word(name.into()),
        };
        Some(Node { span, value })
    }

    fn bracketed(&mut self, name: Option<Box<Name>>, open: char, span: Span) -> Option<Node> {
        if self.depth == MAX_DEPTH {
            let found = format!("values nested more than {MAX_DEPTH} deep");
            self.lexer.report(span, found, format!("at most {MAX_DEPTH} brackets inside each other"));
            self.skip_group();
            return None;
        }
        self.depth += 1;
        let node = self.group(name, open, span);
        self.depth -= 1;
        Some(node)
    }

    /// Where the token to come stands.
    pub(super) fn next_span(&mut self) -> Span {
        self.look(0);
        self.ahead.front().map_or(Span::START, |lexeme| lexeme.span)
    }

    /// Takes the next token for a message, but leaves a comma or bracket for the group around it to see.
    pub(super) fn take_unless_closing(&mut self) -> Lexeme<'t> {
        self.look(0);
        match self.ahead.front() {
            Some(lexeme) if matches!(lexeme.token, Token::Close(_) | Token::Comma) => lexeme.clone(),
            _ => self.take(),
        }
    }

    /// The header `#![enable(implicit_some)]`, which older files carry.
    fn extensions(&mut self) {
        while *self.look(0) == Token::Other('#') {
            let hash = self.take();
            let header = [Token::Other('!'), Token::Open('['), Token::Name("enable"), Token::Open('(')];
            if !header.iter().all(|token| self.take().token == *token) {
                self.lexer.report(hash.span, "`#`", "a value, or a line such as `#![enable(implicit_some)]` before it");
                return self.lexer.stop();
            }
            loop {
                let lexeme = self.take();
                match lexeme.token {
                    Token::Name(name) if EXTENSIONS.contains(&name) => {}
                    Token::Comma => {}
                    Token::Close(')') if *self.look(0) == Token::Close(']') => break,
                    _ => {
                        self.unexpected(&lexeme, one_of(&EXTENSIONS));
                        return self.lexer.stop();
                    }
                }
            }
            self.take();
        }
    }
}
