//! Who is quick enough for a blow at whoever turns their back (OS-MOVE-08, OS-MOVE-09, OS-ATK-27).

use super::{Leaving, Slips};
use crate::board::bodies_see;
use crate::mechanics::movement::charge_home::is_hand_weapon;
use crate::mechanics::prelude::*;

/// Whether two bodies are so near each other that enemies would be in a melee there.
pub(super) fn are_near(look: Look<'_>, a: Footprint, b: Footprint) -> bool {
    look.rules().measure.melee.is_some_and(|within| a.gap(b) <= within) && bodies_see(look.board(), a, b)
}

/// What somebody has in hand to strike with hand to hand.
pub(super) fn hand_weapon(look: Look<'_>, who: Id) -> Option<&Item> {
    look.gear(who).iter().find(|item| is_hand_weapon(item))
}

impl Leaving {
    /// Whether an enemy could strike a free blow at all.
    fn may_strike(&self, look: Look<'_>, foe: Id) -> bool {
        look.can_engage(foe) && look.allows(foe, &["attack", "act"]).is_ok() && hand_weapon(look, foe).is_some()
    }

    /// Those whom somebody leaves behind by this way, and who have nobody else to fight.
    pub(super) fn left(&self, look: Look<'_>, who: Id, end: Square) -> Vec<Id> {
        let end = look.footprint(who).moved_to(end);
        let known = Self::slips(look, who).met;
        let is_left = |foe: &Id| {
            !look.is_busy_without(*foe, who)
                && !are_near(look, look.footprint(*foe), end)
                && !known.contains(foe)
                && self.may_strike(look, *foe)
        };
        look.melee_of(who).filter(is_left).collect()
    }

    /// Those whom this way might pass without staying near them.
    pub(super) fn passed(&self, look: Look<'_>, who: Id, end: Square) -> Vec<Id> {
        let end = look.footprint(who).moved_to(end);
        let beside: Vec<Id> = look.melee_of(who).collect();
        let passes = |foe: &Id| !beside.contains(foe) && !are_near(look, look.footprint(*foe), end);
        look.foes(who).filter(passes).collect()
    }

    /// Those whom somebody on their way comes near to at `to`, and who are free to do something about it.
    pub(super) fn met_at(&self, look: Look<'_>, who: Id, to: Footprint) -> Vec<Id> {
        let Some(slips) = look.get::<Slips>(who).filter(|slips| !slips.passing.is_empty()) else { return Vec::new() };
        if !look.stands(who) {
            return Vec::new();
        }
        let met = |foe: &&Id| {
            !slips.met.contains(foe)
                && are_near(look, look.footprint(**foe), to)
                && look.melee_of(**foe).all(|other| other == who)
                && self.may_strike(look, **foe)
        };
        slips.passing.iter().filter(met).copied().collect()
    }

    fn throw_for<K: Ord + Clone>(
        &self,
        table: &mut Table<'_>,
        who: Id,
        rule: RuleId,
        read: impl Fn(i32) -> K,
    ) -> Step<i32> {
        let quick = Sum::of(self.quick, table.look().value(who, self.quick));
        table.roll_for(who, ("getting away", &self.die), quick, rule, read)
    }

    /// Lets these throw against whoever goes away, and those strike who have thrown higher.
    pub(super) fn contest(&self, table: &mut Table<'_>, who: Id, foes: &[Id], rule: RuleId) -> Step {
        if foes.is_empty() {
            return Ok(());
        }
        let mut slips = Self::slips(table.look(), who);
        let own = match slips.thrown {
            Some(thrown) => thrown,
            None => self.throw_for(table, who, rule, |thrown| thrown)?,
        };
        slips.thrown = Some(own);
        slips.met.extend(foes.iter().copied());
        *table.edit::<Slips>(who) = slips;
        let mut quicker = Vec::new();
        for foe in foes {
            if self.throw_for(table, *foe, rule, |thrown| thrown > own)? > own {
                quicker.push(*foe);
            }
        }
        if quicker.is_empty() {
            table.say(rule, who, |look| format!("Nobody is quick enough for {}.", look.name(who)));
        }
        for foe in quicker {
            if table.look().stands(who) && self.may_strike(table.look(), foe) {
                self.strike(table, foe, who)?;
            }
        }
        Ok(())
    }

    fn strike(&self, table: &mut Table<'_>, foe: Id, who: Id) -> Step {
        let look = table.look();
        let Some(weapon) = hand_weapon(look, foe) else { return Ok(()) };
        let (deed, word) = self.free_blow;
        let order = Order::new(deed).with(weapon.arm.name).at(look.aim(who));
        table.say(self.rules.free, (foe, who), |look| {
            format!("{} has a free blow at {}.", look.name(foe), look.name(who))
        });
        table.perform_as(foe, (who, word), &order).map(drop)
    }
}
