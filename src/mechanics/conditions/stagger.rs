//! Staggering: a die at the start of each turn says how much of it is lost
//! (ST-COND-07).

use serde::Deserialize;

use crate::battle::{Fact, Id, Key, Look, Mechanic, Rules, Step, Sum, Table, Words, refers};
use crate::dice::Expr;

/// The numbers of staggering.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stagger {
    /// The condition of those who stagger.
    #[serde(deserialize_with = "refers::conditions")]
    pub staggered: Key,
    /// What they lose from the front of each turn.
    pub die: Expr,
    /// The rule that these numbers stand for.
    #[serde(deserialize_with = "refers::rules")]
    pub rule: Key,
}

impl Mechanic for Stagger {
    fn name(&self) -> &'static str {
        "stagger"
    }

    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.rolls(["staggering"]);
    }

    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        look.is(look.body(who), self.staggered.as_str())
    }

    fn on_turn(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let body = look.body(who);
        if !look.is(body, self.staggered.as_str()) || !look.is_in_play(body) {
            return Ok(());
        }
        let lost = table.roll(who, "staggering", &self.die, Sum::new(), self.rule)?;
        let rules = table.rules();
        rules.economy.lose(table, who, lost)?;
        let left = rules.economy.left(table.look(), who);
        table.note(|look| Fact::new(self.rule, format!("{} comes to its senses: {left}.", look.name(who))).who(who));
        Ok(())
    }
}
