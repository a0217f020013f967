//! What names name. Inside each is a [`Key`]; the type says of what, so that a figure is not taken for a condition, and
//! so that the reader of rules files finds a wrong name where it stands.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

use super::Key;

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

        impl From<&Self> for $name {
            fn from(name: &Self) -> Self {
                *name
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

        impl PartialEq<str> for $name {
            fn eq(&self, name: &str) -> bool {
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
                let name = deserializer.deserialize_newtype_struct(concat!("$sortie::names_of::", $kind), Named)?;
                Ok(Self(name))
            }
        }
    )*};
}

names! {
    /// The id of a rule of the rulebook.
    RuleId = "rule";
    /// What a kind of damage is called, by what it harms: body, nerve.
    HarmName = "kind of harm";
    /// What something that fighters learn is called.
    TechniqueName = "technique";
}

/// Reads the name inside.
struct Named;

impl<'de> Visitor<'de> for Named {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        Key::deserialize(deserializer)
    }

    // Some formats hand over the name at once.
    fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
        Ok(Key::new(name))
    }
}
