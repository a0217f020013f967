//! Conditions that begin and end at the table.

use super::super::field::Unsettled;
use super::super::{Condition, ConditionName, Conditions, Event, Fact, Id, Key, Look, RuleId, Until};
use super::{Step, Table, Told};

impl Table<'_> {
    /// Brings somebody into a condition. One that it is in already lasts for
    /// the longer of the two times.
    pub fn begin(&mut self, id: Id, condition: Condition) -> Step {
        let rules = self.rules.clone();
        let kind = condition.kind;
        let def = rules.conditions.get(&kind);
        let replaces = |new: ConditionName, old: ConditionName| {
            rules.conditions.get(&new).is_some_and(|def| def.replaces.contains(&old))
        };
        // What concerns one part of the body says nothing of the others.
        let here = |each: &Condition| condition.part.is_none() || each.part == condition.part;
        let is_stance = def.is_some_and(|def| def.stance);
        if !is_stance && self.look().conditions(id).iter().any(|each| here(each) && replaces(each.kind, kind)) {
            return Ok(());
        }
        let several = def.is_some_and(|def| def.by_each);
        let mut conditions = self.edit::<Conditions>(id);
        conditions.0.retain(|each| !(here(each) && replaces(kind, each.kind)));
        let same = |each: &&mut Condition| {
            each.kind == kind && each.part == condition.part && (!several || each.by == condition.by)
        };
        match conditions.0.iter_mut().find(same) {
            Some(old) => {
                old.until = longer(old.until, condition.until);
                old.by = condition.by.or(old.by);
                old.amount = old.amount.max(condition.amount);
            }
            None => conditions.0.push(condition),
        }
        self.tell(Event::Condition { who: id, kind, begun: true })?;
        if rules.ends(kind) { self.tell(Event::Fallen { who: id }) } else { Ok(()) }
    }

    /// The same, told first by a fact of whoever it befalls, unless that names somebody else.
    pub fn bring(&mut self, id: Id, condition: Condition, fact: impl FnOnce(Look<'_>) -> Fact) -> Step {
        let kind = condition.kind;
        self.note(|look| about(id, fact(look)).change(id, kind, 0, 1));
        self.begin(id, condition)
    }

    /// The same, told in no more words than that somebody is in it.
    pub fn becomes(&mut self, id: Id, condition: Condition, rule: RuleId) -> Step {
        let kind = condition.kind;
        self.bring(id, condition, |look| Fact::new(rule, format!("{} is {kind}.", look.name(id))))
    }

    /// The same as [`begin`](Self::begin) where several may act at once: then only when all of them have acted, so that nobody loses by it what
    /// it does at the same moment.
    pub fn begin_settled(&mut self, id: Id, condition: Condition) -> Step {
        if self.clock().together {
            self.edit_battle::<Unsettled>().0.push((id, condition));
            return Ok(());
        }
        self.begin(id, condition)
    }

    /// Lets everything hold that was to hold only when all have acted.
    pub(in crate::battle) fn fall(&mut self) -> Step {
        if self.look().battle::<Unsettled>().is_none_or(|unsettled| unsettled.0.is_empty()) {
            return Ok(());
        }
        let unsettled = std::mem::take(&mut self.edit_battle::<Unsettled>().0);
        unsettled.into_iter().try_for_each(|(who, condition)| self.begin(who, condition))
    }

    /// Ends a condition; whether it held at all.
    pub fn end(&mut self, id: Id, kind: impl Into<ConditionName>) -> Step<bool> {
        let kind = kind.into();
        let held = self.end_quietly(id, kind);
        if held {
            self.tell(Event::Condition { who: id, kind, begun: false })?;
        }
        Ok(held)
    }

    /// The same, told afterwards by a fact of whoever was in it, unless that names somebody else.
    pub fn lift(&mut self, id: Id, kind: impl Into<ConditionName>, fact: impl FnOnce(Look<'_>) -> Fact) -> Step<bool> {
        let kind = kind.into();
        let held = self.end(id, kind)?;
        if held {
            self.note(|look| about(id, fact(look)).change(id, kind, 1, 0));
        }
        Ok(held)
    }

    /// The same, told in no more words than that somebody is in it no longer.
    pub fn ceases(&mut self, id: Id, kind: ConditionName, rule: RuleId) -> Step {
        self.lift(id, kind, |look| Fact::new(rule, format!("{} is no longer {kind}.", look.name(id)))).map(drop)
    }

    /// Somebody comes out of a condition that they are in, which is told before it ends.
    pub fn sheds(
        &mut self,
        of: impl Into<Told>,
        kind: ConditionName,
        rule: RuleId,
        text: impl FnOnce(Look<'_>) -> String,
    ) -> Step {
        let Told(who, whom) = of.into();
        self.say_change(rule, (who, whom), (kind, 1, 0), text);
        self.end(who, kind).map(drop)
    }

    /// Ends a condition as far as `by` has brought it about; whether it held.
    pub fn end_by(&mut self, id: Id, kind: ConditionName, by: Option<Id>) -> Step<bool> {
        let is_meant = |each: &Condition| each.kind == kind && each.by == by;
        let conditions = self.look().conditions(id);
        let meant = conditions.iter().filter(|each| is_meant(each)).count();
        match meant {
            0 => Ok(false),
            _ if meant == conditions.iter().filter(|each| each.kind == kind).count() => self.end(id, kind),
            _ => {
                self.edit::<Conditions>(id).0.retain(|each| !is_meant(each));
                self.tell(Event::Condition { who: id, kind, begun: false })?;
                Ok(true)
            }
        }
    }

    /// Ends a condition as far as it concerns `part`; whether it held there.
    pub fn end_on(&mut self, id: Id, kind: ConditionName, part: Option<Key>) -> Step<bool> {
        let is_meant = |each: &Condition| each.kind == kind && each.part == part;
        let held = self.look().conditions(id).iter().any(is_meant);
        if held {
            self.edit::<Conditions>(id).0.retain(|each| !is_meant(each));
            self.tell(Event::Condition { who: id, kind, begun: false })?;
        }
        Ok(held)
    }

    fn end_quietly(&mut self, id: Id, kind: ConditionName) -> bool {
        if self.look().condition(id, kind).is_none() {
            return false;
        }
        self.edit::<Conditions>(id).0.retain(|condition| condition.kind != kind);
        true
    }
}

/// A fact of whoever it names, or else of `id`.
fn about(id: Id, fact: Fact) -> Fact {
    let who = fact.who.unwrap_or(id);
    fact.who(who)
}

/// The later of two ends.
fn longer(a: Until, b: Until) -> Until {
    match (a, b) {
        (Until::Ended, _) | (_, Until::Ended) => Until::Ended,
        (Until::Seconds(x), Until::Seconds(y)) => Until::Seconds(x.max(y)),
        (Until::Turns(x), Until::Turns(y)) => Until::Turns(x.max(y)),
        (Until::Rounds(x), Until::Rounds(y)) => Until::Rounds(x.max(y)),
        (Until::Minutes(x), Until::Minutes(y)) => Until::Minutes(x.max(y)),
        (_, b) => b,
    }
}
