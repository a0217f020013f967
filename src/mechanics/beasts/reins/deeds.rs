//! Taking the reins, letting the other of the two act, and riding on (ST-MOUNT-02, ST-MOUNT-04).

use super::Reins;
use super::line::Bridle;
use crate::mechanics::prelude::*;

/// Letting the other of the two act.
pub(super) const HAND_OVER: &str = "hand over";
/// Doing nothing while one is carried past somebody.
pub(super) const RIDE_ON: &str = "ride on";

/// What keeping a mount in hand is worth, so that it comes before all that can be done after it.
const FIRST: f64 = 10.0;

impl Reins {
    /// A rider takes the reins.
    fn take(&self, table: &mut Table<'_>, rider: Id, mount: Id) {
        table.say(self.rules.control, (rider, mount), |look| {
            format!("{} takes {} in hand.", look.name(rider), look.name(mount))
        });
        table.edit::<Bridle>(mount).is_controlled = true;
    }

    /// Whether there is anything for a mount to do that is worth the reins.
    fn is_wanted(&self, look: Look<'_>, rider: Id, mount: Id) -> bool {
        let economy = &look.rules().economy;
        let left = economy.remaining(look, rider) - self.control(look, rider, mount);
        // Whoever could strike only if they let the reins alone does that.
        let is_in_time = || Self::cheapest_blow(look, rider).is_none_or(|price| price <= left);
        look.foes(rider).next().is_some() && !economy.is_over(look, mount) && is_in_time()
    }
}

/// Taking the reins.
#[derive(Debug)]
pub(super) struct Control(pub Arc<Reins>);

impl Deed for Control {
    nature!(|self| Nature::of("control", Group::Turn, Stage::Upkeep));

    fn count(&self, look: Look<'_>, who: Id, _order: &Order) -> i32 {
        look.mount(who).map_or(0, |mount| self.0.control(look, who, mount))
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Some(mount) = look.mount(who) else { return };
        let order = Order::new("control");
        let label = format!("Take {} in hand", look.name(mount));
        let choice = Choice::new(order, label, Group::Turn, self.0.rules.control).meant(Group::Move);
        out.push(choice.allowed_by(self, look, who));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        let mount = look.mount(who);
        let mount = mount.ok_or_else(|| Refusal::new(self.0.rules.riding, "there is nothing to take in hand"))?;
        self.0.may_control(look, who, mount)
    }

    fn worth(&self, look: Look<'_>, who: Id, _order: &Order) -> Option<Worth> {
        let mount = look.mount(who)?;
        self.0.is_wanted(look, who, mount).then(|| Worth::of(FIRST))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        if let Some(mount) = table.look().mount(who) {
            self.0.take(table, who, mount);
        }
        Ok(())
    }
}

/// Letting the other of the two act; whoever lets their mount act takes the reins for that.
#[derive(Debug)]
pub(super) struct HandOver(pub Arc<Reins>);

impl HandOver {
    /// Which of the two is the other's mount.
    fn mount(look: Look<'_>, who: Id, other: Id) -> Option<Id> {
        let mut both = [(who, other), (other, who)].into_iter();
        both.find(|(rider, mount)| look.mount(*rider) == Some(*mount)).map(|(_, mount)| mount)
    }

    /// Whether handing over means taking the reins first.
    fn takes_reins(look: Look<'_>, who: Id, other: Id) -> bool {
        look.mount(who) == Some(other) && !Bridle::of(look, other).is_controlled
    }

    fn named(look: Look<'_>, order: &Order) -> Result<Id, Refusal> {
        look.target_or_refuse(order, "to whom? say `hand over at NAME`")
    }

    fn may(&self, look: Look<'_>, who: Id, to: Id) -> Allowed {
        let refuse = |why: &str| Err(look.refusal_of(to, self.0.rules.together, why));
        let Some(mount) = Self::mount(look, who, to) else { return refuse("takes their turn alone") };
        let bridle = Bridle::of(look, mount);
        match () {
            () if bridle.ride.is_some() => refuse("is under way"),
            () if bridle.handed.contains(&to) => refuse("was handed the turn before, and nothing has been done since"),
            () if !look.is_in_play(to) || look.rules().economy.is_over(look, to) => refuse("has nothing left to do"),
            () if Self::takes_reins(look, who, to) => self.0.may_control(look, who, to),
            () => look.allows(to, &["act"]),
        }
    }
}

impl Deed for HandOver {
    nature!(|self| Nature::of(HAND_OVER, Group::Turn, Stage::Upkeep).reading(&[Reads::At]));

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        let other = Self::named(look, order).ok().filter(|other| Self::takes_reins(look, who, *other));
        other.map_or(0, |mount| self.0.control(look, who, mount))
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let others = look.mount(who).into_iter().chain(Reins::rider(look, who));
        for other in others {
            let (order, label) = (Order::new(HAND_OVER).at(look.aim(other)), format!("{} acts", look.name(other)));
            out.push(Choice::of(self, (look, who), order, label, self.0.rules.together).meant(Group::Move));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.may(look, who, Self::named(look, order)?)
    }

    /// Whoever can do nothing more for the moment lets their mount go on.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let other = Self::named(look, order).ok()?;
        (look.mount(who) == Some(other) && !Self::takes_reins(look, who, other)).then_some(Worth(1))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(to) = Self::named(table.look(), order) else { return Ok(()) };
        let Some(mount) = Self::mount(table.look(), who, to) else { return Ok(()) };
        if Self::takes_reins(table.look(), who, to) {
            self.0.take(table, who, mount);
        }
        table.edit::<Bridle>(mount).handed.push(to);
        // In the saddle it is the turn of the mind that has the reins.
        let mind = if to == mount { None } else { table.look().acts_with(mount) };
        table.push(Task::Choose(mind.unwrap_or(to)));
        Ok(())
    }
}

/// Letting a chance go by in the middle of a ride.
#[derive(Debug)]
pub(super) struct RideOn(pub Arc<Reins>);

impl Deed for RideOn {
    nature!(|self| Nature::of(RIDE_ON, Group::Turn, Stage::Upkeep).costing_nothing());

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let order = Order::new(RIDE_ON);
        if self.check(look, who, &order).is_ok() {
            out.push(Choice::new(order, "Ride on", Group::Turn, self.0.rules.together).meant(Group::Move));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        match look.mount(who).filter(|mount| Bridle::of(look, *mount).ride.is_some()) {
            Some(_) => Ok(()),
            None => Err(look.refusal_of(who, self.0.rules.together, "is not being carried")),
        }
    }

    fn worth(&self, _look: Look<'_>, _who: Id, _order: &Order) -> Option<Worth> {
        Some(Worth(1))
    }

    fn perform(&self, _table: &mut Table<'_>, _who: Id, _order: &Order) -> Step {
        Ok(())
    }
}
