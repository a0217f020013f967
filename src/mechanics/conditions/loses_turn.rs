//! Whoever is stunned loses their next turn: that of this round if they still have it, or else the next (ZN-COND-03).

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

impl Mechanic for LosesTurn {
    fn answers_for(&self) -> Vec<(ConditionName, String)> {
        vec![answers::turns(self.state)]
    }

    fn repeats(&self) -> bool {
        true
    }
}

hears!(LosesTurn: |self, table| {
    Condition { who, kind, begun: true } => self.on_condition(table, who, kind),
    RoundBegun => self.on_round(table),
});

impl LosesTurn {
    fn on_condition(&self, table: &mut Table<'_>, who: Id, kind: ConditionName) -> Step {
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
    }

    fn on_round(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let is_lost = |id: &Id| look.is(*id, self.state) && look.is_in_play(*id);
        let lost: Vec<Id> = look.everybody().filter(is_lost).collect();
        lost.into_iter().try_for_each(|who| self.take(table, who))
    }
}
