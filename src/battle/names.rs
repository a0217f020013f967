//! Names by what they name. Inside each is a [`Key`]; its type keeps the id of a rule from being taken for a kind of harm,
//! and tells the reader of rules files what to look it up among.

use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Key;
use super::refers::Within;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Key);

        impl $name {
            /// A name that is known to be one of this kind.
            pub const fn of(name: Key) -> Self {
                Self(name)
            }

            /// The name by itself.
            pub const fn key(self) -> Key {
                self.0
            }
        }

        impl Deref for $name {
            type Target = Key;

            fn deref(&self) -> &Key {
                &self.0
            }
        }

        // A map by such names is asked by whatever a player has said.
        impl Borrow<Key> for $name {
            fn borrow(&self) -> &Key {
                &self.0
            }
        }

        impl From<&'static str> for $name {
            fn from(name: &'static str) -> Self {
                Self(name.into())
            }
        }

        impl From<&Self> for $name {
            fn from(name: &Self) -> Self {
                *name
            }
        }

        impl From<&&Self> for $name {
            fn from(name: &&Self) -> Self {
                **name
            }
        }

        impl From<$name> for Key {
            fn from(name: $name) -> Self {
                name.0
            }
        }

        impl From<&$name> for Key {
            fn from(name: &$name) -> Self {
                name.0
            }
        }

        impl From<&&$name> for Key {
            fn from(name: &&$name) -> Self {
                name.0
            }
        }

        impl PartialEq<Key> for $name {
            fn eq(&self, name: &Key) -> bool {
                self.0 == *name
            }
        }

        impl PartialEq<$name> for Key {
            fn eq(&self, name: &$name) -> bool {
                *self == name.0
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, name: &&str) -> bool {
                self.0 == *name
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let kind = concat!("$sortie::names_of::", $kind);
                deserializer.deserialize_newtype_struct(kind, Within(PhantomData)).map(Self)
            }
        }
    )*};
}

names! {
    /// What an arm, or another thing to carry, is called.
    ArmName = "arm";
    /// The id of a rule of the rulebook.
    RuleId = "rule";
    /// What a state that fighters are in is called.
    ConditionName = "condition";
    /// What a figure of fighters is called.
    FigureName = "figure";
    /// What a kind of damage is called, by what it harms: body, nerve.
    HarmName = "kind of harm";
    /// What something that fighters learn is called.
    TechniqueName = "technique";
    /// What a deed is called in orders.
    Verb = "deed";
}
