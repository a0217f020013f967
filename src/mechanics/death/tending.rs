//! Helping those who lie there: treating the dying, bringing back the dead (ST-DEATH-05, ST-DEATH-06).

use super::dying::{Dying, Fate};
use crate::mechanics::prelude::*;

/// The one whom an order is about, who must lie within arm's length.
fn patient(look: Look<'_>, who: Id, order: &Order, rule: RuleId) -> Result<Id, Refusal> {
    let patient = look.target_or_refuse(order, "whom? say `at NAME`")?;
    look.refuse_if(patient == who, rule, || "nobody does that to themselves")?;
    look.refuse_one_if(!look.in_arms_reach(who, patient), patient, rule, "is not within arm's length")?;
    Ok(patient)
}

/// The skill of somebody who helps, with or without what they should have at hand.
fn skill(look: Look<'_>, who: Id, dying: &Dying, skill: FigureName, rule: RuleId) -> Sum {
    let mut sum = look.figure(who, skill);
    if let Some((bag, lacking)) = dying.bag.filter(|(bag, _)| !look.carries(who, bag.key())) {
        sum.add(Key::new(&format!("no {bag}")), lacking, rule);
    }
    sum
}

/// What it is worth to get somebody out of danger, in felled enemies.
const SAVED: f64 = 0.3;

impl Dying {
    /// What helps somebody to get another out of danger, and what must be reached.
    fn treating(&self, look: Look<'_>, who: Id, patient: Id) -> (Sum, Sum) {
        let bonus = skill(look, who, self, self.treat.skill, self.rules.treat);
        let mut needed = Sum::of("base", self.treat.dc);
        needed.add("wounds", look.wounds(patient).len() as i32, self.rules.treat);
        (bonus, needed)
    }

    /// One try at getting somebody out of danger.
    fn try_to_save(&self, table: &mut Table<'_>, who: Id, patient: Id) -> Step {
        let (bonus, needed) = self.treating(table.look(), who, patient);
        let treated = table.passes(who, "treating", &self.die, bonus, needed, self.rules.treat)?;
        if treated { self.steady(table, patient, self.rules.treat) } else { Ok(()) }
    }

    /// One try at bringing somebody back.
    fn try_to_revive(&self, table: &mut Table<'_>, who: Id, patient: Id) -> Step {
        let rule = self.rules.resuscitate;
        let bonus = skill(table.look(), who, self, self.resuscitate.skill, rule);
        let needed = Sum::of("base", self.resuscitate.dc);
        let saved = table.passes(who, "resuscitating", &self.die, bonus, needed, rule)?;
        if saved { self.bring_back(table, patient) } else { Ok(()) }
    }

    /// The one on the side of somebody who knows most of it, if anybody there can do anything.
    fn best_hand(&self, look: Look<'_>, patient: Id, deed: &'static str, of: FigureName) -> Option<Id> {
        let able = |id: &Id| {
            *id != patient
                && look.side(*id) == look.side(patient)
                && look.is_in_play(*id)
                && look.allows(*id, &["act", deed]).is_ok()
        };
        let skill = |id: Id| skill(look, id, self, of, self.rules.treat).total();
        // Of those who know as much, the first.
        look.everybody().filter(able).max_by_key(|id| (skill(*id), std::cmp::Reverse(*id)))
    }

    /// After a fight: whoever is dying gets out of it one way or the other, round by round, with the best hand of their
    /// side at it (ST-DEATH-02, ST-DEATH-03, ST-DEATH-05).
    pub(super) fn settle(&self, table: &mut Table<'_>, who: Id) -> Step {
        while table.look().condition(who, self.dying).is_some() {
            self.hang_on(table, who)?;
            if table.look().condition(who, self.dying).is_none() {
                break;
            }
            if let Some(helper) = self.best_hand(table.look(), who, "treat", self.treat.skill) {
                self.try_to_save(table, helper, who)?;
            }
        }
        Ok(())
    }

    /// After a fight: whoever has just died is tried to be brought back, once, if there is any hope of it
    /// (ST-DEATH-06).
    pub(super) fn try_to_bring_back(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let in_time =
            look.is_dead(who) && Self::dead_for(look, who).is_some_and(|rounds| rounds <= self.resuscitate.within);
        if !in_time {
            return Ok(());
        }
        if let Some(helper) = self.best_hand(look, who, "resuscitate", self.resuscitate.skill) {
            let bonus = skill(look, helper, self, self.resuscitate.skill, self.rules.resuscitate);
            if self.die.max().saturating_add(bonus.total()) >= self.resuscitate.dc {
                self.try_to_revive(table, helper, who)?;
            }
        }
        // By the next hour it is too late.
        table.edit::<Fate>(who).died = None;
        Ok(())
    }
}

/// Everybody else on the field who could be meant.
fn others(look: Look<'_>, who: Id, meant: impl Fn(Id) -> bool) -> impl Iterator<Item = Id> {
    look.everybody().filter(move |id| *id != who && look.place(*id).present && meant(*id))
}

/// Treating the dying.
#[derive(Debug)]
pub(super) struct Treat(pub Arc<Dying>);

impl Treat {
    fn patient(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let rule = self.0.rules.treat;
        let patient = patient(look, who, order, rule)?;
        let why = || format!("{} is not {}", look.name(patient), self.0.dying);
        look.refuse_if(look.condition(patient, self.0.dying).is_none(), rule, why)?;
        Ok(patient)
    }
}

impl Deed for Treat {
    nature!(|self| Nature::of("treat", Group::Help, Stage::Upkeep).reading(&[Reads::At]));

    offers!(|self, look, who| "Treat {}", self.0.rules.treat, {
        others(look, who, |id| look.condition(id, self.0.dying).is_some())
    });

    checks!(|self, look, who, order| ["treat"] => self.patient(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(patient) = self.patient(table.look(), who, order) else { return Ok(()) };
        self.0.try_to_save(table, who, patient)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let patient = self.patient(look, who, order).ok().filter(|patient| !look.are_enemies(who, *patient))?;
        let (bonus, needed) = self.0.treating(look, who, patient);
        let succeeds = |total: &i32| total.saturating_add(bonus.total()) >= needed.total();
        let chance = Distribution::from_expr(&self.0.die).chance(succeeds).to_f64();
        (chance > 0.0).then(|| Worth::of(SAVED * chance))
    }
}

/// Bringing back the dead.
#[derive(Debug)]
pub(super) struct Resuscitate(pub Arc<Dying>);

impl Resuscitate {
    fn patient(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let rule = self.0.rules.resuscitate;
        let patient = patient(look, who, order, rule)?;
        let since = Dying::dead_for(look, patient).filter(|_| look.is_dead(patient));
        let since = since.ok_or_else(|| Refusal::new(rule, format!("{} is not dead", look.name(patient))))?;
        // What was begun in time may be finished.
        let begun = look.rules().economy.unfinished(look, who) == Some(order);
        let within = self.0.resuscitate.within;
        let why = || format!("{} has been dead for more than {within} rounds", look.name(patient));
        look.refuse_if(since > within && !begun, rule, why)?;
        Ok(patient)
    }
}

impl Deed for Resuscitate {
    nature!(|self| Nature::of("resuscitate", Group::Help, Stage::Upkeep).reading(&[Reads::At]).tempting(false));

    offers!(|self, look, who| "Resuscitate {}", self.0.rules.resuscitate, {
        others(look, who, |id| look.is_dead(id) && Dying::dead_for(look, id).is_some())
    });

    checks!(|self, look, who, order| ["resuscitate"] => self.patient(look, who, order));

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(patient) = patient(table.look(), who, order, self.0.rules.resuscitate) else { return Ok(()) };
        if table.look().is_dead(patient) { self.0.try_to_revive(table, who, patient) } else { Ok(()) }
    }
}
