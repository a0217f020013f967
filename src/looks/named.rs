//! What the names in looks are names of: they are told to whoever reads a file, so that a name of nothing is found where it
//! stands.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer};

use crate::told::Within;

/// What looks name elsewhere in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A paint of ground.
    GroundPaint,
    /// A mass.
    Mass,
    /// A paint of figures, with `-` or `+` behind it for darker and lighter.
    Paint,
    /// Something that is worn.
    Part,
    /// A word of a kind of beings.
    Being,
}

macro_rules! named {
    ($($plural:ident $kind:ident = $words:literal;)*) => {
        impl Kind {
            /// The kind that messages call so.
            pub fn called(words: &str) -> Option<Self> {
                match words {
                    $($words => Some(Self::$kind),)*
                    _ => None,
                }
            }
        }

        $(pub(super) fn $plural<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
            from.deserialize_newtype_struct(concat!("$sortie::names_of::", $words), Within(PhantomData))
        })*
    };
}

named! {
    paints_of_ground GroundPaint = "paint of ground";
    masses Mass = "mass";
    paints Paint = "paint";
    parts Part = "part";
    kinds Being = "kind of beings";
}
