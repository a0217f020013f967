//! The words of the file format.

use crate::rulebook::reader::Span;
use crate::rulebook::reader::names::excerpt;

/// A word, a literal or a sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// One of `( [ {`.
    Open(char),
    /// One of `) ] }`.
    Close(char),
    Comma,
    Colon,
    Whole(i64),
    Huge(u64),
    Float(f64),
    Char(char),
    Text(String),
    Name(&'t str),
    /// A character that means nothing here.
    Other(char),
    /// Something whose problem has been told already.
    Wrong,
    End,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Lexeme<'t> {
    pub(super) token: Token<'t>,
    pub(super) span: Span,
}

impl Token<'_> {
    /// How the token is called in a message.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Open(sign) | Token::Close(sign) => format!("`{sign}`"),
            Token::Comma => "`,`".to_owned(),
            Token::Colon => "`:`".to_owned(),
            Token::Whole(number) => format!("the number `{number}`"),
            Token::Huge(number) => format!("the number `{number}`"),
            Token::Float(number) => format!("the number `{number:?}`"),
            Token::Char(letter) => format!("the character {letter:?}"),
            Token::Text(text) => format!("the text \"{}\"", excerpt(text)),
            Token::Name(name) => format!("`{}`", excerpt(name)),
            Token::Other(sign) if sign.is_ascii_graphic() || sign.is_alphanumeric() => format!("`{sign}`"),
            Token::Other('\u{a0}') => "a no-break space (U+00A0)".to_owned(),
            Token::Other(sign) => format!("the character {sign:?} (U+{:04X})", u32::from(*sign)),
            Token::Wrong => "something that cannot be read".to_owned(),
            Token::End => "the end of the file".to_owned(),
        }
    }

    /// Whether a value can begin with this.
    pub(super) fn starts_value(&self) -> bool {
        !matches!(self, Token::Close(_) | Token::Comma | Token::Colon | Token::Other(_) | Token::End)
    }
}

/// The bracket that closes an opening one.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
