//! Along with the mount, and out of the saddle by mishap (HG-MOUNT-04, HG-MOUNT-06, HG-MOUNT-07,
//! HG-MOUNT-12).

use super::Riding;
use crate::mechanics::beasts::saddle::{Ridden, on_foot};
use crate::mechanics::harm::endurance::OnOff;
use crate::mechanics::prelude::*;
use crate::mechanics::surfaces::fall;

impl Riding {
    /// Somebody falls out of the saddle, or is pulled.
    pub(super) fn falls_off(&self, table: &mut Table<'_>, who: Id, rule: RuleId, pulls: Option<Id>) -> Step {
        table.say(rule, who, |look| {
            let mount = look.mount(who).map_or("their mount", |mount| look.name(mount));
            format!("{} falls off {mount}.", look.name(who))
        });
        let to = self.beside(table.look(), who, pulls);
        self.lands(table, who, to, true)?;
        let (hurts, height) = self.falls;
        if hurts == OnOff::On && table.look().is_in_play(who) { fall(table, who, height) } else { Ok(()) }
    }

    /// Somebody tries to stay in the saddle, against whoever pulls; whether they do.
    pub(super) fn keeps_seat(
        &self,
        table: &mut Table<'_>,
        who: Id,
        (challenge, rule): (Sum, RuleId),
        pulls: Option<Id>,
    ) -> Step<bool> {
        let stays = self.tries(table, who, ("riding", self.skills.0), (challenge, rule), "holds on")?;
        if !stays {
            self.falls_off(table, who, rule, pulls)?;
        }
        Ok(stays)
    }

    /// A rider steps on, with the legs of their mount; whether they are still in the saddle then.
    pub(super) fn ride_on(&self, table: &mut Table<'_>, who: Id, to: Footprint) -> Step<bool> {
        let look = table.look();
        let Some(mount) = look.mount(who) else { return Ok(true) };
        if self.dares(look, mount, to).is_err() {
            return Ok(false);
        }
        let from = look.footprint(mount);
        let facing = look.place(who).facing;
        let to = from.moved_to(to.at);
        let leap = self.leap(look, from, to);
        table.edit::<Place>(mount).facing = facing;
        table.relocate(mount, to)?;
        if let Some((what, hard)) = leap.filter(|_| table.look().mount(who).is_some()) {
            let rule = self.rules.leap;
            table.say(rule, mount, |look| format!("{} leaps over the {what}.", look.name(mount)));
            self.keeps_seat(table, who, (Sum::of(what, hard), rule), None)?;
        }
        Ok(table.look().mount(who).is_some())
    }

    /// Somebody who is no longer where their mount is has left the saddle: they dived, or were thrown or pulled.
    pub(super) fn is_taken_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let to = on_foot(look, who, look.footprint(who).at);
        let Some(mount) = look.mount(who) else {
            // Others may have let go of the mount for them.
            if look.condition(who, self.states.mounted).is_none() {
                return Ok(());
            }
            table.end(who, self.states.mounted)?;
            return table.relocate(who, to);
        };
        if look.footprint(mount) == look.footprint(who) {
            return Ok(());
        }
        table.say(self.rules.no_dodge, who, |look| format!("{} is out of the saddle.", look.name(who)));
        self.lands(table, who, to, true)
    }

    /// A mount drops under those whom it carries: each tries to land on its feet.
    pub(super) fn goes_down(&self, table: &mut Table<'_>, mount: Id) -> Step {
        let riders = table.look().riders(mount).to_vec();
        let (rule, hard) = (self.rules.goes_down, self.sits.1);
        riders.into_iter().try_for_each(|rider| {
            let challenge = Sum::of("it goes down", hard);
            let stands = self.tries(table, rider, ("riding", self.skills.0), (challenge, rule), "jumps clear")?;
            if stands { self.comes_down(table, rider, false) } else { self.falls_off(table, rider, rule, None) }
        })
    }
}
