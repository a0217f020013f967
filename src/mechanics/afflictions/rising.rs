//! Those who die of something that raises the dead (ST-TOX-12).

use super::Afflictions;
use super::afflicted::UNKNOWN;
use crate::mechanics::prelude::*;

/// The dead who will rise, each with the name of what they will be.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Rising(Vec<(Id, String)>);

impl Afflictions {
    /// Somebody has died, or lives again: whether they will rise as something else.
    pub(super) fn die(&self, table: &mut Table<'_>, who: Id, begun: bool) -> Step {
        if !begun {
            return self.stay_dead_no_longer(table, who);
        }
        let look = table.look();
        let raising = Self::of(look, who)
            .iter()
            .find_map(|case| Some((case.of, case.by, self.syndromes.get(&case.of)?.raises.as_ref()?)));
        let Some((of, by, raises)) = raising else { return Ok(()) };
        let Some(profile) = look.rules().profiles.get(&raises.profile).cloned() else { return Ok(()) };
        let after = table.roll(who, "rising", &raises.after, Sum::new(), self.rules.rising)?;
        let look = table.look();
        // The first side that is not their own, or their own where there is no other.
        let own = look.side(who);
        let enemies = || look.everybody().map(|id| look.side(id)).find(|side| *side != own).unwrap_or(own);
        let side = by.map_or_else(enemies, |by| look.side(by));
        let name = format!("{}, risen", look.name(who));
        let fighter = Fighter {
            arrives: look.clock().round + after,
            ..Fighter::new(name.clone(), side, profile, look.footprint(who).at)
        };
        table.edit_battle::<Rising>().0.push((who, name));
        table.edit_battle::<Arrivals>().0.push(fighter);
        table.say(self.rules.rising, who, |look| {
            let rounds = if after == 1 { "a round".to_owned() } else { format!("{after} rounds") };
            format!("{} will rise in {rounds}: {of}.", look.name(who))
        });
        Ok(())
    }

    /// Whoever is brought back in time does not rise as something else.
    fn stay_dead_no_longer(&self, table: &mut Table<'_>, who: Id) -> Step {
        let rising = table.look().battle::<Rising>().map(|rising| rising.0.clone()).unwrap_or_default();
        if let Some((_, name)) = rising.iter().find(|(body, _)| *body == who) {
            table.edit_battle::<Arrivals>().0.retain(|late| late.name != *name);
            table.edit_battle::<Rising>().0.retain(|(body, _)| *body != who);
        }
        Ok(())
    }

    /// What has risen is no longer lying there.
    pub(super) fn lie_no_longer(&self, table: &mut Table<'_>, risen: Id) {
        let look = table.look();
        let rising = look.battle::<Rising>().map(|rising| rising.0.as_slice()).unwrap_or_default();
        let body = rising.iter().find(|(_, name)| **name == *look.name(risen)).map(|(body, _)| *body);
        if let Some(body) = body {
            table.edit::<Place>(body).present = false;
        }
    }

    /// Somebody dies of a syndrome outright, between battles.
    pub(super) fn succumb(&self, table: &mut Table<'_>, who: Id, of: Key) -> Step {
        table.bring(who, Condition::new(self.dead), |look| {
            let known = Self::case_of(look, who, of).is_some_and(|case| case.known);
            let of = if known { of.as_str() } else { UNKNOWN };
            Fact::new(self.rules.symptoms, format!("{} dies of {of}.", look.name(who)))
        })
    }
}
