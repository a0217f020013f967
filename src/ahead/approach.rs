//! How somebody would best get at an enemy who is out of reach: what is said first, a walk or a ride, and a blow from there.

use std::borrow::Cow;
use std::sync::Arc;

use super::first::{THROWS, is_said_first, set_out};
use super::going::Going;
use super::menace::Menace;
use super::nearer::{Blow, Least, at_best, best_blow, blows_at, deeds};
use super::ride::lets_act;
use super::stands::stands;
use super::unready::had_better_load;
use super::whole::Whole;
use super::{
    Ahead, Comes, Course, MOMENTS, Routes, Sting, Watcher, Way, asked_in_turn, blow, crossed, is_on_turn,
    is_still_their_turn, left,
};
use crate::ai::worth_foretold;
use crate::battle::{Choice, Forecast, Group, Id, Look, Memo, Order, Worth};
use crate::board::Square;

/// When a blow lands that somebody sets out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// They only come nearer, and may strike in a later turn.
    Later,
    /// It begins in this turn and lands in the next; the turn ends with that.
    Begins,
    /// In this turn.
    Now,
}

/// A walk to somebody and a blow from there, or a walk nearer to them for the sake of a blow in a later turn.
#[derive(Clone, Debug)]
pub struct Approach {
    /// What is said before it: a sprint, where the walk alone leaves no time for the blow; a weapon that is drawn for nothing;
    /// that a mount acts.
    pub first: Option<Choice>,
    /// Who goes where, and who strikes.
    pub course: Course,
    /// The walk.
    pub go: Order,
    /// The way that it takes, as it is once what comes first has been said.
    pub way: Option<Arc<Way>>,
    /// What others do about all of it before the blow.
    pub comes: Comes,
    /// The place of the blow: the end of the way, or, from the saddle, a square on it.
    pub from: Square,
    /// The blow.
    pub blow: Order,
    /// What the blow is called.
    pub label: String,
    /// What would come of it from there.
    pub forecast: Option<Arc<Forecast>>,
    /// When it lands.
    pub when: When,
    /// What only comes nearer leaves it for a later part of this round.
    pub is_this_round: bool,
    /// What the blow takes where it lands in this turn, and what is left of that then, where it can be said.
    pub whole: Option<Whole>,
    /// The best other blow of this turn, where it is next to nothing beside this one.
    pub passes_up: Option<Passed>,
}

/// A blow that is not what a click does: one of this turn that is next to nothing, or one that comes later.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The blow.
    pub blow: Order,
    /// What it is called.
    pub label: String,
    /// What would come of it.
    pub forecast: Option<Arc<Forecast>>,
}

impl Approach {
    /// Whether its blow lands in this turn.
    pub fn lands(&self) -> bool {
        self.when == When::Now
    }

    /// All that is said for it, one after the other. What only comes nearer strikes nobody.
    pub fn orders(&self) -> Vec<Order> {
        let first = self.first.iter().map(|first| &first.order);
        let blow = Some(&self.blow).filter(|_| self.when > When::Later);
        first.chain([&self.go]).chain(blow).cloned().collect()
    }

    /// Its blow, as one that is passed up for another.
    fn as_passed(&self) -> Passed {
        Passed { blow: self.blow.clone(), label: self.label.clone(), forecast: self.forecast.clone() }
    }

    /// The order that sets out.
    pub fn sets_out(&self) -> &Order {
        self.first.as_ref().map_or(&self.go, |first| &first.order)
    }
}

/// The plain move among these choices.
pub fn walk(choices: &[Choice]) -> Option<&Choice> {
    choices.iter().find(|choice| choice.is_legal() && !choice.squares.is_empty() && choice.group == Group::Move)
}

impl Ahead {
    /// How `who` would best get at `target`: a walk that leaves time for a blow, and that blow, which gives up nothing that they
    /// hold; where there is none, what is said first is tried, and then a run. Whoever goes nowhere on their own feet is carried,
    /// and of those whom a mount carries one may strike. Where every blow of this turn is next to nothing beside what they could
    /// do from beside the target, they only go nearer. Nobody goes to strike with nothing who could load what they hold. `arm`:
    /// with nothing else, and whatever it does.
    pub fn approach(
        &mut self,
        look: Look<'_>,
        whom: (Id, Id),
        choices: &[Choice],
        arm: Option<&str>,
    ) -> Option<Approach> {
        let rides = lets_act(look, whom.0, choices).map(|(first, _)| first);
        let best = if arm.is_none() { at_best(look, whom) } else { None };
        let least = Least::beside(best.as_ref());
        let standing = best_blow(look, whom, choices.iter().cloned(), (arm, least));
        let found = self.in_this_turn(look, whom, choices, (rides, arm, least));
        let is_good = |rank: &Rank| !rank.is_weak;
        let found = match (standing, found) {
            (Some(standing), found) if !standing.is_weak(least) => found.map(|(_, found)| found),
            (standing, Some((rank, found))) if is_good(&rank) => {
                // What is little worse from where they stand is passed up by nobody.
                let least = rank.worth.map_or(least, Least::of);
                let passes_up = standing.filter(|standing| standing.is_weak(least)).map(Passed::of);
                Some(Approach { passes_up, ..found })
            }
            (standing, found) => {
                let found = found.map(|(_, found)| found);
                let weak = standing.map(Passed::of).or_else(|| found.as_ref().map(Approach::as_passed));
                // Where turns come in parts blows have one of their own.
                let waits = look.rules().economy.goes_on(look, whom.0);
                let best =
                    best.filter(|best| rides.is_none() && (weak.is_some() || waits && !best.is_there(look, whom)));
                let nearer = best.and_then(|best| self.go_nearer(look, whom, choices, best));
                let nearer = nearer.map(|nearer| Approach { passes_up: weak, ..nearer });
                nearer.or(found)
            }
        };
        let found =
            found.filter(|found| arm.is_some() || !had_better_load(look, found.course.by, &found.blow, choices));
        let found = self.on_a_better_way(look, whom.0, choices, found?);
        let whole = self.whole(look, whom.0, &found);
        Some(Approach { whole, ..found })
    }

    /// The best walk and blow of this turn; where there is none worth anything, what is said first is tried, and then a run.
    fn in_this_turn(
        &mut self,
        look: Look<'_>,
        whom: (Id, Id),
        choices: &[Choice],
        (rides, arm, least): (Option<&Choice>, Option<&str>, Least),
    ) -> Option<(Rank, Approach)> {
        let plain = self.armed(look, whom, (rides, choices), (Going::Plainly, arm, least));
        if rides.is_some() || plain.as_ref().is_some_and(|(rank, plain)| plain.lands() && !rank.is_weak) {
            return plain;
        }
        let is_better = |(rank, found): &(Rank, Approach)| {
            found.lands() && plain.as_ref().is_none_or(|(known, _)| rank.tier > known.tier)
        };
        for first in choices.iter().filter(|choice| is_said_first(choice)) {
            let throws = if first.chance.is_some() { THROWS } else { 1 };
            let mut found = (0..throws).filter_map(|seed| {
                let how = (Going::Plainly, seed, arm, least);
                self.walk_up(look, whom, (Some(first), choices), how, &mut false)
            });
            let found = found.find(|(_, found)| found.lands());
            if let Some(found) = found.filter(is_better) {
                return Some(found);
            }
        }
        let run = self.armed(look, whom, (None, choices), (Going::Farther, arm, least));
        run.filter(is_better).or(plain)
    }

    /// The best blow at the end of one kind of move, with what is drawn for nothing before it where that is the better one.
    fn armed(
        &mut self,
        look: Look<'_>,
        whom: (Id, Id),
        (rides, choices): (Option<&Choice>, &[Choice]),
        (going, arm, least): (Going, Option<&str>, Least),
    ) -> Option<(Rank, Approach)> {
        let mut is_stopped = false;
        let mut found = self.walk_up(look, whom, (rides, choices), (going, 0, arm, least), &mut is_stopped);
        // Whoever is stopped on the way by what others do about it may get there with other dice.
        if found.is_none() && is_stopped {
            found = (1..THROWS).find_map(|seed| {
                self.walk_up(look, whom, (rides, choices), (going, seed, arm, least), &mut is_stopped)
            });
        }
        let is_free = rides.is_none() && arm.is_none();
        for draw in choices.iter().filter(|choice| is_free && look.only_draws(whom.0, choice)) {
            let drawn = self.walk_up(look, whom, (Some(draw), choices), (going, 0, arm, least), &mut is_stopped);
            let is_better = |rank: Rank| found.as_ref().is_none_or(|(known, _)| rank.beats(*known));
            if let Some(drawn) = drawn.filter(|(rank, _)| is_better(*rank)) {
                found = Some(drawn);
            }
        }
        found
    }

    /// The same on a way of the same price that is better, where there is one.
    fn on_a_better_way(&mut self, look: Look<'_>, who: Id, choices: &[Choice], found: Approach) -> Approach {
        let is_plain = found.first.is_none() && found.course.mover == who && !found.course.is_ride();
        // A run goes as the rules lead it.
        let walk = walk(choices).filter(|walk| is_plain && walk.order.verb == found.go.verb);
        let routed = walk.and_then(|walk| self.routed(look, who, &Routes::of(look, who, walk), &found.go));
        let Some(go) = routed else { return found };
        let Some(comes) = self.comes(look, who, &go).filter(|_| self.keeps_its_blow(look, who, &go, &found)) else {
            return found;
        };
        let own = blow(look, who, choices).filter(|_| found.when > When::Later);
        let way = Way::of(look, who, &go, own).map(Arc::new).or(found.way);
        Approach { go, way, comes, ..found }
    }

    /// Whether the blow of an approach is worth as much at the end of this way: some hangs on how one has come.
    fn keeps_its_blow(&mut self, look: Look<'_>, who: Id, go: &Order, found: &Approach) -> bool {
        if found.when == When::Later {
            return true;
        }
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let mut watcher = Watcher::of(look, who, &self.habits);
        if !set_out(&mut copy, None, 0, &mut watcher) || copy.answer(go.clone()).is_err() {
            return false;
        }
        copy.play(&mut watcher);
        let Some(there) = copy.look().filter(|there| there.check(&found.blow).is_ok()) else { return false };
        let forecast = there.forecast(who, &found.blow);
        let worth = |forecast: Option<&Forecast>| worth_foretold(there, who, &found.blow, forecast);
        worth(forecast.as_ref()) >= worth(found.forecast.as_deref())
    }

    /// The same after what is said first, with the dice of `seed`; `choices`: those that there are before it. `is_stopped`:
    /// somebody's reaction has kept them from it.
    fn walk_up(
        &mut self,
        look: Look<'_>,
        (who, target): (Id, Id),
        (first, choices): (Option<&Choice>, &[Choice]),
        (going, seed, arm, least): (Going, u64, Option<&str>, Least),
        is_stopped: &mut bool,
    ) -> Option<(Rank, Approach)> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let mut watcher = Watcher::of(look, who, &self.habits);
        if !set_out(&mut copy, first, seed, &mut watcher) {
            return None;
        }
        let here = copy.look().filter(|here| is_still_their_turn(look, *here, who))?;
        let mover = asked_in_turn(here).filter(|mover| *mover == who || look.mount(who) == Some(*mover))?;
        // Where nothing is said first they are what they were.
        let after = || deeds(here, mover, &[Group::Attack, Group::Move]);
        let choices = if first.is_some() { Cow::from(after()) } else { Cow::from(choices) };
        let walk = going.among(here, mover, &choices)?;
        let blow = blow(here, mover, &choices);
        let carried = if mover == who { here.riders(mover) } else { &[who] };
        let carried = carried.iter().filter(|rider| here.is_in_play(**rider) && !here.are_enemies(who, **rider));
        let own = (mover == who).then_some(who);
        let strikers: Vec<Id> = own.into_iter().chain(carried.copied()).collect();
        // What is to be feared is the same before whatever is said first.
        let menace = Menace::of(look, mover);
        let body = here.footprint(mover);
        let courses: Vec<Course> = strikers
            .into_iter()
            .flat_map(|by| {
                let stands = stands(here, (mover, by, target), &walk, &menace);
                stands.into_iter().map(move |to| Course { mover, to, by })
            })
            .collect();
        let mut best: Option<(Rank, Approach)> = None;
        for course in courses {
            let go = Order { to: Some(course.to), ..walk.order.clone() };
            let mut watcher = Watcher::of(look, who, &self.habits);
            if !set_out(&mut copy, first, seed, &mut watcher) {
                continue;
            }
            let own = blow.filter(|_| !course.is_ride());
            let way = copy.look().and_then(|here| {
                let memo = Memo::of(here);
                Way::of(here.remembering(&memo), mover, &go, own).map(Arc::new)
            });
            if copy.answer(go.clone()).is_err() {
                continue;
            }
            for _ in 0..MOMENTS {
                copy.play(&mut watcher);
                let Some(there) = copy.look().filter(|there| is_still_their_turn(look, *there, who)) else {
                    *is_stopped |= !watcher.stings.is_empty();
                    break;
                };
                let from = there.footprint(mover).at;
                let is_heard = is_on_turn(there, course.by) && (course.is_ride() || from == course.to);
                let blows = if is_heard { blows_at(there, (course.by, target)) } else { Vec::new() };
                let found = best_blow(there, (course.by, target), blows, (arm, least)).map(|blow| {
                    let known = watcher.stings.iter().filter(|sting| look.knows_of(sting.by));
                    let passed = known.map(|sting| menace.from(sting.by, body.moved_to(sting.at)));
                    (Rank::of(&blow, least, menace.at(body.moved_to(from)) + passed.sum::<f64>()), blow)
                });
                let known = best.as_ref().map(|(known, _)| *known);
                if let Some((rank, blow)) = found.filter(|(rank, _)| known.is_none_or(|known| rank.beats(known))) {
                    let known = watcher.stings.iter().filter(|sting| look.knows_of(sting.by));
                    let stings: Vec<Sting> = known.cloned().collect();
                    let squares = way.as_ref().map_or(&[][..], |way| &way.squares);
                    let (leaves, through) = (left(look, there, course.by), crossed(look, mover, squares));
                    // What is thrown on the way is not written down here, so leaving anybody is taken to mean something.
                    let leaving_costs = !leaves.is_empty();
                    let approach = Approach {
                        first: first.cloned(),
                        go: go.clone(),
                        way: way.clone(),
                        comes: Comes { stings, leaves, leaving_costs, through, ..Comes::default() },
                        course,
                        from,
                        when: if blow.lands { When::Now } else { When::Begins },
                        is_this_round: true,
                        whole: None,
                        blow: blow.choice.order,
                        label: blow.choice.label,
                        forecast: blow.forecast.map(Arc::new),
                        passes_up: None,
                    };
                    best = Some((rank, approach));
                }
                let Some(next) = course.rides_on(there) else {
                    *is_stopped |= !is_heard && !watcher.stings.is_empty();
                    break;
                };
                if copy.answer(next).is_err() {
                    break;
                }
            }
        }
        best
    }
}

impl Passed {
    pub(super) fn of(blow: Blow) -> Self {
        let Choice { order, label, .. } = blow.choice;
        Self { blow: order, label, forecast: blow.forecast.map(Arc::new) }
    }
}

/// How good a walk and a blow are together.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rank {
    tier: u8,
    worth: Option<Worth>,
    /// What the blow is worth, less what is to be feared for it, in felled fighters.
    score: f64,
    is_weak: bool,
}

impl Rank {
    fn of(blow: &Blow, least: Least, feared: f64) -> Self {
        let (tier, score) = (blow.tier(least), blow.in_felled() - feared);
        Self { tier, worth: blow.worth, score, is_weak: blow.is_weak(least) }
    }

    /// Of equal ones the one after the shorter way, which comes first.
    fn beats(self, known: Self) -> bool {
        self.tier > known.tier || self.tier == known.tier && self.score > known.score + 1e-9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: of two places for the same blow it is the one where less is to be feared, and of equal ones the nearer; no
    /// safety makes a feeble blow better than a good one.
    #[test]
    fn a_place_is_chosen_by_the_blow_and_by_what_is_feared_there() {
        let choice = || Choice::new(Order::new("attack"), "Sword", Group::Attack, "R-1");
        let blow = |worth: i32| Blow { choice: choice(), forecast: None, worth: Some(Worth(worth)), lands: true };
        let least = Least::of(Worth(300));
        let rank = |worth: i32, feared: f64| Rank::of(&blow(worth), least, feared);
        assert!(rank(300, 0.1).beats(rank(300, 0.3)) && !rank(300, 0.1).beats(rank(300, 0.1)));
        assert!(rank(300, 0.1).beats(rank(350, 0.4)), "a little more harm is not worth much more danger");
        assert!(rank(300, 0.9).beats(rank(20, 0.0)) && rank(20, 0.0).is_weak);
    }
}
