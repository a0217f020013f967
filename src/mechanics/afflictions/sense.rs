//! What the computer makes of poison, gas and rays, from the exact odds of the checks.

use super::Afflictions;
use super::clear_air::steps_out;
use super::syndrome::{Rate, State, Symptom, Syndrome, Way};
use crate::mechanics::prelude::*;

/// A state that leaves somebody in the fight.
const A_STATE: f64 = 0.15;
/// What a check more costs those who stay in what they suffer from: each is harder, and none rids them of it.
const MORE_TO_COME: f64 = 2.0;
/// What more of all that is to be feared of a place each step costs from there to clear air, beyond the first.
const DEEPER: f64 = 0.15;
/// The most failures that somebody is expected to live through in a battle.
const MOST_FAILURES: f64 = 6.0;
/// The most checks of a turn that are told apart.
const TOLD_APART: i32 = 6;

impl Afflictions {
    /// How likely somebody fails a check against a syndrome that is so hard.
    fn fails(&self, look: Look<'_>, who: Id, needed: &Sum) -> Option<Distribution<bool>> {
        let (bonus, needed) = (self.bonus(look, who).total(), needed.total());
        enumerate(|dice| Ok(dice.throw(&self.die)?.total + bonus < needed)).ok()
    }

    /// How likely somebody passes their next check against a syndrome, or would if they had it.
    pub(super) fn resists(&self, look: Look<'_>, who: Id, of: Key) -> Option<Fraction> {
        let syndrome = self.syndromes.get(&of)?;
        let case = Self::case_of(look, who, of).cloned().unwrap_or_default();
        self.fails(look, who, &self.needed(&case, syndrome)).map(|fails| fails.chance(|fails| !*fails))
    }

    /// What a failed check costs, in felled fighters.
    fn costs(&self, look: Look<'_>, syndrome: &Syndrome) -> f64 {
        syndrome.symptoms().iter().map(|symptom| cost(look, symptom)).sum()
    }

    /// Failures to be expected of somebody who fails so often, until they have passed enough checks in a row: so many
    /// they have passed by now.
    fn failures(&self, fails: f64, passed: i32) -> f64 {
        let passes = 1.0 - fails;
        let at_least = passes.powi(self.cured_after).max(f64::EPSILON);
        let to_come = (1.0 - passes.powi((self.cured_after - passed).max(0))) / at_least;
        to_come.min(MOST_FAILURES)
    }

    /// What it is worth to somebody to be rid of a syndrome now, in felled fighters.
    pub(super) fn relief(&self, look: Look<'_>, who: Id, of: Key) -> f64 {
        let Some((case, syndrome)) = Self::case_of(look, who, of).zip(self.syndromes.get(&of)) else { return 0.0 };
        if !matches!(syndrome.rate, Rate::Second | Rate::Round) {
            return 0.0;
        }
        let fails = self.fails(look, who, &self.needed(case, syndrome));
        let fails = fails.map_or(0.0, |fails| fails.chance(|fails| *fails).to_f64());
        let doses = f64::from(1 + super::afflicted::doublings(case.doses));
        (self.failures(fails, case.passed) * self.costs(look, syndrome) * doses).min(1.0)
    }

    fn feared(&self, look: Look<'_>, who: Id, of: Key) -> f64 {
        let Some(syndrome) = self.syndromes.get(&of) else { return 0.0 };
        // What takes hours and days is no matter of this battle.
        let checks = match syndrome.rate {
            Rate::Second => f64::from(self.seconds.min(TOLD_APART)),
            Rate::Round => 1.0,
            Rate::Hour | Rate::Day | Rate::Dose => return 0.0,
        };
        let had = Self::case_of(look, who, of);
        let case = had.cloned().unwrap_or_default();
        let needed = self.needed(&case, syndrome);
        let fails = self.fails(look, who, &needed).map_or(0.0, |fails| fails.chance(|fails| *fails).to_f64());
        let failures = match had {
            Some(_) => fails * checks * MORE_TO_COME,
            None => self.failures(fails, 0),
        };
        (failures * self.costs(look, syndrome)).min(1.0)
    }

    /// What all is to be feared that hangs over a place or will, or shines there.
    fn feared_at(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        let looming = self.looming(look, at);
        let mut all: Vec<(Key, &[Way])> =
            self.gases_at(look, at).chain(looming).map(|of| (of, &Way::OF_GAS[..])).collect();
        all.sort_unstable();
        all.dedup();
        all.extend(self.rays_at(look, at).map(|of| (of, &[Way::Exposure][..])));
        let open = |(of, ways): &(Key, &[Way])| ways.iter().any(|way| self.is_open(look, who, *of, *way));
        all.into_iter().filter(open).map(|(of, _)| self.feared(look, who, of)).sum()
    }
}

impl Judges for Afflictions {
    /// What is to be feared of what is all around a place.
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        if look.once("clear air", who, who, || self.is_clear(look)) {
            return 0.0;
        }
        let feared = self.feared_at(look, who, at);
        if feared <= 0.0 {
            return 0.0;
        }
        let foul = |body: Footprint| self.feared_at(look, who, body) > 0.0;
        let out = look.keep("steps to clear air", who, || steps_out(look, who, foul));
        let steps = out.get(&at.at).copied().unwrap_or(1);
        feared * (1.0 + DEEPER * f64::from(steps - 1))
    }

    fn presses(&self, look: Look<'_>, who: Id) -> bool {
        let stands_in_it = || self.danger(look, who, look.footprint(who)) > 0.0;
        (Self::is_tainted(look) && stands_in_it()) || self.is_called(look, who)
    }

    /// What is still to come, in felled fighters, of a gas against which somebody fails the first check.
    fn goes_on(&self, look: Look<'_>, who: Id, of: Key) -> f64 {
        let Some(syndrome) = self.syndromes.get(&of).filter(|syndrome| syndrome.is_gas()) else { return 0.0 };
        let fails = self.fails(look, who, &self.needed(&Default::default(), syndrome));
        let fails = fails.map_or(0.0, |fails| fails.chance(|fails| *fails).to_f64());
        ((self.failures(fails, 0) - 1.0).max(0.0) * self.costs(look, syndrome)).min(1.0)
    }

    fn is_foul(&self, look: Look<'_>) -> bool {
        Self::is_tainted(look)
    }

    fn wants(&self, look: Look<'_>, who: Id, arm: &Arm) -> Option<Worth> {
        self.wanted(look, who, arm)
    }
}

impl Blows for Afflictions {
    /// What a blow brings in with it, and whether the first check against it will do.
    fn brings_in(&self, look: Look<'_>, case: &Case<'_>) -> Option<Distribution<Key>> {
        let (arm, target) = (case.arm?, case.against.filter(|target| !target.is_thing())?);
        arm.damage.as_ref()?;
        let open = |of: &Key| self.is_open(look, target, *of, self.way_of_blow(*of));
        let of = self.on_arm(look, case.who, arm).find(open)?;
        let syndrome = self.syndromes.get(&of)?;
        let fresh = super::Affliction {
            doses: arm.figure(self.doses).unwrap_or(1).max(1),
            strength: arm.figure(self.strength).unwrap_or(0),
            ..Default::default()
        };
        let (failed, passed) =
            (Key::new(&format!("{of}, first check failed")), Key::new(&format!("{of}, first check passed")));
        let fails = self.fails(look, target, &self.needed(&fresh, syndrome))?;
        Some(fails.map(|fails| if *fails { failed } else { passed }))
    }

    /// What the first check will come to of somebody whom an arm without damage strikes by what it holds.
    fn foretells(&self, look: Look<'_>, case: &Case<'_>, _dc: &Sum) -> Option<Distribution<Judged>> {
        let (arm, who) = (case.arm?, case.against?);
        let of = arm.effects.iter().copied().find(|of| self.syndromes.get(of).is_some_and(Syndrome::is_gas))?;
        let syndrome = self.syndromes.get(&of)?;
        let open = Way::OF_GAS.iter().any(|way| self.is_open(look, who, of, *way));
        if !open || Self::case_of(look, who, of).is_some() {
            return Some(Distribution::certain(Judged::nothing()));
        }
        let fails = self.fails(look, who, &self.needed(&Default::default(), syndrome))?;
        let out = syndrome.symptoms().iter().any(|symptom| fells(look, symptom));
        let wounds = (self.costs(look, syndrome) / A_WOUND).round() as i32;
        let failed = Judged { grade: if out { FELLED } else { 1 }, name: of, harm: wounds.max(1) };
        Some(fails.map(|fails| if *fails { failed.clone() } else { Judged::nothing() }))
    }
}

/// Whether a symptom takes one out of the fight.
fn fells(look: Look<'_>, symptom: &Symptom) -> bool {
    let out = |state: &State| look.rules().conditions.get(&state.0).is_some_and(|def| def.out);
    matches!(symptom, Symptom::States(states, _) if states.keys().any(out))
}

/// What a symptom costs, in felled fighters.
fn cost(look: Look<'_>, symptom: &Symptom) -> f64 {
    match symptom {
        Symptom::Wounds(wounds) => A_WOUND * f64::from(*wounds),
        Symptom::States(list, _) if !fells(look, symptom) => A_STATE * list.len() as f64,
        Symptom::States(..) => 1.0,
        Symptom::Harm(..) | Symptom::Shifts(..) => A_STATE,
        Symptom::OneOf(list) => {
            list.iter().map(|each| cost(look, each)).sum::<f64>() / f64::from(list.len().max(1) as u32)
        }
        Symptom::InARow(row, list) => list.iter().map(|each| cost(look, each)).sum::<f64>() / f64::from((*row).max(1)),
    }
}
