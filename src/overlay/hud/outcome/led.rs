//! What leads to a throw that says neither who strikes nor at whom: who strikes, who steps in, who strikes back.

use super::AFTER;
use super::ends::is_blow;
use crate::battle::{Fact, Id};

/// No more deeds than these are told before a throw.
const MOST: usize = 4;

/// Whether a fact tells what somebody does about another, and not yet what comes of it.
fn is_deed(fact: &Fact) -> bool {
    let is_between = fact.who.is_some() && fact.whom.is_some() && fact.who != fact.whom;
    is_between && fact.roll.is_none() && fact.bout.is_none() && fact.befalls.is_none() && !fact.is_news
}

/// Whether a fact tells what a deed has come to: all before it is another deed.
fn is_over(fact: &Fact) -> bool {
    let is_changed = fact.changes.iter().any(|change| !change.is_price);
    is_changed || fact.dealt.is_some() || fact.driven.is_some() || fact.goes().is_some() || is_blow(fact)
}

/// The deeds of those whom a fact is about, right before it and in the same turn, the first of them first.
pub(super) fn led<'f>(before: impl DoubleEndedIterator<Item = &'f Fact>, fact: &Fact) -> Vec<&'f Fact> {
    let turn = |fact: &Fact| (fact.round, fact.turn);
    let near = before.rev().take(AFTER).take_while(|each| turn(each) == turn(fact) && !is_over(each));
    let mut about: Vec<Id> = fact.who.into_iter().chain(fact.whom).collect();
    let mut deeds = Vec::new();
    for deed in near.filter(|each| is_deed(each)) {
        let both: Vec<Id> = deed.who.into_iter().chain(deed.whom).collect();
        if deeds.len() == MOST || !both.iter().any(|who| about.contains(who)) {
            break;
        }
        about.extend(both);
        deeds.push(deed);
    }
    deeds.reverse();
    deeds
}
