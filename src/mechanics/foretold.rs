//! What blows come to that have the same numbers, worked out once: somebody who weighs what to do meets the same
//! numbers again and again.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use bevy::platform::collections::HashMap;

use crate::mechanics::prelude::*;

/// So many are kept; then it begins anew.
const MOST_KEPT: usize = 4096;

/// The prospects of blows by all that they hang on, for one mechanic of one ruleset.
#[derive(Clone, Debug)]
pub(super) struct Foretold<N, T>(Arc<RwLock<HashMap<N, Distribution<T>>>>);

impl<N, T> Default for Foretold<N, T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<N: Hash + Eq, T: Clone> Foretold<N, T> {
    /// What a blow of these numbers comes to, worked out the first time.
    pub(super) fn of(
        &self,
        numbers: N,
        work_out: impl FnOnce() -> Result<Distribution<T>, DiceError>,
    ) -> Result<Distribution<T>, DiceError> {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&numbers) {
            return Ok(known.clone());
        }
        let found = work_out()?;
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(numbers, found.clone());
        Ok(found)
    }
}
