//! What games of beasts that are ridden have alike: who gets onto which, and that whoever rides covers the squares of their
//! mount, goes along with it, and finds room beside it when they come down.

use std::fmt::Debug;

use crate::mechanics::defence::block_or_dodge::free_around;
use crate::mechanics::prelude::*;
use crate::mechanics::riders::Saddles;

/// What a game says of its beasts.
pub(super) struct Beasts {
    /// The rule of getting on and off.
    pub rule: RuleId,
    /// The word of those that carry others.
    pub word: Key,
    /// The state of those who lie on the ground.
    pub down: ConditionName,
    /// The figure of those who know how to ride.
    pub skill: FigureName,
    /// What it is worth to them to sit in a saddle.
    pub worth: f64,
}

/// A game of beasts that are ridden.
pub(super) trait Ridden: Debug + Send + Sync {
    /// What it says of them.
    fn beasts(&self) -> Beasts;

    /// How many one of them carries.
    fn seats(&self, _look: Look<'_>, _mount: Id) -> usize {
        1
    }

    /// Somebody takes their seat.
    fn sit(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step;

    /// Somebody gets out of the saddle, on their feet.
    fn stand(&self, table: &mut Table<'_>, who: Id) -> Step;
}

impl<T: Ridden> Saddles for T {
    fn rule(&self) -> RuleId {
        self.beasts().rule
    }

    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let word = self.beasts().word;
        look.friends(who).filter(|id| look.mount(who).is_none() && look.has_tag(*id, word)).collect()
    }

    fn may_get_on(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed {
        look.allows(who, &["act", "move", "mount"])?;
        let Beasts { rule, word, down, .. } = self.beasts();
        let refuse = |why: &str| Err(look.refusal_of(mount, rule, why));
        match () {
            () if who == mount || !look.has_tag(mount, word) => refuse("carries nobody"),
            () if look.mount(who).is_some() => refuse("must wait: one mount at a time"),
            () if look.is(who, down) => refuse("cannot be mounted from the ground"),
            () if look.footprint(who).side >= look.footprint(mount).side => refuse("is too small for that"),
            () if look.are_enemies(who, mount) => refuse("does not let a stranger near"),
            () if !look.is_in_play(mount) || look.is(mount, down) => refuse("carries nobody now"),
            () if look.riders(mount).len() >= self.seats(look, mount) => refuse("has no seat free"),
            () if look.gap(who, mount) > 1 => refuse("is too far away"),
            () => Ok(()),
        }
    }

    fn may_get_off(&self, look: Look<'_>, who: Id) -> Allowed {
        look.allows(who, &["act", "dismount"])?;
        look.refuse_if(free_around(look, who).next().is_none(), self.rule(), || "there is no room to get off")
    }

    /// Those who know how to ride are better off in the saddle.
    fn worth(&self, look: Look<'_>, who: Id, _mount: Id) -> Option<Worth> {
        let Beasts { skill, worth, .. } = self.beasts();
        let near = look.foes(who).any(|foe| look.gap(foe, who) <= 1);
        Some(Worth::of(if look.has_learned(who, skill) && !near { worth } else { 0.0 }))
    }

    fn get_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        let rule = self.rule();
        table.say(rule, (who, mount), |look| format!("{} mounts {}.", look.name(who), look.name(mount)));
        self.sit(table, who, mount)
    }

    fn get_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        let rule = self.rule();
        table.say(rule, (who, mount), |look| format!("{} gets off {}.", look.name(who), look.name(mount)));
        self.stand(table, who)
    }
}

/// Puts somebody into the saddle, in the squares of their mount, which follows them from then on.
pub(super) fn put_up(table: &mut Table<'_>, who: Id, mount: Id) {
    table.seat(who, Some(mount));
    let seat = table.look().place(mount);
    let mut place = table.edit::<Place>(who);
    (place.footprint, place.facing, place.altitude) = (seat.footprint, seat.facing, seat.altitude);
    table.edit::<Follows>(mount).0 = Some(who);
}

/// The squares of somebody on their own feet.
pub(super) fn on_foot(look: Look<'_>, who: Id, at: Square) -> Footprint {
    let side = look.get::<Figures>(who).map_or(1, |figures| look.rules().side_of(figures));
    Footprint::new(at, side)
}

/// A mount has come to another place: those whom it carries have too.
pub(super) fn carry(table: &mut Table<'_>, mount: Id) -> Step {
    let riders = table.look().riders(mount).to_vec();
    for rider in riders {
        let seat = table.look().place(mount);
        let mut place = table.edit::<Place>(rider);
        (place.facing, place.altitude) = (seat.facing, seat.altitude);
        if table.look().footprint(rider) != seat.footprint {
            table.relocate(rider, seat.footprint)?;
        }
    }
    Ok(())
}
