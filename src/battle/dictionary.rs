//! What a ruleset names, found by its name in one step.

use std::ops::Index;

use super::Key;

/// Entries by their names, in the order of the alphabet.
#[derive(Clone, Debug)]
pub struct Dictionary<T> {
    entries: Vec<(Key, T)>,
    /// Places in that list by the numbers of names, one more than they are; nothing is at 0.
    places: Vec<u32>,
}

impl<T> Dictionary<T> {
    /// The place of an entry among all of them, from 0 on.
    pub fn place(&self, name: Key) -> Option<usize> {
        let place = *self.places.get(name.number())?;
        (place as usize).checked_sub(1)
    }

    /// The entry called `name`.
    pub fn get(&self, name: &Key) -> Option<&T> {
        Some(&self.entries[self.place(*name)?].1)
    }

    /// Whether there is one called `name`.
    pub fn contains_key(&self, name: &Key) -> bool {
        self.place(*name).is_some()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All of them with their names.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Key, &T)> + Clone {
        self.entries.iter().map(|(name, entry)| (name, entry))
    }

    /// All names.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Key> + Clone {
        self.entries.iter().map(|(name, _)| name)
    }

    /// All of them without their names.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.entries.iter().map(|(_, entry)| entry)
    }
}

impl<T> Default for Dictionary<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: Vec::new() }
    }
}

impl<T> FromIterator<(Key, T)> for Dictionary<T> {
    /// Of two entries of one name the later one counts.
    fn from_iter<I: IntoIterator<Item = (Key, T)>>(entries: I) -> Self {
        let sorted: std::collections::BTreeMap<Key, T> = entries.into_iter().collect();
        let entries: Vec<(Key, T)> = sorted.into_iter().collect();
        let most = entries.iter().map(|(name, _)| name.number() + 1).max().unwrap_or(0);
        let mut places = vec![0; most];
        for (place, (name, _)) in (1..).zip(&entries) {
            places[name.number()] = place;
        }
        Self { entries, places }
    }
}

impl<T> Index<&Key> for Dictionary<T> {
    type Output = T;

    fn index(&self, name: &Key) -> &T {
        match self.get(name) {
            Some(entry) => entry,
            None => panic!("nothing is called `{name}`"),
        }
    }
}

impl<'a, T> IntoIterator for &'a Dictionary<T> {
    type Item = (&'a Key, &'a T);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (Key, T)>, fn(&'a (Key, T)) -> (&'a Key, &'a T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(name, entry)| (name, entry))
    }
}
