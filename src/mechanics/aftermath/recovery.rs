//! Wounds that close by themselves, day by day: few on the road, more in bed (ST-HEAL-01).

use crate::mechanics::prelude::*;

/// The numbers of natural healing.
#[derive(Clone, Debug, Deserialize)]
pub struct Recovery {
    /// Hours of a day.
    pub day: i32,
    /// Wounds that close in a day with enough sleep.
    pub a_day: i32,
    /// The figure that says how many close in a day in bed, and how many do at least.
    pub abed: FigureName,
    /// The least that does.
    pub at_least: i32,
    /// Counts of hours towards a day: on one's feet, and in bed.
    #[serde(deserialize_with = "refers::own")]
    pub counts: (Key, Key),
    /// Hours that make a night's sleep.
    pub night: i32,
    /// States of a part of the body that last as long as it has a wound.
    pub of_wounds: Vec<ConditionName>,
    /// States that end with a night's sleep, or with any wound that closes.
    pub by_sleep: Vec<ConditionName>,
    /// States that hold only as long as somebody is in those others.
    pub with: BTreeMap<ConditionName, ConditionName>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// Hours of the rest that is under way.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rested(i32);

impl Recovery {
    /// Lets hours pass for somebody: so many days are full by then, on their feet and in bed.
    fn pass(&self, table: &mut Table<'_>, who: Id, hours: i32) -> Step {
        let look = table.look();
        let watches = |(_, camp): (_, &Camp)| camp.watches.iter().any(|(by, _)| *by == who);
        let abed = look.camp().is_some_and(|(site, camp)| camp.abed && !watches((site, camp)));
        table.edit::<Rested>(who).0 += hours.max(0);
        let look = table.look();
        // Hours in which nothing can heal do not count towards a day.
        if let Err(refusal) = look.allows(who, &["heal"]) {
            return self.heal_nothing(table, who, hours, &refusal);
        }
        let count = if abed { self.counts.1 } else { self.counts.0 };
        let day = self.day.max(1);
        let passed = look.tally(who, count).saturating_add(hours.max(0));
        table.set_tally(who, count, passed % day);
        let a_day = if abed { table.look().value(who, self.abed).max(self.at_least) } else { self.a_day };
        self.close(table, who, (passed / day).saturating_mul(a_day))
    }

    /// Says once a day that nothing heals.
    fn heal_nothing(&self, table: &mut Table<'_>, who: Id, hours: i32, refusal: &Refusal) -> Step {
        let rested = table.look().get::<Rested>(who).map_or(0, |rested| rested.0);
        let day = self.day.max(1);
        if rested / day > rested.saturating_sub(hours.max(0)) / day && !table.look().wounds(who).is_empty() {
            table.note(|_| Fact::new(refusal.rule, format!("{}.", refusal.why)).who(who));
        }
        Ok(())
    }

    /// What a night's sleep ends.
    fn sleep(&self, table: &mut Table<'_>, who: Id) -> Step {
        let hours = table.look().get::<Rested>(who).map_or(0, |rested| rested.0);
        table.edit::<Rested>(who).0 = 0;
        let mut ends = self.by_sleep.iter().filter(|_| hours >= self.night);
        ends.try_for_each(|kind| self.end_all(table, who, *kind, |_, _| true))
    }

    /// Closes up to so many wounds, the oldest first; those that cannot heal yet stay.
    fn close(&self, table: &mut Table<'_>, who: Id, wounds: i32) -> Step {
        let look = table.look();
        let before = look.wounds(who).len() as i32;
        if wounds <= 0 || before == 0 {
            return Ok(());
        }
        let mut left = wounds;
        table.edit::<Wounds>(who).0.retain(|wound| {
            let closes = left > 0 && !wound.locked;
            left -= i32::from(closes);
            !closes
        });
        let after = table.look().wounds(who).len() as i32;
        if after < before {
            table.say_change(self.rule, who, ("wounds", before, after), |look| {
                let healed = before - after;
                let noun = if healed == 1 { "wound" } else { "wounds" };
                format!("{} heals {healed} {noun}: {after} left.", look.name(who))
            });
            self.by_sleep.iter().try_for_each(|kind| self.end_all(table, who, *kind, |_, _| true))?;
            let is_whole = |look: Look<'_>, part: Option<Key>| {
                part.is_none_or(|part| !look.wounds(who).iter().any(|wound| wound.part == Some(part)))
            };
            self.of_wounds.iter().try_for_each(|kind| self.end_all(table, who, *kind, is_whole))?;
            for (kind, other) in &self.with {
                if table.look().condition(who, other).is_none() {
                    self.end_all(table, who, *kind, |_, _| true)?;
                }
            }
        }
        Ok(())
    }

    /// Ends a state on every part of the body where that is true.
    fn end_all(
        &self,
        table: &mut Table<'_>,
        who: Id,
        kind: ConditionName,
        is_over: impl Fn(Look<'_>, Option<Key>) -> bool,
    ) -> Step {
        let look = table.look();
        let all = look.conditions(who).iter().filter(|each| each.kind == kind);
        let over: Vec<Option<Key>> = all.map(|each| each.part).filter(|part| is_over(look, *part)).collect();
        for part in over {
            table.say(self.rule, who, |look| {
                let of = part.map_or_else(|| "it".to_owned(), |part| part.to_string());
                format!("{}'s {of} is well again: no longer {kind}.", look.name(who))
            });
            table.end_on(who, kind, part)?;
        }
        Ok(())
    }
}

impl Mechanic for Recovery {}

hears!(Recovery: |self, table| {
    HoursPass { hours } => {
        table.for_those(|look, id| look.rests(id) && !look.is_dead(id), |table, who| self.pass(table, who, hours))
    },
    HoursPassed => {
        let has_slept = |look: Look<'_>, id: Id| look.get::<Rested>(id).is_some_and(|rested| rested.0 > 0);
        table.for_those(has_slept, |table, who| self.sleep(table, who))
    },
});
