//! What must be true at the end of a stretch, filled in from what happened: who stands where and in what state, what was
//! counted, what was rolled, who has won.

use std::collections::BTreeSet;

use crate::battle::{Fact, Id, Look};
use crate::lesson::told;

/// Rolls of one kind are asked for as long as one can read them.
const ROLLS: usize = 8;

/// What may have changed of everybody, as it was at the start.
pub(super) struct Asked(Vec<(String, String)>);

/// What is asked of everybody, whatever the game counts.
const OF_EVERYBODY: [&str; 4] = ["square", "conditions", "wounds", "in hand"];

impl Asked {
    /// As it is now.
    pub fn at(look: Look<'_>) -> Self {
        let of = |who: Id| OF_EVERYBODY.iter().map(move |what| format!("{what} of {}", look.name(who)));
        let told = look.everybody().flat_map(of).filter_map(|what| told(look, &what).ok().map(|is| (what, is)));
        Self(told.collect())
    }

    /// What is otherwise now, with what the new facts tell of.
    pub fn answers(self, look: Look<'_>, new: &[Fact]) -> Vec<(String, String)> {
        let mut found = Self::at(look).0;
        found.retain(|now| !self.0.contains(now));
        // Counts and figures that facts have told of.
        let counted = new.iter().flat_map(|fact| &fact.changes).filter(|change| !change.who.is_thing());
        let counted: BTreeSet<String> =
            counted.map(|change| format!("{} of {}", change.what, look.name(change.who))).collect();
        let rolled: BTreeSet<&str> =
            new.iter().filter_map(|fact| fact.roll.as_ref()).map(|roll| roll.label.as_str()).collect();
        let rolled = rolled.into_iter().map(|label| format!("rolls of {label}"));
        for what in counted.into_iter().chain(rolled) {
            let is_new = !found.iter().any(|(asked, _)| *asked == what);
            if let Some(is) = told(look, &what).ok().filter(|is| is_new && is.split(", ").count() <= ROLLS) {
                found.push((what, is));
            }
        }
        let winner = told(look, "winner").ok().filter(|winner| winner != "nobody yet");
        found.extend(winner.map(|winner| ("winner".to_owned(), winner)));
        found
    }
}
