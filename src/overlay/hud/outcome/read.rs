//! The facts that the line is read from: which of them tell how something went, and what has come of each.

use std::collections::BTreeMap;

use super::about::{befalls, cause, is_harm, is_plain, takes_out};
use super::ends::{ends, met, sure, warded};
use crate::battle::{Fact, Id, Look};
use crate::overlay::log::{NEAR, led};

/// What may be read of the facts since some moment, and of what was told right before.
pub(super) struct Read<'l, 'f> {
    pub(super) look: Look<'l>,
    /// All of it, each with its place among the facts.
    whole: Vec<(usize, &'f Fact)>,
    /// So many of them were told before: a blow may have been told before the answer to it.
    past: usize,
    /// Which of the others tell how something went.
    ends: Vec<bool>,
    /// The deed that has done what each of the others tells, where nothing was thrown for that, by where it stands in the whole.
    sure: Vec<Option<usize>>,
    /// The blows that were warded off, and what has done it, by where they stand in the whole.
    warded: BTreeMap<usize, usize>,
}

/// The blow that a defence is set against.
#[derive(Clone, Copy)]
pub(super) struct Against<'f> {
    /// Its place among the facts.
    pub(super) at: usize,
    pub(super) blow: &'f Fact,
    /// Whoever is struck.
    pub(super) whom: Id,
    /// Whether this defence has warded it off; nothing where none has. Of several that have, it is the first.
    pub(super) is_by_this: Option<bool>,
}

impl<'l, 'f> Read<'l, 'f> {
    /// The first of the facts is at this place, and `past` was told right before it.
    pub(super) fn of(look: Look<'l>, (first, past): (usize, &'f [Fact]), facts: &'f [Fact]) -> Self {
        let from = first.saturating_sub(past.len());
        let may_read = |(_, fact): &(usize, &Fact)| look.may_read(fact);
        let before: Vec<(usize, &Fact)> = (from..).zip(past).filter(may_read).collect();
        let own: Vec<(usize, &Fact)> = (first..).zip(facts).filter(may_read).collect();
        let told: Vec<&Fact> = before.iter().map(|(_, fact)| *fact).collect();
        let (past, ends) = (before.len(), ends(&own, &told));
        let whole = [before, own].concat();
        let (sure, warded) = (sure(look, &whole, past, &ends), warded(&whole));
        Self { look, whole, past, ends, sure, warded }
    }

    /// How many facts are told of.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// One of those that are told of, with its place among the facts.
    pub(super) fn get(&self, index: usize) -> Option<(usize, &'f Fact)> {
        self.whole.get(self.past + index).copied()
    }

    /// The place of one of them among the facts.
    pub(super) fn place(&self, fact: &Fact) -> Option<usize> {
        let mut own = self.whole.iter().skip(self.past);
        own.find(|(_, each)| std::ptr::eq(*each, fact)).map(|(at, _)| *at)
    }

    /// The round and the turn of the one at a place among the facts.
    pub(super) fn turn(&self, place: usize) -> Option<(i32, Option<Id>)> {
        let mut own = self.whole.iter().skip(self.past);
        own.find(|(at, _)| *at == place).map(|(_, fact)| (fact.round, fact.turn))
    }

    /// Whether one of them tells how something went.
    pub(super) fn is_end(&self, index: usize) -> bool {
        self.ends.get(index).copied().unwrap_or_default()
    }

    /// The deed that has done what one of them tells, where that is harm and nothing was thrown for it; with its place among the
    /// facts.
    pub(super) fn done(&self, index: usize) -> Option<(usize, &'f Fact)> {
        let deed = self.sure.get(index).copied().flatten()?;
        self.whole.get(deed).copied()
    }

    /// Whether one of them is such a deed.
    fn is_sure(&self, index: usize) -> bool {
        self.sure.contains(&Some(self.past + index))
    }

    /// What was told before one of them.
    pub(super) fn before(&self, index: usize) -> impl DoubleEndedIterator<Item = &'f Fact> {
        self.whole.iter().take(self.past + index).map(|(_, fact)| *fact)
    }

    /// What led to one of them.
    pub(super) fn led(&self, index: usize) -> Vec<&'f Fact> {
        self.get(index).map(|(_, fact)| led(self.before(index), fact)).unwrap_or_default()
    }

    /// The place of the first fact that led to the one at a place; that one's own where none did.
    pub(super) fn begins(&self, place: usize) -> usize {
        let at = self.whole.iter().skip(self.past).position(|(at, _)| *at == place);
        let led = at.map(|index| self.led(index)).unwrap_or_default();
        let first = led.first().and_then(|deed| self.whole.iter().find(|(_, each)| std::ptr::eq(*each, *deed)));
        first.map_or(place, |(at, _)| *at)
    }

    /// What one of them is set against, if it is a defence.
    pub(super) fn against(&self, index: usize) -> Option<Against<'f>> {
        let (blow, whom) = met(&self.whole, self.past + index)?;
        let (at, fact) = self.whole.get(blow).copied()?;
        let is_by_this = self.warded.get(&blow).map(|by| *by == self.past + index);
        Some(Against { at, blow: fact, whom, is_by_this })
    }
}

/// What has come of a fact that tells how something went.
pub(super) struct Came<'f> {
    /// What was told right after it, until something else went one way or another.
    pub(super) next: Vec<&'f Fact>,
    /// Harm on the way of somebody who is sent there, where it was told before who sends them.
    pub(super) earlier: Vec<(usize, &'f Fact)>,
    /// What has befallen those whom it is about: that of others comes of something else.
    pub(super) after: Vec<&'f Fact>,
    /// What has sent somebody where the place itself has harmed them, and the state that it has left them in.
    pub(super) cause: Option<(&'f Fact, Option<&'f Fact>)>,
    /// The worst harm of all.
    pub(super) worst: Option<&'f Fact>,
}

impl<'f> Came<'f> {
    pub(super) fn of(read: &Read<'_, 'f>, (index, fact): (usize, &'f Fact)) -> Self {
        let look = read.look;
        let next = (index + 1..read.count()).take(NEAR).take_while(|next| !read.is_end(*next) && !read.is_sure(*next));
        let next = next.filter_map(|next| read.get(next)).map(|(_, fact)| fact);
        // What is told in somebody else's turn comes of something else.
        let next: Vec<&Fact> = next.take_while(|after| is_in_turn(after, fact)).collect();
        let both = [fact.who, fact.whom];
        let is_theirs = |after: &&Fact| fact.whom.is_none() || befalls(after).any(|who| both.contains(&Some(who)));
        let theirs: Vec<&Fact> = next.iter().copied().filter(is_theirs).collect();
        let mut earlier = on_the_way(read, (index, fact));
        let way = || earlier.iter().map(|(_, fact)| *fact);
        let cause = cause(look, &way().chain([fact]).chain(theirs.iter().copied()).collect::<Vec<_>>());
        let after = way().filter(|_| cause.is_some()).chain(theirs.iter().copied()).collect();
        if cause.is_none() {
            earlier.clear();
        }
        let came = Self { next, earlier, after, cause, worst: None };
        Self { worst: came.worst_of(look, |_| true), ..came }
    }

    /// The worst harm of this kind: whoever is out of it by one hit of several is no less so by those after it.
    pub(super) fn worst_of(&self, look: Look<'_>, is_of: impl Fn(&Fact) -> bool) -> Option<&'f Fact> {
        let harms = || self.after.iter().copied().rev().filter(|fact| is_harm(look, fact) && is_of(fact));
        let ends_it = harms().find(|fact| takes_out(look, fact));
        ends_it.or_else(|| harms().find(|fact| is_plain(look, fact))).or_else(|| harms().next())
    }
}

/// Whether a fact is told in no other turn than another, where both are told in one.
pub(super) fn is_in_turn(fact: &Fact, of: &Fact) -> bool {
    fact.turn.is_none() || of.turn.is_none() || (fact.round, fact.turn) == (of.round, of.turn)
}

/// What was told of somebody right before a fact that sends them somewhere.
fn on_the_way<'f>(read: &Read<'_, 'f>, (index, fact): (usize, &Fact)) -> Vec<(usize, &'f Fact)> {
    let Some((_, sent)) = fact.sends() else { return Vec::new() };
    let near = (index.saturating_sub(NEAR)..index).rev().take_while(|before| !read.is_end(*before));
    let near = near.filter_map(|before| read.get(before));
    let is_same = |before: &Fact| (before.round, before.turn) == (fact.round, fact.turn);
    let mut all: Vec<(usize, &Fact)> = near.filter(|(_, before)| is_same(before) && before.who == Some(sent)).collect();
    all.reverse();
    all
}
