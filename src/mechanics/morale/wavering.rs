//! Groups that waver when things go badly: two throws that hold and they fight to the death, one that does not and they
//! run (OS-MORALE-01 to OS-MORALE-03).

use bevy::ecs::prelude::Component;
use serde::Deserialize;

use super::rout::Rout;
use crate::battle::{
    ArmKind, Compulsion, Condition, ConditionName, Drives, Encounter, Fact, FigureName, Hit, Id, Key, Look, Mechanic,
    Nerve, RuleId, Rules, Shows, SideId, Step, Sum, Table, Word, Words, hears, refers,
};
use crate::dice::{Dice, Expr, Fraction, enumerate};

/// The numbers of wavering.
#[derive(Clone, Debug, Deserialize)]
pub struct Wavering {
    /// What is thrown.
    pub dice: Expr,
    /// The figure that it must not exceed.
    pub nerve: FigureName,
    /// The word of those who never check.
    #[serde(deserialize_with = "refers::words")]
    pub fearless: Key,
    /// Whether those check who follow players.
    pub hirelings: bool,
    /// The word of a side that checks when the fight begins.
    #[serde(deserialize_with = "refers::own")]
    pub shaken: Key,
    /// The figure for how many somebody stands for: one spell that slays two or more shakes those who are left.
    pub men: FigureName,
    /// After so many throws that hold nobody checks any more.
    pub enough: i32,
    /// What those are in who hold for good, and who do not hold.
    pub states: WaveringStates,
    /// What those do who run.
    pub rout: Rout,
    /// The rules that these numbers stand for.
    pub rules: WaveringRules,
}

/// What becomes of those who waver.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WaveringStates {
    /// They fight to the death.
    pub resolute: ConditionName,
    /// They run.
    pub fleeing: ConditionName,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WaveringRules {
    /// When they check.
    pub when: RuleId,
    /// The check.
    pub check: RuleId,
    /// To the death.
    pub death: RuleId,
}

/// Those who check together: of one side, made alike, and led by the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Band {
    side: SideId,
    kind: Key,
    leader: Option<Id>,
}

/// What has become of a band so far.
#[derive(Clone, Copy, Debug)]
struct Muster {
    band: Band,
    /// How many there were.
    first: i32,
    /// Throws that held.
    held: i32,
    runs: bool,
    /// What has been noticed already.
    begun: bool,
    death: bool,
    half: bool,
    leader: bool,
    flights: i32,
    spells: usize,
}

/// Who has been felled by a spell: the caster, the round and the victim.
#[derive(Component, Clone, Debug, Default)]
struct Spellbound(Vec<(Id, i32, Id)>);

/// So many dead by one spell are several.
const SEVERAL: i32 = 2;

/// Every band.
#[derive(Component, Clone, Debug, Default)]
struct Musters(Vec<Muster>);

impl Wavering {
    /// The band of somebody who can waver at all.
    fn band(&self, look: Look<'_>, who: Id) -> Option<Band> {
        let side = look.side(who);
        let ours = side == look.players_side();
        if look.has_tag(who, self.fearless) || (ours && !self.hirelings) {
            return None;
        }
        let leader = look.leader(who).filter(|leader| look.side(*leader) == side);
        Some(Band { side, kind: look.profile(who)?.name, leader })
    }

    /// Those of a band, the fallen too.
    fn all(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        look.everybody().filter(|id| self.band(look, *id) == Some(band)).collect()
    }

    /// Those of a band who still fight.
    fn left(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        self.all(look, band).into_iter().filter(|id| look.is_in_play(*id)).collect()
    }

    /// Those of them who may still be shaken: whoever fights to the death stays, whatever the others do.
    fn open(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        let is_resolute = |id: &Id| look.is(*id, self.states.resolute);
        self.left(look, band).into_iter().filter(|id| !is_resolute(id)).collect()
    }

    /// Counts those who are new.
    fn muster(&self, table: &mut Table<'_>) {
        let look = table.look();
        let mut musters = look.battle::<Musters>().map(|musters| musters.0.clone()).unwrap_or_default();
        for band in look.everybody().filter_map(|id| self.band(look, id)) {
            if !musters.iter().any(|muster| muster.band == band) {
                musters.push(Muster {
                    band,
                    first: 0,
                    held: 0,
                    runs: false,
                    begun: false,
                    death: false,
                    half: false,
                    leader: false,
                    flights: 0,
                    spells: 0,
                });
            }
        }
        for muster in &mut musters {
            let all = self.all(look, muster.band);
            let ever = all.iter().filter(|id| look.place(**id).present || look.is_dead(**id)).count() as i32;
            muster.first = muster.first.max(ever);
        }
        table.edit_battle::<Musters>().0 = musters;
    }

    /// What has happened to a band since it last checked; empty if nothing that matters.
    fn due(&self, look: Look<'_>, muster: &mut Muster, flights: i32) -> Vec<&'static str> {
        let all = self.all(look, muster.band);
        let dead = all.iter().any(|id| look.is_dead(*id));
        let is_out = |id: &Id| look.is_dead(*id) || (look.place(*id).present && !look.is_in_play(*id));
        let fallen = all.iter().filter(|id| is_out(id)).count() as i32;
        let led = muster.band.leader.is_some_and(|leader| look.is_dead(leader));
        let shaken = look.battle::<Encounter>().is_some_and(|met| met.is(muster.band.side, self.shaken));
        let mut why = Vec::new();
        let mut notice = |seen: &mut bool, happened: bool, what| {
            if happened && !*seen {
                *seen = true;
                why.push(what);
            }
        };
        notice(&mut muster.begun, shaken, "the fight begins");
        notice(&mut muster.death, dead, "the first of them is dead");
        notice(&mut muster.half, fallen.saturating_mul(2) >= muster.first && fallen > 0, "half of them are out of it");
        notice(&mut muster.leader, led, "their leader is slain");
        let spells = self.spells(look, &all);
        if spells > muster.spells {
            muster.spells = spells;
            why.push("one spell has slain several");
        }
        if flights > muster.flights {
            muster.flights = flights;
            why.push("their friends run");
        }
        why
    }

    /// How many spells have slain several of these.
    fn spells(&self, look: Look<'_>, all: &[Id]) -> usize {
        let felled = look.battle::<Spellbound>().map_or(&[][..], |felled| &felled.0);
        let mut cast: Vec<(Id, i32)> = felled.iter().map(|(by, round, _)| (*by, *round)).collect();
        cast.sort_unstable();
        cast.dedup();
        let slain = |(by, round): &(Id, i32)| {
            let of_it = felled.iter().filter(|(caster, when, who)| (caster, when) == (by, round) && all.contains(who));
            let dead = of_it.filter(|(_, _, who)| look.is_dead(*who));
            dead.map(|(_, _, who)| look.value(*who, self.men).max(1)).sum::<i32>()
        };
        cast.iter().filter(|spell| slain(spell) >= SEVERAL).count()
    }

    /// How many bands of a side run, but for this one.
    fn flights(musters: &[Muster], of: Band) -> i32 {
        musters.iter().filter(|muster| muster.runs && muster.band != of && muster.band.side == of.side).count() as i32
    }

    fn check(&self, table: &mut Table<'_>, index: usize) -> Step {
        let look = table.look();
        let Some(musters) = look.battle::<Musters>().map(|musters| musters.0.clone()) else { return Ok(()) };
        let Some(mut muster) = musters.get(index).copied() else { return Ok(()) };
        let flights = Self::flights(&musters, muster.band);
        let open = self.open(look, muster.band);
        let why = self.due(look, &mut muster, flights);
        let mut result = None;
        if let (Some(first), false) = (open.first().copied(), why.is_empty() || muster.runs) {
            let nerve = look.figure(first, self.nerve);
            let never = nerve.total() >= self.dice.max();
            if muster.held < self.enough && !never {
                let (rule, kind) = (self.rules.when, muster.band.kind);
                table.note(|_| Fact::new(rule, format!("{kind}: {}.", why.join(", "))).who(first));
                let shown = table.roll_for(first, ("morale", &self.dice), Sum::new(), self.rules.check, |shown| {
                    shown <= nerve.total()
                })?;
                let holds = shown <= nerve.total();
                muster.held += i32::from(holds);
                muster.runs = !holds;
                result = Some((holds, shown, nerve.total()));
            }
        }
        if let Some(place) = table.edit_battle::<Musters>().0.get_mut(index) {
            *place = muster;
        }
        let Some((holds, shown, nerve)) = result else { return Ok(()) };
        self.tell(table, &muster, &open, (holds, shown, nerve))
    }

    fn tell(
        &self,
        table: &mut Table<'_>,
        muster: &Muster,
        open: &[Id],
        (holds, shown, nerve): (bool, i32, i32),
    ) -> Step {
        let kind = muster.band.kind;
        let what = if holds { "they stay" } else { "they have had enough" };
        table.note(|_| Fact::new(self.rules.check, format!("{kind}: {shown} against {nerve}, {what}.")));
        let state = match holds {
            true if muster.held < self.enough => return Ok(()),
            true => self.states.resolute,
            false => self.states.fleeing,
        };
        if holds {
            table.note(|_| Fact::new(self.rules.death, format!("{kind}: they fight to the death.")));
        }
        open.iter().try_for_each(|who| table.begin(*who, Condition::new(state)))
    }
}

impl Mechanic for Wavering {
    fn words(&self, _rules: &Rules, words: &mut Words) {
        words.add(Word::Roll, ["morale"]);
    }
}

hears!(Wavering: |self, table| {
    RoundBegun => self.on_round(table),
    Harmed { hit } => self.on_harm(table, hit),
});

impl Wavering {
    fn on_round(&self, table: &mut Table<'_>) -> Step {
        self.muster(table);
        if table.clock().round < 1 {
            return Ok(());
        }
        // Whoever runs may take others along, who are asked after it.
        let count = table.look().battle::<Musters>().map_or(0, |musters| musters.0.len());
        (0..count).try_for_each(|index| self.check(table, index))
    }

    fn on_harm(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let look = table.look();
        let is_spell = hit.arm.as_ref().is_some_and(|arm| arm.kind == ArmKind::Spell);
        if let Some(by) = hit.by.filter(|_| is_spell && !look.stands(hit.who)) {
            let round = look.clock().round;
            table.edit_battle::<Spellbound>().0.push((by, round, hit.who));
        }
        Ok(())
    }
}

impl Drives for Wavering {
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        if !table.look().is(who, self.states.fleeing) || self.band(table.look(), who).is_none() {
            return Ok(None);
        }
        self.rout.compels(table, who).map(Some)
    }
}

impl Shows for Wavering {
    fn nerve(&self, look: Look<'_>, who: Id) -> Option<Nerve> {
        let band = self.band(look, who).filter(|_| look.is_in_play(who))?;
        let muster = look.battle::<Musters>()?.0.iter().find(|muster| muster.band == band).copied()?;
        let is_broken = look.is(who, self.states.fleeing);
        let half = muster.first - muster.first.div_euclid(2);
        let lost = muster.first - self.left(look, band).len() as i32;
        let of = look.figure(who, self.nerve);
        let left = match () {
            () if is_broken => 0,
            () if look.is(who, self.states.resolute) => half,
            () => (half - lost).max(0),
        };
        Some(Nerve { left, whole: half, of, is_broken, rule: self.rules.when })
    }

    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        let who = look.find(what.strip_suffix(" stays")?)?;
        if look.is(who, self.states.resolute) {
            return Some(Fraction::ONE);
        }
        let nerve = look.value(who, self.nerve);
        let thrown = enumerate(|dice| Ok(dice.throw(&self.dice)?.total)).ok()?;
        Some(thrown.chance(|shown| *shown <= nerve))
    }
}
