//! Deeds over several turns: what a body has begun, how far it is with that, and how it is lost.

use crate::mechanics::prelude::*;

/// A deed that has had some of the actions, or of the seconds, that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Begun {
    /// What is being done.
    pub order: Order,
    /// How many it has had.
    pub done: i32,
    /// How many it takes.
    pub takes: i32,
    /// The mind that does it.
    pub by: Id,
}

impl Begun {
    pub fn intent(&self, look: Look<'_>, rule: RuleId) -> Intent {
        Intent::begun(look, &self.order, (self.done, self.takes), rule)
    }
}

/// What a body has begun and not finished.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unfinished(pub Option<Begun>);

/// What a body has begun, if anything.
pub(super) fn unfinished<'w>(look: Look<'w>, body: Id) -> Option<&'w Begun> {
    look.get::<Unfinished>(body)?.0.as_ref()
}

/// A body loses what it has begun, if anything; how far it was is told in the words of the game.
pub(super) fn abandon(table: &mut Table<'_>, body: Id, (rule, why): (RuleId, &str), told: fn(Begun) -> String) {
    let Some(lost) = table.edit::<Unfinished>(body).0.take() else { return };
    table.say(rule, body, |look| format!("{} {why}: {}.", look.name(body), told(lost)));
}

/// What breaks off a deed that was begun by this rule.
pub(super) fn breaks(intent: &Intent, rule: RuleId, words: [&str; 2]) -> Vec<String> {
    let is_begun = intent.of == Waits::Time && intent.rule == rule;
    words.into_iter().filter(|_| is_begun).map(str::to_owned).collect()
}
