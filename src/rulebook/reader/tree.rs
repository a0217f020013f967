//! What a file says, before any type is asked for.

use super::Span;
use super::names::excerpt;

/// A value and the place it was written at.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) value: Value,
}

/// A bare word with its place: the name of a field, a variant or a struct.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) span: Span,
    pub(super) text: Box<str>,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: Name,
    pub(super) node: Node,
}

/// The shapes a value can be written in. It is kept to 32 bytes, since a file may hold half a million of them.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Bool(bool),
    Whole(i64),
    /// A whole number above the range of `i64`.
    Huge(u64),
    Float(f64),
    Char(char),
    Text(Box<str>),
    /// A word without brackets: a variant, a unit struct, or `None`.
    Word(Box<str>),
    List(Box<[Node]>),
    Map(Box<[(Node, Node)]>),
    /// `(a, b)` or `Name(a, b)`; also `()`.
    Tuple(Option<Box<Name>>, Box<[Node]>),
    /// `(a: 1)` or `Name(a: 1)`.
    Struct(Option<Box<Name>>, Box<[Field]>),
    /// Stands where the syntax was wrong; no such tree is ever decoded.
    Wrong,
}

impl Node {
    pub(super) fn whole(&self) -> Option<i128> {
        match self.value {
            Value::Whole(number) => Some(number.into()),
            Value::Huge(number) => Some(number.into()),
            _ => None,
        }
    }

    /// The name before the bracket, if there is a bracket and a name.
    pub(super) fn name(&self) -> Option<&Name> {
        match &self.value {
            Value::Tuple(name, _) | Value::Struct(name, _) => name.as_deref(),
            _ => None,
        }
    }

    /// How the value is called in a message.
    pub(super) fn describe(&self) -> String {
        match &self.value {
            Value::Bool(truth) => format!("`{truth}`"),
            Value::Whole(number) => format!("the number `{number}`"),
            Value::Huge(number) => format!("the number `{number}`"),
            Value::Float(number) => format!("the number `{number:?}`"),
            Value::Char(letter) => format!("the character {letter:?}"),
            Value::Text(text) => format!("the text \"{}\"", excerpt(text)),
            Value::Word(word) => format!("`{}`", excerpt(word)),
            Value::List(items) => format!("a list `[...]` of {}", items.len()),
            Value::Map(_) => "a map `{...}`".to_owned(),
            Value::Tuple(Some(name), _) | Value::Struct(Some(name), _) => format!("`{}(...)`", excerpt(&name.text)),
            Value::Tuple(None, items) if items.is_empty() => "`()`".to_owned(),
            Value::Tuple(None, items) => format!("a group `(...)` of {}", items.len()),
            Value::Struct(None, _) => "a group of fields `(...)`".to_owned(),
            Value::Wrong => "nothing that can be read".to_owned(),
        }
    }
}

const _: () = assert!(size_of::<Value>() <= 32, "values must stay small");
