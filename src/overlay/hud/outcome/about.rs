//! What single facts tell of a blow: who is harmed by it, how they hold out, what has come of it.

use std::collections::BTreeMap;

use super::HELD;
use super::ends::is_thrown_for;
use crate::battle::{Change, Fact, FigureName, Id, Look, Purpose};
use crate::overlay::log::{luck, tone};
use crate::overlay::stakes::names;
use crate::overlay::tokens::states::Sort;

/// Whether a fact tells how somebody who is not played here went from one place to another by themselves.
pub(super) fn walks(look: Look<'_>, fact: &Fact) -> bool {
    let is_others = |who: Id| !who.is_thing() && !look.is_played_here(look.side(who));
    fact.goes().is_some_and(is_others) && fact.sends().is_none() && fact.driven.is_none()
}

/// Those whom a fact tells of as changed, moved or in a state.
pub(super) fn befalls(fact: &Fact) -> impl Iterator<Item = Id> {
    fact.changes.iter().map(|change| change.who).chain(fact.driven).chain(fact.befalls.map(|(who, _)| who))
}

/// Whether a fact tells that somebody has come into a state that does them no good, or has lost some of a figure.
pub(super) fn fares_ill(look: Look<'_>, fact: &Fact, who: Id) -> bool {
    let is_ill = |change: &Change| match look.rules().conditions.get(&change.what) {
        Some(state) => change.to > change.from && matches!(Sort::of(Some(state)), Sort::Hampers | Sort::Out),
        None => fact.dealt.is_some() && change.to != change.from,
    };
    fact.changes.iter().any(|change| change.who == who && !change.is_price && is_ill(change))
}

/// Whether a fact tells how whoever is struck holds out against it.
pub(super) fn holds(blow: &Fact, next: &Fact) -> bool {
    // In a contest it is told already by whoever began it.
    let is_own = next.who.is_some() && next.who == blow.whom && !blow.meets(next);
    is_own && next.roll.as_ref().is_some_and(|roll| roll.purpose != Purpose::Damage)
}

/// Whether it tells of harm that somebody comes to, and is no news by itself.
pub(super) fn is_harm(look: Look<'_>, fact: &Fact) -> bool {
    !fact.is_news && tone(look, fact) == Some(false)
}

/// Whether it tells that somebody is out of the fight.
pub(super) fn takes_out(look: Look<'_>, fact: &Fact) -> bool {
    fact.changes.iter().any(|change| is_out(look, change))
}

/// Whether somebody is out of the fight by a change.
fn is_out(look: Look<'_>, change: &Change) -> bool {
    let def = look.rules().conditions.get(&change.what);
    change.to > change.from && def.is_some_and(|def| def.out || def.dead)
}

/// Who was taken out of the fight in the turn of one of these facts and before it, whom these words do not name, with what is said
/// of each; and whose luck the last of that was.
pub(super) fn felled(
    look: Look<'_>,
    (facts, at): (&[Fact], usize),
    words: &str,
) -> (BTreeMap<Id, String>, Option<bool>) {
    let Some(last) = facts.get(at).filter(|last| last.turn.is_some()) else { return (BTreeMap::new(), None) };
    let is_of =
        |fact: &&Fact| (fact.round, fact.turn) == (last.round, last.turn) && !fact.is_news && look.may_read(fact);
    let (mut all, mut whose) = (BTreeMap::new(), None);
    for fact in facts.iter().take(at).filter(is_of) {
        let is_another = |who: Id| ![last.who, last.whom].contains(&Some(who)) && !names(words, look.name(who));
        for change in fact.changes.iter().filter(|change| is_out(look, change) && is_another(change.who)) {
            all.insert(change.who, format!("{} is {}.", look.name(change.who), change.what));
            whose = luck(look, fact);
        }
    }
    (all, whose)
}

/// Whom it tells of as changed first.
pub(super) fn suffers(fact: &Fact) -> Option<Id> {
    fact.changes.first().map(|change| change.who)
}

/// Whether it tells of a figure or a state, and not of something that is only counted.
pub(super) fn is_plain(look: Look<'_>, fact: &Fact) -> bool {
    let rules = look.rules();
    let is_plain = |change: &Change| {
        rules.conditions.contains_key(&change.what) || rules.figures.contains_key(&FigureName::of(change.what))
    };
    fact.changes.iter().any(is_plain)
}

/// What somebody does to whoever they have got hold of by what came before, as a throw for its harm tells it: a slam, a grip.
pub(super) fn used<'f>(look: Look<'_>, facts: &[&'f Fact]) -> Option<&'f Fact> {
    let is_state = |change: &Change| look.rules().conditions.contains_key(&change.what) && change.to > change.from;
    let brings = |fact: &Fact| {
        let upon = |change: &Change| Some(change.who) == fact.whom && is_state(change);
        fact.roll.is_none() && fact.who.is_some() && fact.who != fact.whom && fact.changes.iter().any(upon)
    };
    let at = facts.iter().position(|fact| brings(fact))?;
    let both = facts.get(at).map(|fact| (fact.who, fact.whom))?;
    let throws = |fact: &Fact| is_thrown_for(fact, Purpose::Damage);
    facts.iter().skip(at + 1).copied().find(|fact| throws(fact) && (fact.who, fact.whom) == both)
}

/// What has come of a try of one at another that has succeeded, where neither dice nor harm tell it: a thing is in other hands.
/// `then`: what leads to whatever is tried next, which has not come of it.
pub(super) fn comes<'f>(
    both: [Option<Id>; 2],
    turn: Option<Id>,
    next: &[&'f Fact],
    then: &[&Fact],
) -> Option<&'f Fact> {
    let [one, other] = both;
    let is_between =
        |next: &Fact| one.is_some() && other.is_some() && [[one, other], [other, one]].contains(&[next.who, next.whom]);
    let is_next = |next: &Fact| then.iter().any(|deed| std::ptr::eq(*deed, next));
    let is_plain = |next: &Fact| next.turn == turn && next.roll.is_none() && next.dealt.is_none() && !next.is_news;
    let is_it = |next: &&Fact| is_plain(next) && is_between(next) && !is_next(next);
    next.iter().copied().take(HELD).find(is_it)
}

/// What has sent somebody where the place itself has harmed them, and the state that it has left them in, where both were told
/// only after that harm.
pub(super) fn cause<'f>(look: Look<'_>, told: &[&'f Fact]) -> Option<(&'f Fact, Option<&'f Fact>)> {
    let sends = |fact: &&'f Fact| fact.sends().map(|(_, whom)| (*fact, whom));
    let (sent, whom) = told.iter().find_map(sends)?;
    let before = || told.iter().copied().take_while(|fact| !std::ptr::eq(*fact, sent));
    let is_of_place = |fact: &Fact| {
        fact.dealt.is_some_and(|hit| hit.by.is_none()) && fact.changes.iter().any(|change| change.who == whom)
    };
    let at = before().position(is_of_place)?;
    let hampers = |change: &Change| {
        let def = look.rules().conditions.get(&change.what);
        change.who == whom && change.to > change.from && def.is_some_and(|def| Sort::of(Some(def)) == Sort::Hampers)
    };
    let is_state = |fact: &&Fact| fact.dealt.is_none() && fact.roll.is_none() && fact.changes.iter().any(hampers);
    Some((sent, before().skip(at).find(is_state)))
}
