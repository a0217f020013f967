//! Which facts tell how something went that was tried at somebody, and what of it was warded off.

use std::collections::BTreeMap;

use super::about::is_harm;
use super::read::is_in_turn;
use crate::battle::{Bout, Fact, Id, Look, Purpose, Roll};
use crate::overlay::log::{NEAR, is_blow, is_deed, led};

/// Whether a fact tells how dice have ended that are held against no number, right after them: of a contest as its rules say.
fn settles(before: Option<&Fact>, fact: &Fact) -> bool {
    let is_open = |roll: &Roll| roll.purpose == Purpose::Other && roll.success.is_none();
    let Some(before) = before.filter(|before| before.roll.as_ref().is_some_and(is_open)) else { return false };
    let is_between = fact.who.is_some() && fact.whom.is_some() && fact.who != fact.whom;
    match before.bout {
        Some(_) => fact.bout == Some(Bout::Result),
        None => fact.roll.is_none() && is_between,
    }
}

/// Whether the dice of a fact are thrown for this.
pub(super) fn is_thrown_for(fact: &Fact, purpose: Purpose) -> bool {
    fact.roll.as_ref().is_some_and(|roll| roll.purpose == purpose)
}

/// The last fact that told how something went.
struct Last {
    index: usize,
    /// Who did it, and who suffered it.
    both: [Option<Id>; 2],
    /// The round and the turn that it was done in.
    turn: (i32, Option<Id>),
}

impl Last {
    /// Whether a fact comes so soon after it that what befalls somebody then may be of it.
    fn is_of(&self, index: usize, who: Id) -> bool {
        index - self.index <= NEAR && self.both.contains(&Some(who))
    }
}

/// Whose damage a fact throws: that of whoever it names, else of whoever has thrown and comes to harm next, as by a fall.
fn damaged(read: &[(usize, &Fact)], index: usize) -> Option<Id> {
    let (_, fact) = read.get(index).filter(|(_, fact)| is_thrown_for(fact, Purpose::Damage))?;
    let falls = || {
        let next = read.iter().skip(index + 1).take(NEAR).find(|(_, next)| next.dealt.is_some());
        fact.who.filter(|who| next.is_some_and(|(_, next)| next.who == Some(*who)))
    };
    fact.whom.or_else(falls)
}

/// Which facts tell how something went that was tried at somebody: a blow, the end of a contest, a throw, damage after nothing of
/// the kind, as that of a wall or a fall, or a save in a later turn of somebody else, or against what somebody does there. `past`:
/// what was told before all of these.
pub(super) fn ends(read: &[(usize, &Fact)], past: &[&Fact]) -> Vec<bool> {
    let mut all = Vec::with_capacity(read.len());
    let mut last: Option<Last> = None;
    let mut before: Option<&Fact> = None;
    for (index, (_, fact)) in read.iter().enumerate() {
        let is_of = |who: Id| last.as_ref().is_some_and(|last| last.is_of(index, who));
        let has_harmed = |last: &Last| {
            read.iter().skip(last.index + 1).take(index - last.index).any(|(_, fact)| fact.dealt.is_some())
        };
        // Whoever is sent somewhere at the end of a deed that has harmed them is told of with that.
        let is_told = |whom: Id| is_of(whom) && last.as_ref().is_some_and(has_harmed);
        let turn = (fact.round, fact.turn);
        // What somebody throws in the turn of somebody else is about what is done there.
        let is_others = fact.turn.is_some_and(|turn| fact.who != Some(turn));
        let is_led = || {
            let own = read.iter().take(index).map(|(_, fact)| *fact);
            !led(past.iter().copied().chain(own), fact).is_empty()
        };
        // After harm a deed that somebody sets about begins another blow, also in the same turn.
        let is_anew = || last.as_ref().is_some_and(has_harmed) && is_led();
        let is_later =
            is_others && last.as_ref().map_or_else(is_led, |last| last.turn != turn || has_harmed(last) && is_led());
        let saves = fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Other && roll.shows().is_some());
        // Whoever resists in a contest does nothing to whoever began it.
        let resists = before.is_some_and(|before| before.meets(fact));
        let is_end = is_blow(fact) && !resists
            || settles(before, fact)
            || damaged(read, index).is_some_and(|struck| !is_of(struck) || is_anew())
            || fact.sends().is_some_and(|(_, whom)| !is_told(whom))
            || saves && is_later;
        if is_end {
            last = Some(Last { index, both: [fact.who, fact.whom], turn });
        }
        all.push(is_end);
        before = Some(fact);
    }
    all
}

/// The deed that has done what each fact tells, where that is harm and nothing was thrown for whether it comes to it, as a spell
/// that never fails: by where it stands among all. The first `past` of them were told before.
pub(super) fn sure(look: Look<'_>, read: &[(usize, &Fact)], past: usize, ends: &[bool]) -> Vec<Option<usize>> {
    let is_end = |index: usize| index.checked_sub(past).and_then(|own| ends.get(own)).copied().unwrap_or_default();
    let of = |index: usize| {
        let (_, harm) = read.get(index).filter(|(_, fact)| is_harm(look, fact) && !is_end(index))?;
        let is_same_turn = |fact: &Fact| (fact.round, fact.turn) == (harm.round, harm.turn);
        let is_it = |deed: &Fact| {
            let is_bare = deed.changes.is_empty() && deed.dealt.is_none() && deed.goes().is_none();
            let is_theirs = deed.whom == harm.who && (harm.whom.is_none() || harm.whom == deed.who);
            is_deed(deed) && is_bare && is_theirs
        };
        let near = |index: usize| (index.saturating_sub(NEAR)..index).rev().map(move |at| (at, read[at].1));
        let mut open = near(index).take_while(|(at, fact)| is_same_turn(fact) && !is_end(*at) && !is_blow(fact));
        let (at, deed) = open.find(|(_, fact)| is_it(fact))?;
        // What follows from a blow is told with that.
        let both = [deed.who, deed.whom];
        let is_between = |fact: &Fact| both.contains(&fact.who) && both.contains(&fact.whom);
        let mut before = near(at).take_while(|(_, fact)| is_same_turn(fact));
        let follows = before.any(|(at, fact)| (is_end(at) || is_blow(fact)) && is_between(fact));
        (!follows).then_some(at)
    };
    (past..read.len()).map(of).collect()
}

/// The place of the blow that a defence is set against, and whoever is struck: whoever defends, else the last one.
pub(super) fn met(read: &[(usize, &Fact)], index: usize) -> Option<(usize, Id)> {
    let (_, fact) = read.get(index)?;
    let by = fact.whom.filter(|_| is_thrown_for(fact, Purpose::Defence))?;
    let before = read.iter().take(index).enumerate().rev().take(NEAR);
    // What was tried in another turn is met in that.
    let is_blow = |blow: &Fact| blow.who == Some(by) && is_thrown_for(blow, Purpose::Other) && is_in_turn(blow, fact);
    let blows = before.filter(|(_, (_, blow))| is_blow(blow));
    let blows: Vec<(usize, Id)> = blows.filter_map(|(at, (_, blow))| Some((at, blow.whom?))).collect();
    // Whoever defends anew defends against another blow.
    let is_anew = |blow: usize| {
        let mut between = read.iter().take(index).skip(blow + 1);
        between.any(|(_, other)| other.who == fact.who && is_thrown_for(other, Purpose::Defence))
    };
    // A blow that has missed by itself is warded off only where no other has struck home.
    let strikes = |at: usize| {
        let roll = read.get(at).and_then(|(_, blow)| blow.roll.as_ref());
        roll.is_some_and(|roll| roll.success != Some(false))
    };
    let own = || blows.iter().filter(|(_, whom)| fact.who == Some(*whom));
    let hit = own().find(|(at, _)| strikes(*at)).filter(|(at, _)| !is_anew(*at));
    let (blow, whom) = hit.or(own().next()).or(blows.first()).copied()?;
    (!is_anew(blow)).then_some((blow, whom))
}

/// The blows that were warded off, by their places, each with the place of the first defence that has done it.
pub(super) fn warded(read: &[(usize, &Fact)]) -> BTreeMap<usize, usize> {
    let mut warded = BTreeMap::new();
    for (index, (_, fact)) in read.iter().enumerate() {
        if let Some((blow, _)) = met(read, index).filter(|_| fact.warded.is_some()) {
            warded.entry(blow).or_insert(index);
        }
    }
    warded
}
