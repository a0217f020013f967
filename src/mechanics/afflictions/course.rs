//! How a syndrome goes on: checks, symptoms, recovery (ST-TOX-02, ST-TOX-06).

use super::Afflictions;
use super::afflicted::{Afflicted, Affliction, UNKNOWN, doublings};
use super::syndrome::{Harmed, Lasts, Rate, State, Symptom, Unit, Way};
use crate::mechanics::prelude::*;

impl Afflictions {
    /// The checks that are due when a turn begins.
    pub(super) fn checks_of_turn(&self, table: &mut Table<'_>, who: Id) -> Step {
        let due: Vec<Key> = Self::of(table.look(), who).iter().map(|each| each.of).collect();
        for of in due {
            let rate = self.syndromes.get(&of).map(|syndrome| syndrome.rate);
            let times = match rate {
                Some(Rate::Second) => self.seconds,
                Some(Rate::Round) => 1,
                _ => 0,
            };
            (0..times).try_for_each(|_| self.check(table, who, of))?;
        }
        Ok(())
    }

    /// One check against a syndrome that somebody has, if they still have it.
    pub(super) fn check(&self, table: &mut Table<'_>, who: Id, of: Key) -> Step {
        let look = table.look();
        let (Some(syndrome), Some(case)) = (self.syndromes.get(&of), Self::case_of(look, who, of)) else {
            return Ok(());
        };
        if !look.is_there(who) {
            return Ok(());
        }
        let (needed, bonus) = (self.needed(case, syndrome), self.bonus(look, who));
        let label = if case.known { of.as_str() } else { UNKNOWN };
        let success = table.passes(who, label, &self.die, bonus, needed, self.rules.checks)?;
        Self::remember(table, who, of, |case| {
            (case.passed, case.failed) = if success { (case.passed + 1, 0) } else { (0, case.failed + 1) };
        });
        if !success {
            return self.strike(table, who, of);
        }
        let passed = Self::case_of(table.look(), who, of).map_or(0, |case| case.passed);
        // Nobody gets over what they are still in, and what counts by the cup is over when its hour is.
        if passed >= self.cured_after && syndrome.rate != Rate::Dose && !self.is_in(table.look(), who, of) {
            self.cure(table, who, of, self.rules.checks);
        }
        Ok(())
    }

    /// What a failed check brings.
    pub(super) fn strike(&self, table: &mut Table<'_>, who: Id, of: Key) -> Step {
        let Some(syndrome) = self.syndromes.get(&of) else { return Ok(()) };
        syndrome.symptoms().iter().try_for_each(|symptom| self.suffer(table, who, of, symptom))
    }

    fn suffer(&self, table: &mut Table<'_>, who: Id, of: Key, symptom: &Symptom) -> Step {
        let look = table.look();
        let Some(case) = Self::case_of(look, who, of).filter(|_| !look.is_dead(who)) else { return Ok(()) };
        let (times, failed) = (1 + doublings(case.doses), case.failed);
        match symptom {
            Symptom::Wounds(wounds) => self.wound(table, who, of, wounds.saturating_mul(times)),
            Symptom::States(states, lasts) => {
                let ways = case.ways.clone();
                let meant = |(state, by): (&State, &Vec<Way>)| {
                    (by.is_empty() || by.iter().any(|way| ways.contains(way))).then_some(state.0)
                };
                let states: Vec<ConditionName> = states.iter().filter_map(meant).collect();
                self.bring(table, who, &states, lasts, times)
            }
            Symptom::Harm(harmed, points) => self.harm(table, who, of, harmed, points.saturating_mul(times)),
            Symptom::Shifts(figure, by) => {
                let by = by.saturating_mul(times);
                let before = look.value(who, figure.0);
                Self::remember(table, who, of, |case| match case.shifts.iter_mut().find(|(of, _)| *of == figure.0) {
                    Some((_, shift)) => *shift += by,
                    None => case.shifts.push((figure.0, by)),
                });
                table.note(|look| {
                    let after = look.value(who, figure.0);
                    let text = format!("{}'s {} is {after}.", look.name(who), figure.0);
                    Fact::new(self.rules.symptoms, text).who(who).change(who, figure.0, before, after)
                });
                Ok(())
            }
            Symptom::OneOf(list) => {
                for _ in 0..times {
                    let die = Expr::d(u16::try_from(list.len()).unwrap_or(u16::MAX));
                    let face = table.roll(who, "symptom", &die, Sum::new(), self.rules.symptoms)?;
                    let chosen = usize::try_from(face - 1).ok().and_then(|index| list.get(index));
                    chosen.map_or(Ok(()), |symptom| self.suffer_once(table, who, of, symptom))?;
                }
                Ok(())
            }
            Symptom::InARow(row, list) if failed == *row => {
                list.iter().try_for_each(|symptom| self.suffer(table, who, of, symptom))
            }
            Symptom::InARow(..) => Ok(()),
        }
    }

    /// One of several: each is thrown for by itself, so the doses have been counted already.
    fn suffer_once(&self, table: &mut Table<'_>, who: Id, of: Key, symptom: &Symptom) -> Step {
        let doses = Self::case_of(table.look(), who, of).map_or(1, |case| case.doses);
        Self::remember(table, who, of, |case| case.doses = 1);
        self.suffer(table, who, of, symptom)?;
        Self::remember(table, who, of, |case| case.doses = doses);
        Ok(())
    }

    /// Changes somebody's case of a syndrome.
    pub(super) fn remember(table: &mut Table<'_>, who: Id, of: Key, change: impl FnOnce(&mut Affliction)) {
        if let Some(case) = table.edit::<Afflicted>(who).with.iter_mut().find(|each| each.of == of) {
            change(case);
        }
    }

    /// Wounds that no healing closes while the syndrome lasts. Everybody hears of each as of any other wound.
    fn wound(&self, table: &mut Table<'_>, who: Id, of: Key, wounds: i32) -> Step {
        let rule = self.rules.symptoms;
        for _ in 0..wounds.max(0) {
            let before = table.look().value(who, self.tough);
            table.wound(who, Wound { kind: Key::from("wound"), part: None, rule, locked: true });
            Self::remember(table, who, of, |case| case.wounds += 1);
            table.note(|look| {
                let after = look.value(who, self.tough);
                let text = format!("{} has a wound more: {} {after}.", look.name(who), self.tough);
                Fact::new(rule, text).who(who).change(who, self.tough, before, after)
            });
            let hit = Exposed { who, kind: self.harms, ..Exposed::default() }.hit(&table.rules(), 0, rule);
            let judged = Judged { harm: 1, ..Judged::called(1, "wound") };
            let hit = Hit { types: SmallVec::from_slice(&[of]), judged, ..hit };
            table.within("harm", |table| {
                table.tell(Event::Harmed { hit: &hit })?;
                table.tell(Event::HarmDone { hit: &hit })
            })?;
        }
        Ok(())
    }

    /// Harm of another kind, without any damage to be compared.
    fn harm(&self, table: &mut Table<'_>, who: Id, of: Key, harmed: &Harmed, points: i32) -> Step {
        let rules = table.rules();
        let look = table.look();
        let Some(harm) = rules.harm(harmed.kind) else { return Ok(()) };
        let exposure = Harm::expose(harm, look, &Case::of("toughness", who));
        if exposure.has("immune") {
            return Ok(());
        }
        let before = look.tally(who, harmed.count);
        harm.sap(table, who, None, points)?;
        let more = table.look().tally(who, harmed.count) - before;
        if more > 0 {
            Self::remember(table, who, of, |case| {
                match case.counts.iter_mut().find(|(count, _)| *count == harmed.count) {
                    Some((_, held)) => *held += more,
                    None => case.counts.push((harmed.count, more)),
                }
            });
        }
        Ok(())
    }

    /// States for one time, which is thrown for once.
    fn bring(&self, table: &mut Table<'_>, who: Id, states: &[ConditionName], lasts: &Lasts, times: i32) -> Step {
        if states.is_empty() {
            return Ok(());
        }
        let rule = self.rules.symptoms;
        let dice = lasts.dice.times(u16::try_from(times).unwrap_or(1));
        let count = match dice.is_constant() {
            true => dice.added(),
            false => table.roll(who, "lasting", &dice, Sum::new(), rule)?,
        };
        let count = count.saturating_mul(lasts.times);
        let until = Until::Turns(count.saturating_mul(self.rounds(lasts.unit)).max(1));
        let named: Vec<&str> = states.iter().map(|state| state.as_str()).collect();
        table.note(|look| {
            let text = format!("{} is {} for {}.", look.name(who), named.join(" and "), lasts.told(count));
            states.iter().fold(Fact::new(rule, text).who(who), |fact, state| fact.change(who, *state, 0, 1))
        });
        states.iter().try_for_each(|state| table.begin(who, Condition::new(*state).until(until)))
    }

    /// Rounds in a unit of time.
    pub(super) const fn rounds(&self, unit: Unit) -> i32 {
        match unit {
            Unit::Rounds => 1,
            Unit::Minutes => self.minute,
            Unit::Hours => self.minute * 60,
        }
    }

    /// Lets so many rounds go by between battles for everything that lasts so many turns.
    pub(super) fn run_down(&self, table: &mut Table<'_>, who: Id, rounds: i32) -> Step {
        let before = table.look().conditions(who).to_vec();
        let mut over = Vec::new();
        let mut left = before.clone();
        left.retain_mut(|condition| match &mut condition.until {
            Until::Turns(turns) if *turns <= rounds => {
                over.push(condition.kind);
                false
            }
            Until::Turns(turns) => {
                *turns -= rounds;
                true
            }
            _ => true,
        });
        if left == before {
            return Ok(());
        }
        table.edit::<Conditions>(who).0 = left;
        over.into_iter().try_for_each(|kind| table.tell(Event::Condition { who, kind, begun: false }))
    }

    /// Whether somebody is still in what brought a syndrome: its gas, its rays.
    pub(super) fn is_in(&self, look: Look<'_>, who: Id, of: Key) -> bool {
        let body = look.footprint(who);
        self.gases_at(look, body).any(|gas| gas == of) || self.rays_at(look, body) == Some(of)
    }
}
