//! How the numbers of a mechanic say what their names are names of, so that a
//! wrong one is found when the file is read:
//!
//! ```ignore
//! #[serde(deserialize_with = "refers::conditions")]
//! pub staggered: Key,
//! ```
//!
//! It fits fields of any shape: of a list every item is such a name, of a map
//! every key, of a group every field.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};

/// What the decoder of files knows such fields by, before what they name.
pub const NAMES_OF: &str = "$sortie::names_of::";

macro_rules! refers {
    ($($(#[$doc:meta])* $plural:ident = $kind:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// When the value does not fit the type.
        pub fn $plural<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
            deserializer.deserialize_newtype_struct(concat!("$sortie::names_of::", $kind), Within(PhantomData))
        }
    )*};
}

refers! {
    /// Ids of rules.
    rules = "rule";
    /// Figures.
    figures = "figure";
    /// Conditions.
    conditions = "condition";
    /// Techniques.
    techniques = "technique";
    /// Arms and other things to carry.
    arms = "arm";
    /// Deeds, by their verbs.
    deeds = "deed";
    /// Kinds of harm.
    harms = "kind of harm";
    /// Figures that arms have.
    figures_of_arms = "figure of an arm";
    /// Words and types that arms have.
    words_of_arms = "word of an arm";
    /// Ready-made combatants.
    profiles = "profile";
    /// Words that fighters have, of their own or of their class.
    words = "word of a fighter";
}

struct Within<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Within<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}
