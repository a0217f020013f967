//! Collections that keep what is good in them.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

/// The name under which the decoder recognises that a value may be left out when it is wrong.
pub(super) const SLOT: &str = "$sortie::Slot";

/// A list or map whose wrong entries are left out, each with its problems told, so that [`salvage_str`] still answers
/// with the good ones. It may be nested; a wrong entry is left out of the innermost lenient collection around it.
///
/// [`read_str`] tells every problem it can find in ordinary collections too, and answers with an error if there is any;
/// this type is only needed where a partly wrong file should still be shown. In other formats it is an ordinary
/// collection.
///
/// [`salvage_str`]: super::salvage_str
/// [`read_str`]: super::read_str
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lenient<C>(pub C);

impl<C> Deref for Lenient<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.0
    }
}

impl<C> DerefMut for Lenient<C> {
    fn deref_mut(&mut self) -> &mut C {
        &mut self.0
    }
}

impl<C: Serialize> Serialize for Lenient<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lenient<Vec<T>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Lenient<BTreeMap<K, V>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = Lenient<Vec<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list `[...]`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut good = Vec::new();
        while let Some(Slot(item)) = items.next_element()? {
            good.extend(item);
        }
        Ok(Lenient(good))
    }
}

struct EntriesVisitor<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<K, V> {
    type Value = Lenient<BTreeMap<K, V>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map `{...}`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut good = BTreeMap::new();
        while let Some((Slot(key), Slot(value))) = entries.next_entry()? {
            good.extend(key.zip(value));
        }
        Ok(Lenient(good))
    }
}

/// A value that is absent when it was wrong.
struct Slot<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Slot<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(SLOT, SlotVisitor(PhantomData))
    }
}

/// The decoder of this module answers with a list whose only item can fail on its own, any other with the value.
struct SlotVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SlotVisitor<T> {
    type Value = Slot<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::deserialize(deserializer).map(|value| Slot(Some(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        // The decoder has noted why the item is missing; here it only matters that it is.
        Ok(Slot(parts.next_element().unwrap_or_default()))
    }
}
