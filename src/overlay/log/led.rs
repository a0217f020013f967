//! What leads to a throw that says neither who strikes nor at whom: who strikes, who steps in, who strikes back.

use crate::battle::{Fact, Id, Purpose, Roll};

/// So many facts before and after something that was tried are looked at for what belongs to it.
pub(in crate::overlay) const NEAR: usize = 12;
/// No more deeds than these are told before a throw.
const MOST: usize = 4;

/// Whether a fact tells how a blow went: whether it struck home, was warded off or went astray.
pub(in crate::overlay) fn is_blow(fact: &Fact) -> bool {
    let rolled = |roll: &Roll| {
        let is_met = roll.purpose == Purpose::Defence || fact.whom.is_some() && roll.purpose != Purpose::Damage;
        is_met && roll.shows().is_some()
    };
    fact.warded.is_some() || fact.astray.is_some() || fact.roll.as_ref().is_some_and(rolled)
}

/// Whether a fact tells what somebody does about another, and not yet what comes of it.
pub(in crate::overlay) fn is_deed(fact: &Fact) -> bool {
    let is_between = fact.who.is_some() && fact.whom.is_some() && fact.who != fact.whom;
    is_between && fact.roll.is_none() && fact.bout.is_none() && fact.befalls.is_none() && !fact.is_news
}

/// Whether a fact tells that somebody lets another go, as for a blow of theirs.
fn frees(fact: &Fact) -> bool {
    let is_freed =
        |whom: Id| fact.changes.iter().all(|change| change.who == whom && (change.from, change.to) == (1, 0));
    !fact.changes.is_empty() && fact.who != fact.whom && fact.whom.is_some_and(is_freed)
}

/// Whether a fact tells what a deed has come to: all before it is another deed.
fn is_over(fact: &Fact) -> bool {
    let is_changed = !frees(fact) && fact.changes.iter().any(|change| !change.is_price);
    is_changed || fact.dealt.is_some() || fact.driven.is_some() || fact.goes().is_some() || is_blow(fact)
}

/// Whether a fact tells what whoever is on turn sets about.
fn begins(fact: &Fact) -> bool {
    fact.turn.is_some() && fact.who == fact.turn
}

/// The deeds of those whom a fact is about, right before it and in the same turn, the first of them first.
pub(in crate::overlay) fn led<'f>(before: impl DoubleEndedIterator<Item = &'f Fact>, fact: &Fact) -> Vec<&'f Fact> {
    let turn = |fact: &Fact| (fact.round, fact.turn);
    let near = before.rev().take(NEAR).take_while(|each| turn(each) == turn(fact) && !is_over(each));
    let mut about: Vec<Id> = fact.who.into_iter().chain(fact.whom).collect();
    let mut deeds = Vec::new();
    for deed in near.filter(|each| is_deed(each) && !frees(each)) {
        let both: Vec<Id> = deed.who.into_iter().chain(deed.whom).collect();
        // Whoever is on turn begins: what others did before that is of another deed, as of a blow that comes to nothing.
        let has_begun = deeds.iter().any(|later: &&Fact| begins(later)) && !begins(deed);
        if deeds.len() == MOST || has_begun || !both.iter().any(|who| about.contains(who)) {
            break;
        }
        about.extend(both);
        deeds.push(deed);
    }
    deeds.reverse();
    deeds
}
