//! Getting on and off a mount (HG-TURN-03, HG-MOUNT-04, ST-TURN-06).

use std::sync::Arc;

use super::saddle::Saddles;
use crate::battle::{
    Allowed, Choice, Deed, Fact, Group, Id, Look, Nature, Order, Reads, Refusal, Stage, Step, Table, Worth,
};
use crate::mechanics::defence::block_or_dodge::free_around;

/// Getting on.
#[derive(Debug)]
pub(super) struct Mount(pub Arc<dyn Saddles>);

impl Mount {
    fn named(look: Look<'_>, order: &Order) -> Result<Id, Refusal> {
        look.target_or_refuse(order, "on what? say `mount at NAME`")
    }

    fn may(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed {
        look.allows(who, &["act", "move", "mount"])?;
        let refuse = |why: &str| Err(look.refusal(self.0.rule(), || format!("{} {why}", look.name(mount))));
        match () {
            () if who == mount || !self.0.carries(look, mount) => refuse("carries nobody"),
            () if look.mount(who).is_some() => refuse("must wait: one mount at a time"),
            () if self.0.is_down(look, who) => refuse("cannot be mounted from the ground"),
            () if look.footprint(who).side >= look.footprint(mount).side => refuse("is too small for that"),
            () if look.are_enemies(who, mount) => refuse("does not let a stranger near"),
            () if !look.is_in_play(mount) || self.0.is_down(look, mount) => refuse("carries nobody now"),
            () if look.riders(mount).len() >= self.0.seats(look, mount) => refuse("has no seat free"),
            () if look.footprint(who).gap(look.footprint(mount)) > 1 => refuse("is too far away"),
            () => Ok(()),
        }
    }
}

impl Deed for Mount {
    fn nature(&self) -> Nature {
        Nature::of("mount", Group::Move, Stage::Movement).reading(&[Reads::At])
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if look.mount(who).is_some() {
            return;
        }
        let carries = |id: &Id| *id != who && !look.are_enemies(who, *id) && self.0.carries(look, *id);
        for mount in look.everybody().filter(carries) {
            let name = look.name(mount);
            let may = self.may(look, who, mount);
            if may.is_ok() || look.wants_words() {
                let order = Order::new("mount").at(look.aim(mount));
                out.push(Choice::new(order, format!("Mount {name}"), Group::Move, self.0.rule()).unless(may));
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.may(look, who, Self::named(look, order)?)
    }

    /// Those who know how to ride are better off in the saddle.
    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let near = look.foes(who).any(|foe| look.footprint(foe).gap(look.footprint(who)) <= 1);
        Some(Worth::of(if look.has_learned(who, self.0.skill()) && !near { self.0.worth() } else { 0.0 }))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(mount) = Self::named(table.look(), order) else { return Ok(()) };
        let rule = self.0.rule();
        table.note(|look| {
            Fact::new(rule, format!("{} mounts {}.", look.name(who), look.name(mount))).who(who).whom(mount)
        });
        self.0.sit(table, who, mount)
    }
}

/// Getting off.
#[derive(Debug)]
pub(super) struct Dismount(pub Arc<dyn Saddles>);

impl Deed for Dismount {
    fn nature(&self) -> Nature {
        Nature::of("dismount", Group::Move, Stage::Movement)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if look.mount(who).is_some() {
            let order = Order::new("dismount");
            out.push(Choice::new(order, "Dismount", Group::Move, self.0.rule()).allowed_by(self, look, who));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let rule = self.0.rule();
        if look.mount(who).is_none() {
            return Err(look.refusal(rule, || format!("{} rides nothing", look.name(who))));
        }
        look.allows(who, &["act", "dismount"])?;
        if free_around(look, who).next().is_none() {
            return Err(look.refusal(rule, || "there is no room to get off".to_owned()));
        }
        Ok(())
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        let rule = self.0.rule();
        table.note(|look| {
            Fact::new(rule, format!("{} gets off {}.", look.name(who), look.name(mount))).who(who).whom(mount)
        });
        self.0.get_off(table, who)
    }
}
