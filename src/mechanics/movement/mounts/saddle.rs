//! Getting on, getting off, being carried and falling (ZN-MOUNT-04, ZN-MOUNT-06 to ZN-MOUNT-08, ZN-ATK-14).

use std::sync::Arc;

use super::Mounts;
use crate::battle::{
    Allowed, Case, Choice, Condition, ConditionName, Deed, Fact, Group, Hit, Id, Key, Look, Nature, Order, Place,
    Reads, Refusal, RuleId, Stage, Step, Stride, Table, Until, Worth,
};
use crate::board::{Footprint, Square};

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

    /// Whoever starts in a saddle or aboard takes their seat.
    pub(super) fn sit_down(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.look().mount(who).map_or(Ok(()), |mount| self.take_seat(table, who, mount))
    }

    /// Lets somebody ride who stands in the place of their mount.
    fn take_seat(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step {
        let riders = table.look().riders(mount);
        let index = riders.iter().position(|rider| *rider == who).unwrap_or(riders.len());
        let saddle = Self::saddle(table.look(), mount, who, index);
        table.seat(who, Some(mount));
        table.edit::<Place>(who).footprint = saddle;
        table.begin(who, Condition::new(self.states.riding))?;
        self.man(table, mount)
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

    /// Whether somebody has their hands and wits free to drive: not who is held or bound. Who only holds on at full
    /// speed drives all the same.
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
                let rule = self.rules.vehicles;
                table.note(|look| Fact::new(rule, format!("Nobody drives {}.", look.name(vehicle))).who(vehicle));
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
            let is_held = |each: &Condition| each.kind == self.states.held && each.by.is_some_and(holds);
            if look.conditions(rider).iter().any(is_held) {
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
        table.note(|look| Fact::new(rule, format!("{} is thrown off {}.", look.name(who), look.name(mount))).who(who));
        self.unseat(table, who)?;
        self.fall(table, who, rule)
    }

    /// A mount or vehicle is out of it: its riders are riders no more, and may fall. Of those whom it has carried off
    /// the field the same holds as of itself.
    pub(super) fn goes_down(&self, table: &mut Table<'_>, mount: Id, state: ConditionName) -> Step {
        let look = table.look();
        let riders = look.riders(mount).to_vec();
        let (moving, vehicle) = (Self::is_moving(look, mount), self.is_vehicle(look, mount));
        if !look.place(mount).present {
            for rider in riders {
                table.begin(rider, Condition::new(state))?;
            }
            return Ok(());
        }
        for rider in riders {
            let rule = if vehicle { self.rules.vehicles } else { self.rules.down };
            table.note(|look| {
                Fact::new(rule, format!("{} is down with {} on it.", look.name(mount), look.name(rider))).who(rider)
            });
            self.unseat(table, rider)?;
            if vehicle || (moving && !table.save(rider, self.save, "the fall", rule)?) {
                self.fall(table, rider, rule)?;
            }
        }
        Ok(())
    }

    /// Somebody falls, whatever they wear.
    pub(super) fn fall(&self, table: &mut Table<'_>, who: Id, rule: RuleId) -> Step {
        let damage = table.roll(who, "the fall", &self.fall, crate::battle::Sum::new(), rule)?;
        let case = Case::of("damage", who).word("direct");
        match Hit::unaimed(table.look(), &case, self.harms, damage, rule) {
            Some(hit) => table.inflict(&hit),
            None => Ok(()),
        }
    }

    /// Somebody tries to get on or off something in motion; whether they keep their feet.
    fn keeps_its_feet(&self, table: &mut Table<'_>, who: Id) -> Step<bool> {
        let rule = self.rules.in_motion;
        if table.save(who, self.save, "the leap", rule)? {
            return Ok(true);
        }
        table.begin(who, Condition::new(self.states.thrown).until(Until::TurnEnd))?;
        Ok(false)
    }
}

/// What getting on or off costs of a move.
const HALF_ZONE: i32 = 1;

/// Getting on.
#[derive(Debug)]
pub(super) struct Mount(pub Arc<Mounts>);

impl Mount {
    fn may(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed {
        let rule = self.0.rules.on_and_off;
        look.allows(who, &["move", "mount"])?;
        let seats = |id: Id| look.rules().measure.seats.map_or(0, |seats| look.value(id, seats));
        let refuse = |why: &str| Err(look.refusal(rule, || format!("{} {why}", look.name(mount))));
        match () {
            () if who == mount || seats(mount) <= 0 => refuse("carries nobody"),
            () if seats(who) > 0 || look.footprint(who).side >= look.footprint(mount).side => {
                refuse("is too small for that")
            }
            () if look.are_enemies(who, mount) => refuse("is not willing"),
            () if self.0.is_down(look, mount) => refuse("carries nobody any more"),
            () if look.riders(mount).len() >= usize::try_from(seats(mount)).unwrap_or(0) => refuse("has no seat free"),
            () if !look.is_nearby(who, mount) => refuse("is too far away"),
            () => Ok(()),
        }
    }

    fn named(look: Look<'_>, order: &Order) -> Option<Id> {
        look.target(order)
    }
}

impl Deed for Mount {
    fn nature(&self) -> Nature {
        Nature::of("mount", Group::Move, Stage::Movement).reading(&[Reads::At]).pays_as_it_goes()
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Some(seats) = look.rules().measure.seats.filter(|_| look.mount(who).is_none()) else { return };
        let carries = |id: &Id| !look.are_enemies(who, *id) && *id != who && look.value(*id, seats) > 0;
        for mount in look.everybody().filter(carries) {
            let name = look.name(mount);
            let label = if self.0.is_vehicle(look, mount) { "Get aboard" } else { "Mount" };
            let order = Order::new("mount").at(look.aim(mount));
            let may = self.may(look, who, mount);
            let mut choice =
                Choice::new(order, format!("{label} {name}"), Group::Move, self.0.rules.on_and_off).unless(may);
            if choice.is_legal() && Mounts::is_moving(look, mount) {
                choice.chance = Some(look.chance_of_save(who, self.0.save, crate::battle::Thrown::Once).to_string());
            }
            out.push(choice);
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let mount = Self::named(look, order).ok_or_else(|| Refusal::nonsense("on what? say `mount at NAME`"))?;
        self.may(look, who, mount)
    }

    /// Where it is far to every enemy, whatever still has its turn before it carries one there.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let mount = Self::named(look, order)?;
        let far = look.foes(who).filter_map(|foe| look.half_zones(who, foe)).min()?;
        let goes = self.0.is_vehicle(look, mount) || look.rules().economy.is_fresh(look, mount);
        (goes && i64::from(far) > i64::from(look.value(who, self.0.speed))).then(|| Worth::of(0.03))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Some(mount) = Self::named(table.look(), order) else { return Ok(()) };
        let look = table.look();
        let index = look.riders(mount).len();
        let to = Mounts::saddle(look, mount, who, index);
        if look.spot(who) == look.spot(mount) {
            table.go_for(who, HALF_ZONE)?;
        } else if table.walk(who, to, HALF_ZONE)? != Stride::On {
            return Ok(());
        }
        if Mounts::is_moving(table.look(), mount) && !self.0.keeps_its_feet(table, who)? {
            let look = table.look();
            if let Some(room) = look.spot(mount).and_then(|spot| look.room(who, spot, to.at)) {
                table.edit::<Place>(who).footprint = room;
            }
            return self.0.fall(table, who, self.0.rules.in_motion);
        }
        let rule = self.0.rules.on_and_off;
        table.note(|look| {
            let how = if self.0.is_vehicle(look, mount) { "gets aboard" } else { "mounts" };
            Fact::new(rule, format!("{} {how} {}.", look.name(who), look.name(mount))).who(who).whom(mount)
        });
        self.0.take_seat(table, who, mount)?;
        // What has galloped this round is at full speed until it is over.
        if Mounts::gone(table.look(), mount).full { self.0.rush(table, who, mount) } else { Ok(()) }
    }
}

/// Getting off.
#[derive(Debug)]
pub(super) struct Dismount(pub Arc<Mounts>);

impl Deed for Dismount {
    fn nature(&self) -> Nature {
        Nature::of("dismount", Group::Move, Stage::Movement).pays_as_it_goes()
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Some(mount) = look.mount(who) else { return };
        let order = Order::new("dismount");
        let label = if self.0.is_vehicle(look, mount) { "Get off" } else { "Dismount" };
        let mut choice = Choice::new(order, label, Group::Move, self.0.rules.on_and_off).allowed_by(self, look, who);
        if choice.is_legal() && Mounts::is_moving(look, mount) {
            choice.chance = Some(look.chance_of_save(who, self.0.save, crate::battle::Thrown::Once).to_string());
        }
        out.push(choice);
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let rule = self.0.rules.on_and_off;
        if look.mount(who).is_none() {
            return Err(look.refusal(rule, || format!("{} rides nothing", look.name(who))));
        }
        if look.is_kept_from(who, "move") {
            return Err(look.refusal(rule, || format!("{} cannot move", look.name(who))));
        }
        look.allows(who, &["dismount"])
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        let Some(mount) = table.look().mount(who) else { return Ok(()) };
        table.go_for(who, HALF_ZONE)?;
        let stands = !Mounts::is_moving(table.look(), mount) || self.0.keeps_its_feet(table, who)?;
        let rule = self.0.rules.on_and_off;
        table.note(|look| {
            Fact::new(rule, format!("{} gets off {}.", look.name(who), look.name(mount))).who(who).whom(mount)
        });
        self.0.unseat(table, who)?;
        if stands { Ok(()) } else { self.0.fall(table, who, self.0.rules.in_motion) }
    }
}
