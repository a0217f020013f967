//! Where enemies can strike when their turn comes.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::time_limit::TimeLimit;
use super::{Ahead, PASSES, leaves_blow, pass};
use crate::ai::{Mind, Skill};
use crate::battle::house_words::ACT;
use crate::battle::{ArmKind, Choice, Falls, Group, Id, Item, Look, Memo, Order, Player, Question, Scratch};
use crate::board::{Footprint, Square, bodies_see};

/// Squares that are looked at around a shooter, at most.
const FARTHEST: i32 = 30;

/// Where somebody could strike in their next turn.
#[derive(Clone, Debug, Default)]
pub struct Strikes {
    /// Hand to hand.
    pub near: BTreeSet<Square>,
    /// From afar.
    pub far: BTreeSet<Square>,
}

/// Where many could strike, found out a few at a time: no frame waits for all of them.
#[derive(Default)]
pub struct Lookout {
    scratch: Option<Box<Scratch>>,
    passing: Option<Passing>,
    is_over: bool,
}

impl Lookout {
    /// Finds out of more of these where they could strike (see [`Ahead::strikes`]), for about so long; without a slice all of it.
    pub fn go_on(&mut self, look: Look<'_>, foes: impl FnOnce() -> Vec<Id>, slice: Option<Duration>) {
        if self.is_over {
            return;
        }
        let scratch = self.scratch.get_or_insert_default();
        let mut copy = match self.passing {
            Some(_) => scratch.as_left(look),
            None => scratch.copy_falling(look, Falls::From(0)),
        };
        let passing = self.passing.get_or_insert_with(|| Passing::before(look, foes()));
        (passing.limit, passing.is_on) = (TimeLimit::of(slice), false);
        copy.play(passing);
        self.is_over = !passing.limit.rests();
    }

    /// What was found, once all of it is known.
    pub fn found(&self) -> Option<&BTreeMap<Id, Strikes>> {
        self.passing.as_ref().filter(|_| self.is_over).map(|passing| &passing.found)
    }
}

/// Everybody passes until all wanted fighters have had a turn of their own from its start.
struct Passing {
    mind: Mind,
    left: usize,
    limit: TimeLimit,
    /// Somebody has passed since then.
    is_on: bool,
    /// Whose turn has begun already, and in which round.
    begun: (Option<Id>, i32),
    wanted: BTreeSet<Id>,
    found: BTreeMap<Id, Strikes>,
}

impl Passing {
    fn before(look: Look<'_>, foes: Vec<Id>) -> Self {
        Self {
            mind: Mind::new(Skill::Walk, 0),
            // Everybody has a turn to pass, and some are asked more.
            left: PASSES + look.everybody().count() * 2,
            limit: TimeLimit::default(),
            is_on: false,
            begun: (look.clock().turn, look.clock().round),
            wanted: foes.into_iter().collect(),
            found: BTreeMap::new(),
        }
    }

    /// The answer that gives a wanted fighter their turn, where it is asked whose turn it is: no side keeps a turn back.
    fn sent(&self, look: Look<'_>, question: &Question) -> Option<Order> {
        let named = |choice: &&Choice| {
            let who = choice.order.with.filter(|_| choice.is_legal() && choice.order.verb == ACT);
            who.and_then(|name| look.named(name)).is_some_and(|who| self.wanted.contains(&who))
        };
        question.choices.iter().flatten().find(named).map(|choice| choice.order.clone())
    }
}

impl Player for Passing {
    fn answer(&mut self, look: Look<'_>, question: &Question) -> Option<Order> {
        let (begun, round) = self.begun;
        let is_in_time = !self.wanted.is_empty() && look.clock().round <= round + 1;
        let left = self.left.checked_sub(1).filter(|_| is_in_time)?;
        if let (Some(who), None) = (question.who, &question.choices) {
            // They are asked again when it goes on.
            if std::mem::replace(&mut self.is_on, true) && self.limit.is_up() {
                return None;
            }
            // After what is left of the turn that has begun comes a whole one.
            let is_whole = begun != Some(who) || look.clock().round > round;
            if self.wanted.contains(&who) {
                self.found.entry(who).or_default().join(Strikes::of(look, who));
            }
            self.left = left;
            if is_whole {
                self.wanted.remove(&who);
            }
            return pass(look).or_else(|| self.mind.decide(look));
        }
        self.left = left;
        self.sent(look, question).or_else(|| self.mind.decide(look))
    }
}

impl Ahead {
    /// Where these could strike when their turn comes, if everybody else stayed where they are: read from their own choices
    /// in a copy of the battle in which all others pass. Of those who have acted in this round it is the turn of the next
    /// one. Who has no turn before the next round is over can strike nowhere.
    pub fn strikes(&mut self, look: Look<'_>, foes: impl Iterator<Item = Id>) -> BTreeMap<Id, Strikes> {
        let mut lookout = Lookout::default();
        lookout.go_on(look, || foes.collect(), None);
        lookout.passing.map(|passing| passing.found).unwrap_or_default()
    }
}

impl Strikes {
    /// With what can be struck at another time of the same turn or of a later one.
    fn join(&mut self, other: Self) {
        self.near.extend(other.near);
        self.far.extend(other.far);
        self.far.retain(|square| !self.near.contains(square));
    }

    /// From the choices of a fighter in their own turn.
    fn of(look: Look<'_>, who: Id) -> Self {
        let memo = Memo::of(look);
        let look = look.remembering(&memo).without_words();
        let choices = look.options_among(who, |deed| [Group::Attack, Group::Move].contains(&deed.group()));
        let economy = &look.rules().economy;
        let body = look.footprint(who);
        let blow = choices.iter().filter(|choice| choice.group == Group::Attack && choice.takes > 0);
        let blow = blow.map(|choice| choice.takes).min().unwrap_or(1);
        let mut from = vec![body.at];
        for walk in choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Move) {
            // Ways of one length cost the same.
            let mut leaves: BTreeMap<i32, bool> = BTreeMap::new();
            let Ok(deed) = look.deed(walk.order.verb) else { continue };
            for (square, length) in &walk.squares {
                let leaves = leaves.entry(*length).or_insert_with(|| {
                    let order = Order { to: Some(*square), ..walk.order.clone() };
                    let price = economy.price(look, who, &**deed, &order);
                    price.is_ok_and(|price| leaves_blow(look, who, (&**deed, &order, &price), blow))
                });
                if *leaves {
                    from.push(*square);
                }
            }
        }
        let mut found = Self::default();
        let armed = |item: &&Item| item.is_ready() && look.strikes_with(&item.arm) && !look.is_useless(who, &item.arm);
        for item in look.arms(who).filter(armed) {
            let shows = || look.rules().registry.shows.iter();
            let by_rule = |look: Look<'_>| shows().find_map(|each| each.threatens(look, who, &item.arm));
            let carries = |look: Look<'_>| shows().find_map(|each| each.carries(look, who, &item.arm));
            let shoots = item.arm.increment.is_some() || item.arm.range.is_some();
            if by_rule(look).is_some() || carries(look).is_some() {
                // Where places are zones, one square of each will do.
                let mut zones = BTreeSet::new();
                for at in from.iter().filter(|at| zones.insert(look.spots().at(**at))) {
                    let mut memo = Memo::of(look);
                    memo.put(who, body.moved_to(*at));
                    let there = look.remembering(&memo);
                    if item.arm.kind != ArmKind::Ranged {
                        found.near.extend(by_rule(there).into_iter().flatten());
                    }
                    let rings = carries(there).filter(|_| shoots).into_iter().flatten();
                    found.far.extend(rings.flat_map(|(_, squares)| squares));
                }
                continue;
            }
            let threat = look.threat(who, &item.arm);
            found.near.extend(from.iter().flat_map(|at| threat.squares(look.board(), body.moved_to(*at))));
            if shoots {
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
