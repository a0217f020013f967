//! What becomes of wounds between battles: what still bleeds is bound by
//! whoever can, and what lasts days and weeks runs its course.

use super::chart::Chart;
use super::record::{Crippled, Crippling};
use super::rows::{Unit, WoundDef};
use crate::mechanics::prelude::*;

/// Tries at binding one body's wounds after which nobody goes on.
const MOST_TRIES: usize = 200;

impl Crippling {
    /// The condition that it brings by now.
    pub(super) fn brings(&self, def: &WoundDef) -> Option<ConditionName> {
        self.times.first().and_then(|time| time.becomes).or(def.brings)
    }
}

impl Chart {
    /// Lets hours pass for the wounds of somebody.
    pub(super) fn heal(&self, table: &mut Table<'_>, who: Id, hours: i32) -> Step {
        self.bind(table, who)?;
        self.tend(table, who)?;
        let mut wounds = match table.look().get::<Crippled>(who) {
            Some(crippled) if !crippled.0.is_empty() && !table.look().is_dead(who) => crippled.0.clone(),
            _ => return Ok(()),
        };
        let mut touched: Vec<(ConditionName, Option<Key>)> = Vec::new();
        let mut kept: Vec<Crippling> = Vec::new();
        for mut wound in wounds.drain(..) {
            let Some(def) = self.wounds.get(&wound.wound) else { continue };
            let before = wound.brings(def);
            let over = pass(table, who, def, &mut wound, hours)?;
            let after = if over { None } else { wound.brings(def) };
            if before != after {
                touched.extend(before.into_iter().chain(after).map(|kind| (kind, wound.part)));
                table.say(def.rule, who, |look| {
                    let now = after.map_or_else(|| "healed".to_owned(), |kind| format!("{kind} now"));
                    format!("{}'s {} is {now}.", look.name(who), wound.called())
                });
            }
            if !over {
                kept.push(wound);
            }
        }
        table.edit::<Crippled>(who).0 = kept;
        touched.into_iter().try_for_each(|(kind, part)| self.sync_kind(table, who, kind, part))
    }

    /// The best hand of the side of somebody.
    fn best_hand(&self, look: Look<'_>, who: Id) -> Option<Id> {
        let able = |id: &Id| {
            look.side(*id) == look.side(who)
                && look.is_in_play(*id)
                && look.allows(*id, &["act", "physical", "treat"]).is_ok()
        };
        look.everybody().filter(able).max_by_key(|id| look.value(*id, self.treating.skill))
    }

    /// Treats everything else that treatment helps: there is time to try until it succeeds, if it can.
    fn tend(&self, table: &mut Table<'_>, who: Id) -> Step {
        for _ in 0..MOST_TRIES {
            let look = table.look();
            let healer = self.best_hand(look, who).filter(|_| !look.is_dead(who));
            let next = healer.and_then(|healer| Some((healer, self.hopeful(look, healer, who)?)));
            let Some((healer, index)) = next else { return Ok(()) };
            self.try_on(table, healer, who, index)?;
        }
        Ok(())
    }

    /// Binds what bleeds, before any time passes: the best hand of their side
    /// tries until it works or there is nothing left to save.
    fn bind(&self, table: &mut Table<'_>, who: Id) -> Step {
        for _ in 0..MOST_TRIES {
            let look = table.look();
            let worst = look.get::<Crippled>(who).into_iter().flat_map(|crippled| &crippled.0).filter_map(|wound| {
                let def = self.wounds.get(&wound.wound)?;
                (def.drains > 0).then_some((def.drains, wound.wound, def.cure))
            });
            let Some((_, wound, cure)) = worst.max_by_key(|(drains, ..)| *drains) else { return Ok(()) };
            if look.is_dead(who) {
                return Ok(());
            }
            let healer = self.best_hand(look, who);
            let rounds = cure.map_or(1, |cure| (cure.actions + 1) / 2);
            for _ in 0..rounds {
                self.drain(table, who)?;
            }
            if let Some(healer) = healer.filter(|_| !table.look().is_dead(who)) {
                self.attempt(table, healer, who, wound)?;
            }
        }
        Ok(())
    }
}

/// Lets a wound run its course for so many hours; whether it is over.
fn pass(table: &mut Table<'_>, who: Id, def: &WoundDef, wound: &mut Crippling, hours: i32) -> Step<bool> {
    if wound.times.is_empty() {
        return Ok(false);
    }
    let mut left = hours;
    while let Some(time) = wound.times.first_mut() {
        if time.of == Unit::Rounds {
            wound.times.remove(0);
            continue;
        }
        let long = match (time.left, &time.die) {
            (Some(long), _) => long,
            (None, Some(die)) => {
                let die = die.clone();
                let long = table.roll(who, time.of.word(), &die, Sum::new(), def.rule)? * time.of.parts();
                time.left = Some(long);
                long
            }
            (None, None) => return Ok(false),
        };
        let lacking = (long.saturating_mul(time.of.hours()) - wound.spent).max(0);
        if left < lacking {
            wound.spent += left;
            return Ok(false);
        }
        left -= lacking;
        wound.spent = 0;
        wound.times.remove(0);
    }
    Ok(true)
}
