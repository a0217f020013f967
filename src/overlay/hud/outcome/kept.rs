//! What is worked out once, and kept as long as it is of the same.

/// What was worked out of something.
pub(super) struct Kept<K, T> {
    of: Option<K>,
    what: Option<T>,
}

impl<K, T> Default for Kept<K, T> {
    fn default() -> Self {
        Self { of: None, what: None }
    }
}

impl<K: PartialEq, T: Clone> Kept<K, T> {
    /// What is known of this; it is worked out where the last was of something else.
    pub(super) fn keep(&mut self, of: K, work_out: impl FnOnce(&K) -> Option<T>) -> Option<T> {
        if self.of.as_ref() != Some(&of) {
            (self.what, self.of) = (work_out(&of), Some(of));
        }
        self.what.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: what is known of something is worked out anew only where that changes, also where there is nothing to be known.
    #[test]
    fn the_same_is_worked_out_once() {
        let (mut kept, mut worked) = (Kept::default(), 0);
        let mut told = |of: i32| {
            let what = kept.keep(of, |of| {
                worked += 1;
                (*of > 1).then_some(*of)
            });
            (what, worked)
        };
        assert_eq!([told(1), told(1), told(2), told(2), told(1)].map(|(_, worked)| worked), [1, 1, 2, 2, 3]);
        assert_eq!(told(2), (Some(2), 4));
    }
}
