//! Names that rules files give to things: figures, conditions, verbs, rule ids.

use std::cell::Cell;
use std::fmt;
use std::sync::{LazyLock, RwLock};

use bevy::platform::collections::HashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::refers;

static NAMES: LazyLock<RwLock<Names>> = LazyLock::new(RwLock::default);

#[derive(Default)]
struct Names {
    exact: HashMap<&'static str, Key>,
    /// Those that differ in nothing but the case of letters, by their small letters, in the order of the alphabet.
    alike: HashMap<String, Vec<Key>>,
}

/// A name and its number.
struct Entry {
    text: &'static str,
    number: usize,
}

/// How many names that stand in the code each thread remembers.
const REMEMBERED: usize = 512;

thread_local! {
    /// Keys of names that stand in the code, by where they stand: rules ask for
    /// the same few hundred of them all the time.
    static LITERALS: [Cell<Option<(*const str, Key)>>; REMEMBERED] = const { [const { Cell::new(None) }; REMEMBERED] };
}

/// A name that is compared far more often than it is read: a pointer to text
/// kept once for the life of the program.
///
/// Rules files and code make keys ([`Key::new`]); what a player or another
/// program types is only looked up ([`Key::find`]), so that no stream of
/// nonsense can fill the memory.
#[derive(Clone, Copy)]
pub struct Key(&'static Entry);

impl Key {
    /// The key of `name`, made when it is new.
    pub fn new(name: &str) -> Self {
        if let Some(known) = Self::find(name) {
            return known;
        }
        let mut names = NAMES.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = names.exact.get(name) {
            return *known;
        }
        let kept: &'static str = Box::leak(name.to_owned().into_boxed_str());
        let key = Self(Box::leak(Box::new(Entry { text: kept, number: names.exact.len() })));
        names.exact.insert(kept, key);
        let alike = names.alike.entry(name.to_ascii_lowercase()).or_default();
        alike.push(key);
        alike.sort_unstable();
        key
    }

    /// The key of `name` if any rules file or code ever made it.
    pub fn find(name: &str) -> Option<Self> {
        let names = NAMES.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        names.exact.get(name).copied()
    }

    /// The keys of all names that differ from `name` in nothing but the case of letters, in the order of the alphabet.
    pub fn alike(name: &str) -> Vec<Self> {
        let names = NAMES.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        names.alike.get(&name.to_ascii_lowercase()).cloned().unwrap_or_default()
    }

    /// The key of a name that stands in the code. Such text stays where it is
    /// and what it is, so where it stands is enough to know it again.
    fn literal(name: &'static str) -> Self {
        let at: *const str = name;
        let slot = (at.addr() ^ (name.len() << 4) ^ (at.addr() >> 9)) % REMEMBERED;
        LITERALS.with(|literals| match literals[slot].get() {
            Some((known, key)) if std::ptr::eq(known, at) => key,
            _ => {
                let key = Self::new(name);
                literals[slot].set(Some((at, key)));
                key
            }
        })
    }

    /// The text.
    pub const fn as_str(self) -> &'static str {
        self.0.text
    }

    /// How many names were made before this one: a place in tables that are looked up often.
    pub const fn number(self) -> usize {
        self.0.number
    }
}

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self.0.text
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Key {}

impl PartialEq<str> for Key {
    fn eq(&self, other: &str) -> bool {
        self.0.text == other
    }
}

impl PartialEq<&str> for Key {
    fn eq(&self, other: &&str) -> bool {
        self.0.text == *other
    }
}

impl std::hash::Hash for Key {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self == other { std::cmp::Ordering::Equal } else { self.0.text.cmp(other.0.text) }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.text, f)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.text)
    }
}

impl Default for Key {
    fn default() -> Self {
        Self::new("")
    }
}

impl From<&'static str> for Key {
    fn from(name: &'static str) -> Self {
        Self::literal(name)
    }
}

impl From<&Self> for Key {
    fn from(key: &Self) -> Self {
        *key
    }
}

impl From<&&Self> for Key {
    fn from(key: &&Self) -> Self {
        **key
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        refers::any_name(deserializer).map(|name: String| Self::new(&name))
    }
}
