//! Those who are stunned lose their next turn: that of this round if they still have it, or else the next (ZN-COND-03).

use crate::mechanics::answers;
use crate::mechanics::prelude::*;

/// The state that costs a turn.
#[derive(Clone, Debug, Deserialize)]
pub struct LosesTurn {
    /// Its name.
    #[serde(rename = "in")]
    pub state: ConditionName,
    /// The rule that says so.
    pub rule: RuleId,
}

impl LosesTurn {
    /// Takes the turn of this round.
    fn take(&self, table: &mut Table<'_>, who: Id) -> Step {
        let (rule, state) = (self.rule, self.state);
        table.say(rule, who, |look| format!("{} is {state} and loses their turn.", look.name(who)));
        table.rules().economy.close(table, who)
    }
}

mechanic!(LosesTurn: |self| {
    answers_for => vec![answers::turns(self.state)],
});

hears!(LosesTurn: |self, table| {
    Condition { who, kind, begun: true } => {
        if kind != self.state {
            return Ok(());
        }
        let (look, rules) = (table.look(), table.rules());
        let is_left_out = rules.registry.drives.iter().any(|mechanic| mechanic.leaves_out(look, who));
        let is_fresh = rules.economy.is_fresh(look, who) && !is_left_out;
        let until = Until::Rounds(if is_fresh { 1 } else { 2 });
        let mut conditions = table.edit::<Conditions>(who);
        conditions.0.iter_mut().filter(|each| each.kind == kind).for_each(|each| each.until = until);
        if is_fresh { self.take(table, who) } else { Ok(()) }
    },
    RoundBegun => table.for_those(
        |look, id| look.is(id, self.state) && look.is_in_play(id),
        |table, who| self.take(table, who),
    ),
});
