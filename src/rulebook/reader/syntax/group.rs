//! Everything in brackets: lists, maps, groups of values and of named fields.

use super::parser::Parser;
use super::token::{Lexeme, Token, closing};
use crate::rulebook::reader::Span;
use crate::rulebook::reader::tree::{Field, Name, Node, Value};

/// What stands between two commas.
#[derive(Clone, Copy)]
enum Item {
    Value,
    Entry,
    Field,
}

impl Item {
    fn expected(self, close: char) -> String {
        let item = match self {
            Item::Value => "a value",
            Item::Entry => "a key",
            Item::Field => "the name of a field",
        };
        format!("{item} or `{close}`")
    }
}

/// The contents of a group; only one of the three is filled.
#[derive(Default)]
struct Contents {
    values: Vec<Node>,
    entries: Vec<(Node, Node)>,
    fields: Vec<Field>,
}

impl<'t> Parser<'t> {
    /// The group whose bracket has just been opened.
    pub(super) fn group(&mut self, name: Option<Box<Name>>, open: char, bracket: Span) -> Node {
        let item = match open {
            '[' => Item::Value,
            '{' if name.is_none() => Item::Entry,
            '{' => Item::Field,
            _ if self.field_comes() => Item::Field,
            _ => Item::Value,
        };
        let start = name.as_ref().map_or(bracket, |name| name.span);
        let mut contents = Contents::default();
        let end = self.items(item, closing(open), bracket, &mut contents);
        let value = match (open, item) {
            ('[', _) => Value::List(contents.values.into()),
            (_, Item::Entry) => Value::Map(contents.entries.into()),
            (_, Item::Field) => Value::Struct(name, contents.fields.into()),
            (_, Item::Value) => Value::Tuple(name, contents.values.into()),
        };
        Node { span: start.to(end), value }
    }

    /// Reads items up to the closing bracket and answers where that is.
    fn items(&mut self, item: Item, close: char, opened: Span, into: &mut Contents) -> Span {
        loop {
            match self.look(0) {
                Token::Close(found) if *found == close => return self.take().span,
                Token::Close(_) | Token::End => {
                    let lexeme = self.take();
                    self.unexpected(&lexeme, format!("`{close}` to close the bracket opened at {opened}"));
                    self.lexer.stop();
                    return lexeme.span;
                }
                Token::Comma => {
                    let comma = self.take();
                    self.unexpected(&comma, item.expected(close));
                    continue;
                }
                _ => {}
            }
            let understood = self.item(item, close, into);
            if !understood {
                self.skip_to_comma();
            }
            if *self.look(0) == Token::Comma {
                self.take();
            } else if understood && !matches!(self.look(0), Token::Close(_) | Token::End) {
                self.missing_comma(item, close);
            }
        }
    }

    fn missing_comma(&mut self, item: Item, close: char) {
        let resumes = match item {
            Item::Field => self.field_comes(),
            Item::Value => self.look(0).starts_value(),
            Item::Entry => self.look(0).starts_value() && *self.look(1) == Token::Colon,
        };
        let lexeme = if resumes { self.peeked() } else { self.take_unless_closing() };
        self.unexpected(&lexeme, format!("`,` or `{close}`"));
        if !resumes {
            self.skip_to_comma();
            if *self.look(0) == Token::Comma {
                self.take();
            }
        }
    }

    fn item(&mut self, item: Item, close: char, into: &mut Contents) -> bool {
        match item {
            Item::Value => self.value(&item.expected(close)).map(|node| into.values.push(node)).is_some(),
            Item::Entry => self.entry(close, into).is_some(),
            Item::Field => self.field(close, into).is_some(),
        }
    }

    fn entry(&mut self, close: char, into: &mut Contents) -> Option<()> {
        let key = self.value(&Item::Entry.expected(close))?;
        self.colon("the key")?;
        let value = self.value("a value")?;
        into.entries.push((key, value));
        Some(())
    }

    fn field(&mut self, close: char, into: &mut Contents) -> Option<()> {
        let lexeme = self.take_unless_closing();
        let name = match &lexeme.token {
            Token::Name(name) => (*name).to_owned(),
            Token::Text(text) if *self.look(0) == Token::Colon => {
                self.unexpected(&lexeme, "the name of a field, without quotes");
                text.clone()
            }
            _ => {
                self.unexpected(&lexeme, Item::Field.expected(close));
                return None;
            }
        };
        self.colon(&format!("`{name}`"))?;
        let node = self.value(&format!("a value for `{name}`"))?;
        into.fields.push(Field { name: Name { span: lexeme.span, text: name.into() }, node });
        Some(())
    }

    /// The colon after a name or key. When something close was written instead, that is told and the value read.
    fn colon(&mut self, after: &str) -> Option<()> {
        if *self.look(0) == Token::Colon {
            self.take();
            return Some(());
        }
        let equals = *self.look(0) == Token::Other('=');
        let resumes = equals || self.look(0).starts_value();
        let lexeme = if resumes && !equals { self.peeked() } else { self.take_unless_closing() };
        self.unexpected(&lexeme, format!("`:` after {after}"));
        resumes.then_some(())
    }

    /// Whether what follows reads like a named field, right or with a common slip.
    fn field_comes(&mut self) -> bool {
        match self.look(0) {
            Token::Name(_) => {
                matches!(self.look(1), Token::Colon | Token::Other('=' | ';') | Token::Text(_) | Token::Whole(_))
            }
            Token::Text(_) => *self.look(1) == Token::Colon,
            _ => false,
        }
    }

    fn peeked(&mut self) -> Lexeme<'t> {
        let token = self.look(0).clone();
        Lexeme { token, span: self.next_span() }
    }

    /// Steps over everything up to the next comma or closing bracket on this level.
    fn skip_to_comma(&mut self) {
        loop {
            match self.look(0) {
                Token::Open(_) => {
                    self.take();
                    self.skip_group();
                }
                Token::Close(_) | Token::Comma | Token::End => return,
                _ => drop(self.take()),
            }
        }
    }

    /// Steps over the rest of a group, whatever is in it, without going deeper into the stack.
    pub(super) fn skip_group(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.take().token {
                Token::Open(_) => depth += 1,
                Token::Close(_) => depth -= 1,
                Token::End => return,
                _ => {}
            }
        }
    }
}
