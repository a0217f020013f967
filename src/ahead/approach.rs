//! How somebody would best get at an enemy who is out of reach: what is said first, a walk or a ride, and a blow from there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ride::lets_act;
use super::{
    Ahead, Comes, Course, MOMENTS, Watcher, Way, asked_in_turn, blow, crossed, far, is_on_turn, is_still_on_turn,
    is_still_their_turn, leaves_blow, left, near,
};
use crate::battle::{Choice, Falls, Forecast, Group, Id, Key, Look, Order, Twin};
use crate::board::Square;

/// Squares from which a blow is thought through before the best is taken: hand to hand, and from afar.
const TRIED: (usize, usize) = (5, 3);
/// So often dice may fall otherwise before what is said first is held to be in vain.
const THROWS: u64 = 6;

/// A walk to somebody and a blow from there.
#[derive(Clone, Debug)]
pub struct Approach {
    /// What is said before it: a sprint, where the walk alone leaves no time for the blow; that a mount acts.
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
    /// Whether it lands in this turn; else it only begins, and the turn ends with that.
    pub lands: bool,
}

impl Approach {
    /// The order that sets out.
    pub fn sets_out(&self) -> &Order {
        self.first.as_ref().map_or(&self.go, |first| &first.order)
    }
}

/// The plain move among these choices.
pub fn walk(choices: &[Choice]) -> Option<&Choice> {
    choices.iter().find(|choice| choice.is_legal() && !choice.squares.is_empty() && choice.group == Group::Move)
}

/// Whether a choice only says how somebody will go, and takes nothing of the turn.
fn is_said_first(choice: &Choice) -> bool {
    let is_bare = choice.squares.is_empty() && choice.order.at.is_empty() && choice.order.toward.is_none();
    choice.is_legal() && choice.group == Group::Move && is_bare && choice.takes == 0 && choice.numbers.is_none()
}

impl Ahead {
    /// What `who` could say before a walk, each with the squares from which they could strike in this turn after that walk.
    pub fn runs(&mut self, look: Look<'_>, who: Id, choices: &[Choice]) -> Vec<(String, BTreeSet<Square>)> {
        if !is_on_turn(look, who) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for first in choices.iter().filter(|choice| is_said_first(choice)) {
            let throws = if first.chance.is_some() { THROWS } else { 1 };
            let squares: BTreeSet<Square> =
                (0..throws).flat_map(|seed| self.strikes_after(look, who, first, seed).unwrap_or_default()).collect();
            if !squares.is_empty() {
                found.push((first.label.to_lowercase(), squares));
            }
        }
        found
    }

    /// The squares from which a blow is still paid for after what is said first, with the dice of `seed`, and a walk there.
    fn strikes_after(&mut self, look: Look<'_>, who: Id, first: &Choice, seed: u64) -> Option<BTreeSet<Square>> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        if !set_out(&mut copy, Some(first), seed, &mut Watcher::of(who, &self.habits)) {
            return None;
        }
        let here = copy.look().filter(|here| is_still_on_turn(look, *here, who))?.without_words();
        let choices = here.choices();
        let blow = blow(here, who, &choices)?;
        let walk = walk(&choices)?;
        let (deed, economy) = (here.deed(walk.order.verb).ok()?, &here.rules().economy);
        // Ways of one length cost the same.
        let mut leaves: BTreeMap<i32, bool> = BTreeMap::new();
        let mut squares = BTreeSet::new();
        for (square, length) in &walk.squares {
            let leaves = leaves.entry(*length).or_insert_with(|| {
                let order = Order { to: Some(*square), ..walk.order.clone() };
                let price = economy.price(here, who, &**deed, &order);
                price.is_ok_and(|price| leaves_blow(here, who, (&**deed, &order, &price), blow))
            });
            squares.extend(leaves.then_some(*square));
        }
        Some(squares)
    }

    /// How `who` would best get at `target` in this turn: a walk that leaves time for a blow, and that blow, for which they
    /// give up nothing that they hold; where there is none, what is said first is tried. Whoever goes nowhere on their own feet
    /// is carried, and of those whom a mount carries one may strike. `arm`: with nothing else.
    pub fn approach(
        &mut self,
        look: Look<'_>,
        whom: (Id, Id),
        choices: &[Choice],
        arm: Option<&str>,
    ) -> Option<Approach> {
        let mut is_stopped = false;
        let rides = lets_act(look, whom.0, choices).map(|(first, _)| first);
        let mut plain = self.walk_up(look, whom, rides, (0, arm), &mut is_stopped);
        // Whoever is stopped on the way by what others do about it may get there with other dice.
        if plain.is_none() && is_stopped {
            plain = (1..THROWS).find_map(|seed| self.walk_up(look, whom, rides, (seed, arm), &mut is_stopped));
        }
        if rides.is_some() || plain.as_ref().is_some_and(|plain| plain.lands) {
            return plain;
        }
        for first in choices.iter().filter(|choice| is_said_first(choice)) {
            let throws = if first.chance.is_some() { THROWS } else { 1 };
            let mut found =
                (0..throws).filter_map(|seed| self.walk_up(look, whom, Some(first), (seed, arm), &mut is_stopped));
            if let Some(found) = found.find(|found| found.lands) {
                return Some(found);
            }
        }
        plain
    }

    /// The same after what is said first, with the dice of `seed`. `is_stopped`: somebody's reaction has kept them from it.
    fn walk_up(
        &mut self,
        look: Look<'_>,
        (who, target): (Id, Id),
        first: Option<&Choice>,
        (seed, arm): (u64, Option<&str>),
        is_stopped: &mut bool,
    ) -> Option<Approach> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let mut watcher = Watcher::of(who, &self.habits);
        if !set_out(&mut copy, first, seed, &mut watcher) {
            return None;
        }
        let here = copy.look().filter(|here| is_still_their_turn(look, *here, who))?;
        let mover = asked_in_turn(here).filter(|mover| *mover == who || look.mount(who) == Some(*mover))?;
        let choices = here.choices();
        let walk = walk(&choices)?.clone();
        let blow = blow(here, mover, &choices);
        let carried = if mover == who { here.riders(mover) } else { &[who] };
        let carried = carried.iter().filter(|rider| here.is_in_play(**rider) && !here.are_enemies(who, **rider));
        let own = (mover == who).then_some(who);
        let strikers: Vec<Id> = own.into_iter().chain(carried.copied()).collect();
        let courses: Vec<Course> = strikers
            .into_iter()
            .flat_map(|by| stands(here, (mover, by, target), &walk).into_iter().map(move |to| Course { mover, to, by }))
            .collect();
        let mut best: Option<((bool, f64), Approach)> = None;
        for course in courses {
            let go = Order { to: Some(course.to), ..walk.order.clone() };
            let mut watcher = Watcher::of(who, &self.habits);
            if !set_out(&mut copy, first, seed, &mut watcher) {
                continue;
            }
            let own = blow.filter(|_| !course.is_ride());
            let way = copy.look().and_then(|here| Way::of(here, mover, &go, own)).map(Arc::new);
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
                let known = best.as_ref().map(|(known, _)| *known);
                let found = if is_heard { best_blow(there, (course.by, look.key(target)), arm, known) } else { None };
                if let Some((worth, choice, forecast)) = found {
                    let stings = watcher.stings.iter().filter(|sting| look.knows_of(sting.by)).cloned().collect();
                    let squares = way.as_ref().map_or(&[][..], |way| &way.squares);
                    let (leaves, through) = (left(look, there, course.by), crossed(look, mover, squares));
                    let approach = Approach {
                        first: first.cloned(),
                        go: go.clone(),
                        way: way.clone(),
                        comes: Comes { stings, leaves, through, ..Comes::default() },
                        course,
                        from,
                        blow: choice.order,
                        label: choice.label,
                        forecast: forecast.map(Arc::new),
                        lands: worth.0,
                    };
                    best = Some((worth, approach));
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
        best.map(|(_, approach)| approach)
    }
}

/// The best blow at somebody from where one stands, if it is better than what is known: what lands now comes before what only
/// begins.
fn best_blow(
    look: Look<'_>,
    (who, target): (Id, Key),
    arm: Option<&str>,
    mut known: Option<(bool, f64)>,
) -> Option<((bool, f64), Choice, Option<Forecast>)> {
    let blows = look.choices().into_iter().filter(|choice| {
        choice.is_legal()
            && choice.group == Group::Attack
            && arm.is_none_or(|arm| choice.order.done_with() == arm)
            && choice.order.at.iter().any(|at| at.who == Some(target))
            && look.gives_up(&choice.order).is_none()
    });
    let mut best = None;
    for choice in blows {
        let deed = look.deed(choice.order.verb).ok();
        let forecast = deed.and_then(|deed| deed.forecast(look, who, &choice.order));
        let harm = forecast.as_ref().map_or(0.0, Forecast::mean_harm);
        let lands = !look.rules().economy.only_begins(look, who, choice.takes);
        // Of equal blows the one after the shorter way.
        if known.is_none_or(|known| (lands, harm - 1e-9) > known) {
            known = Some((lands, harm));
            best = Some(((lands, harm), choice, forecast));
        }
    }
    best
}

/// Begins the copy anew and says there what is said first; whether that could be said.
fn set_out(copy: &mut Twin<'_>, first: Option<&Choice>, seed: u64, watcher: &mut Watcher) -> bool {
    copy.again(Falls::From(seed));
    let Some(first) = first else { return true };
    let is_said = copy.answer(first.order.clone()).is_ok();
    if is_said {
        copy.play(watcher);
    }
    is_said
}

/// Where a blow is worth a thought, those at the end of the shorter ways first.
fn stands(look: Look<'_>, (mover, by, target): (Id, Id, Id), walk: &Choice) -> Vec<Square> {
    let (body, aim) = (look.footprint(mover), look.footprint(target));
    let open = || walk.squares.iter().filter(|(to, _)| *to != body.at);
    if look.zoned().is_some() {
        // Of each place one square, and of the places those that are nearest to the target.
        let mut places = Vec::new();
        let mut near: Vec<(Square, i32)> = open().copied().collect();
        near.sort_by_key(|(to, _)| body.moved_to(*to).gap(aim));
        near.retain(|(to, _)| {
            let place = look.spot_of(body.moved_to(*to));
            let is_new = !places.contains(&place);
            places.push(place);
            is_new
        });
        near.truncate(TRIED.0 + TRIED.1);
        near.sort_by_key(|(_, length)| *length);
        return near.into_iter().map(|(to, _)| to).collect();
    }
    let (near, far) = (near(look, by), far(look, by));
    let squares = || open().map(|(to, _)| *to);
    let hand_to_hand = squares().filter(|to| near(body.moved_to(*to), aim)).take(TRIED.0);
    let from_afar = squares().filter(|to| far(body.moved_to(*to), aim)).take(TRIED.1);
    hand_to_hand.chain(from_afar).collect()
}
