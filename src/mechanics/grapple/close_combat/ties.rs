//! Who has whom in which grip, and what becomes of it when one of them moves or falls (HG-GRAP-02, HG-GRAP-05,
//! HG-GRAP-14). A grip is a pair of states, each brought about by the other one.

use std::cmp::Reverse;

use super::CloseCombat;
use crate::mechanics::prelude::*;
use crate::mechanics::room::{is_taken, nearest_free};

/// How somebody stands to another in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// In the other's power.
    Held,
    /// Neither has the other in their power.
    Locked,
    /// Has the other in their power.
    Controls,
    /// Hangs on to the other.
    Clings,
    /// Has the other hanging on to them.
    ClungTo,
}

impl Hold {
    const ALL: [Self; 5] = [Self::Held, Self::Locked, Self::Controls, Self::Clings, Self::ClungTo];

    /// How the other one then stands.
    pub(super) const fn turned(self) -> Self {
        match self {
            Self::Locked => Self::Locked,
            Self::Held => Self::Controls,
            Self::Controls => Self::Held,
            Self::Clings => Self::ClungTo,
            Self::ClungTo => Self::Clings,
        }
    }

    /// As players say it, before a name.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Locked => "locked with",
            Self::Held => "held by",
            Self::Controls => "in control of",
            Self::Clings => "clinging to",
            Self::ClungTo => "clung to by",
        }
    }
}

impl CloseCombat {
    pub(super) const fn state(&self, hold: Hold) -> ConditionName {
        match hold {
            Hold::Locked => self.states.locked,
            Hold::Held => self.states.held,
            Hold::Controls => self.states.controlling,
            Hold::Clings => self.states.clinging,
            Hold::ClungTo => self.states.clung_to,
        }
    }

    pub(super) const fn rule_of(&self, hold: Hold) -> RuleId {
        match hold {
            Hold::Locked => self.rules.locked,
            Hold::Held | Hold::Controls => self.rules.held,
            Hold::Clings | Hold::ClungTo => self.rules.heavy,
        }
    }

    pub(super) fn read(&self, state: &Condition) -> Option<Hold> {
        Hold::ALL.into_iter().find(|hold| self.state(*hold) == state.kind)
    }

    /// Everybody in close combat with `who`, each with how `who` stands to them.
    pub(super) fn ties(&self, look: Look<'_>, who: Id) -> Vec<(Id, Hold)> {
        let states = look.conditions(who).iter();
        let mut ties: Vec<(Id, Hold)> = states.filter_map(|state| Some((state.by?, self.read(state)?))).collect();
        ties.sort_unstable_by_key(|(other, _)| *other);
        ties
    }

    /// How somebody stands to another, if they are in close combat.
    pub(super) fn hold(&self, look: Look<'_>, who: Id, other: Id) -> Option<Hold> {
        self.ties(look, who).into_iter().find(|(with, _)| *with == other).map(|(_, hold)| hold)
    }

    /// Those who work together with `who` against somebody, and `who`. Whoever is held by that one lends no hand.
    pub(super) fn team(&self, look: Look<'_>, who: Id, against: Id) -> Vec<Id> {
        let free = self.ties(look, against).into_iter().filter(|(_, hold)| *hold != Hold::Controls);
        let others = free.map(|(other, _)| other);
        let mut team: Vec<Id> = others.filter(|other| *other != who && !look.are_enemies(who, *other)).collect();
        team.push(who);
        team.sort_unstable();
        team
    }

    /// From now on `who` stands so to the other.
    pub(super) fn tie(&self, table: &mut Table<'_>, who: Id, other: Id, hold: Hold) -> Step {
        let look = table.look();
        if self.hold(look, who, other) == Some(hold) || !look.is_in_play(who) || !look.is_in_play(other) {
            return Ok(());
        }
        self.untie(table, who, other)?;
        let rule = self.rule_of(hold);
        let state = self.state(hold.turned());
        table.bring(other, Condition::new(state).by(who), |look| {
            let text = format!("{} is {} {}.", look.name(who), hold.words(), look.name(other));
            Fact::new(rule, text).who(who).whom(other)
        })?;
        table.begin(who, Condition::new(self.state(hold)).by(other))?;
        match hold {
            Hold::Clings => self.climb_on(table, who, other),
            Hold::ClungTo => self.climb_on(table, other, who),
            _ => self.stand_apart(table, who, other),
        }
    }

    /// Ends both states, and says nothing about it.
    fn untie(&self, table: &mut Table<'_>, a: Id, b: Id) -> Step {
        for (who, other) in [(a, b), (b, a)] {
            if let Some(hold) = self.hold(table.look(), who, other) {
                table.end_by(who, self.state(hold), Some(other))?;
            }
        }
        Ok(())
    }

    /// The two have nothing to do with each other any more.
    pub(super) fn part(&self, table: &mut Table<'_>, who: Id, other: Id, why: &str) -> Step {
        let Some(hold) = self.hold(table.look(), who, other) else { return Ok(()) };
        self.untie(table, who, other)?;
        let state = self.state(hold);
        table.say_change(self.rules.locked, (who, other), (state, 1, 0), |look| {
            format!("{} is no longer {} {}: {why}.", look.name(who), hold.words(), look.name(other))
        });
        self.stand_apart(table, who, other)
    }

    /// The same for everybody in close combat with somebody.
    pub(super) fn part_all(&self, table: &mut Table<'_>, who: Id, why: &str) -> Step {
        self.ties(table.look(), who).into_iter().try_for_each(|(other, _)| self.part(table, who, other, why))
    }

    /// Whoever hangs on to somebody is where that one is.
    fn climb_on(&self, table: &mut Table<'_>, who: Id, other: Id) -> Step {
        let look = table.look();
        let (own, under, altitude) = (look.footprint(who), look.footprint(other), look.place(other).altitude);
        if look.place(who).altitude != altitude {
            table.edit::<Place>(who).altitude = altitude;
        }
        let at = under.squares().min_by_key(|square| (own.gap(own.moved_to(*square)), *square));
        match at.map(|at| own.moved_to(at)).filter(|at| *at != own && own.gap(under) > 0) {
            Some(at) => table.relocate(who, at),
            None => Ok(()),
        }
    }

    /// Whoever was where the other is, and hangs on to them no more, stands beside them.
    fn stand_apart(&self, table: &mut Table<'_>, a: Id, b: Id) -> Step {
        let look = table.look();
        let is_there = |id: Id| look.place(id).present && look.mount(id).is_none() && look.riders(id).is_empty();
        if look.gap(a, b) > 0 || !is_there(a) || !is_there(b) {
            return Ok(());
        }
        let (light, heavy) = if look.footprint(a).side <= look.footprint(b).side { (a, b) } else { (b, a) };
        match nearest_free(look, light, look.footprint(heavy)) {
            Some(at) => table.relocate(light, at),
            None => Ok(()),
        }
    }

    /// Those who hang on to somebody go along, those in their hands are dragged, and nobody holds who is out of reach.
    pub(super) fn go_along(&self, table: &mut Table<'_>, who: Id, from: Footprint) -> Step {
        let look = table.look();
        if look.conditions(who).is_empty() {
            return Ok(());
        }
        let now = look.footprint(who);
        for (other, hold) in self.ties(look, who) {
            let look = table.look();
            let body = look.footprint(other);
            if hold == Hold::ClungTo {
                let (dx, dy) = (now.at.x - from.at.x, now.at.y - from.at.y);
                let along = body.moved_to(Square::new(body.at.x + dx, body.at.y + dy));
                table.edit::<Place>(other).altitude = look.place(who).altitude;
                table.relocate(other, along)?;
            } else if body.gap(now) > 1 {
                let is_step = from.gap(now) <= 1;
                let is_free = |at: Footprint| !is_taken(look, other, at);
                let drags = hold == Hold::Controls && is_step;
                let along = if drags { drag_to(look, body, now, is_free) } else { None };
                match along {
                    Some(at) => {
                        table.note(|look| {
                            let text = format!("{} drags {} along to {}.", look.name(who), look.name(other), at.at);
                            Fact::new(self.rules.heavy, text).who(who).whom(other).sent(who, other, [body.at, at.at])
                        });
                        table.relocate(other, at)?;
                    }
                    None => self.part(table, who, other, "they are out of each other's reach")?,
                }
            }
        }
        Ok(())
    }

    /// Finds for everybody who begins in somebody's grip the one whose grip it is.
    pub(super) fn pair_up(&self, table: &mut Table<'_>) -> Step {
        for who in table.everybody() {
            let look = table.look();
            let alone = |id: Id| {
                let of = look.conditions(id).iter().filter(|state| state.by.is_none());
                of.filter_map(|state| self.read(state)).collect::<Vec<_>>()
            };
            let Some(hold) = alone(who).first().copied() else { continue };
            let is_other = |id: &Id| look.are_enemies(who, *id) && alone(*id).contains(&hold.turned());
            let other = look.everybody().filter(is_other).min_by_key(|id| look.gap(who, *id));
            self.forget(table, who, hold);
            if let Some(other) = other {
                self.forget(table, other, hold.turned());
                self.tie(table, who, other, hold)?;
            }
        }
        Ok(())
    }

    /// Takes a state off somebody that nobody brought about.
    fn forget(&self, table: &mut Table<'_>, who: Id, hold: Hold) {
        let state = self.state(hold);
        table.edit::<Conditions>(who).0.retain(|each| each.kind != state || each.by.is_some());
    }
}

/// Where somebody comes to stand who is dragged after `holder`: as near to where they were as there is room.
pub(super) fn drag_to(
    look: Look<'_>,
    own: Footprint,
    holder: Footprint,
    is_free: impl Fn(Footprint) -> bool,
) -> Option<Footprint> {
    let ground = look.ground().walk(own.side, look.rules().measure.gait);
    let places = holder.around(own.side, 1).map(|at| own.moved_to(at));
    let places = places.filter(|at| at.gap(holder) == 1 && ground.fits(at.at));
    let aside = |at: &Footprint| (at.at.x - own.at.x).abs() + (at.at.y - own.at.y).abs();
    places.filter(|at| is_free(*at)).max_by_key(|at| (Reverse(aside(at)), Reverse(at.at)))
}
