//! Which facts tell how something went that was tried at somebody, and what of it was warded off.

use std::collections::BTreeMap;

use super::AFTER;
use crate::battle::{Fact, Id, Purpose, Roll};

/// Whether a fact tells how a blow went: whether it struck home, or was warded off.
fn is_blow(fact: &Fact) -> bool {
    let rolled = |roll: &Roll| {
        let is_met = roll.purpose == Purpose::Defence || fact.whom.is_some() && roll.purpose != Purpose::Damage;
        is_met && roll.shows().is_some()
    };
    fact.warded.is_some() || fact.roll.as_ref().is_some_and(rolled)
}

/// Whether a fact tells how a contest ended in which both have just thrown.
fn settles(before: Option<&Fact>, fact: &Fact) -> bool {
    let is_open = |roll: &Roll| roll.purpose == Purpose::Other && roll.success.is_none();
    let thrown = before.and_then(|before| before.roll.as_ref()).is_some_and(is_open);
    thrown && fact.roll.is_none() && fact.who.is_some() && fact.whom.is_some() && fact.who != fact.whom
}

/// Whether the dice of a fact are thrown for this.
fn is_thrown_for(fact: &Fact, purpose: Purpose) -> bool {
    fact.roll.as_ref().is_some_and(|roll| roll.purpose == purpose)
}

/// Whom a fact tells of as sent somewhere by somebody else, as over an edge.
fn sent(fact: &Fact) -> Option<Id> {
    let is_way = matches!(fact.squares.as_slice(), [first, .., last] if first != last);
    fact.whom.filter(|whom| {
        is_way && fact.roll.is_none() && fact.changes.is_empty() && fact.who.is_some_and(|who| who != *whom)
    })
}

/// Which facts tell how something went that was tried at somebody: a blow, the end of a contest, a throw, damage that nothing of
/// the kind went before, as where somebody is thrown against a wall or falls, or a save in a later turn of somebody else than the last of these.
pub(super) fn ends(read: &[(usize, &Fact)]) -> Vec<bool> {
    let mut all = Vec::with_capacity(read.len());
    let mut last: Option<(usize, [Option<Id>; 2], (i32, Option<Id>))> = None;
    let mut before: Option<&Fact> = None;
    for (index, (_, fact)) in read.iter().enumerate() {
        let damages = is_thrown_for(fact, Purpose::Damage);
        let falls = || {
            let mut next = read.iter().skip(index + 1).take(AFTER).map(|(_, next)| next);
            fact.who.filter(|who| next.find(|next| next.dealt.is_some()).is_some_and(|next| next.who == Some(*who)))
        };
        let struck = if damages { fact.whom.or_else(falls) } else { None };
        let is_of = |struck: Id| last.is_some_and(|(at, both, _)| index - at <= AFTER && both.contains(&Some(struck)));
        let is_struck_since = || {
            last.is_some_and(|(at, ..)| read.iter().skip(at + 1).take(index - at).any(|(_, fact)| fact.dealt.is_some()))
        };
        let turn = (fact.round, fact.turn);
        // What somebody throws in the turn of somebody else is about what is done there.
        let is_later = fact.turn.is_some_and(|turn| fact.who != Some(turn)) && last.is_some_and(|(.., of)| of != turn);
        let saves = fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Other && roll.shows().is_some());
        let is_end = is_blow(fact)
            || settles(before, fact)
            || struck.is_some_and(|struck| !is_of(struck))
            || sent(fact).is_some_and(|whom| !(is_of(whom) && is_struck_since()))
            || saves && is_later;
        if is_end {
            last = Some((index, [fact.who, fact.whom], turn));
        }
        all.push(is_end);
        before = Some(fact);
    }
    all
}

/// The blow against which a defence is set, by its place, and at whom it is struck: at whoever defends, else the last one.
pub(super) fn met(read: &[(usize, &Fact)], index: usize) -> Option<(usize, Id)> {
    let (_, fact) = read.get(index)?;
    let by = fact.whom.filter(|_| is_thrown_for(fact, Purpose::Defence))?;
    let before = read.iter().take(index).enumerate().rev().take(AFTER);
    let blows = before.filter(|(_, (_, blow))| blow.who == Some(by) && is_thrown_for(blow, Purpose::Other));
    let blows: Vec<(usize, Id)> = blows.filter_map(|(at, (_, blow))| Some((at, blow.whom?))).collect();
    let own = blows.iter().find(|(_, whom)| fact.who == Some(*whom));
    let (blow, whom) = own.or(blows.first()).copied()?;
    // Whoever defends anew defends against another blow.
    let mut between = read.iter().take(index).skip(blow + 1);
    let is_anew = between.any(|(_, other)| other.who == fact.who && is_thrown_for(other, Purpose::Defence));
    (!is_anew).then_some((blow, whom))
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
