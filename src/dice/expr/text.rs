//! An expression as text, for people and for files.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Expr, ExprError, Keep, Term, parse};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.keep {
            Keep::All => {}
            Keep::Best(kept) => write!(f, "best {kept} of ")?,
            Keep::Worst(kept) => write!(f, "worst {kept} of ")?,
        }
        if self.count != 1 || self.keep != Keep::All {
            write!(f, "{}", self.count)?;
        }
        write!(f, "d{}", self.sides)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.terms.iter().enumerate() {
            match (term.subtracted, place) {
                (true, _) => write!(f, "-{term}")?,
                (false, 0) => write!(f, "{term}")?,
                (false, _) => write!(f, "+{term}")?,
            }
        }
        match self.constant {
            number if self.terms.is_empty() => write!(f, "{number}"),
            0 => Ok(()),
            number => write!(f, "{number:+}"),
        }
    }
}

impl FromStr for Expr {
    type Err = ExprError;

    fn from_str(text: &str) -> Result<Self, ExprError> {
        parse::parse(text)
    }
}

impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
