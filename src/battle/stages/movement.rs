//! Movement: steps that others may step into, shoves, ways off the field, and room for those who come.

use crate::battle::{Conditions, Event, Id, Left, Place, Step, Table};
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
        let rules = self.rules();
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
        let changed = self.has_edited::<Conditions>(who);
        let is_stopped = || !look.is_in_play(who) || look.allows(who, &["act", "move"]).is_err();
        look.footprint(who) == to && !(changed && is_stopped())
    }

    /// Moves somebody against its will; whether it got there.
    pub fn shove(&mut self, who: Id, to: Footprint) -> Step<bool> {
        let rules = self.rules();
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
            self.take_away(gone);
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
        let Some(to) = look.place_of_its_own(id) else { return };
        for each in look.riders(id).to_vec().into_iter().chain([id]) {
            self.edit::<Place>(each).footprint = to;
        }
    }
}
