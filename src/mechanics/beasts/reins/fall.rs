//! Out of the saddle: with a mount that drops, out of one's wits, or in somebody's grip (ST-MOUNT-06).

use super::Reins;
use crate::mechanics::beasts::saddle::{Ridden, carry, on_foot};
use crate::mechanics::prelude::*;

impl Reins {
    /// Somebody is on the ground, or out of the fight: riders slide out of the saddle, and mounts take theirs down.
    pub(super) fn drops(&self, table: &mut Table<'_>, who: Id, state: ConditionName) -> Step {
        if state != self.states.down && !table.rules().ends(state) {
            return Ok(());
        }
        if table.look().mount(who).is_some() {
            table.say(self.rules.falls, who, |look| {
                let mount = look.mount(who).map_or("their mount", |mount| look.name(mount));
                format!("{} slides off {mount}.", look.name(who))
            });
            self.comes_down(table, who, false)?;
        }
        // Whoever is in the saddle has come as far as their mount by then, and fallen as far.
        carry(table, who)?;
        let riders = table.look().riders(who).to_vec();
        riders.into_iter().try_for_each(|rider| self.goes_down_with(table, rider))
    }

    /// The mount of a rider drops: the rider tries to land on their feet.
    fn goes_down_with(&self, table: &mut Table<'_>, rider: Id) -> Step {
        let ((die, dc), rule) = (&self.stays, self.rules.falls);
        let look = table.look();
        let bonus = look.sum(&Case::of("ride", rider), Sum::of(self.skill, look.value(rider, self.skill)));
        let stays = table.passes(rider, "ride", die, bonus, Sum::of("the mount drops", *dc), rule)?;
        self.comes_down(table, rider, !stays)?;
        if stays || !table.look().is_in_play(rider) {
            return Ok(());
        }
        let damage = table.roll(rider, "the fall", &self.fall, Sum::new(), rule)?;
        table.suffer(&Case::of("damage", rider).word("fall"), self.harms, &self.types, damage, rule)
    }

    /// A mount goes on without those of its riders whom somebody holds.
    pub(super) fn is_torn_off(&self, table: &mut Table<'_>, mount: Id) -> Step {
        let look = table.look();
        let holds = |rider: Id, by: Id| by != mount && !look.go_together(rider, by);
        let is_held = |rider: &&Id| look.brought_by(**rider, self.states.held).any(|by| holds(**rider, by));
        let held: Vec<Id> = look.riders(mount).iter().filter(is_held).copied().collect();
        for rider in held {
            let rule = self.rules.falls;
            table.say(rule, rider, |look| format!("{} is torn off {}.", look.name(rider), look.name(mount)));
            let to = on_foot(table.look(), rider, table.look().footprint(rider).at);
            self.lands(table, rider, to, true)?;
        }
        Ok(())
    }

    /// Whoever goes into the body of somebody else has left the saddle, and whom they carried stands on the ground.
    pub(super) fn is_left_behind(&self, table: &mut Table<'_>, who: Id) -> Step {
        if table.look().body(who) == who {
            return Ok(());
        }
        table.for_those(
            |look, id| look.is(id, self.states.mounted) && look.mount(id).is_none(),
            |table, id| {
                let to = on_foot(table.look(), id, table.look().footprint(id).at);
                self.lands(table, id, to, false)
            },
        )
    }

    /// Somebody who is no longer where their mount is has left the saddle: they were thrown, or pushed.
    pub(super) fn is_taken_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let mount = look.mount(who).filter(|mount| look.footprint(*mount) != look.footprint(who));
        let Some(mount) = mount else { return Ok(()) };
        table.say(self.rules.falls, who, |look| format!("{} comes off {}.", look.name(who), look.name(mount)));
        let to = on_foot(table.look(), who, table.look().footprint(who).at);
        self.lands(table, who, to, true)
    }
}
