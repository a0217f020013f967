//! What leads to a throw that says neither who strikes nor at whom: who strikes, who steps in, who strikes back.

use super::AFTER;
use super::ends::is_blow;
use super::words::falls_short;
use crate::battle::{Fact, Id, Look, Purpose};

/// No more deeds than these are told before a throw.
const MOST: usize = 4;

/// Whether a fact tells what somebody does about another, and not yet what comes of it.
fn is_deed(fact: &Fact) -> bool {
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

/// The deeds of those whom a fact is about, right before it and in the same turn, the first of them first.
pub(super) fn led<'f>(before: impl DoubleEndedIterator<Item = &'f Fact>, fact: &Fact) -> Vec<&'f Fact> {
    let turn = |fact: &Fact| (fact.round, fact.turn);
    let near = before.rev().take(AFTER).take_while(|each| turn(each) == turn(fact) && !is_over(each));
    let mut about: Vec<Id> = fact.who.into_iter().chain(fact.whom).collect();
    let mut deeds = Vec::new();
    for deed in near.filter(|each| is_deed(each) && !frees(each)) {
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

/// What the fact at a place tells, as a line by itself. A save that names nobody begins with whom it is against; dice that just
/// come to a number end with what takes more.
pub(in crate::overlay) fn line_of(look: Look<'_>, facts: &[Fact], index: usize) -> String {
    let Some(fact) = facts.get(index) else { return String::new() };
    let tie = fact.roll.as_ref().and_then(falls_short).map(|told| format!(" {told}")).unwrap_or_default();
    let by = || {
        let saves = fact.whom.is_none()
            && fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Other && roll.shows().is_some());
        let who = fact.who.filter(|_| saves)?;
        let before = facts.get(..index).unwrap_or_default().iter().filter(|each| look.may_read(each));
        let strikers = led(before, fact).into_iter().rev().filter_map(|deed| deed.who);
        let mut strikers = strikers.filter(|by| look.are_enemies(*by, who) && look.knows_of(*by));
        strikers.next()
    };
    let against = by().map(|by| format!("Against {}: ", look.name(by))).unwrap_or_default();
    format!("{against}{}{tie}", fact.text)
}
