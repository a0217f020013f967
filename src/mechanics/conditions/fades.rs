//! Conditions that somebody brings into the battle and that pass by themselves: surprise.

use crate::mechanics::prelude::*;

/// What passes by itself.
#[derive(Clone, Debug, Deserialize)]
pub struct Fades {
    /// The condition.
    pub condition: ConditionName,
    /// At the end of how many rounds.
    pub rounds: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

impl Fades {
    fn set(&self, table: &mut Table<'_>, who: Id) {
        let is_meant = |each: &Condition| each.kind == self.condition && each.until == Until::Ended;
        if table.look().conditions(who).iter().any(is_meant) {
            let mut conditions = table.edit::<Conditions>(who);
            let meant = conditions.0.iter_mut().filter(|each| is_meant(each));
            meant.for_each(|each| each.until = Until::Rounds(self.rounds));
        }
    }
}

mechanic!(Fades: |self| {
    answers_for => vec![(self.condition, format!("how long `{}` lasts", self.condition))],
});

hears!(Fades: |self, table| {
    Begun => table.everybody().into_iter().for_each(|who| self.set(table, who)),
    Arrived { who } => self.set(table, who),
});
