//! Turning about with whoever is in one's hands, beside a wall or to the edge of something (HG-GRAP-14). Whoever walks
//! drags their victim behind them; that is in `ties.rs`.

use std::collections::VecDeque;

use super::grab::meant;
use super::ties::{Hold, drag_to};
use super::{CONTROL, CloseCombat, DRAG};
use crate::mechanics::prelude::*;

/// Doing it.
#[derive(Debug)]
pub(super) struct Drag(pub Arc<CloseCombat>);

/// Somewhere that somebody can be dragged to, and over what squares.
struct Dragged {
    way: Vec<Footprint>,
    /// What it takes, in squares of the walk.
    cost: i32,
}

/// Somebody, and where they would be.
type At = (Id, Footprint);

/// By how much more can be done somewhere for it to be worth going there with somebody.
const BETTER: f64 = 0.02;

/// What it is worth to be there already when there is nothing left to do it with.
const LATER: f64 = 0.2;

impl CloseCombat {
    /// Whom an order would drag: the one that it names, or whoever is in one's power.
    fn dragged(&self, look: Look<'_>, who: Id, order: &Order) -> Result<Id, Refusal> {
        let victim = if order.at.is_empty() { self.victim(look, who) } else { Some(meant(look, who, order)?) };
        let in_power = victim.filter(|victim| self.hold(look, who, *victim) == Some(Hold::Controls));
        in_power.ok_or_else(|| look.refusal_of(who, self.rules.heavy, "has nobody in their power to drag"))
    }

    /// Whoever is in somebody's power.
    fn victim(&self, look: Look<'_>, who: Id) -> Option<Id> {
        self.ties(look, who).into_iter().find(|(_, hold)| *hold == Hold::Controls).map(|(victim, _)| victim)
    }

    /// Every place around a body of `who` that the victim can be dragged to in so many squares, the nearest first.
    fn turns(look: Look<'_>, (who, holder): At, (victim, own): At, most: i32) -> Vec<Dragged> {
        let ground = look.ground().walk(own.side, look.rules().measure.gait);
        let mut turns: Vec<Dragged> = Vec::new();
        let mut next = VecDeque::from([Dragged { way: vec![own], cost: 0 }]);
        while let Some(from) = next.pop_front() {
            let Some(here) = from.way.last().copied() else { continue };
            for direction in Direction::ALL {
                let to = here.moved_to(here.at.step(direction, 1));
                let Ok(takes) = ground.step(here.at, direction) else { continue };
                let cost = from.cost + i32::from(takes);
                let is_known = to == own || turns.iter().any(|known| known.way.last() == Some(&to));
                if is_known || cost > most || to.gap(holder) != 1 || !is_free(look, who, victim, to) {
                    continue;
                }
                let way: Vec<Footprint> = from.way.iter().copied().chain([to]).collect();
                next.push_back(Dragged { way: way.clone(), cost });
                turns.push(Dragged { way, cost });
            }
        }
        turns
    }

    /// Where a victim ends who is dragged behind whoever goes that way.
    fn trails(look: Look<'_>, who: Id, victim: Id, way: &[Square]) -> Option<Footprint> {
        let (holder, own) = (look.footprint(who), look.footprint(victim));
        way.iter().try_fold(own, |at, square| {
            let there = holder.moved_to(*square);
            if at.gap(there) == 1 {
                return Some(at);
            }
            drag_to(look, at, there, |to| is_free(look, who, victim, to))
        })
    }

    fn turn(&self, look: Look<'_>, who: Id, victim: Id, to: Option<Square>) -> Result<Dragged, Refusal> {
        let to = to.ok_or_else(|| Refusal::nonsense("where to? say `to (x,y)`"))?;
        let is_it = |turn: &Dragged| turn.way.last().is_some_and(|at| at.at == to);
        let (holder, own) = (look.footprint(who), look.footprint(victim));
        Self::turns(look, (who, holder), (victim, own), i32::MAX).into_iter().find(is_it).ok_or_else(|| {
            let why = || format!("{} cannot be dragged to {to}, as {} stands", look.name(victim), look.name(who));
            look.refusal(self.rules.heavy, why)
        })
    }

    /// What another struggle would do to whoever is in one's power, if they were there.
    fn done_at(&self, look: Look<'_>, who: Id, (victim, at): (Id, Footprint)) -> f64 {
        let Some(way) = self.best_way(look, who, (victim, at), 0) else { return 0.0 };
        self.gains(look, who, victim).chance(|wins| *wins).to_f64() * self.done(look, who, victim, &way)
    }

    /// How deep it goes down beside somebody who is there, and how hard it is.
    fn rough_there(&self, look: Look<'_>, victim: Id, at: Footprint) -> (i32, i32) {
        let deep = self.drops(look, victim, at).first().map_or(0, |drop| drop.height);
        let surfaces = self.surfaces(look, victim, at).into_iter();
        let hard =
            surfaces.map(|surface| surface.hard.total().saturating_add(surface.corner.map_or(0, |(_, n)| n))).max();
        (deep, hard.unwrap_or(0))
    }

    /// By how much more could be done to somebody if they were in one's hands and one turned about with them.
    pub(super) fn might_do(&self, look: Look<'_>, who: Id, target: Id) -> f64 {
        let team = self.team(look, who, target);
        if look.mount(target).is_some() || self.outweighs(look, &[target], &team, self.times.0).is_some() {
            return 0.0;
        }
        let own = look.footprint(target);
        let turns = Self::turns(look, (who, look.footprint(who)), (target, own), self.drags.1);
        let places = turns.iter().filter_map(|turn| turn.way.last().copied());
        let roughest = places.map(|at| (self.rough_there(look, target, at), at)).max_by_key(|(rough, _)| *rough);
        let here = self.rough_there(look, target, own);
        let Some((_, at)) = roughest.filter(|(rough, _)| *rough > here) else { return 0.0 };
        (self.done_at(look, who, (target, at)) - self.done_at(look, who, (target, own))).max(0.0)
    }

    /// The same for whoever goes somewhere with their victim first, and turns about there with the rest of the walk.
    pub(super) fn done_from(&self, look: Look<'_>, who: Id, to: Footprint) -> Option<f64> {
        let victim = self.victim(look, who).filter(|_| look.allows(who, &["move", DRAG]).is_ok())?;
        let way = if to == look.footprint(who) {
            Vec::new()
        } else {
            let go = Order::new("move").to(to.at);
            look.deed("move").ok()?.way(look, who, &go)?
        };
        let own = Self::trails(look, who, victim, &way)?;
        let left = look.rules().economy.remaining(look, who) - i32::try_from(way.len()).unwrap_or(i32::MAX);
        let turns = Self::turns(look, (who, to), (victim, own), left);
        let places = turns.iter().filter_map(|turn| turn.way.last().copied()).chain([own]);
        Some(places.map(|at| self.done_at(look, who, (victim, at))).fold(0.0, f64::max))
    }
}

/// Whether nobody but these two, and those whom the victim carries, takes up room there.
fn is_free(look: Look<'_>, who: Id, victim: Id, at: Footprint) -> bool {
    let goes = |id: Id| [who, victim].contains(&id) || look.go_together(victim, id);
    let others = look.everybody().filter(|id| !goes(*id) && !look.is_dead(*id));
    let altitude = look.place(victim).altitude;
    let mut places = others.map(|id| look.place(id)).filter(|place| place.present && place.altitude == altitude);
    places.all(|place| place.footprint.gap(at) > 0)
}

impl Deed for Drag {
    nature!(|self| Nature::attack(DRAG, &[Reads::At, Reads::To]));

    fn count(&self, look: Look<'_>, who: Id, order: &Order) -> i32 {
        let turn = self.0.dragged(look, who, order).and_then(|victim| self.0.turn(look, who, victim, order.to));
        turn.map_or(1, |turn| turn.cost)
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let Some(victim) = self.0.victim(look, who) else { return };
        let name = look.name(victim);
        let order = Order::new(DRAG).at(look.aim(victim));
        let may = look.allows(who, &["move", DRAG]);
        if may.is_err() && !look.wants_words() {
            return;
        }
        let left = look.rules().economy.remaining(look, who);
        let (holder, own) = ((who, look.footprint(who)), (victim, look.footprint(victim)));
        let turns = if may.is_ok() { CloseCombat::turns(look, holder, own, left) } else { Vec::new() };
        let squares = turns.iter().filter_map(|turn| Some((turn.way.last()?.at, turn.cost * 2)));
        let choice = |order: Order| Choice::new(order, format!("Drag {name} about"), Group::Attack, self.0.rules.heavy);
        if look.wants_words() {
            let mut choice = choice(order).unless(may);
            choice.squares = squares.collect();
            if choice.squares.is_empty() && choice.refused.is_none() {
                let why = || format!("there is nowhere to drag {name} to");
                choice.refused = Some(look.refusal(self.0.rules.heavy, why));
            }
            out.push(choice);
        } else {
            out.extend(squares.map(|(square, _)| choice(order.clone().to(square))));
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["move", DRAG])?;
        let victim = self.0.dragged(look, who, order)?;
        self.0.turn(look, who, victim, order.to).map(drop)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok(victim) = self.0.dragged(look, who, order) else { return Ok(()) };
        let Ok(turn) = self.0.turn(look, who, victim, order.to) else { return Ok(()) };
        let squares: Vec<Square> = turn.way.iter().map(|at| at.at).collect();
        table.note(|look| {
            let to = squares.last().map_or_else(String::new, |to| format!(" to {to}"));
            let text = format!("{} drags {}{to}.", look.name(who), look.name(victim));
            Fact::new(self.0.rules.heavy, text).who(who).whom(victim).sent(who, victim, squares)
        });
        for at in turn.way.into_iter().skip(1) {
            // Whoever is torn loose on the way stays where they are.
            if self.0.hold(table.look(), who, victim) != Some(Hold::Controls) {
                break;
            }
            table.relocate(victim, at)?;
        }
        Ok(())
    }

    /// As much as what can be done there, where that is more than what can be done here.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let victim = self.0.dragged(look, who, order).ok()?;
        let turn = self.0.turn(look, who, victim, order.to).ok()?;
        let there = self.0.done_at(look, who, (victim, *turn.way.last()?));
        let here = self.0.done_at(look, who, (victim, look.footprint(victim)));
        if there <= here + BETTER {
            return None;
        }
        let control = Order::new(CONTROL).at(look.aim(victim));
        let deed = look.deed(CONTROL).ok()?;
        let is_planned = look.planned(who).is_some_and(|things| things > 0);
        let in_time = is_planned || look.rules().economy.price(look, who, &**deed, &control).is_ok();
        Some(Worth::of(if in_time { there } else { LATER * (there - here) }))
    }
}
