//! When a round is over some test their nerve: a group that has lost half of its fighters, and somebody who fights on
//! alone and has lost half of their health (ZN-MORALE-01 to ZN-MORALE-06). What becomes of those who fail is in `flight.rs`.
//! Groups follow leaders of leaders and are counted anew each round, so they are not the bands of `wavering.rs`.

use super::fearless::{Fearless, has};
use super::flight::Flight;
use crate::mechanics::prelude::*;

/// The numbers of group morale.
#[derive(Clone, Debug, Deserialize)]
pub struct GroupChecks {
    /// The figure that is saved on.
    pub save: FigureName,
    /// Who never tests.
    pub fearless: Fearless,
    /// Words of profiles of those who are counted in no group: carts, and whatever is ridden.
    pub apart: Vec<Key>,
    /// Whether sides test that the scenario gives to players.
    pub players_test: bool,
    /// What those are in who fail, and who pass.
    pub states: Tested,
    /// What the broken do.
    pub flight: Flight,
    /// The rules that these numbers stand for.
    pub rules: GroupChecksRules,
}

/// What becomes of those who test.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Tested {
    /// Of those who fail.
    pub broken: ConditionName,
    /// Of those who pass.
    pub steady: ConditionName,
}

rule_ids! { struct GroupChecksRules {
    group: "A group that has lost half.",
    alone: "One who fights alone.",
    check: "The check.",
    steady: "Passing it.",
    fearless: "Being fearless.",
} }

/// The task in which all test who must.
const TESTS: &str = "tests of nerve";

/// Who tests together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Band {
    /// All of a side who follow nobody and lead nobody.
    Side(SideId),
    /// This one, and those who follow them.
    Led(Id),
}

/// How many of each group there were.
#[derive(Component, Clone, Debug, Default)]
struct Musters(Vec<Muster>);

#[derive(Clone, Copy, Debug)]
struct Muster {
    band: Band,
    /// At the start of the battle, and when the round began.
    first: i32,
    before: i32,
}

/// What was left of somebody when the round began, and of how much.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Before(Option<(i32, i32)>);

/// Whether half or less is left.
const fn is_halved((left, whole): (i32, i32)) -> bool {
    left.saturating_mul(2) <= whole
}

impl GroupChecks {
    /// Whether somebody belongs to a group at all.
    fn is_member(&self, look: Look<'_>, who: Id) -> bool {
        !has(look, who, &self.apart)
    }

    fn band(&self, look: Look<'_>, who: Id) -> Band {
        let side = look.side(who);
        let leads = |leader: Id| {
            let follows = |id: Id| look.leader(id) == Some(leader) && look.side(id) == side && self.is_member(look, id);
            look.everybody().any(follows)
        };
        // Whoever leads those who lead leads them all; nobody is led in circles for ever.
        let above = |id: Id| look.leader(id).filter(|leader| look.side(*leader) == side);
        let top = (0..8).try_fold(who, |at, _| above(at).ok_or(at)).unwrap_or_else(|at| at);
        if top != who || leads(who) { Band::Led(top) } else { Band::Side(side) }
    }

    /// Every group, in the order of the sides.
    fn bands(&self, look: Look<'_>) -> Vec<Band> {
        let mut members: Vec<Id> = look.everybody().filter(|id| self.is_member(look, *id)).collect();
        members.sort_by_key(|id| (look.side(*id), *id));
        each_once(members.into_iter().map(|id| self.band(look, id)))
    }

    /// Those of a group who are still in the fight.
    fn counted(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        let counts = |id: &Id| self.is_member(look, *id) && look.is_in_play(*id) && self.band(look, *id) == band;
        look.everybody().filter(counts).collect()
    }

    fn muster(look: Look<'_>, band: Band) -> Option<Muster> {
        look.battle::<Musters>()?.0.iter().find(|muster| muster.band == band).copied()
    }

    /// Whether a side never tests, because players play it.
    fn is_exempt(&self, look: Look<'_>, side: SideId) -> bool {
        let side = look.battle::<Sides>().and_then(|sides| sides.0.get(usize::from(side.0)));
        !self.players_test && side.is_some_and(|side| side.is_players)
    }

    /// The rule that makes those of a group who are left test, and why, if they must.
    fn due(&self, look: Look<'_>, band: Band, left: &[Id]) -> Option<(RuleId, String)> {
        let muster = Self::muster(look, band)?;
        let now = left.len() as i32;
        if muster.first >= 2 && is_halved((now, muster.first)) && !is_halved((muster.before, muster.first)) {
            let whose = match band {
                Band::Side(side) => look.side_name(side).to_owned(),
                Band::Led(leader) => format!("those who follow {}", look.name(leader)),
            };
            return Some((self.rules.group, format!("Of {} {whose} {now} {} left.", muster.first, are(now))));
        }
        let [alone] = left else { return None };
        let health = look.health(*alone)?;
        let before = look.get::<Before>(*alone).and_then(|before| before.0);
        let is_new = is_halved(health) && !before.is_some_and(is_halved);
        is_new.then(|| (self.rules.alone, format!("{} is alone, and has lost half.", look.name(*alone))))
    }

    fn test(&self, table: &mut Table<'_>, band: Band) -> Step {
        let look = table.look();
        let left = self.counted(look, band);
        let is_open = |id: &Id| !look.is(*id, self.states.broken) && !look.is(*id, self.states.steady);
        let open: Vec<Id> = left.iter().copied().filter(is_open).collect();
        let Some(first) = open.first() else { return Ok(()) };
        if self.is_exempt(look, look.side(*first)) {
            return Ok(());
        }
        let Some((rule, why)) = self.due(look, band, &left) else { return Ok(()) };
        table.note(|_| Fact::new(rule, why));
        let (fearless, group): (Vec<Id>, Vec<Id>) =
            open.into_iter().partition(|id| self.fearless.is(table.look(), *id));
        for who in fearless {
            let text = |look: Look<'_>| format!("{} fears nothing, and is not tested.", look.name(who));
            table.say(self.rules.fearless, who, text);
        }
        for (who, passes) in table.save_together(&group, self.save, "the test of nerve", self.rules.check)? {
            let (state, rule, what) = match passes {
                true => (self.states.steady, self.rules.steady, "stands fast, and is tested no more"),
                false => (self.states.broken, self.rules.check, "has had enough"),
            };
            table.bring(who, Condition::new(state), |look| {
                Fact::new(rule, format!("{} {what}.", look.name(who))).news(!passes)
            })?;
        }
        Ok(())
    }

    /// What is left until somebody must test, and of how much, by what they would test for.
    fn measure(&self, look: Look<'_>, who: Id) -> Option<(i32, i32, Sum)> {
        let band = self.band(look, who);
        let (muster, left) = (Self::muster(look, band)?, self.counted(look, band).len() as i32);
        let (name, now, first) = match look.health(who) {
            Some((health, whole)) if left < 2 => ("health", health, whole),
            _ => ("in the fight", left, muster.first),
        };
        let half = first.div_euclid(2);
        let mut of = Sum::of(name, now);
        of.add("half of what there was", -half, self.rules.group);
        Some(((now - half).max(0), first - half, of))
    }
}

mechanic!(GroupChecks: |self| {
    words(words) => words.add(Word::Term, ["half of what there was"]),
    needs => &[Part::Saves],
    on_task(table, _who) => self.bands(table.look()).into_iter().try_for_each(|band| self.test(table, band)),
});

hears!(GroupChecks: |self, table| {
    Arrived { who } => {
        let band = self.band(table.look(), who);
        if self.is_member(table.look(), who) {
            let mut musters = table.edit_battle::<Musters>();
            musters.0.iter_mut().filter(|muster| muster.band == band).for_each(|muster| muster.first += 1);
        }
    },
    RoundBegun => {
        let look = table.look();
        let muster = |band: Band| {
            let before = self.counted(look, band).len() as i32;
            Muster { band, first: Self::muster(look, band).map_or(before, |known| known.first), before }
        };
        let musters = Musters(self.bands(look).into_iter().map(muster).collect());
        let health: Vec<_> = look.everybody().map(|id| (id, look.health(id))).collect();
        *table.edit_battle::<Musters>() = musters;
        for (who, health) in health {
            table.edit::<Before>(who).0 = health;
        }
    },
    RoundEnded => {
        let (of, name) = (Key::from(self.name()), Key::from(TESTS));
        table.push(Task::Custom { of, name, who: Id(0), stage: Stage::Morale });
    },
});

impl Drives for GroupChecks {
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        if !table.look().is(who, self.states.broken) {
            return Ok(None);
        }
        self.flight.compels(table, who, self.rules.check).map(Some)
    }
}

impl Shows for GroupChecks {
    fn nerve(&self, look: Look<'_>, who: Id) -> Option<Nerve> {
        let tests = look.is_in_play(who)
            && self.is_member(look, who)
            && !self.fearless.is(look, who)
            && !self.is_exempt(look, look.side(who));
        let (left, whole, of) = tests.then(|| self.measure(look, who))??;
        let is_broken = look.is(who, self.states.broken);
        let left = if look.is(who, self.states.steady) { whole } else { left };
        Some(Nerve { left: if is_broken { 0 } else { left }, whole, of, is_broken, rule: self.rules.group })
    }
}
