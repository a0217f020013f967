//! One deed that strikes at several: what came of each is told together, of whoever was aimed at first.

use super::blow::Blow;
use crate::battle::{Fact, Id, Purpose};
use crate::overlay::log::NEAR;

/// No more than so many sentences are told before the last part of it.
const MOST: usize = 7;

/// Of which deed a blow is a part.
#[derive(Clone)]
pub(super) struct Piece {
    /// Who struck, at whom, and at whom the whole was aimed first.
    by: Option<Id>,
    whom: Option<Id>,
    aimed: Option<Id>,
    /// The round and the turn.
    turn: (i32, Option<Id>),
    /// What led to it, with what others gave for an answer to it.
    pub(super) led: Vec<String>,
    /// No deed of its own led to it, and no dice of its own were thrown for whether it strikes home.
    is_more: bool,
}

impl Piece {
    /// Of the fact that tells how it went, after what led to that.
    pub(super) fn of(fact: &Fact, lead: &[&Fact]) -> Self {
        let deed = lead.first();
        let by = deed.map_or(fact.who, |deed| deed.who);
        let whom = fact.whom.into_iter().chain(fact.who).find(|who| Some(*who) != by);
        let throws = fact.roll.as_ref().is_some_and(|roll| roll.purpose != Purpose::Damage);
        let is_more = lead.is_empty() && fact.whom.is_some() && !throws;
        Self {
            by,
            whom,
            aimed: deed.and_then(|deed| deed.whom),
            turn: (fact.round, fact.turn),
            led: Vec::new(),
            is_more,
        }
    }
}

/// What others gave for an answer after a deed, and before what has come of it: a turn of theirs.
pub(super) fn paid<'f>(before: impl DoubleEndedIterator<Item = &'f Fact>, deed: &Fact) -> Vec<&'f Fact> {
    let since = before.rev().take(NEAR).take_while(|each| !std::ptr::eq(*each, deed) && each.turn == deed.turn);
    let is_paid = |fact: &&Fact| {
        let is_plain = fact.whom.is_none() && fact.roll.is_none() && fact.changes.is_empty() && !fact.is_news;
        is_plain && fact.who.is_some() && fact.who != deed.who && fact.goes().is_none() && fact.dealt.is_none()
    };
    let mut paid: Vec<&Fact> = since.filter(is_paid).collect();
    paid.reverse();
    paid
}

/// Whether a blow is one more part of the deed that the one before it is of.
fn goes_on(before: &Blow, next: &Blow) -> bool {
    let (Some(one), Some(other)) = (&before.piece, &next.piece) else { return false };
    other.is_more
        && other.whom.is_some()
        && (one.by, one.turn) == (other.by, other.turn)
        && one.whom != other.whom
        && before.lead.len() < MOST
}

/// Both parts of one deed as one blow, of whoever was aimed at first.
fn join(before: Blow, next: Blow) -> Blow {
    let (Some(one), Some(other)) = (before.piece.clone(), next.piece.clone()) else { return next };
    let mut lead = if one.led.is_empty() { before.lead } else { one.led };
    let (at, luck) = (next.at, next.luck.or(before.luck));
    let (from, until) = (next.from.min(before.from), next.until.max(before.until));
    let is_first = other.aimed.or(one.aimed).is_some_and(|aimed| other.whom == Some(aimed) && one.whom != Some(aimed));
    let (first, last) = if is_first { (next.words, before.words) } else { (before.words, next.words) };
    let (by, rule) = if is_first { (before.by, before.rule) } else { (next.by, next.rule) };
    let side = before.side.or(next.side);
    lead.push(first.join(" "));
    let whom = if is_first { one.whom } else { other.whom };
    // What led to it has been told with it now.
    let piece = Some(Piece { whom, led: Vec::new(), ..one });
    Blow { at, from, until, of: next.of, by, side, lead, words: last, luck, rule, is_news: false, piece }
}

/// All of these blows, the parts of one deed at several put together.
pub(super) fn joined(all: Vec<Blow>) -> Vec<Blow> {
    let mut told: Vec<Blow> = Vec::with_capacity(all.len());
    for blow in all {
        let before = told.pop_if(|before| goes_on(before, &blow));
        told.push(match before {
            Some(before) => join(before, blow),
            None => blow,
        });
    }
    told
}
