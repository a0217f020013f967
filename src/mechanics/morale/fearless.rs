//! Those who fear nothing: neither numbers nor sights test their nerve, though they count among the others (ZN-MORALE-06).

use crate::mechanics::prelude::*;

/// Who never tests, but counts all the same.
#[derive(Clone, Debug, Deserialize)]
pub struct Fearless {
    /// What they have learned.
    pub skills: Vec<TechniqueName>,
    /// Words of their profiles.
    pub words: Vec<Key>,
    /// What they are in.
    pub states: Vec<ConditionName>,
}

impl Fearless {
    /// Whether somebody is one of them.
    pub(super) fn is(&self, look: Look<'_>, who: Id) -> bool {
        has(look, who, &self.words) || is_beyond(look, who, &self.skills, &self.states)
    }
}

/// Whether the profile of somebody has one of these words.
pub(super) fn has(look: Look<'_>, who: Id, words: &[Key]) -> bool {
    words.iter().any(|word| look.has_tag(who, word))
}

/// Whether somebody is beyond fear, by what they have learned or what they are in.
pub(super) fn is_beyond(look: Look<'_>, who: Id, skills: &[TechniqueName], states: &[ConditionName]) -> bool {
    skills.iter().any(|skill| look.knows(who, skill)) || states.iter().any(|state| look.is(who, state))
}
