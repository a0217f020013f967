//! How the numbers of a mechanic say what their names are names of, so that a
//! wrong one is found when the file is read:
//!
//! ```ignore
//! #[serde(deserialize_with = "refers::words")]
//! pub tireless: Key,
//! ```
//!
//! It fits fields of any shape: of a list every item is such a name, of a map
//! every key, of a group every field.

use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};

pub(super) use crate::told::Within;

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
    /// Figures that arms have.
    figures_of_arms = "figure of an arm";
    /// Words and types that arms have.
    words_of_arms = "word of an arm";
    /// Ready-made combatants.
    profiles = "profile";
    /// Words that fighters have, of their own or of their class.
    words = "word of a fighter";
    /// Figures and rolls that something is added to.
    rolls = "figure or roll";
    /// Words that narrow a roll: of how it comes about, of arms, of those who are concerned.
    words_of_rolls = "word of a roll";
    /// Deeds and kinds of deeds that can be forbidden.
    kinds = "kind of deed";
    /// Words given to arms, fighters and things, for others to ask for.
    given = "word that anything asks for";
    /// Types of damage.
    types = "type of damage";
    /// Words of battles, of their ground and of their zones, which only scenarios and lessons give.
    words_of_places = "word of places";
    /// Names that the file makes up where they stand: counts, verbs.
    own = "name of its own";
    /// Any name; the field does not say what it names.
    any_name = "name";
}
