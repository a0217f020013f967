//! Backing out, fleeing, going through a line, as deeds.

use super::ways::Way;
use super::{Leaving, Slips};
use crate::mechanics::movement::nowhere::nowhere;
use crate::mechanics::movement::paces::reached;
use crate::mechanics::movement::steps::go;
use crate::mechanics::prelude::*;

/// In which manner somebody leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Slowly, and on guard.
    Withdraw,
    /// As fast as they can.
    Retreat,
    /// Between enemies, to those behind them.
    PassThrough,
}

/// Leaving in one of these manners.
#[derive(Debug)]
pub(super) struct Leave {
    pub leaving: Arc<Leaving>,
    pub manner: Manner,
}

impl Leave {
    /// The rule of this manner, its verb, what players call it, and what is told of whoever goes so.
    fn told(&self) -> (RuleId, &'static str, &'static str, &'static str) {
        let rules = &self.leaving.rules;
        match self.manner {
            Manner::Withdraw => (rules.withdrawal, "withdraw", "Withdraw", "backs out"),
            Manner::Retreat => (rules.retreat, "retreat", "Retreat", "runs"),
            Manner::PassThrough => (rules.through, "pass through", "Pass through", "goes through"),
        }
    }

    fn rule(&self) -> RuleId {
        self.told().0
    }

    fn way_of(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Way, Refusal> {
        self.leaving.way(look, who, (self.manner, self.rule()), order)
    }

    /// Whether there is anybody to leave, or to go past.
    fn may(&self, look: Look<'_>, who: Id) -> Allowed {
        look.allows(who, &["move"])?;
        let in_melee = look.melee_of(who).next().is_some();
        let is_free = look.is(who, self.leaving.states.pursued);
        if self.manner == Manner::PassThrough || (in_melee && !is_free) {
            return Ok(());
        }
        Err(look.refusal_of(who, self.rule(), "has nobody to get away from"))
    }

    /// Where it would lead whoever has their wits about them, and what that is worth. Who is falling gets no farther.
    fn sensible(&self, look: Look<'_>, who: Id) -> Option<(Square, Worth)> {
        let leaving = &self.leaving;
        let is_free = look.is(who, leaving.states.pursued);
        if is_free || look.is_falling(who) || !look.has_tag(who, leaving.prudent) || self.may(look, who).is_err() {
            return None;
        }
        match self.manner {
            Manner::Withdraw => leaving.refuge(look, who),
            Manner::PassThrough => leaving.prey(look, who),
            Manner::Retreat => None,
        }
    }

    /// Takes the way, with everything that comes of leaving these behind.
    fn go(&self, table: &mut Table<'_>, who: Id, way: &Way) -> Step {
        let leaving = &self.leaving;
        let end = way.squares.last().copied().unwrap_or(table.look().footprint(who).at);
        if self.manner != Manner::Withdraw {
            let left = leaving.left(table.look(), who, end);
            leaving.contest(table, who, &left, self.rule())?;
            if !table.look().stands(who) || table.look().allows(who, &["move"]).is_err() {
                table.say(self.rule(), who, |look| format!("{} does not get away.", look.name(who)));
                return Ok(());
            }
            let look = table.look();
            let passing = leaving.passed(look, who, end).into_iter().collect();
            let slips = Slips { passing, ..Leaving::slips(look, who) };
            *table.edit::<Slips>(who) = slips;
        }
        let (rule, .., how) = self.told();
        go(table, who, &way.squares, way.cost, how, rule)?;
        table.edit::<Slips>(who).passing.clear();
        Ok(())
    }
}

impl Deed for Leave {
    nature!(|self| Nature::movement(self.told().1, &[Reads::To]));

    /// A retreat is one for the whole turn; of the others each square counts.
    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        match self.manner {
            Manner::Retreat => 1,
            Manner::Withdraw | Manner::PassThrough => {
                self.way_of(look, who, order).map_or(1, |way| way.cost.0.div_ceil(2) as i32)
            }
        }
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let may = self.may(look, who);
        let (verb, (rule, _, label, _)) = (self.verb(), self.told());
        if self.manner == Manner::Retreat {
            let order = Order::new(verb);
            let may = may.clone().and_then(|()| self.way_of(look, who, &order).map(drop));
            let retreat = Choice::new(order, "Retreat as far as you can", Group::Defence, rule);
            out.push(retreat.meant(Group::Move).unless(may));
        }
        let in_melee = look.melee_of(who).next().is_some();
        if !look.wants_words() && (may.is_err() || !in_melee) {
            return;
        }
        if let Some((square, _)) = self.sensible(look, who).filter(|_| !look.wants_words()) {
            let order = Order { to: Some(square), ..Order::new(verb) };
            out.push(Choice::new(order, label, Group::Defence, rule).meant(Group::Move));
        }
        let mut choice = Choice::new(Order::new(verb), label, Group::Defence, rule).meant(Group::Move);
        if may.is_ok() {
            let mut squares = self.leaving.with_reach(look, who, self.manner, reached);
            let left = look.rules().economy.remaining_for(look, who, verb);
            if self.manner != Manner::Retreat {
                squares.retain(|(_, cost)| (cost + 1) / 2 <= left);
            }
            if squares.is_empty() {
                choice.refused = Some(nowhere(look, who, (self, &choice.order), rule, || None));
            }
            choice.squares = squares;
        }
        out.push(choice.unless(may));
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        self.may(look, who)?;
        self.way_of(look, who, order).map(drop)
    }

    fn way(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Vec<Square>> {
        Some(self.way_of(look, who, order).ok()?.squares)
    }

    /// Whoever is nearly done for, and whose side is, saves themselves.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        if let Some(to) = order.to.filter(|_| self.manner != Manner::Retreat) {
            return self.sensible(look, who).filter(|(square, _)| *square == to).map(|(_, worth)| worth);
        }
        let is_plain = self.manner == Manner::Retreat && order.to.is_none();
        if !is_plain || look.is_falling(who) || !look.has_tag(who, self.leaving.prudent) {
            return None;
        }
        let (left, whole) = look.health(who)?;
        let strength = |side| -> i32 {
            let alive = look.everybody().filter(|id| look.side(*id) == side && look.is_in_play(*id));
            alive.filter_map(|id| look.health(id)).fold(0, |all: i32, (left, _)| all.saturating_add(left.max(0)))
        };
        let theirs = look.foes(who).filter_map(|id| look.health(id));
        let theirs = theirs.fold(0, |all: i32, (left, _)| all.saturating_add(left.max(0)));
        let is_lost = left.saturating_mul(3) <= whole && strength(look.side(who)).saturating_mul(2) < theirs;
        is_lost.then(|| Worth::of(0.3))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok(way) = self.way_of(table.look(), who, order) else { return Ok(()) };
        let states = self.leaving.states;
        match self.manner {
            Manner::Withdraw => {
                let look = table.look();
                let (round, facing) = (look.clock().round, look.place(who).facing);
                table.edit::<Slips>(who).backs_since = round;
                if !table.look().is(who, states.withdrawing) {
                    table.begin(who, Condition::new(states.withdrawing))?;
                }
                self.go(table, who, &way)?;
                // They keep their face to those whom they leave.
                table.edit::<Place>(who).facing = facing;
                Ok(())
            }
            Manner::Retreat => {
                let left: Vec<Id> = table.look().melee_of(who).collect();
                self.go(table, who, &way)?;
                let look = table.look();
                let is_free = !left.iter().any(|foe| look.are_in_melee(who, *foe));
                let got_away = look.stands(who) && way.squares.contains(&look.footprint(who).at);
                if got_away { self.leaving.flee(table, who, is_free) } else { Ok(()) }
            }
            Manner::PassThrough => self.go(table, who, &way),
        }
    }
}
