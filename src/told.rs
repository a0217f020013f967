//! How a type tells whoever reads a file what a text in it names, so that a name of nothing is found at its place.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, Visitor};

/// What the decoder of files knows such values by, before what they name.
pub const NAMES_OF: &str = "$sortie::names_of::";

/// Reads what is inside such a name.
pub struct Within<T>(pub PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Within<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    // Some formats hand over the name at once.
    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        T::deserialize(name.into_deserializer())
    }
}
