//! Answers that are remembered, each by what was asked.

use std::cell::{Cell, RefCell};
use std::hash::Hash;
use std::rc::Rc;

use bevy::platform::collections::HashMap;
use smallvec::SmallVec;

use crate::battle::Key;

/// Answers by what was asked.
#[derive(Debug)]
pub(super) struct Shelf<K, V>(RefCell<HashMap<K, V>>);

impl<K: Hash + Eq, V: Clone> Shelf<K, V> {
    pub fn empty() -> Self {
        Self(RefCell::new(HashMap::default()))
    }

    /// The answer, worked out the first time. Working one out may ask for others.
    pub fn get(&self, key: K, work_out: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let value = work_out();
        self.0.borrow_mut().insert(key, value.clone());
        value
    }
}

/// Answers to a few questions, which are gone through one by one.
pub(super) type Asked<K, V> = RefCell<SmallVec<[(K, V); 1]>>;

/// The answer to one of them, worked out the first time. Working one out may ask for others.
pub(super) fn answer<K, V: Clone>(
    asked: &Asked<K, V>,
    is: impl Fn(&K) -> bool,
    key: impl FnOnce() -> K,
    work_out: impl FnOnce() -> V,
) -> V {
    if let Some((_, known)) = asked.borrow().iter().find(|(key, _)| is(key)) {
        return known.clone();
    }
    let value = work_out();
    asked.borrow_mut().push((key(), value.clone()));
    value
}

/// Answers by places, most of them empty.
#[derive(Debug)]
pub(super) struct Row<T>(RefCell<(Vec<u16>, Vec<T>)>);

impl<T> Default for Row<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone> Row<T> {
    /// What stands at this place of so many, worked out the first time.
    pub fn get(&self, (place, of): (usize, usize), work_out: impl FnOnce() -> T) -> T {
        if let (places, known) = &*self.0.borrow()
            && let Some(found) = places.get(place)
            && let Some(known) = known.get(usize::from(*found))
        {
            return known.clone();
        }
        let value = work_out();
        let (places, known) = &mut *self.0.borrow_mut();
        places.resize(of, u16::MAX);
        if let Some(slot) = places.get_mut(place) {
            *slot = known.len() as u16;
            known.push(value.clone());
        }
        value
    }
}

/// So many bodies have a place each beside each of them.
const MOST_PAIRED: usize = 64;

/// Yes or no of two bodies, by what was asked.
#[derive(Debug)]
pub(super) struct Pairs {
    bodies: usize,
    /// A place for each two of them, by where the words of the question stand in the code.
    near: RefCell<SmallVec<[(*const str, Answers); 8]>>,
    /// The same where there are too many for that.
    far: Shelf<(Key, usize, usize), bool>,
}

type Answers = Rc<[Cell<Option<bool>>]>;

impl Pairs {
    pub fn of(bodies: usize) -> Self {
        Self { bodies, near: RefCell::default(), far: Shelf::empty() }
    }

    pub fn get(&self, what: &'static str, a: usize, b: usize, work_out: impl FnOnce() -> bool) -> bool {
        let is_paired = self.bodies <= MOST_PAIRED && a < self.bodies && b < self.bodies;
        if !is_paired {
            return self.far.get((what.into(), a, b), work_out);
        }
        let at = a * self.bodies + b;
        let is_it = |(asked, _): &&(*const str, Answers)| std::ptr::eq(*asked, what);
        let known = self.near.borrow().iter().find(is_it).and_then(|(_, known)| known.get(at)?.get());
        if let Some(known) = known {
            return known;
        }
        let answers = self.answers(what);
        let Some(answer) = answers.get(at) else { return work_out() };
        let said = work_out();
        answer.set(Some(said));
        said
    }

    fn answers(&self, what: *const str) -> Answers {
        if let Some((_, known)) = self.near.borrow().iter().find(|(asked, _)| std::ptr::eq(*asked, what)) {
            return Rc::clone(known);
        }
        let none: Answers = vec![Cell::new(None); self.bodies * self.bodies].into();
        self.near.borrow_mut().push((what, Rc::clone(&none)));
        none
    }
}
