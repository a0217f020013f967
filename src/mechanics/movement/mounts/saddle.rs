//! Getting on, getting off, being carried and falling (ZN-MOUNT-04, ZN-MOUNT-06 to ZN-MOUNT-08, ZN-ATK-14).

use super::Mounts;
use crate::mechanics::prelude::*;
use crate::mechanics::riders::{Saddles, may_get_on};

impl Mounts {
    /// Where the rider with this number sits: on a square of their mount that belongs to the place of both.
    fn saddle(look: Look<'_>, mount: Id, rider: Id, index: usize) -> Footprint {
        let (body, own, spot) = (look.footprint(mount), look.footprint(rider), look.spot(mount));
        let fits = |square: &Square| look.spot_of(own.moved_to(*square)) == spot;
        let squares: Vec<Square> = body.squares().filter(fits).collect();
        let chosen = squares.get(index.checked_rem(squares.len()).unwrap_or(0)).copied();
        let beside = || spot.and_then(|spot| look.room(rider, spot, body.at)).map(|room| room.at);
        own.moved_to(chosen.or_else(beside).unwrap_or(body.at))
    }

    /// Lets somebody ride no more, who then stands beside their mount.
    pub(super) fn unseat(&self, table: &mut Table<'_>, who: Id) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        table.seat(who, None);
        let look = table.look();
        if look.spot(who) == look.spot(mount)
            && let Some(room) = look.spot(mount).and_then(|spot| look.room(who, spot, look.footprint(mount).at))
        {
            table.edit::<Place>(who).footprint = room;
        }
        table.end(who, self.states.riding)?;
        self.man(table, mount)
    }

    /// Whether somebody has hands and wits free to drive: neither held nor bound, though they may hold on at full speed.
    fn could_drive(&self, look: Look<'_>, who: Id) -> bool {
        let states = look.conditions(who).iter().filter(|each| each.kind != self.states.rushed);
        let defs = states.filter_map(|each| look.rules().conditions.get(&each.kind));
        let stops = |kind: &Key| ["all", "act", "physical"].contains(&kind.as_str());
        look.is_in_play(who) && !defs.flat_map(|def| &def.forbids).any(stops)
    }

    /// A vehicle is of use only to those who have somebody aboard who can drive it.
    pub(super) fn man(&self, table: &mut Table<'_>, vehicle: Id) -> Step {
        let (look, unmanned) = (table.look(), self.states.unmanned);
        if !self.is_vehicle(look, vehicle) {
            return Ok(());
        }
        let driven = look.riders(vehicle).iter().any(|rider| self.could_drive(look, *rider));
        let was_driven = look.condition(vehicle, unmanned).is_none();
        match (driven, was_driven) {
            (true, false) => table.end(vehicle, unmanned).map(drop),
            (false, true) => {
                table.say(self.rules.vehicles, vehicle, |look| format!("Nobody drives {}.", look.name(vehicle)));
                table.begin(vehicle, Condition::new(unmanned))
            }
            _ => Ok(()),
        }
    }

    /// A mount has come to another place: those whom it carries have too, but for those whom somebody holds.
    pub(super) fn carry(&self, table: &mut Table<'_>, mount: Id) -> Step {
        let riders = table.look().riders(mount).to_vec();
        for (index, rider) in riders.into_iter().enumerate() {
            let look = table.look();
            let holds = |by: Id| by != mount && look.mount(by) != Some(mount);
            if look.brought_by(rider, self.states.held).any(holds) {
                self.comes_off(table, rider)?;
            } else {
                let saddle = Self::saddle(look, mount, rider, index);
                table.relocate(rider, saddle)?;
            }
        }
        Ok(())
    }

    /// Somebody who is no longer where their mount is has come off it, and not of their own will.
    pub(super) fn comes_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        let look = table.look();
        let Some(mount) = look.mount(who).filter(|mount| look.spot(*mount) != look.spot(who)) else { return Ok(()) };
        let rule = self.rules.pushed;
        table.say(rule, who, |look| format!("{} is thrown off {}.", look.name(who), look.name(mount)));
        self.unseat(table, who)?;
        self.fall(table, who, rule)
    }

    /// A mount or vehicle is out of it: nobody rides it any more, and they may fall; off the field they are as it is.
    pub(super) fn goes_down(&self, table: &mut Table<'_>, mount: Id, state: ConditionName) -> Step {
        let look = table.look();
        let riders = look.riders(mount).to_vec();
        let (moving, vehicle) = (Self::is_moving(look, mount), self.is_vehicle(look, mount));
        if !look.place(mount).present {
            return riders.into_iter().try_for_each(|rider| table.begin(rider, Condition::new(state)));
        }
        for rider in riders {
            let rule = if vehicle { self.rules.vehicles } else { self.rules.down };
            table.say(rule, rider, |look| format!("{} is down with {} on it.", look.name(mount), look.name(rider)));
            self.unseat(table, rider)?;
            if vehicle || (moving && !table.save(rider, self.save, "the fall", rule)?) {
                self.fall(table, rider, rule)?;
            }
        }
        Ok(())
    }

    /// Somebody falls, whatever they wear.
    pub(super) fn fall(&self, table: &mut Table<'_>, who: Id, rule: RuleId) -> Step {
        let damage = table.roll(who, "the fall", &self.fall, Sum::new(), rule)?;
        table.suffer(&Case::of("damage", who).word("direct"), self.harms, &[], damage, rule)
    }

    /// Somebody tries to get on or off something in motion; whether they keep their feet.
    fn keeps_its_feet(&self, table: &mut Table<'_>, who: Id) -> Step<bool> {
        if table.save(who, self.save, "the leap", self.rules.in_motion)? {
            return Ok(true);
        }
        table.begin(who, Condition::new(self.states.thrown).until(Until::TurnEnd))?;
        Ok(false)
    }
}

/// What getting on or off costs of a move.
const HALF_ZONE: i32 = 1;

impl Saddles for Mounts {
    fn rule(&self) -> RuleId {
        self.rules.on_and_off
    }

    fn pays_as_it_goes(&self) -> bool {
        true
    }

    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id> {
        let Some(seats) = look.rules().measure.seats.filter(|_| look.mount(who).is_none()) else { return Vec::new() };
        look.friends(who).filter(|id| look.value(*id, seats) > 0).collect()
    }

    fn may_get_on(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed {
        look.allows(who, &["move", "mount"])?;
        let seats = |id: Id| look.rules().measure.seats.map_or(0, |seats| look.value(id, seats));
        let is_too_large = seats(who) > 0 || look.footprint(who).side >= look.footprint(mount).side;
        let own = [
            (is_too_large, "is too small for that"),
            (look.are_enemies(who, mount), "is not willing"),
            (self.is_down(look, mount), "carries nobody any more"),
        ];
        let seats = usize::try_from(seats(mount)).ok().filter(|seats| *seats > 0);
        may_get_on(look, (who, mount), self.rules.on_and_off, (seats, look.is_nearby(who, mount)), &own)
    }

    fn may_get_off(&self, look: Look<'_>, who: Id) -> Allowed {
        look.refuse_one_if(look.is_kept_from(who, "move"), who, self.rules.on_and_off, "cannot move")?;
        look.allows(who, &["dismount"])
    }

    fn labels(&self, look: Look<'_>, mount: Option<Id>) -> (&'static str, &'static str) {
        let is_vehicle = mount.is_some_and(|mount| self.is_vehicle(look, mount));
        if is_vehicle { ("Get aboard", "Get off") } else { ("Mount", "Dismount") }
    }

    fn keeps_feet(&self, look: Look<'_>, who: Id, mount: Option<Id>) -> Option<String> {
        mount.filter(|mount| Self::is_moving(look, *mount))?;
        Some(look.chance_of_save(who, self.save, Thrown::Once).to_string())
    }

    /// Where it is far to every enemy, whatever still has its turn before it carries one there.
    fn worth(&self, look: Look<'_>, who: Id, mount: Id) -> Option<Worth> {
        let far = look.foes(who).filter_map(|foe| look.half_zones(who, foe)).min()?;
        let goes = self.is_vehicle(look, mount) || look.rules().economy.is_fresh(look, mount);
        (goes && i64::from(far) > i64::from(look.value(who, self.speed))).then(|| Worth::of(0.03))
    }

    /// On a square of their mount, in whose place they stand.
    fn take_seat(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        let riders = table.look().riders(mount);
        let index = riders.iter().position(|rider| *rider == who).unwrap_or(riders.len());
        let saddle = Self::saddle(table.look(), mount, who, index);
        table.seat(who, Some(mount));
        table.edit::<Place>(who).footprint = saddle;
        table.begin(who, Condition::new(self.states.riding))?;
        self.man(table, mount)
    }

    fn get_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        let look = table.look();
        let index = look.riders(mount).len();
        let to = Self::saddle(look, mount, who, index);
        if look.spot(who) == look.spot(mount) {
            table.go_for(who, HALF_ZONE)?;
        } else if table.walk(who, to, HALF_ZONE)? != Stride::On {
            return Ok(());
        }
        if Self::is_moving(table.look(), mount) && !self.keeps_its_feet(table, who)? {
            let look = table.look();
            if let Some(room) = look.spot(mount).and_then(|spot| look.room(who, spot, to.at)) {
                table.edit::<Place>(who).footprint = room;
            }
            return self.fall(table, who, self.rules.in_motion);
        }
        table.say(self.rules.on_and_off, (who, mount), |look| {
            let how = if self.is_vehicle(look, mount) { "gets aboard" } else { "mounts" };
            format!("{} {how} {}.", look.name(who), look.name(mount))
        });
        self.take_seat(table, who, mount)?;
        // What has galloped this round is at full speed until it is over.
        if Self::gone(table.look(), mount).full { self.rush(table, who, mount) } else { Ok(()) }
    }

    fn get_off(&self, table: &mut Table<'_>, who: Id) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        table.go_for(who, HALF_ZONE)?;
        let stands = !Self::is_moving(table.look(), mount) || self.keeps_its_feet(table, who)?;
        table.say(self.rules.on_and_off, (who, mount), |look| {
            format!("{} gets off {}.", look.name(who), look.name(mount))
        });
        self.unseat(table, who)?;
        if stands { Ok(()) } else { self.fall(table, who, self.rules.in_motion) }
    }
}
