//! What comes of a deed before it is done: the battle is copied, the deed is done there with dice of its own, and it is noted
//! who else has a say in it. So whatever any rule has prepared is found, and nothing of the true dice is seen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::hud::slots::done_with;
use super::wishes::END_TURN;
use crate::ai::{Mind, Skill};
use crate::battle::{
    Choice, Chronicle, Falls, Forecast, Group, Id, Item, Key, Look, Memo, Order, Player, Question, Scratch,
};
use crate::board::{Footprint, Square, bodies_see};

/// Squares from which a blow is thought through before the best is taken: hand to hand, and from afar.
const TRIED: (usize, usize) = (5, 3);
/// Others are asked so often in one deed at most.
const ASKED: usize = 40;
/// Questions that are passed over at most until everybody has had a turn.
const PASSES: usize = 600;
/// Squares that are looked at around a shooter, at most.
const FARTHEST: i32 = 30;

/// Somebody who has a say in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sting {
    /// Who.
    pub by: Id,
    /// Where whoever acts stands then.
    pub at: Square,
    /// What is asked of them, or the rule of what happens by itself.
    pub what: Key,
}

/// What comes of a deed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comes {
    /// Who may do something about it on the way.
    pub stings: Vec<Sting>,
    /// The turn is over after it.
    pub ends: bool,
    /// It takes longer than the turn: it only begins.
    pub begins: bool,
    /// Enemies at hand whom it walks away from.
    pub leaves: Vec<Id>,
    /// It strikes squares in which nobody is.
    pub misses_all: bool,
}

impl Comes {
    /// Whether it wants a second thought. `goes`: it is a move, of which nobody expects that others answer it.
    pub const fn is_grave(&self, goes: bool) -> bool {
        let is_odd = self.begins || self.misses_all || !self.leaves.is_empty();
        is_odd || goes && (self.ends || !self.stings.is_empty())
    }

    /// In words: "Goblin 1 may react, ends the turn".
    pub fn told(&self, look: Look<'_>) -> Option<String> {
        let who = named(look, self.stings.iter().map(|sting| sting.by)).map(|names| format!("! {names} may react"));
        let leaves = named(look, self.leaves.iter().copied()).map(|names| format!("walks away from {names}"));
        let ends = match (self.begins, self.ends) {
            (true, _) => Some("takes longer than is left of the turn: it only begins now"),
            (false, true) => Some("ends the turn"),
            (false, false) => None,
        };
        let misses = self.misses_all.then_some("strikes nobody");
        let told: Vec<String> =
            who.into_iter().chain(leaves).chain([ends, misses].into_iter().flatten().map(str::to_owned)).collect();
        (!told.is_empty()).then(|| told.join(", "))
    }
}

/// These in words: "Goblin 1 and 2 others".
fn named(look: Look<'_>, who: impl Iterator<Item = Id>) -> Option<String> {
    let mut names: Vec<&str> = who.map(|who| look.name(who)).collect();
    names.dedup();
    match names.as_slice() {
        [] => None,
        [one] => Some((*one).to_owned()),
        [one, other] => Some(format!("{one} and {other}")),
        [one, others @ ..] => Some(format!("{one} and {} others", others.len())),
    }
}

/// A walk to somebody and a blow from there.
#[derive(Clone, Debug)]
pub struct Approach {
    /// The walk.
    pub go: Order,
    /// The blow.
    pub blow: Order,
    /// What the blow is called.
    pub label: String,
    /// What would come of it from there.
    pub forecast: Option<Arc<Forecast>>,
    /// Whether it lands in this turn; else it only begins, and the turn ends with that.
    pub lands: bool,
}

/// Places for copies: one whose copies tell what happens in them, and one for all that nobody reads.
#[derive(Default)]
pub struct Ahead {
    told: Option<Box<Scratch>>,
    mute: Option<Box<Scratch>>,
}

/// The order that passes the rest of a turn, where it may be passed.
fn pass(look: Look<'_>) -> Option<Order> {
    Some(Order::new(END_TURN)).filter(|end| look.check(end).is_ok())
}

/// Whether `who` is asked what to do in their turn.
fn is_on_turn(look: Look<'_>, who: Id) -> bool {
    look.question().is_some_and(|question| question.who == Some(who) && question.choices.is_none())
}

/// Whether a deed takes more of the turn than is left of it.
fn only_begins(look: Look<'_>, who: Id, order: &Order) -> bool {
    let economy = &look.rules().economy;
    let price = look.deed(order.verb).ok().and_then(|deed| economy.price(look, who, &**deed, order).ok());
    price.is_some_and(|price| price.amount > economy.remaining(look, who))
}

/// Whether a deed strikes squares, and nobody is seen in any of them.
fn strikes_nobody(look: Look<'_>, who: Id, order: &Order) -> bool {
    let squares: BTreeSet<Square> =
        look.deed(order.verb).map(|deed| deed.covers(look, who, order).into_iter().collect()).unwrap_or_default();
    let is_in = |id: Id| look.is_in_play(id) && look.footprint(id).squares().any(|square| squares.contains(&square));
    !squares.is_empty() && !look.shown().filter(|id| *id != who).any(is_in)
}

/// The enemies who stood hand to hand with `who` before, and no longer do.
fn left(before: Look<'_>, after: Look<'_>, who: Id) -> Vec<Id> {
    let (from, to) = (before.footprint(who), after.footprint(who));
    let is_left =
        |foe: &Id| near(before, *foe)(before.footprint(*foe), from) && !near(after, *foe)(after.footprint(*foe), to);
    if from == to { Vec::new() } else { before.foes(who).filter(|foe| before.knows_of(*foe)).filter(is_left).collect() }
}

/// Answers for everybody while one of them acts, and notes who was asked.
struct Watcher {
    who: Id,
    mind: Mind,
    left: usize,
    stings: Vec<Sting>,
}

impl Watcher {
    fn of(who: Id) -> Self {
        Self { who, mind: Mind::new(Skill::Plain, 0), left: ASKED, stings: Vec::new() }
    }
}

impl Player for Watcher {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        // With the next turn it is over.
        question.choices.as_ref()?;
        self.left = self.left.checked_sub(1)?;
        if let Some(by) = question.who.filter(|by| look.are_enemies(self.who, *by)) {
            self.stings.push(Sting { by, at: look.footprint(self.who).at, what: question.kind });
        }
        self.mind.decide(look)
    }
}

impl Ahead {
    /// What comes of `order`, as far as those who look may know; nothing if it cannot be given.
    pub fn comes(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Comes> {
        let scratch = self.told.get_or_insert_with(|| Box::new(Scratch::new().told()));
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(0));
        copy.answer(order.clone()).ok()?;
        let mut watcher = Watcher::of(who);
        copy.play(&mut watcher);
        let after = copy.look()?;
        let mut stings = watcher.stings;
        // What happens by itself: somebody else's roll against whoever acts.
        let facts = after.battle::<Chronicle>().map_or(&[][..], |chronicle| &chronicle.facts);
        for fact in facts.iter().filter(|fact| fact.roll.is_some() && fact.whom == Some(who)) {
            let by = fact.who.filter(|by| look.are_enemies(who, *by) && stings.iter().all(|sting| sting.by != *by));
            stings.extend(by.map(|by| Sting { by, at: after.footprint(who).at, what: fact.rule }));
        }
        stings.retain(|sting| look.knows_of(sting.by));
        let (begins, misses_all) = (only_begins(look, who, order), strikes_nobody(look, who, order));
        Some(Comes { stings, ends: !is_on_turn(after, who), begins, leaves: left(look, after, who), misses_all })
    }

    /// How `who` would best get at `target` in this turn: a walk that leaves time for a blow, and that blow. `arm`: with
    /// nothing else.
    pub fn approach(
        &mut self,
        look: Look<'_>,
        (who, target): (Id, Id),
        walk: &Choice,
        arm: Option<&str>,
    ) -> Option<Approach> {
        let (body, aim) = (look.footprint(who), look.footprint(target));
        let squares = || walk.squares.iter().map(|(square, _)| *square).filter(|to| *to != body.at);
        let (near, far) = (near(look, who), far(look, who));
        let hand_to_hand = squares().filter(|to| near(body.moved_to(*to), aim)).take(TRIED.0);
        let from_afar = squares().filter(|to| far(body.moved_to(*to), aim)).take(TRIED.1);
        let from: Vec<Square> = hand_to_hand.chain(from_afar).collect();
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        let mut best: Option<((bool, f64), Approach)> = None;
        for to in from {
            let go = Order { to: Some(to), ..walk.order.clone() };
            copy.again(Falls::From(0));
            if copy.answer(go.clone()).is_err() {
                continue;
            }
            copy.play(&mut Watcher::of(who));
            let Some(there) = copy.look() else { continue };
            if !is_on_turn(there, who) || there.footprint(who).at != to {
                continue;
            }
            let name = look.key(target);
            let blows = there.choices().into_iter().filter(|choice| {
                choice.is_legal()
                    && choice.group == Group::Attack
                    && arm.is_none_or(|arm| done_with(&choice.order) == arm)
                    && choice.order.at.iter().any(|at| at.who == Some(name))
            });
            for choice in blows {
                let deed = there.deed(choice.order.verb).ok();
                let forecast = deed.and_then(|deed| deed.forecast(there, who, &choice.order));
                let harm = forecast.as_ref().map_or(0.0, Forecast::mean_harm);
                // What lands now before what only begins; of equal blows the shorter way.
                let lands = choice.takes <= there.rules().economy.remaining(there, who);
                if best.as_ref().is_none_or(|(known, _)| (lands, harm - 1e-9) > *known) {
                    let (label, forecast) = (choice.label, forecast.map(Arc::new));
                    let approach = Approach { go: go.clone(), blow: choice.order, label, forecast, lands };
                    best = Some(((lands, harm), approach));
                }
            }
        }
        best.map(|(_, approach)| approach)
    }
}

/// How somebody came off, tried out again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peril {
    /// How often it was tried.
    pub tries: u32,
    /// How often they were worse off then.
    pub hurt: u32,
    /// How often they were out of the fight.
    pub out: u32,
}

/// Tries before it is told how somebody comes off: a figure that stands still from then on.
const TRIES: u32 = 60;

/// Tries of what an answer brings: one deed is played, not a round.
const STAKES: u32 = 120;

impl Peril {
    /// Whether it has been tried often enough to be told.
    pub const fn is_settled(&self) -> bool {
        self.tries >= TRIES
    }

    /// Counts how `who` came off this time.
    fn note(&mut self, before: Look<'_>, after: Look<'_>, who: Id) {
        let is_out = before.is_in_play(who) && !after.is_in_play(who);
        let left = |look: Look<'_>| look.health(who).map_or(0, |(left, _)| left);
        let wounds = |look: Look<'_>| look.wounds(who).len();
        self.out += u32::from(is_out);
        self.hurt += u32::from(is_out || left(after) < left(before) || wounds(after) > wounds(before));
    }

    /// How many tries of a hundred went so.
    fn percent(&self, count: u32) -> f64 {
        (f64::from(count) * 100.0 / f64::from(self.tries.max(1))).round()
    }

    /// How many of a hundred that may be off.
    fn off(&self, count: u32) -> f64 {
        // A tail of none tried is not none at all.
        let share = (f64::from(count) + 1.0) / (f64::from(self.tries) + 2.0);
        (200.0 * (share * (1.0 - share) / f64::from(self.tries.max(1))).sqrt()).round()
    }

    /// In words, with how far off that may be.
    pub fn told(&self) -> Option<String> {
        if !self.is_settled() {
            return None;
        }
        if self.hurt == 0 {
            return Some(format!("until your next turn: no harm in {} tries", self.tries));
        }
        let one = |name: &str, count: u32| format!("{name} {}% ±{}", self.percent(count), self.off(count));
        Some(format!("until your next turn: {}, {}", one("hurt", self.hurt), one("out", self.out)))
    }

    /// In few words.
    pub fn brief(&self) -> String {
        let out = (self.out > 0).then(|| format!(", out {}%", self.percent(self.out)));
        format!("hurt {}%{}", self.percent(self.hurt), out.unwrap_or_default())
    }
}

/// What hangs on an answer to something that is going on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stake {
    /// How often it was tried.
    pub tries: u32,
    /// How the asked side comes off, and the one who put the question.
    pub of: BTreeMap<Id, Peril>,
}

impl Stake {
    /// Whether it has been tried often enough to be told.
    pub const fn is_settled(&self) -> bool {
        self.tries >= STAKES
    }

    /// Where the figures come from, and how far off they may be.
    pub fn source(&self) -> String {
        let off = self.of.values().map(|peril| peril.off(peril.hurt)).fold(0.0, f64::max);
        let how = "others who are asked answer as a computer would";
        format!("Until somebody's next turn, tried out {} times: give or take {off} of 100; {how}", self.tries)
    }
}

/// Everybody plays on as a computer would, until it is the turn of `who` once more.
struct Meanwhile {
    who: Id,
    mind: Mind,
    left: usize,
    has_passed: bool,
}

impl Player for Meanwhile {
    fn answer(&mut self, look: Look<'_>, _question: &Question) -> Option<Order> {
        self.left = self.left.checked_sub(1)?;
        if is_on_turn(look, self.who) {
            if std::mem::replace(&mut self.has_passed, true) {
                return None;
            }
            return pass(look).or_else(|| self.mind.decide(look));
        }
        self.mind.decide(look)
    }
}

impl Ahead {
    /// Tries out once more what becomes of `who` after `order` and the end of their turn: with dice of its own, all others
    /// played by plain minds.
    pub fn venture(&mut self, look: Look<'_>, who: Id, order: &Order, peril: &mut Peril) {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(u64::from(peril.tries) + 1));
        peril.tries += 1;
        if copy.answer(order.clone()).is_err() {
            return;
        }
        let seed = u64::from(peril.tries);
        copy.play(&mut Meanwhile { who, mind: Mind::new(Skill::Plain, seed), left: PASSES, has_passed: false });
        if let Some(after) = copy.look() {
            peril.note(look, after, who);
        }
    }

    /// Tries out once more what comes of an answer before somebody has a turn: with dice of its own, all others asked as
    /// plain minds would answer.
    pub fn stake(&mut self, look: Look<'_>, (who, by): (Id, Option<Id>), order: &Order, stake: &mut Stake) {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        stake.tries += 1;
        copy.again(Falls::From(u64::from(stake.tries)));
        if copy.answer(order.clone()).is_err() {
            return;
        }
        copy.play(&mut Watcher::of(who));
        let Some(after) = copy.look() else { return };
        let side = look.side(who);
        for each in look.shown().filter(|each| look.side(*each) == side || Some(*each) == by) {
            let peril = stake.of.entry(each).or_default();
            peril.tries = stake.tries;
            peril.note(look, after, each);
        }
    }
}

/// Where somebody could strike in their next turn.
#[derive(Clone, Debug, Default)]
pub struct Strikes {
    /// Hand to hand.
    pub near: BTreeSet<Square>,
    /// From afar.
    pub far: BTreeSet<Square>,
}

/// Everybody passes until each of those who are looked for has had a turn.
struct Passing {
    mind: Mind,
    left: usize,
    until: i32,
    wanted: BTreeSet<Id>,
    found: BTreeMap<Id, Strikes>,
}

impl Player for Passing {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        self.left = self.left.checked_sub(1).filter(|_| !self.wanted.is_empty() && look.clock().round <= self.until)?;
        if let (Some(who), None) = (question.who, &question.choices) {
            if self.wanted.remove(&who) {
                self.found.insert(who, Strikes::of(look, who));
            }
            return pass(look).or_else(|| self.mind.decide(look));
        }
        self.mind.decide(look)
    }
}

impl Ahead {
    /// Where these could strike when their turn comes, if everybody else stayed where they are: read from their own choices
    /// in a copy of the battle in which all others pass. Who has no turn before the next round is over can strike nowhere.
    pub fn strikes(&mut self, look: Look<'_>, foes: impl Iterator<Item = Id>) -> BTreeMap<Id, Strikes> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(0));
        let mut passing = Passing {
            mind: Mind::new(Skill::Walk, 0),
            left: PASSES,
            until: look.clock().round + 1,
            wanted: foes.collect(),
            found: BTreeMap::new(),
        };
        copy.play(&mut passing);
        passing.found
    }
}

impl Strikes {
    /// Of whoever is asked what to do in their turn.
    fn of(look: Look<'_>, who: Id) -> Self {
        let look = look.without_words();
        let choices = look.choices();
        let economy = &look.rules().economy;
        let body = look.footprint(who);
        let blow = choices.iter().filter(|choice| choice.group == Group::Attack && choice.takes > 0);
        let blow = blow.map(|choice| choice.takes).min().unwrap_or(1);
        let left = economy.remaining(look, who);
        let mut from = vec![body.at];
        for walk in choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Move) {
            // Ways of one length cost the same.
            let mut leaves: BTreeMap<i32, bool> = BTreeMap::new();
            let Ok(deed) = look.deed(walk.order.verb) else { continue };
            for (square, length) in &walk.squares {
                let leaves = leaves.entry(*length).or_insert_with(|| {
                    let order = Order { to: Some(*square), ..walk.order.clone() };
                    let price = economy.price(look, who, &**deed, &order);
                    price.is_ok_and(|price| left - price.amount >= blow)
                });
                if *leaves {
                    from.push(*square);
                }
            }
        }
        let mut found = Self::default();
        let armed = |item: &&Item| item.is_ready() && item.arm.damage.is_some() && !look.is_useless(who, &item.arm);
        for item in look.arms(who).filter(armed) {
            let by_rule = |look: Look<'_>| {
                look.rules().registry.shows.iter().find_map(|each| each.threatens(look, who, &item.arm))
            };
            if by_rule(look).is_some() {
                // Where places are zones, one square of each will do.
                let mut zones = BTreeSet::new();
                for at in from.iter().filter(|at| zones.insert(look.spots().at(**at))) {
                    let mut memo = Memo::of(look);
                    memo.put(who, body.moved_to(*at));
                    found.near.extend(by_rule(look.remembering(&memo)).into_iter().flatten());
                }
                continue;
            }
            let threat = look.threat(who, &item.arm);
            found.near.extend(from.iter().flat_map(|at| threat.squares(look.board(), body.moved_to(*at))));
            if item.arm.increment.is_some() || item.arm.range.is_some() {
                found.shoot(look, body, &from);
            }
        }
        let stands = |square: &Square| look.board().terrain(*square).is_some_and(|terrain| terrain.cost > 0);
        found.near.retain(stands);
        found.far.retain(|square| stands(square) && !found.near.contains(square));
        found
    }

    /// What is seen from where one stands and from the farthest of the places that leave time for a shot.
    fn shoot(&mut self, look: Look<'_>, body: Footprint, from: &[Square]) {
        let board = look.board();
        let mut places = vec![body.at];
        let along: [fn(&Square) -> i32; 4] = [|at| at.x, |at| -at.x, |at| at.y, |at| -at.y];
        places.extend(along.iter().filter_map(|along| from.iter().copied().max_by_key(along)));
        places.dedup();
        for at in places {
            let own = body.moved_to(at);
            for y in (at.y - FARTHEST).max(0)..(at.y + FARTHEST).min(board.height()) {
                for x in (at.x - FARTHEST).max(0)..(at.x + FARTHEST).min(board.width()) {
                    let square = Square::new(x, y);
                    if !self.far.contains(&square) && bodies_see(board, own, Footprint::one(square)) {
                        self.far.insert(square);
                    }
                }
            }
        }
    }
}

/// Whether one body gets at another hand to hand, as far as distance goes; in a field of zones everybody may.
fn near<'a>(look: Look<'a>, who: Id) -> impl Fn(Footprint, Footprint) -> bool + use<'a> {
    let arms: Vec<_> = look.arms(who).filter(|item| item.is_ready() && item.arm.damage.is_some()).collect();
    let zoned = look.zoned().is_some();
    move |from, to| zoned || arms.iter().any(|item| look.threat(who, &item.arm).reaches(from, to))
}

/// The same with what shoots or is thrown, as far as sight goes.
fn far<'a>(look: Look<'a>, who: Id) -> impl Fn(Footprint, Footprint) -> bool + use<'a> {
    let carries = |item: &&Item| item.is_ready() && (item.arm.increment.is_some() || item.arm.range.is_some());
    let shoots = look.arms(who).any(|item| carries(&item));
    move |from, to| shoots && bodies_see(look.board(), from, to)
}
