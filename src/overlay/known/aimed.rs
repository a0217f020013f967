//! Whom and what the answers to a question name.

use std::collections::{BTreeMap, HashMap};

use crate::battle::{Choice, Id, Key, Look};

/// Whom something can be done to, and which of the answers do it.
#[derive(Default)]
pub struct Aimed {
    /// Everybody and everything that an answer names, in the order of their ids.
    pub at: BTreeMap<Id, Vec<usize>>,
    /// Whoever it may be done to.
    pub open: Vec<Id>,
}

impl Aimed {
    /// Those of these choices.
    pub(super) fn of(look: Look<'_>, choices: &[Choice]) -> Self {
        let named = look.shown().chain(look.things());
        let ids: HashMap<Key, Id> = named.map(|id| (look.key(id), id)).collect();
        let mut found = Self::default();
        for (index, choice) in choices.iter().enumerate() {
            for name in choice.order.at.iter().filter_map(|aim| aim.who) {
                if let Some(id) = ids.get(&name) {
                    found.at.entry(*id).or_default().push(index);
                }
            }
        }
        let is_open = |at: &&usize| choices.get(**at).is_some_and(Choice::is_legal);
        let open = found.at.iter().filter(|(_, all)| all.iter().any(|at| is_open(&at)));
        found.open = open.map(|(id, _)| *id).collect();
        found
    }

    /// Whether an answer is done at somebody or something on the field.
    pub fn names(&self, choices: &[Choice], choice: &Choice) -> bool {
        let is_it = |at: &usize| choices.get(*at).is_some_and(|other| other.order == choice.order);
        self.at.values().flatten().any(is_it)
    }

    /// The answers that are done at somebody or something.
    pub fn choices<'c>(&self, choices: &'c [Choice], who: Id) -> Vec<&'c Choice> {
        let all = self.at.get(&who).into_iter().flatten();
        all.filter_map(|index| choices.get(*index)).collect()
    }
}
