//! What happens inside a deed: others that step in, steps, shoves, noise and
//! harm, each told to the mechanics that hear of it.

use std::any::TypeId;

use super::super::{Conditions, Fact, Gear, Held, Hit, Id, Item, Key, Left, Moment, Occasion, Order, Place};
use super::{Event, Pause, Step, Table};
use crate::board::{Footprint, Square};

/// What a step of a walk has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// It was taken, and the next may follow.
    On,
    /// It was taken, and is the last.
    Over,
    /// It was not taken.
    Short,
}

impl Table<'_> {
    /// Lets somebody do something inside what is going on, without a turn and
    /// without paying for it; whether it could.
    pub fn perform(&mut self, who: Id, order: &Order) -> Step<bool> {
        let look = self.look();
        let Ok(deed) = look.deed(&order.verb).cloned() else { return Ok(false) };
        if !look.is_in_play(who) || look.allows(who, &["act"]).is_err() {
            return Ok(false);
        }
        if let Err(refusal) = deed.check(look, who, order) {
            self.note(|_| Fact::new(refusal.rule, format!("It comes to nothing: {}.", refusal.why)).who(who));
            return Ok(false);
        }
        let goes_on = self.announce(who, order)?;
        self.has_interfered = true;
        if goes_on {
            deed.perform(self, who, order)?;
        }
        Ok(goes_on)
    }

    /// The same with a word for what it does to `whom`: a parting shot, a charge. Every rule that is asked meanwhile
    /// knows it by that word.
    pub fn perform_as(&mut self, who: Id, (whom, word): (Id, Key), order: &Order) -> Step<bool> {
        self.edit::<Occasion>(who).0 = Some((whom, word));
        let done = self.within(word.as_str(), |table| table.perform(who, order));
        self.edit::<Occasion>(who).0 = None;
        done
    }

    /// Does something as if nobody else acted at the same moment, or as if several did: then nobody falls by it before
    /// all of it has been done.
    pub fn at_once(&mut self, together: bool, inside: impl FnOnce(&mut Self) -> Step) -> Step {
        let clock = self.clock();
        self.set_phase(clock.phase, together);
        let result = inside(self);
        self.set_phase(clock.phase, clock.together);
        result?;
        if together && !clock.together { self.fall() } else { Ok(()) }
    }

    /// Tells everybody that somebody is about to do something, which others may
    /// step into; whether it can still do it.
    pub fn announce(&mut self, who: Id, order: &Order) -> Step<bool> {
        if self.rules().registry.listeners(Moment::AboutTo).is_empty() {
            return Ok(true);
        }
        let look = self.look();
        // Whoever was pushed may have farther to go than it has paid for.
        let paid_for = look.deed(&order.verb).map_or(1, |deed| deed.count(look, who, order));
        self.has_interfered = false;
        self.tell(Event::AboutTo { who, order })?;
        Ok(!self.has_interfered || self.may_go_on(who, order, paid_for))
    }

    /// Whether somebody can still do what it was about to do, after others may
    /// have stepped in.
    fn may_go_on(&mut self, who: Id, order: &Order, paid_for: i32) -> bool {
        let look = self.look();
        let kinds = [Key::from("act")].into_iter().chain(look.deed(&order.verb).map(|deed| deed.verb()));
        let kinds: Vec<Key> = kinds.collect();
        let refused = if look.is_in_play(who) { look.allows(who, &kinds).err() } else { None };
        let is_longer = || look.deed(&order.verb).is_ok_and(|deed| deed.count(look, who, order) > paid_for);
        let goes_on = refused.is_none() && look.is_in_play(who) && !is_longer();
        if !goes_on {
            let rule = refused.map_or_else(|| Key::from("cut_short"), |refusal| refusal.rule);
            self.note(|look| Fact::new(rule, format!("{} gets no further with it.", look.name(who))).who(who));
        }
        goes_on
    }

    /// Lets somebody step to another place on its own feet; whether it got there and can go on.
    pub fn step(&mut self, who: Id, to: Footprint) -> Step<bool> {
        if !self.sets_out(who, to)? {
            return Ok(false);
        }
        self.relocate(who, to)?;
        Ok(self.may_step_on(who, to))
    }

    /// The same for whoever pays for each step as it is taken: one that others have kept it from costs nothing, one that
    /// came to nothing of itself has been tried. Whoever is stopped on its way ends its turn there.
    pub fn walk(&mut self, who: Id, to: Footprint, cost: i32) -> Step<Stride> {
        let here = self.look().footprint(who);
        let steps = self.sets_out(who, to)?;
        let look = self.look();
        if steps || (look.footprint(who) == here && look.is_in_play(who) && look.allows(who, &["act", "move"]).is_ok())
        {
            self.go_for(who, cost)?;
        }
        if steps {
            self.relocate(who, to)?;
        }
        if steps && self.may_step_on(who, to) {
            return Ok(Stride::On);
        }
        self.break_off(who)?;
        Ok(if steps { Stride::Over } else { Stride::Short })
    }

    /// Tells everybody that somebody has gone so far on its own feet, in whatever movement is counted in.
    pub fn go_for(&mut self, who: Id, cost: i32) -> Step {
        self.tell(Event::Gone { who, cost })
    }

    /// Somebody has not come where it was going: what is left of its turn it keeps, unless it is out of the fight, knocked
    /// down or held.
    pub fn break_off(&mut self, who: Id) -> Step {
        let look = self.look();
        let is_stopped = !look.is_in_play(who) || ["act", "gear"].into_iter().any(|kind| look.is_kept_from(who, kind));
        if is_stopped { self.rules().economy.close(self, who) } else { Ok(()) }
    }

    /// Asks the mechanics that have a say in steps whether somebody takes one.
    fn sets_out(&mut self, who: Id, to: Footprint) -> Step<bool> {
        let rules = self.rules.clone();
        for mechanic in &rules.registry.steps {
            if !mechanic.before_step(self, who, to)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether somebody has come where it stepped and can take another step.
    fn may_step_on(&self, who: Id, to: Footprint) -> bool {
        let look = self.look();
        let changed = self.done.has_changed(self.entity(who), TypeId::of::<Conditions>());
        let is_stopped = || !look.is_in_play(who) || look.allows(who, &["act", "move"]).is_err();
        look.footprint(who) == to && !(changed && is_stopped())
    }

    /// Moves somebody against its will; whether it got there.
    pub fn shove(&mut self, who: Id, to: Footprint) -> Step<bool> {
        let rules = self.rules.clone();
        for mechanic in &rules.registry.steps {
            if !mechanic.before_shove(self, who, to)? {
                return Ok(false);
            }
        }
        self.relocate(who, to)?;
        Ok(true)
    }

    /// Lets somebody walk off the field with all whom it carries, which others may step into as into any step; whether
    /// it is gone.
    pub fn leave(&mut self, who: Id) -> Step<bool> {
        let body = self.look().footprint(who);
        let away = body.moved_to(Square::new(-1 - body.side, -1 - body.side));
        if !self.sets_out(who, away)? {
            return Ok(false);
        }
        let riders = self.look().riders(who).to_vec();
        for gone in riders.into_iter().chain([who]) {
            self.seat(gone, None);
            self.edit::<Place>(gone).present = false;
            self.edit::<Left>(gone).0 = true;
        }
        Ok(true)
    }

    /// Moves somebody to another place and tells the mechanics that hear of it.
    pub fn relocate(&mut self, id: Id, to: Footprint) -> Step {
        let from = self.look().footprint(id);
        self.edit::<Place>(id).footprint = to;
        self.tell(Event::Moved { who: id, from })
    }

    /// Puts somebody who has come onto a square that is taken beside it, with all whom they carry.
    pub fn make_room(&mut self, id: Id) {
        let look = self.look();
        let Some(to) = look.place_of_its_own(id).filter(|_| look.mount(id).is_none()) else { return };
        for each in look.riders(id).to_vec().into_iter().chain([id]) {
            self.edit::<Place>(each).footprint = to;
        }
    }

    /// Lets fall at the feet of `who` whatever of its gear is meant.
    pub fn let_fall(&mut self, who: Id, rule: Key, is_meant: impl Fn(&Item) -> bool) {
        let look = self.look();
        let square = look.footprint(who).at;
        let names: Vec<&str> =
            look.gear(who).iter().filter(|item| is_meant(item)).map(|item| item.arm.name.as_str()).collect();
        if names.is_empty() {
            return;
        }
        let what = names.join(", ");
        for item in self.edit::<Gear>(who).0.iter_mut().filter(|item| is_meant(item)) {
            item.held = Held::Ground(square);
        }
        self.note(|look| Fact::new(rule, format!("{} drops {what}.", look.name(who))).who(who));
    }

    /// Lets everybody hear `who`; `loudness` is what must be rolled to hear it.
    pub fn noise(&mut self, who: Id, loudness: i32) -> Step {
        self.tell(Event::Noise { who, loudness })
    }

    /// Lets a blow do its harm through the mechanic that deals with its kind.
    pub fn inflict(&mut self, hit: &Hit) -> Step {
        let rules = self.rules.clone();
        let harm = rules.harm(hit.kind).ok_or_else(|| Pause::Fault(format!("nothing harms the {}", hit.kind)))?;
        self.within("harm", |table| {
            harm.inflict(table, hit)?;
            table.tell(Event::Harmed { hit })?;
            table.tell(Event::HarmDone { hit })
        })
    }
}
