//! What has been worked out about the question at hand: kept until the battle
//! moves on, because panels are drawn many times a second.

mod aimed;
mod bands;
mod later;
mod rides;
mod stance;
mod usual;

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::prelude::Resource;
use bevy::platform::time::Instant;

use super::answers::once;
use super::layers::{Found, Layer, Threat};
use super::odds;
use crate::ahead::{
    self, Ahead, Approach, Comes, Foretold, Gone, Passed, Peril, Ride, Routes, Stake, Stakes, Way, blow, strikes_well,
    walk,
};
use crate::ai::{Habits, Mind, Skill, worth_foretold};
use crate::battle::{Choice, Decisions, Eyes, Forecast, Group, Id, Look, Order, Question, Strays, Worth};
use crate::board::{Footprint, Square};

pub use aimed::Aimed;
pub use bands::{Bands, placed};

/// So long it is tried out in one frame while the pointer rests.
const A_FRAME: Duration = Duration::from_millis(14);
/// The same of the answers to a question.
const ANSWERS: Duration = Duration::from_millis(20);

/// The group of the deeds that take somebody somewhere.
const MOVE: Group = Group::Move;

/// The answers to the question at hand, and what would come of them.
#[derive(Resource, Default)]
pub struct Known {
    /// Decisions made and facts told when this was worked out, whether
    /// somebody before the screen is asked, and whose eyes see it.
    stamp: Option<(usize, usize, bool, Eyes)>,
    all: Arc<[Choice]>,
    /// Those of them that somebody before the screen may see and give.
    choices: Arc<[Choice]>,
    aimed: Option<Arc<Aimed>>,
    usual: Option<Option<Choice>>,
    then: Option<Option<Order>>,
    forecasts: BTreeMap<String, Option<Arc<Forecast>>>,
    weighed: BTreeMap<String, Option<Worth>>,
    stances: BTreeMap<String, Arc<[String]>>,
    covered: BTreeMap<String, Arc<BTreeSet<Square>>>,
    strays: BTreeMap<String, Option<Arc<Strays>>>,
    ways: BTreeMap<String, Option<Arc<Way>>>,
    bands: Option<(Order, Arc<Bands>)>,
    ride: Option<Option<(Arc<Ride>, Arc<Bands>)>>,
    found: Found,
    applies: BTreeMap<Layer, bool>,
    comes: BTreeMap<String, Option<Arc<Comes>>>,
    approaches: BTreeMap<(Id, Option<String>), Option<Arc<Approach>>>,
    struck_well: BTreeMap<Id, bool>,
    later: BTreeMap<Id, Option<Arc<Passed>>>,
    /// What is being worked out, what has been found, and what is told of that.
    perils: BTreeMap<String, (Gone, Peril, Peril)>,
    on_the_way: BTreeMap<String, Gone>,
    routes: Option<(Order, Arc<Routes>)>,
    routed: BTreeMap<String, Order>,
    stakes: Stakes,
    others: Stakes,
    /// What hangs on an answer at each square that was pointed at.
    at_squares: BTreeMap<String, Stakes>,
    worths: Option<Arc<[(Order, Worth)]>>,
    foretold: BTreeMap<String, Option<Arc<Foretold>>>,
    /// In what order ways at somebody were listed for whoever is asked, and in which round.
    listed: BTreeMap<(Id, Id), (i32, Arc<[Order]>)>,
    /// What panels made of it, each by the function that makes it.
    told: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    ahead: Ahead,
}

impl Known {
    /// Forgets everything if the battle has moved on since.
    fn refresh(&mut self, look: Look<'_>) {
        let decided = look.battle::<Decisions>().map_or(0, |decisions| decisions.0.len());
        let told = look.facts().len();
        // What a computer could answer may give its secrets away.
        let is_here = look.question().is_none_or(|question| look.is_played_here(question.side));
        let stamp = Some((decided, told, is_here, look.eyes()));
        if self.stamp != stamp {
            let all: Arc<[Choice]> = once(look.choices()).into();
            let choices = if is_here { all.clone() } else { Arc::default() };
            let (mut ahead, found) = (std::mem::take(&mut self.ahead), std::mem::take(&mut self.found));
            let listed = std::mem::take(&mut self.listed);
            ahead.put_down();
            *self = Self { stamp, all, choices, ahead, found: found.afterwards(), listed, ..Self::default() };
        }
    }

    /// Whether what is foretold reckons with these answers that are given every time.
    pub fn heeds(&self, habits: &Habits) -> bool {
        self.ahead.habits == *habits
    }

    /// What is foretold reckons with these from now on.
    pub fn heed(&mut self, habits: Habits) {
        self.ahead.habits = habits;
        self.forget();
    }

    /// Works everything out anew.
    pub fn forget(&mut self) {
        self.stamp = None;
    }

    /// What the layers have found out.
    pub fn found(&mut self, look: Look<'_>) -> &mut Found {
        self.refresh(look);
        &mut self.found
    }

    /// Another frame begins. Whether what takes long may take several of them, as it may where somebody looks on.
    pub fn be_patient(&mut self, is_patient: bool) {
        self.found.be_patient(is_patient);
    }

    /// Whether somebody has asked since for something that takes more frames.
    pub fn waits(&mut self) -> bool {
        self.found.waits()
    }

    /// What enemies threaten; of one of them weapon by weapon.
    pub fn threat(&mut self, look: Look<'_>, of: Option<Id>) -> Arc<Threat> {
        self.refresh(look);
        self.found.threat(look, of)
    }

    /// Who could strike at a body, and whether hand to hand: worked out where it `may` take a while, else only if it is known.
    pub fn strikers(&mut self, look: Look<'_>, body: Footprint, may: bool) -> Vec<(Id, bool)> {
        self.refresh(look);
        self.found.strikers(look, body, may).unwrap_or_default()
    }

    /// Whether a layer has anything to show in this battle.
    pub fn applies(&mut self, look: Look<'_>, layer: Layer) -> bool {
        self.refresh(look);
        *self.applies.entry(layer).or_insert_with(|| layer.applies(look))
    }

    /// The plain move of whoever is asked, be it a computer: where a body can go is no secret.
    pub fn walk(&mut self, look: Look<'_>) -> Option<Choice> {
        self.refresh(look);
        walk(&self.all).cloned()
    }

    /// Every answer, greyed ones with them; none where a computer is asked.
    pub fn choices(&mut self, look: Look<'_>) -> Arc<[Choice]> {
        self.refresh(look);
        self.choices.clone()
    }

    /// Whom something can be done to.
    pub fn aimed(&mut self, look: Look<'_>) -> Arc<Aimed> {
        self.refresh(look);
        let choices = &self.choices;
        self.aimed.get_or_insert_with(|| Arc::new(Aimed::of(look, choices))).clone()
    }

    /// These ways at somebody in the order in which they were listed before in the same round, if they are the same ones: nothing
    /// changes places under the pointer between two blows.
    pub fn as_listed<'c>(&mut self, look: Look<'_>, target: Id, mut ways: Vec<&'c Choice>) -> Vec<&'c Choice> {
        let (Some(who), round) = (look.asked(), look.clock().round) else { return ways };
        let before = self.listed.get(&(who, target)).filter(|(of, _)| *of == round).map(|(_, orders)| orders.clone());
        let place = |way: &Choice| before.as_ref()?.iter().position(|order| *order == way.order);
        let is_as_many = before.as_ref().is_some_and(|before| before.len() == ways.len());
        if is_as_many && ways.iter().all(|way| place(way).is_some()) {
            ways.sort_by_cached_key(|way| place(way));
            return ways;
        }
        let listed = ways.iter().map(|way| way.order.clone()).collect();
        self.listed.insert((who, target), (round, listed));
        ways
    }

    /// What would come of an order, exactly, for all that one may know of.
    pub fn forecast(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Arc<Forecast>> {
        self.refresh(look);
        let work_out = || {
            let mut forecast = look.forecast(who, order)?;
            forecast.against.retain(|prospect| prospect.who.is_none_or(|who| look.knows_of(who)));
            Some(Arc::new(odds::news(look, who, forecast)))
        };
        self.forecasts.entry(order.to_string()).or_insert_with(work_out).clone()
    }

    /// What an order is worth by what is foretold of it, as the way to somebody out of reach is weighed, too.
    pub fn worth(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let forecast = self.forecast(look, who, order);
        let work_out = || worth_foretold(look, who, order, forecast.as_deref());
        *self.weighed.entry(order.to_string()).or_insert_with(work_out)
    }

    /// The squares that an order would strike.
    pub fn covered(&mut self, look: Look<'_>, who: Id, order: &Order) -> Arc<BTreeSet<Square>> {
        self.refresh(look);
        let work_out = || {
            let squares = look.deed(order.verb).map(|deed| deed.covers(look, who, order));
            Arc::new(squares.unwrap_or_default().into_iter().collect())
        };
        self.covered.entry(order.to_string()).or_insert_with(work_out).clone()
    }

    /// Where what an order sends at an area would come down, and upon which of one's own; nothing where it strikes no area.
    pub fn strays(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Arc<Strays>> {
        self.refresh(look);
        let work_out = || look.strays(who, order).map(Arc::new);
        self.strays.entry(order.to_string()).or_insert_with(work_out).clone()
    }

    /// The way that an order would take, if it goes anywhere.
    pub fn way(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Arc<Way>> {
        self.refresh(look);
        let choices = &self.all;
        let work_out = || Way::of(look, who, order, blow(look, who, choices)).map(Arc::new);
        self.ways.entry(order.to_string()).or_insert_with(work_out).clone()
    }

    /// What would come of an order beside itself: who may do something about it, whether the turn is over then.
    pub fn comes(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Arc<Comes>> {
        self.refresh(look);
        let ahead = &mut self.ahead;
        let work_out = || ahead.comes(look, who, order).map(Arc::new);
        self.comes.entry(order.to_string()).or_insert_with(work_out).clone()
    }

    /// What may become of whoever is asked by their next turn, if they end this one with these orders: tried out a little
    /// further each time that somebody asks, unless what is known so far will do; told from the first batch of tries on.
    pub fn peril(&mut self, look: Look<'_>, who: Id, orders: &[Order], further: bool) -> Peril {
        self.refresh(look);
        let name = orders.iter().map(Order::to_string).collect::<Vec<_>>().join(", ");
        let (gone, peril, told) = self.perils.entry(name).or_default();
        let begun = Instant::now();
        self.ahead.names = true;
        while further && !peril.is_settled() {
            self.ahead.venture_further(look, who, orders, (&mut *gone, &mut *peril), A_FRAME);
            if begun.elapsed() > A_FRAME {
                break;
            }
        }
        told.catch_up(peril);
        told.clone()
    }

    /// What becomes of somebody by the end of a way, exactly, or that it cannot be told; nothing until it is known. Worked out a
    /// little `further` each time that somebody asks.
    pub fn on_the_way(&mut self, look: Look<'_>, who: Id, order: &Order, further: bool) -> Option<&Option<Peril>> {
        self.refresh(look);
        let gone = self.on_the_way.entry(order.to_string()).or_default();
        let begun = Instant::now();
        while further && gone.found().is_none() && begun.elapsed() < A_FRAME {
            self.ahead.on_the_way_further(look, who, order, (&mut *gone, ahead::STEPS_A_FRAME));
        }
        gone.found()
    }

    /// What a panel makes of the question at hand and its answers: once, though it is drawn many times a second.
    pub fn told<T, F>(&mut self, look: Look<'_>, make: F) -> T
    where
        T: Clone + Send + Sync + 'static,
        F: FnOnce(Look<'_>, &[Choice]) -> T + 'static,
    {
        // It is known by its type alone, so it may hold nothing that differs from one time to the next.
        const { assert!(size_of::<F>() == 0, "what makes it holds something") };
        self.refresh(look);
        let of = TypeId::of::<F>();
        if let Some(known) = self.told.get(&of).and_then(|known| known.downcast_ref::<T>()) {
            return known.clone();
        }
        let made = make(look, &self.choices);
        self.told.insert(of, Box::new(made.clone()));
        made
    }

    /// What hangs on an answer that is pointed at on the field: found out a little further each time that somebody asks.
    pub fn stake_at(&mut self, look: Look<'_>, order: &Order) -> Option<&Stake> {
        self.refresh(look);
        let stakes = self.at_squares.entry(order.to_string()).or_default();
        let is_known = stakes.go_on(&mut self.ahead, look, std::slice::from_ref(order), ANSWERS);
        if is_known { stakes.get(order) } else { None }
    }

    /// What hangs on these answers to the question at hand: found out a little further each time that somebody asks, and told
    /// once all of it is known.
    pub fn stakes(&mut self, look: Look<'_>, orders: &[Order]) -> Option<&Stakes> {
        self.refresh(look);
        let is_known = self.stakes.go_on(&mut self.ahead, look, orders, ANSWERS);
        is_known.then_some(&self.stakes)
    }

    /// The same of other answers to it, beside those that are known already, on the same terms.
    pub fn other_stakes(&mut self, look: Look<'_>, orders: &[Order]) -> Option<&Stakes> {
        self.refresh(look);
        let is_known = self.others.go_on_beside(&mut self.ahead, look, orders, ANSWERS, &self.stakes);
        is_known.then_some(&self.others)
    }

    /// What the answers to the question at hand are worth to whoever is asked, as far as a computer can tell.
    pub fn worths(&mut self, look: Look<'_>) -> Arc<[(Order, Worth)]> {
        self.refresh(look);
        self.worths.get_or_insert_with(|| Mind::new(Skill::Keen, 0).worths(look).into()).clone()
    }

    /// What would come of an answer to the question at hand, exactly, in games that can say so.
    pub fn foretold(&mut self, look: Look<'_>, order: &Order) -> Option<Arc<Foretold>> {
        self.refresh(look);
        let ahead = &mut self.ahead;
        let work_out = || ahead.foretold(look, order).map(Arc::new);
        self.foretold.entry(order.to_string()).or_insert_with(work_out).clone()
    }

    /// A plain move on the best of all ways of its price: past fewer enemies than the one that the rules would take, else
    /// straighter.
    pub fn routed(&mut self, look: Look<'_>, who: Id, walk: &Choice, go: Order) -> Order {
        if walk.group != MOVE || !go.path.is_empty() {
            return go;
        }
        self.refresh(look);
        let known = self.routes.as_ref().filter(|(order, _)| *order == walk.order).map(|(_, routes)| routes.clone());
        let routes = known.unwrap_or_else(|| Arc::new(Routes::of(look, who, walk)));
        self.routes = Some((walk.order.clone(), routes.clone()));
        let ahead = &mut self.ahead;
        let name = go.to_string();
        self.routed.entry(name).or_insert_with(|| ahead.routed(look, who, &routes, &go).unwrap_or(go)).clone()
    }

    /// How whoever is asked would best get at somebody who is out of reach; with nothing but `arm`, if that is given.
    pub fn approach(&mut self, look: Look<'_>, target: Id, arm: Option<&str>) -> Option<Arc<Approach>> {
        let who = look.asked()?;
        self.refresh(look);
        let (ahead, choices) = (&mut self.ahead, &self.choices);
        let work_out = || ahead.approach(look, (who, target), choices, arm).map(Arc::new);
        self.approaches.entry((target, arm.map(str::to_owned))).or_insert_with(work_out).clone()
    }

    /// Whether whoever is asked strikes somebody from where they stand by more than next to nothing.
    pub fn strikes_well(&mut self, look: Look<'_>, target: Id) -> bool {
        self.refresh(look);
        let choices = &self.choices;
        let work_out = || look.asked().is_some_and(|who| strikes_well(look, (who, target), choices));
        *self.struck_well.entry(target).or_insert_with(work_out)
    }

    /// The squares that `choice` may go to, by what that costs.
    pub fn bands(&mut self, look: Look<'_>, who: Id, choice: &Choice) -> Arc<Bands> {
        self.refresh(look);
        match &self.bands {
            Some((order, bands)) if *order == choice.order => bands.clone(),
            _ => {
                let blow = blow(look, who, &self.all);
                let firsts = if choice.group == MOVE { self.ahead.runs(look, who, &self.choices) } else { Vec::new() };
                let mut bands = Bands::of(look, who, choice, (blow, &firsts));
                // What can be done after a walk is for those to know who go.
                let is_own = |question: &Question| question.choices.is_none() && look.is_played_here(question.side);
                let squares = bands.leaving_a_blow();
                if choice.group == MOVE && !squares.is_empty() && look.question().is_some_and(is_own) {
                    bands.strikes_nobody =
                        !bands.strikes_later && !self.ahead.strikes_from(look, who, choice, &squares);
                }
                let bands = Arc::new(bands);
                self.bands = Some((choice.order.clone(), bands.clone()));
                bands
            }
        }
    }
}

#[cfg(test)]
mod tests;
