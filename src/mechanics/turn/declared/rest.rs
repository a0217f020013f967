//! What somebody has left of a round that they have declared: everybody at the table has heard how much that was (HG-TURN-02).

use super::price::actions_in_words;
use super::{Covers, Declared};
use crate::mechanics::prelude::*;

impl Declared {
    /// Actions that are still to come and a defence that is kept, if there is any of it.
    pub(super) fn rest(&self, look: Look<'_>, who: Id) -> Option<Intent> {
        let own = Self::of(look, who);
        // Before their turn somebody has at most stated how many there will be.
        let stated = own.committed.filter(|_| !own.said);
        let whole = stated.unwrap_or(own.declared + i32::from(own.defends));
        let actions = stated.map_or_else(|| Self::actions_left(&own), |all| all - own.n);
        let actions = if own.acted { 0 } else { actions.max(0) };
        let is_used = self.covers == Covers::OneAttack && own.used;
        let (kept, defence) = match () {
            () if !own.defends => (0, None),
            () if is_used => (0, Some("defence used".to_owned())),
            () => (1, Some("defence kept".to_owned())),
        };
        let left = (actions > 0).then(|| format!("{} left", actions_in_words(actions)));
        let text = left.into_iter().chain(defence).collect::<Vec<_>>().join(", ");
        let left = actions + kept;
        let (of, done) = (Waits::Round, Some(((whole - left).max(0), whole.max(left))));
        (left > 0).then_some(Intent { of, at: None, to: None, text, with: None, done, rule: self.rules.several })
    }
}
