//! What frightens a mount, and what it does then (HG-MOUNT-05).

use super::{AREA, Riding};
use crate::mechanics::harm::endurance::OnOff;
use crate::mechanics::prelude::*;

/// What a mount has been through.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nerves {
    /// Harm that it has felt.
    felt: i32,
    /// Terrors that it has met.
    met: Vec<Id>,
    /// Where whatever frightened it last was.
    from: Option<Footprint>,
}

impl Riding {
    /// Something frightens a mount: its rider tries to calm it.
    fn shies(&self, table: &mut Table<'_>, mount: Id, from: Footprint) -> Step {
        let look = table.look();
        let rider = look.riders(mount).iter().copied().find(|rider| look.is_in_play(*rider));
        let Some(rider) = rider.filter(|_| look.is_in_play(mount)) else { return Ok(()) };
        let rule = self.rules.fright;
        let challenge = Sum::of("fright", self.stubbornness(look, mount));
        if self.tries(table, rider, ("animals", self.skills.1), (challenge, rule), "calms their mount")? {
            return Ok(());
        }
        table.edit::<Nerves>(mount).from = Some(from);
        let unwilling = self.states.unwilling;
        if table.look().is(mount, unwilling) {
            table.say(rule, mount, |look| format!("{} bucks again.", look.name(mount)));
        } else {
            let condition = Condition::new(unwilling).until(Until::Rounds(1));
            table.bring(mount, condition, |look| Fact::new(rule, format!("{} shies and bucks.", look.name(mount))))?;
        }
        self.keeps_seat(table, rider, (Sum::of("bucking", self.sits.0), self.rules.leap), None).map(drop)
    }

    /// Whether a mount goes there: one that is frightened only goes away from what it fears.
    pub(super) fn dares(&self, look: Look<'_>, mount: Id, to: Footprint) -> Allowed {
        if !look.is(mount, self.states.unwilling) {
            return Ok(());
        }
        let Some(from) = look.get::<Nerves>(mount).and_then(|nerves| nerves.from) else { return Ok(()) };
        let own = look.footprint(mount);
        if own.moved_to(to.at).gap(from) > own.gap(from) {
            return Ok(());
        }
        Err(look.refusal_of(mount, self.rules.fright, "goes nowhere but away from what it fears"))
    }

    /// Whether somebody who is struck with this hears of it as fire or a blast anyway: one fright is enough.
    fn is_heard(&self, hit: &Hit) -> bool {
        let burns = |arm: &Arm| arm.has(AREA) || arm.has(self.frights.fire.0);
        self.frights.spooking == OnOff::On && hit.arm.as_ref().is_some_and(|arm| burns(arm))
    }

    /// A wound frightens a mount.
    pub(super) fn is_hurt(&self, table: &mut Table<'_>, hit: &Hit) -> Step {
        let look = table.look();
        let Some(nerves) = look.get::<Nerves>(hit.who) else { return Ok(()) };
        let harm = look.tally(hit.who, self.frights.harm);
        if harm == nerves.felt {
            return Ok(());
        }
        let (more, own) = (harm > nerves.felt, look.footprint(hit.who));
        let from = hit.by.filter(|by| !look.go_together(*by, hit.who)).map_or(own, |by| look.footprint(by));
        table.edit::<Nerves>(hit.who).felt = harm;
        if more && !self.is_heard(hit) { self.shies(table, hit.who, from) } else { Ok(()) }
    }

    /// Somebody has moved: mounts meet those they are afraid of.
    pub(super) fn meets(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        if look.mount(who).is_some() {
            return Ok(());
        }
        let is_terror = |id: Id| self.frights.of.iter().any(|word| look.has_tag(id, word));
        let near = |a: Id, b: Id| look.gap(a, b) <= 1 && look.is_in_play(a) && look.is_in_play(b);
        let pairs: Vec<(Id, Id)> = if is_terror(who) {
            look.everybody().filter(|id| !look.riders(*id).is_empty()).map(|mount| (mount, who)).collect()
        } else if !look.riders(who).is_empty() {
            look.everybody().filter(|id| *id != who && is_terror(*id)).map(|terror| (who, terror)).collect()
        } else {
            return Ok(());
        };
        let is_new = |(mount, terror): &(Id, Id)| {
            mount != terror
                && near(*mount, *terror)
                && !look.go_together(*mount, *terror)
                && look.get::<Nerves>(*mount).is_some_and(|nerves| !nerves.met.contains(terror))
        };
        let pairs: Vec<(Id, Id)> = pairs.into_iter().filter(is_new).collect();
        for (mount, terror) in pairs {
            table.edit::<Nerves>(mount).met.push(terror);
            let from = table.look().footprint(terror);
            self.shies(table, mount, from)?;
        }
        Ok(())
    }

    /// Fire or a blast in these places: every mount that is near shies from the nearest of them.
    pub(super) fn frightens(&self, table: &mut Table<'_>, places: impl Iterator<Item = Footprint> + Clone) -> Step {
        if self.frights.spooking == OnOff::Off {
            return Ok(());
        }
        let look = table.look();
        let near = |mount: Id| {
            let own = look.footprint(mount);
            let nearest = places.clone().min_by_key(|at| own.gap(*at))?;
            (own.gap(nearest) <= self.frights.fire.1).then_some((mount, nearest))
        };
        let ridden = look.everybody().filter(|id| !look.riders(*id).is_empty());
        let mounts: Vec<(Id, Footprint)> = ridden.filter_map(near).collect();
        mounts.into_iter().try_for_each(|(mount, at)| self.shies(table, mount, at))
    }
}
