//! What happens inside a deed: others that step in, gear that falls, noise, each
//! told to the mechanics that hear of it.

use std::any::TypeId;

use bevy::ecs::prelude::Component;

use super::super::{Blown, Event, Fact, Gear, Held, Id, Item, Key, Look, Moment, Occasion, Order, Refusal, RuleId};
use super::{Step, Table};

impl Table<'_> {
    /// Everybody by their numbers.
    pub fn everybody(&self) -> Vec<Id> {
        self.look().everybody().collect()
    }

    /// Does this to everybody, one after the other by their numbers.
    pub fn for_everybody(&mut self, does: impl FnMut(&mut Self, Id) -> Step) -> Step {
        self.for_those(|_, _| true, does)
    }

    /// Does this to everybody who fits before it begins.
    pub fn for_those(
        &mut self,
        fits: impl Fn(Look<'_>, Id) -> bool,
        mut does: impl FnMut(&mut Self, Id) -> Step,
    ) -> Step {
        let mut those = self.everybody();
        those.retain(|who| fits(self.look(), *who));
        those.into_iter().try_for_each(|who| does(self, who))
    }

    /// Lets somebody do something inside what is going on, without a turn and
    /// without paying for it; whether it could.
    pub fn perform(&mut self, who: Id, order: &Order) -> Step<bool> {
        let look = self.look();
        let Ok(deed) = look.deed(order.verb).cloned() else { return Ok(false) };
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

    /// What somebody means by what they are in the middle of; where it comes to nothing, notes why.
    pub fn or_nothing<T>(&mut self, who: Id, meant: Result<T, Refusal>) -> Option<T> {
        meant.map_err(|no| self.say(no.rule, who, |look| format!("{}: {}.", look.name(who), no.why))).ok()
    }

    /// Tells all who hear of blows what has come of one.
    pub fn struck(&mut self, blow: &Blown<'_>) -> Step {
        self.tell(Event::Blow { blow })
    }

    /// The same as [`perform`](Self::perform) with a word for what it does to `whom`: a parting shot, a charge. Every rule that is asked meanwhile
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
        let paid_for = look.deed(order.verb).map_or(1, |deed| deed.count(look, who, order));
        self.has_interfered = false;
        self.tell(Event::AboutTo { who, order })?;
        Ok(!self.has_interfered || self.may_go_on(who, order, paid_for))
    }

    /// Whether somebody can still do what it was about to do, after others may
    /// have stepped in.
    fn may_go_on(&mut self, who: Id, order: &Order, paid_for: i32) -> bool {
        let look = self.look();
        let kinds = [Key::from("act")].into_iter().chain(look.deed(order.verb).map(|deed| deed.verb().key()));
        let kinds: Vec<Key> = kinds.collect();
        let refused = if look.is_in_play(who) { look.allows(who, &kinds).err() } else { None };
        let is_longer = || look.deed(order.verb).is_ok_and(|deed| deed.count(look, who, order) > paid_for);
        let goes_on = refused.is_none() && look.is_in_play(who) && !is_longer();
        if !goes_on {
            let rule = refused.map_or_else(|| RuleId::from("cut_short"), |refusal| refusal.rule);
            self.note(|look| Fact::new(rule, format!("{} gets no further with it.", look.name(who))).who(who));
        }
        goes_on
    }

    /// Lets fall at the feet of `who` whatever of its gear is meant.
    pub fn let_fall(&mut self, who: Id, rule: RuleId, is_meant: impl Fn(&Item) -> bool) {
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

    /// Whether the task has edited that component of somebody.
    pub(in crate::battle) fn has_edited<C: Component>(&self, who: Id) -> bool {
        self.done.has_changed(self.entity(who), TypeId::of::<C>())
    }
}
