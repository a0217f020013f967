//! Riders and those who carry them, as far as all games have it alike: who may get on, getting on and off, and what
//! sheets tell. What a fall costs, and where bodies come to sit and lie, is each game's own.

use std::fmt::Debug;

use crate::mechanics::prelude::*;

/// Whom somebody rides, and whom they carry.
pub(super) fn sheet_lines(look: Look<'_>, who: Id, rule: RuleId) -> Vec<SheetLine> {
    let rides = look.mount(who).map(|mount| SheetLine::of("Rides", look.name(mount), rule));
    let riders = look.riders(who);
    let carries = (!riders.is_empty()).then(|| SheetLine::of("Carries", look.names(riders, ", "), rule));
    rides.into_iter().chain(carries).collect()
}

/// Whether somebody may get onto a mount with so many seats, if it has any, by what a game says of the two beside that.
pub(super) fn may_get_on(
    look: Look<'_>,
    (who, mount): (Id, Id),
    rule: RuleId,
    (seats, is_near): (Option<usize>, bool),
    own: &[(bool, &str)],
) -> Allowed {
    let no = |is_so: bool, why: &str| look.refuse_one_if(is_so, mount, rule, why);
    no(who == mount || seats.is_none(), "carries nobody")?;
    own.iter().try_for_each(|&(is_so, why)| no(is_so, why))?;
    no(seats.is_some_and(|seats| look.riders(mount).len() >= seats), "has no seat free")?;
    no(!is_near, "is too far away")
}

/// What a game says of getting into its saddles and out of them.
pub(super) trait Saddles: Debug + Send + Sync {
    /// The rule of getting on and off.
    fn rule(&self) -> RuleId;

    /// The verb of getting off.
    fn off(&self) -> &'static str {
        "dismount"
    }

    /// Whether both are paid for step by step.
    fn pays_as_it_goes(&self) -> bool {
        false
    }

    /// Those whom somebody is offered to get onto.
    fn offered(&self, look: Look<'_>, who: Id) -> Vec<Id>;

    /// Whether somebody may get onto one of them.
    fn may_get_on(&self, look: Look<'_>, who: Id, mount: Id) -> Allowed;

    /// Whether somebody sits in a saddle.
    fn rides(&self, look: Look<'_>, who: Id) -> bool {
        look.mount(who).is_some()
    }

    /// Whether somebody may get off, if they ride at all.
    fn may_get_off(&self, look: Look<'_>, who: Id) -> Allowed;

    /// How players call both.
    fn labels(&self, _look: Look<'_>, _mount: Option<Id>) -> (&'static str, &'static str) {
        ("Mount", "Dismount")
    }

    /// How likely somebody keeps their feet who gets on or off, where that is a question.
    fn keeps_feet(&self, _look: Look<'_>, _who: Id, _mount: Option<Id>) -> Option<String> {
        None
    }

    /// What it is worth to the computer to get on.
    fn worth(&self, look: Look<'_>, who: Id, mount: Id) -> Option<Worth>;

    /// Somebody takes their seat.
    fn take_seat(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step;

    /// Whoever comes into a battle in a saddle takes their seat.
    fn sit_down(&self, table: &mut Table<'_>, who: Id) -> Step {
        table.look().mount(who).map_or(Ok(()), |mount| self.take_seat(table, who, mount))
    }

    /// Somebody gets on.
    fn get_on(&self, table: &mut Table<'_>, who: Id, mount: Id) -> Step;

    /// Somebody gets off, if they still ride.
    fn get_off(&self, table: &mut Table<'_>, who: Id) -> Step;
}

fn nature(saddles: &dyn Saddles, verb: &'static str) -> Nature {
    let nature = Nature::of(verb, Group::Move, Stage::Movement);
    if saddles.pays_as_it_goes() { nature.pays_as_it_goes() } else { nature }
}

/// Getting on.
#[derive(Debug)]
pub(super) struct Mount(pub Arc<dyn Saddles>);

impl Mount {
    const ASKS: &str = "on what? say `mount at NAME`";
}

impl Deed for Mount {
    nature!(|self| nature(&*self.0, "mount").reading(&[Reads::At]));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for mount in self.0.offered(look, who) {
            let may = self.0.may_get_on(look, who, mount);
            let order = Order::new("mount").at(look.aim(mount));
            let label = || format!("{} {}", self.0.labels(look, Some(mount)).0, look.name(mount));
            let choice = || Choice::new(order, label(), Group::Move, self.0.rule());
            let Some(choice) = Choice::told(look, may, choice) else { continue };
            out.push(choice.likely(look, || self.0.keeps_feet(look, who, Some(mount))));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.0.may_get_on(look, who, look.target_or_refuse(order, Self::ASKS)?)
    }

    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        self.0.worth(look, who, look.target(order)?)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        table.look().target(order).map_or(Ok(()), |mount| self.0.get_on(table, who, mount))
    }
}

/// Getting off.
#[derive(Debug)]
pub(super) struct Dismount(pub Arc<dyn Saddles>);

impl Deed for Dismount {
    nature!(|self| nature(&*self.0, self.0.off()));

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        if !self.0.rides(look, who) {
            return;
        }
        let mount = look.mount(who);
        let (_, label) = self.0.labels(look, mount);
        let order = Order::new(self.verb());
        let choice = Choice::of(self, (look, who), order, label, self.0.rule());
        out.push(choice.likely(look, || self.0.keeps_feet(look, who, mount)));
    }

    fn check(&self, look: Look<'_>, who: Id, _order: &Order) -> Allowed {
        if !self.0.rides(look, who) {
            return Err(look.refusal_of(who, self.0.rule(), "rides nothing"));
        }
        self.0.may_get_off(look, who)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, _order: &Order) -> Step {
        self.0.get_off(table, who)
    }
}
