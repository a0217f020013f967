//! What games of beasts that are ridden have alike: who gets onto which, that whoever rides covers the squares of their
//! mount and goes along with it, and how they get out of the saddle.

use std::fmt::Debug;

use crate::mechanics::defence::block_or_dodge::free_around;
use crate::mechanics::prelude::*;
use crate::mechanics::riders::{Saddles, may_get_on};

/// What a game says of its beasts.
pub(super) struct Beasts {
    /// The rules of getting on and off, and of falling.
    pub rules: (RuleId, RuleId),
    /// The word of those that carry others.
    pub word: Key,
    /// The states of those in the saddle, and of those who lie on the ground.
    pub states: (ConditionName, ConditionName),
    /// Whether whoever falls is said to lie on the ground even if they did before.
    pub tells_again: bool,
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

    /// What comes of it that somebody has got on.
    fn has_got_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step;

    /// Hands change what they hold, in the saddle or on foot again.
    fn grip_anew(&self, _table: &mut Table<'_>, _who: Id, _is_mounted: bool) {}

    /// Where somebody comes down beside their mount: next to whoever pulls, where that is said.
    fn beside(&self, look: Look<'_>, who: Id, pulls: Option<Id>) -> Footprint;

    /// Somebody is out of the saddle, beside their mount: on the ground, or on their feet.
    fn comes_down(&self, table: &mut Table<'_>, who: Id, lies: bool) -> Step {
        let to = self.beside(table.look(), who, None);
        self.lands(table, who, to, lies)
    }

    /// The same in this place.
    fn lands(&self, table: &mut Table<'_>, who: Id, to: Footprint, lies: bool) -> Step {
        let Beasts { rules: (_, rule), states: (mounted, down), tells_again, .. } = self.beasts();
        table.seat(who, None);
        table.end(who, mounted)?;
        self.grip_anew(table, who, false);
        if table.look().footprint(who) != to {
            table.relocate(who, to)?;
        }
        if lies && table.look().is_in_play(who) && (tells_again || !table.look().is(who, down)) {
            table.becomes(who, Condition::new(down), rule)?;
        }
        Ok(())
    }
}

impl<T: Ridden> Saddles for T {
    fn rule(&self) -> RuleId {
        self.beasts().rules.0
    }

    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let word = self.beasts().word;
        look.friends(who).filter(|id| look.mount(who).is_none() && look.has_tag(*id, word)).collect()
    }

    fn may_get_on(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed {
        look.allows(who, &["act", "move", "mount"])?;
        let Beasts { rules: (rule, _), word, states: (_, down), .. } = self.beasts();
        let seats = look.has_tag(mount, word).then(|| self.seats(look, mount));
        let own = [
            (look.mount(who).is_some(), "must wait: one mount at a time"),
            (look.is(who, down), "cannot be mounted from the ground"),
            (look.footprint(who).side >= look.footprint(mount).side, "is too small for that"),
            (look.are_enemies(who, mount), "does not let a stranger near"),
            (!look.is_in_play(mount) || look.is(mount, down), "carries nobody now"),
        ];
        may_get_on(look, (who, mount), rule, (seats, look.gap(who, mount) <= 1), &own)
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

    /// In the squares of their mount, which follows them from then on.
    fn take_seat(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        table.seat(who, Some(mount));
        let seat = table.look().place(mount);
        let mut place = table.edit::<Place>(who);
        (place.footprint, place.facing, place.altitude) = (seat.footprint, seat.facing, seat.altitude);
        table.edit::<Follows>(mount).0 = Some(who);
        self.grip_anew(table, who, true);
        table.begin(who, Condition::new(self.beasts().states.0))
    }

    fn get_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        let rule = self.rule();
        table.say(rule, (who, mount), |look| format!("{} mounts {}.", look.name(who), look.name(mount)));
        self.take_seat(table, who, mount)?;
        self.has_got_on(table, who, mount)
    }

    fn get_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        let rule = self.rule();
        table.say(rule, (who, mount), |look| format!("{} gets off {}.", look.name(who), look.name(mount)));
        self.comes_down(table, who, false)
    }
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
