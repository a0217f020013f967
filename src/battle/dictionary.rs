//! What a ruleset names, found by its name in one step.

use std::ops::Index;

use super::Key;

/// Entries by their names, in the order of the alphabet; the type of a name may say what it names.
#[derive(Clone, Debug)]
pub struct Dictionary<T, N = Key> {
    entries: Vec<(N, T)>,
    /// Places in that list by the numbers of names, one more than they are; nothing is at 0.
    places: Vec<u32>,
}

impl<T, N: Copy + Into<Key>> Dictionary<T, N> {
    /// The place of an entry among all of them, from 0 on.
    pub fn place(&self, name: N) -> Option<usize> {
        let place = *self.places.get(name.into().number())?;
        (place as usize).checked_sub(1)
    }

    /// The entry called `name`.
    pub fn get(&self, name: &N) -> Option<&T> {
        Some(&self.entries[self.place(*name)?].1)
    }

    /// Whether there is one called `name`.
    pub fn contains_key(&self, name: &N) -> bool {
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
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&N, &T)> + Clone {
        self.entries.iter().map(|(name, entry)| (name, entry))
    }

    /// All names.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &N> + Clone {
        self.entries.iter().map(|(name, _)| name)
    }

    /// All of them without their names.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.entries.iter().map(|(_, entry)| entry)
    }
}

impl<T, N> Default for Dictionary<T, N> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: Vec::new() }
    }
}

impl<T, N: Copy + Ord + Into<Key>> FromIterator<(N, T)> for Dictionary<T, N> {
    /// Of two entries of one name the later one counts.
    fn from_iter<I: IntoIterator<Item = (N, T)>>(entries: I) -> Self {
        let sorted: std::collections::BTreeMap<N, T> = entries.into_iter().collect();
        let entries: Vec<(N, T)> = sorted.into_iter().collect();
        let most = entries.iter().map(|(name, _)| (*name).into().number() + 1).max().unwrap_or(0);
        let mut places = vec![0; most];
        for (place, (name, _)) in (1..).zip(&entries) {
            places[(*name).into().number()] = place;
        }
        Self { entries, places }
    }
}

impl<T, N: Copy + Into<Key>> Index<&N> for Dictionary<T, N> {
    type Output = T;

    fn index(&self, name: &N) -> &T {
        match self.get(name) {
            Some(entry) => entry,
            None => panic!("nothing is called `{}`", (*name).into()),
        }
    }
}

impl<'a, T, N> IntoIterator for &'a Dictionary<T, N> {
    type Item = (&'a N, &'a T);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (N, T)>, fn(&'a (N, T)) -> (&'a N, &'a T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(name, entry)| (name, entry))
    }
}
