//! What the broken do with their turns: they give up, or make for a way off the field (ZN-MORALE-04). They pay
//! for it by half zones and choose to give up, so they share no way with those of `rout.rs`.

use crate::mechanics::drives;
use crate::mechanics::prelude::*;

/// How those flee who are broken.
#[derive(Clone, Debug, Deserialize)]
pub struct Flight {
    /// Words of zones that lead off the field.
    pub exits: Vec<Key>,
    /// Going somewhere.
    pub go: Verb,
    /// Going faster for a turn.
    pub hurry: Verb,
    /// Going off the field.
    pub leave: Verb,
    /// Giving up.
    pub give_up: Verb,
    /// What comes before any flight where it can be done: breaking free, climbing out.
    pub first: Vec<Verb>,
}

/// The round in which somebody has decided to run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Running(Option<i32>);

const RUN: &str = "run";
const SURRENDER: &str = "surrender";

impl Flight {
    /// What somebody broken does next.
    pub fn compels(&self, table: &mut Table<'_>, who: Id, rule: RuleId) -> Step<Compulsion> {
        let look = table.look();
        let round = look.clock().round;
        let does = |order: Order| Ok(Compulsion::Does(order, rule));
        let give_up = Order::new(self.give_up);
        let next = self.next(look, who);
        if look.get::<Running>(who).is_some_and(|running| running.0 == Some(round)) {
            return Ok(drives::does(next, rule));
        }
        let Some(next) = next else { return does(give_up) };
        if look.permits(who, &give_up).is_ok() && !self.runs(table, who, rule)? {
            return does(give_up);
        }
        table.edit::<Running>(who).0 = Some(round);
        does(next)
    }

    /// Lets somebody choose between flight and surrender; whether they run.
    fn runs(&self, table: &mut Table<'_>, who: Id, rule: RuleId) -> Step<bool> {
        let look = table.look();
        let prompt = format!("{} has had enough: what now?", look.name(who));
        let is_near = look.foes(who).any(|foe| look.is_nearby(who, foe));
        let wise = !is_near || self.is_out_this_turn(look, who);
        let mut run = Choice::new(Order::new(RUN), "Run for a way out", Group::Move, rule);
        let mut stay = Choice::new(Order::new(SURRENDER), "Surrender", Group::Turn, rule).resigning(true);
        (run.worth, stay.worth) = (Some(Worth(i32::from(wise))), Some(Worth(i32::from(!wise))));
        let question = Question::new("broken", look.side(who), who, prompt).rule(rule).choice(run).choice(stay);
        Ok(table.ask(question)?.verb == RUN)
    }

    /// The next thing to do for somebody who runs; nothing where no way leads out, or none any farther this turn.
    fn next(&self, look: Look<'_>, who: Id) -> Option<Order> {
        let may = |order: &Order| look.permits(who, order).is_ok();
        if let Some(first) = drives::first_of(look, who, &self.first) {
            return Some(first);
        }
        let leave = Order::new(self.leave);
        if self.is_at_exit(look, who) {
            return Some(leave).filter(may);
        }
        let (way, cost) = self.way_out(look, who)?;
        // On foot it is another half zone off the field.
        let hurry = Order::new(self.hurry);
        if cost >= look.rules().economy.remaining(look, who) && may(&hurry) {
            return Some(hurry);
        }
        let go = |square: &Square| Order::new(self.go).to(*square);
        way.iter().rev().map(go).find(may)
    }

    fn is_at_exit(&self, look: Look<'_>, who: Id) -> bool {
        matches!(look.spot(who), Some(Spot::Zone(zone)) if look.zone_is(zone, &self.exits))
    }

    /// The quickest way to where one can leave, one square in each place, and what it costs.
    fn way_out(&self, look: Look<'_>, who: Id) -> Option<(Vec<Square>, i32)> {
        let deed = look.deed(self.go).ok()?;
        let near = look.footprint(who).at;
        let exits = (0..look.board().zones.len() as ZoneId).filter(|zone| look.zone_is(*zone, &self.exits));
        let way = |zone: ZoneId| {
            let room = look.room(who, Spot::Zone(zone), near)?;
            let order = Order::new(self.go).to(room.at);
            deed.check(look, who, &order).ok()?;
            Some((deed.way(look, who, &order)?, deed.count(look, who, &order)))
        };
        exits.filter_map(way).min_by_key(|(_, cost)| *cost)
    }

    /// Whether somebody would be off the field this turn, as far as it depends on nobody else.
    fn is_out_this_turn(&self, look: Look<'_>, who: Id) -> bool {
        let hurries = look.permits(who, &Order::new(self.hurry)).is_ok();
        let left = look.rules().economy.remaining(look, who) * if hurries { 2 } else { 1 };
        self.is_at_exit(look, who) || self.way_out(look, who).is_some_and(|(_, cost)| cost < left)
    }
}
