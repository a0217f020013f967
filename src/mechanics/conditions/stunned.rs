//! Being stunned: so many seconds of one's own turns go by without a deed (ST-COND-06).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// What being stunned is.
#[derive(Clone, Debug, Deserialize)]
pub struct Stunned {
    /// The condition of the stunned, which lasts for seconds.
    pub stunned: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Stunned {
    /// Lets the seconds go by that `who` is still stunned.
    fn pass(&self, table: &mut Table<'_>, who: Id) -> Step {
        let stunned = table.look().condition(who, self.stunned).map(|stunned| stunned.until);
        let Some(until) = stunned else { return Ok(()) };
        let rules = table.rules();
        let left = rules.economy.remaining(table.look(), who);
        let lost = match until {
            Until::Seconds(seconds) => seconds.min(left),
            _ => left,
        };
        if lost > 0 {
            table.say(self.rule, who, |look| format!("{} is stunned for {lost} s.", look.name(who)));
            rules.economy.lose(table, who, lost)?;
        }
        Ok(())
    }
}

mechanic!(Stunned: |self| {
    answers_for => vec![answers::turns(self.stunned)],
});

hears!(Stunned: |self, table| {
    TurnBegun { who } => {
        let body = table.look().body(who);
        self.pass(table, body)
    },
    // Whoever is stunned in the middle of their own turn loses from what is left of it.
    Condition { who, kind, begun: true } => if kind == self.stunned && table.look().is_on_turn(who) {
        self.pass(table, who)
    } else {
        Ok(())
    },
});
