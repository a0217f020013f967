//! The errors that travel through `serde` before they have found their place.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use crate::rulebook::reader::Span;
use crate::rulebook::reader::names::{closest, one_of};

/// An error on its way up to the value it belongs to.
#[derive(Debug)]
pub(super) struct Fault(pub(super) Box<Kind>);

/// What is to be done about an error.
#[derive(Debug)]
pub(super) enum Kind {
    /// It has been told; only the pass has to end.
    Settled,
    /// A stand-in was refused, so the value around it must be replaced.
    Refused,
    /// A struct lacks a field.
    Missing(&'static str),
    /// It has to be told, at the given place or else at the value it arose in, which is also what was found if nothing
    /// else is said.
    Open { span: Option<Span>, found: Option<String>, expected: String, help: Option<String> },
}

impl Fault {
    pub(super) fn settled() -> Self {
        Self(Box::new(Kind::Settled))
    }

    pub(super) fn refused() -> Self {
        Self(Box::new(Kind::Refused))
    }

    fn open(found: Option<String>, expected: String) -> Self {
        Self(Box::new(Kind::Open { span: None, found, expected, help: None }))
    }

    fn unknown(name: &str, expected: &[&str]) -> Self {
        let help = closest(name, expected).map(|meant| format!("did you mean `{meant}`?"));
        let found = Some(format!("`{name}`"));
        Self(Box::new(Kind::Open { span: None, found, expected: one_of(expected), help }))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Settled | Kind::Refused => f.write_str("an error that has been told already"),
            Kind::Missing(field) => write!(f, "found no `{field}`"),
            Kind::Open { found, expected, .. } => {
                write!(f, "found {}, expected {expected}", found.as_deref().unwrap_or("something else"))
            }
        }
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    /// An error of a type's own check. Its message is taken to say what is right: "an even number of men".
    fn custom<M: fmt::Display>(message: M) -> Self {
        let message = message.to_string();
        match message.strip_prefix("found ").and_then(|rest| rest.rsplit_once(", expected ")) {
            Some((found, expected)) => Self::open(Some(found.to_owned()), expected.to_owned()),
            None => Self::open(None, message.strip_prefix("expected ").unwrap_or(&message).to_owned()),
        }
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::open(None, expected.to_string())
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::open(None, expected.to_string())
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::open(Some(format!("{length} values")), expected.to_string())
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown(variant, expected)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown(field, expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self(Box::new(Kind::Missing(field)))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::open(Some(format!("`{field}` twice")), format!("`{field}` once"))
    }
}
