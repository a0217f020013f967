//! What hangs on the answers to a question: exactly where the dice that are still to fall are few, else tried out with the
//! same dice for every answer.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::platform::time::Instant;

use super::fate::Fate;
use super::peril::{Shares, no_harm};
use super::sure::parts;
use super::{Ahead, Peril, Watcher, is_on_turn, put_off};
use crate::ai::{Mind, Skill};
use crate::battle::{Falls, Id, Look, Nobody, Order, Spoken};
use crate::ways::{Course, Said, ways};

/// Tries of what an answer brings: one deed is played, not a round.
const TRIES: u32 = 240;

/// So many steps an exact answer may take to be found. Beyond that all answers of its question are tried out.
const STEPS: u64 = 256;

/// Exact chances are counted in ten thousandths.
const PARTS: u32 = 10_000;

/// Two answers are told apart by tries where what they differ by, squared, is above so many times the tries in which they do:
/// that happens by chance about once in seventy times.
const APART: u32 = 6;

/// What hangs on an answer to something that is going on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stake {
    /// How often it was tried; of what is exact, of how many parts of a whole it is told.
    pub tries: u32,
    /// Whether it was worked out.
    pub is_exact: bool,
    /// How the asked side comes off, and the one who put the question.
    pub of: BTreeMap<Id, Peril>,
    /// What they do about it afterwards, as its button says it. The odds reckon with it.
    pub then: Option<String>,
    /// Whether the answer puts it off: what is answered when it is asked again is not counted.
    pub puts_off: bool,
    /// How badly the one who is asked came off, try by try: 1 for harm, 2 for out of the fight.
    falls: Vec<u8>,
}

impl Stake {
    /// Whether it is known well enough to be told.
    pub const fn is_settled(&self) -> bool {
        self.is_exact || self.tries >= TRIES
    }

    /// Where the figures come from, and how far off they may be.
    pub fn source(&self) -> String {
        let how = "no friend steps in; for others the computer answers, unless an answer is set for every time";
        if self.is_exact {
            return format!("Worked out exactly, to the end of this deed; {how}");
        }
        let off = self.of.values().map(|peril| peril.off(peril.hurt)).fold(0.0, f64::max);
        let alike = "answers that they cannot tell apart are told alike";
        let tried = format!("Tried out {} times with the same dice for every answer", self.tries);
        format!("{tried}, until somebody's next turn: give or take {off} of 100. {how}; {alike}")
    }

    /// How often it harms somebody, and nothing more.
    pub fn brief(&self, who: Id) -> Option<String> {
        Some(self.of.get(&who)?.brief(self.shares()))
    }

    /// In few words, how somebody comes off by it.
    pub fn told(&self, look: Look<'_>, who: Id) -> Option<String> {
        let (peril, brief) = (self.of.get(&who)?, self.brief(who)?);
        let left = look.health(who).map(|(left, _)| left).filter(|left| *left > 0);
        let loses = peril.loses().zip(left).map(|(each, left)| match self.is_exact {
            true => format!(", {each:.1} of {left} lost on average"),
            false => format!(", about {} of {left} lost", each.round().max(1.0)),
        });
        Some(format!("{brief}{}", loses.unwrap_or_default()))
    }

    /// How its shares are told: tries tell no more than round numbers.
    const fn shares(&self) -> Shares {
        if self.is_exact { Shares::Whole } else { Shares::Round }
    }

    /// What is said where nothing befalls anybody.
    pub const fn no_harm(&self) -> &'static str {
        if self.puts_off { "held: asked again if it comes about once more" } else { no_harm(self.is_exact) }
    }

    /// Whether anything may befall anybody by it.
    pub fn is_any(&self) -> bool {
        self.of.values().any(Peril::is_any)
    }

    /// Whether the same dice speak for one of the two beyond what chance alone would.
    fn differs(&self, other: &Self) -> bool {
        let apart = |least: u8| {
            let both = || self.falls.iter().zip(&other.falls);
            let worse = both().filter(|(own, other)| **own >= least && **other < least).count() as u32;
            let better = both().filter(|(own, other)| **own < least && **other >= least).count() as u32;
            worse.abs_diff(better).pow(2) > APART * (worse + better)
        };
        apart(1) || apart(2)
    }

    /// Notes how everybody has come off.
    fn count(&mut self, fates: &BTreeMap<Id, Fate>, times: u32) {
        for (who, fate) in fates {
            self.of.entry(*who).or_default().count(fate, times);
        }
    }
}

/// What hangs on each of the answers to one question.
#[derive(Debug, Default)]
pub struct Stakes {
    of: Vec<(Order, Stake)>,
    /// They are tried out: one of them has too many ways.
    are_tried: bool,
    /// Those that tries cannot tell apart have been made alike.
    are_even: bool,
    /// It is known what follows each of them.
    are_followed: bool,
    is_settled: bool,
}

impl Stakes {
    /// Goes on for about so long with what is not known yet; whether all is known. Either all answers are worked out or all are
    /// tried out, each as often and with the same dice.
    pub fn go_on(&mut self, ahead: &mut Ahead, look: Look<'_>, orders: &[Order], slice: Duration) -> bool {
        self.further(ahead, look, orders, slice, None)
    }

    /// The same for further answers to a question, where some are known. If those were tried out, these are, too, as often and
    /// with the same dice; an answer that cannot be told apart from a known one is told like it.
    pub fn go_on_beside(
        &mut self,
        ahead: &mut Ahead,
        look: Look<'_>,
        orders: &[Order],
        slice: Duration,
        known: &Self,
    ) -> bool {
        self.further(ahead, look, orders, slice, Some(known))
    }

    fn further(
        &mut self,
        ahead: &mut Ahead,
        look: Look<'_>,
        orders: &[Order],
        slice: Duration,
        known: Option<&Self>,
    ) -> bool {
        let Some((question, who)) = look.question().and_then(|question| Some((question, question.who?))) else {
            return false;
        };
        if !self.of.iter().map(|(order, _)| order).eq(orders) {
            let of = orders.iter().map(|order| (order.clone(), Stake::default())).collect();
            *self = Self { of, are_tried: known.is_some_and(|known| known.are_tried), ..Self::default() };
        }
        // In a turn of one's own the odds are those of the target.
        let struck = |order: &Order| look.target(order).filter(|target| look.are_enemies(who, *target));
        let of = |order: &Order| (who, question.by.or_else(|| struck(order)));
        let begun = Instant::now();
        while !self.is_settled && begun.elapsed() < slice {
            if self.are_tried {
                self.of.iter_mut().for_each(|(order, stake)| ahead.stake(look, of(order), order, stake));
                self.is_settled = self.of.iter().all(|(_, stake)| stake.is_settled());
                continue;
            }
            match self.of.iter_mut().find(|(_, stake)| !stake.is_settled()) {
                None => self.is_settled = true,
                Some((order, stake)) => match ahead.sure(look, of(order), order, STEPS) {
                    Some(sure) => *stake = sure,
                    None => {
                        self.are_tried = true;
                        self.of.iter_mut().for_each(|(_, stake)| *stake = Stake::default());
                    }
                },
            }
        }
        if self.is_settled && self.are_tried && !self.are_even {
            even(who, &mut self.of);
            if let Some(known) = known.filter(|known| known.are_tried) {
                alike(who, &known.of, &mut self.of);
            }
            self.are_even = true;
        }
        if self.is_settled && !self.are_followed {
            self.of.iter_mut().for_each(|(order, stake)| stake.then = ahead.then(look, who, order));
            self.are_followed = true;
        }
        self.is_settled
    }

    /// What hangs on an answer, once all of them are known.
    pub fn get(&self, order: &Order) -> Option<&Stake> {
        self.of.iter().filter(|_| self.is_settled).find(|(each, _)| each == order).map(|(_, stake)| stake)
    }

    /// Whether anything hangs on any of them.
    pub fn is_any(&self) -> bool {
        self.of.iter().any(|(_, stake)| stake.is_any())
    }
}

/// Answers that tries cannot tell apart get the same shares of harm for the one who is asked: those of all of them together.
fn even(who: Id, all: &mut [(Order, Stake)]) {
    let mut group: Vec<usize> = (0..all.len()).collect();
    for (one, (_, own)) in all.iter().enumerate() {
        for (other, (_, its)) in all.iter().enumerate().skip(one + 1) {
            let (from, to) = (group.get(other).copied(), group.get(one).copied());
            if let (Some(from), Some(to), false) = (from, to, own.differs(its)) {
                group.iter_mut().filter(|each| **each == from).for_each(|each| *each = to);
            }
        }
    }
    let sums: BTreeMap<usize, Peril> =
        group.iter().zip(&*all).fold(BTreeMap::new(), |mut sums, (group, (_, stake))| {
            let sum: &mut Peril = sums.entry(*group).or_default();
            if let Some(peril) = stake.of.get(&who) {
                sum.tries += peril.tries;
                (sum.hurt, sum.out, sum.lost) =
                    (sum.hurt + peril.hurt, sum.out + peril.out, sum.lost.saturating_add(peril.lost));
                peril.comes.iter().for_each(|(each, count)| *sum.comes.entry(*each).or_default() += count);
            }
            sums
        });
    for (group, (_, stake)) in group.iter().zip(all) {
        let Some((sum, own)) = sums.get(group).zip(stake.of.get_mut(&who)) else { continue };
        let share = |of: u32| (f64::from(of) * f64::from(own.tries) / f64::from(sum.tries.max(1))).round() as u32;
        (own.hurt, own.out, own.lost) = (share(sum.hurt), share(sum.out), share(sum.lost));
        own.comes =
            sum.comes.iter().map(|(each, count)| (*each, share(*count))).filter(|(_, share)| *share > 0).collect();
        // What has a word of its own has one still, however it was rounded.
        let named: u32 = own.comes.values().sum();
        let most = own.comes.values_mut().max().filter(|_| sum.comes.values().sum::<u32>() == sum.hurt);
        if let Some(most) = most {
            *most = (*most + own.hurt).saturating_sub(named);
        }
    }
}

/// Answers that tries cannot tell apart from one that is known already get its shares of harm for the one who is asked.
fn alike(who: Id, known: &[(Order, Stake)], all: &mut [(Order, Stake)]) {
    for (_, stake) in all {
        let like = known.iter().find(|(_, known)| !known.differs(stake)).and_then(|(_, known)| known.of.get(&who));
        if let Some((like, own)) = like.zip(stake.of.get_mut(&who)) {
            (own.hurt, own.out, own.lost) = (like.hurt, like.out, like.lost);
            own.comes.clone_from(&like.comes);
        }
    }
}

/// How everybody of the side that is asked has come off, and the one who put the question.
fn fates(before: Look<'_>, after: Look<'_>, (who, by): (Id, Option<Id>)) -> BTreeMap<Id, Fate> {
    let side = before.side(who);
    let all = before.shown().filter(|each| before.side(*each) == side || Some(*each) == by);
    // Whoever strikes may well let go of what they throw.
    all.map(|each| (each, Fate::of(before, after, each, before.side(each) == side))).collect()
}

impl Ahead {
    /// What comes of an answer by the end of the deed that asks for it, over all ways in which dice can fall. Nothing if
    /// going through them would take more steps than this.
    pub fn sure(&mut self, look: Look<'_>, of: (Id, Option<Id>), order: &Order, steps: u64) -> Option<Stake> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy_falling(look, Falls::From(0));
        let said = Said { who: Some(look.name(of.0).to_owned()), order: Spoken::from(order) };
        let habits = self.habits.clone();
        let (alone, limit) = (Some(of.0), Some(steps));
        let asked_again = put_off(look, order);
        let course =
            Course { orders: vec![said], habits, alone, is_near: true, asked_again, limit, ..Course::default() };
        let (world, battle) = copy.by_hand();
        let found = ways(world, battle, &course, |ended| Ok(fates(look, ended.look, of))).ok()?;
        let puts_off = asked_again.is_some();
        let mut stake = Stake { tries: PARTS, is_exact: true, puts_off, ..Stake::default() };
        parts(&found, PARTS).into_iter().for_each(|(fates, part)| stake.count(fates, part));
        stake.of.values_mut().for_each(|peril| peril.tries = PARTS);
        Some(stake)
    }

    /// What `who` does next by themselves about what goes on, once this has been answered.
    fn then(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<String> {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        copy.again(Falls::From(0));
        copy.imagine(look.side(who));
        copy.answer(order.clone()).ok()?;
        let mut watcher = Watcher::alone(look, who, order, &self.habits);
        copy.play(&mut watcher);
        watcher.own.into_iter().next()
    }

    /// What a computer would do next in the turn of `who`, once this has been answered, if that turn goes on.
    pub fn goes_on(&mut self, look: Look<'_>, who: Id, order: &Order) -> Option<Order> {
        let mut copy = self.mute.get_or_insert_default().copy(look);
        copy.again(Falls::From(0));
        copy.imagine(look.side(who));
        copy.answer(order.clone()).ok()?;
        copy.play(&mut Nobody);
        let after = copy.look().filter(|after| is_on_turn(*after, who))?;
        Mind::new(Skill::Keen, 0).decide(after)
    }

    /// Tries out once more what comes of an answer before somebody has a turn: with dice that are the same for every answer
    /// that was tried as often, all others asked as plain minds would answer.
    pub fn stake(&mut self, look: Look<'_>, of: (Id, Option<Id>), order: &Order, stake: &mut Stake) {
        let scratch = self.mute.get_or_insert_default();
        let mut copy = scratch.copy(look);
        stake.tries += 1;
        stake.puts_off = put_off(look, order).is_some();
        copy.again(Falls::From(u64::from(stake.tries)));
        copy.imagine(look.side(of.0));
        let mut found = BTreeMap::new();
        if copy.answer(order.clone()).is_ok() {
            copy.play(&mut Watcher::alone(look, of.0, order, &self.habits));
            found = copy.look().map(|after| fates(look, after, of)).unwrap_or_default();
        }
        let own = found.get(&of.0).map_or(0, |fate| u8::from(fate.hurt) + u8::from(fate.out));
        stake.falls.push(own);
        stake.count(&found, 1);
        let tries = stake.tries;
        stake.of.values_mut().for_each(|peril| peril.tries = tries);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stake of an answer: how `who` fell, try by try.
    fn tried(who: Id, falls: impl IntoIterator<Item = u8>) -> Stake {
        let mut stake = Stake::default();
        for fall in falls {
            let fate = Fate { hurt: fall > 0, out: fall > 1, ..Fate::default() };
            stake.tries += 1;
            stake.falls.push(fall);
            stake.count(&[(who, fate)].into(), 1);
        }
        let tries = stake.tries;
        stake.of.values_mut().for_each(|peril| peril.tries = tries);
        stake
    }

    fn evened(all: Vec<Stake>) -> Vec<(u32, u32, Option<String>)> {
        let who = Id(0);
        let mut all: Vec<(Order, Stake)> = all.into_iter().map(|stake| (Order::new("none"), stake)).collect();
        even(who, &mut all);
        let told = |own: &Peril| (own.hurt, own.out, Some(own.brief(Shares::Round)));
        all.iter().map(|(_, stake)| told(&stake.of[&who])).collect()
    }

    /// Promise: two answers between which the same dice do not decide are told alike; one that is truly better is told so.
    #[test]
    fn what_tries_cannot_tell_apart_is_told_alike() {
        let who = Id(0);
        let every =
            |n: u8, of: u8| tried(who, (0..240).map(move |at: u32| u8::from(at % u32::from(n) < u32::from(of))));
        // Hurt in a few tries more, and in others: chance alone does as much.
        let (block, nothing) =
            (every(10, 4), tried(who, (0..240_u32).map(|at| u8::from((at * 7 + 3) % 10 < 4 || at < 3))));
        assert_ne!(block.of[&who].hurt, nothing.of[&who].hurt);
        let told = evened(vec![block.clone(), nothing]);
        assert_eq!(told[0], told[1]);
        assert_eq!(told[0].2.as_deref(), Some("harmed about 40%"));
        // Half as often hurt by the same dice.
        let told = evened(vec![block, every(10, 2)]);
        assert!(told[1].0 < told[0].0, "{told:?}");
        // As often hurt, and far more often out of the fight.
        let told = evened(vec![every(2, 1), tried(who, (0..240_u8).map(|at| if at % 2 == 0 { 2 } else { 0 }))]);
        assert_ne!(told[0].1, told[1].1);
        assert_eq!(told[0].2.as_deref(), Some("harmed about 50%"));
    }

    /// Promise: round numbers say that they are no more than that; a whole that is known is told to the point.
    #[test]
    fn what_was_tried_is_told_in_round_numbers() {
        let who = Id(0);
        let hurt = |times: u32| tried(who, (0..240).map(|at| u8::from(at < times))).of[&who].clone();
        let round = |times: u32| hurt(times).brief(Shares::Round);
        assert_eq!(round(0), "no harm seen");
        assert_eq!(round(3), "harmed under 5%");
        assert_eq!(round(239), "harmed over 95%");
        assert_eq!(round(100), "harmed about 40%");
        assert_eq!(hurt(100).brief(Shares::Whole), "harmed 42%");
    }
}
