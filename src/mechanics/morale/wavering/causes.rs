//! What shakes those who check together, and when it has come about (OS-MORALE-01).

use super::{Muster, Wavering};
use crate::mechanics::prelude::*;

/// What shakes those who check together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The first of them is dead.
    FirstDead,
    /// The first of them is out of the fight, dead or not.
    FirstFelled,
    /// Half of them are out of the fight.
    Half,
    /// Somebody whom they follow is dead.
    LeaderDead,
    /// Somebody whom they follow is out of the fight, dead or not.
    LeaderFelled,
    /// Others of their side run.
    FriendsRun,
}

pub(super) fn usual() -> Vec<Cause> {
    vec![Cause::FirstDead, Cause::Half, Cause::LeaderDead, Cause::FriendsRun]
}

/// Who has been felled by a spell: the caster, the round and the victim.
#[derive(Component, Clone, Debug, Default)]
struct Spellbound(Vec<(Id, i32, Id)>);

/// So many dead by one spell are several.
const SEVERAL: i32 = 2;

/// Notes whom a spell has felled.
pub(super) fn note_spell(table: &mut Table<'_>, hit: &Hit) {
    let look = table.look();
    let is_spell = hit.arm.as_ref().is_some_and(|arm| arm.kind == ArmKind::Spell);
    if let Some(by) = hit.by.filter(|_| is_spell && !look.stands(hit.who)) {
        let round = look.clock().round;
        table.edit_battle::<Spellbound>().0.push((by, round, hit.who));
    }
}

impl Wavering {
    /// What has happened to a band since it last checked; empty if nothing that matters.
    pub(super) fn due(&self, look: Look<'_>, muster: &mut Muster, flights: i32) -> Vec<&'static str> {
        let all = self.all(look, muster.band);
        let dead = all.iter().any(|id| look.is_dead(*id));
        let is_out = |id: &Id| look.is_dead(*id) || (look.place(*id).present && !look.is_in_play(*id));
        let fallen = all.iter().filter(|id| is_out(id)).count() as i32;
        let side = muster.band.side;
        let leaders = all.iter().filter_map(|id| look.leader(*id).filter(|leader| look.side(*leader) == side));
        let leaders: Vec<Id> = leaders.collect();
        let shaken = |word| look.battle::<Encounter>().is_some_and(|met| met.is(side, word));
        let shaken = self.shaken.is_some_and(shaken);
        let is = |cause: Cause| self.when.contains(&cause);
        let mut why = Vec::new();
        let mut notice = |seen: &mut bool, happened: bool, what| {
            if happened && !*seen {
                *seen = true;
                why.push(what);
            }
        };
        notice(&mut muster.begun, shaken, "the fight begins");
        if is(Cause::FirstFelled) {
            notice(&mut muster.death, fallen > 0, "the first of them is out of it");
        }
        notice(&mut muster.death, dead && is(Cause::FirstDead), "the first of them is dead");
        let is_half = fallen.saturating_mul(2) >= muster.first && fallen > 0;
        notice(&mut muster.half, is_half && is(Cause::Half), "half of them are out of it");
        let slain = is(Cause::LeaderDead) && leaders.iter().any(|leader| look.is_dead(*leader));
        notice(&mut muster.leader, slain, "their leader is slain");
        let felled = is(Cause::LeaderFelled) && leaders.iter().any(is_out);
        notice(&mut muster.leader, felled, "their leader is out of it");
        let spells = self.spells(look, &all);
        if spells > muster.spells {
            muster.spells = spells;
            why.push("one spell has slain several");
        }
        if flights > muster.flights && is(Cause::FriendsRun) {
            muster.flights = flights;
            why.push("their friends run");
        }
        why
    }

    /// How many spells have slain several of these.
    fn spells(&self, look: Look<'_>, all: &[Id]) -> usize {
        let Some(men) = self.men else { return 0 };
        let felled = look.battle::<Spellbound>().map_or(&[][..], |felled| &felled.0);
        let mut cast: Vec<(Id, i32)> = felled.iter().map(|(by, round, _)| (*by, *round)).collect();
        cast.sort_unstable();
        cast.dedup();
        let slain = |(by, round): &(Id, i32)| {
            let of_it = felled.iter().filter(|(caster, when, who)| (caster, when) == (by, round) && all.contains(who));
            let dead = of_it.filter(|(_, _, who)| look.is_dead(*who));
            dead.map(|(_, _, who)| look.value(*who, men).max(1)).sum::<i32>()
        };
        cast.iter().filter(|spell| slain(spell) >= SEVERAL).count()
    }
}
