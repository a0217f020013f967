//! Who goes before whom.

use std::cmp::Ordering;

use super::{Delay, Rank};
use crate::mechanics::prelude::*;

/// The order of a battle of many as it was last worked out, so that nobody goes through all of them for each turn.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Lineup {
    /// Everybody who has rolled, first to act first.
    pub order: Arc<[Id]>,
    /// The round that it is about.
    pub round: i32,
    /// As many have had their turns of that round.
    pub over: usize,
    /// Who followed whom by then ([`Look::leads_known`]).
    pub leads: u64,
}

impl Lineup {
    /// Those who may have turns of this round before them, and some who have not.
    pub fn left(&self) -> &[Id] {
        self.order.get(self.over..).unwrap_or_default()
    }
}

/// Puts everybody into an order laid down beforehand.
pub(super) fn arrange(table: &mut Table<'_>, first: &[Id], everybody: &[Id]) {
    let others = everybody.iter().filter(|id| !first.contains(id));
    let order: Vec<Id> = first.iter().chain(others).copied().collect();
    for (index, id) in order.iter().enumerate() {
        let rolled = (order.len() - index) as i32;
        replace(table, *id, |rank| *rank = Rank { rolled, ready: true, ..Rank::default() });
    }
}

/// Gives somebody another place in the order.
pub(super) fn replace(table: &mut Table<'_>, who: Id, change: impl FnOnce(&mut Rank)) {
    change(&mut table.edit::<Rank>(who));
    if table.look().battle::<Lineup>().is_some_and(|lineup| !lineup.order.is_empty()) {
        *table.edit_battle::<Lineup>() = Lineup::default();
    }
}

pub(super) fn rank(look: Look<'_>, id: Id) -> &Rank {
    const NONE: &Rank = &Rank { rolled: 0, again: Vec::new(), acted: 0, delay: Delay::Open, ready: false };
    look.get::<Rank>(id).unwrap_or(NONE)
}

/// In whose turn somebody acts: a mount in the rider's, a follower in the leader's, everybody else in their own.
pub(super) fn lead(look: Look<'_>, id: Id) -> Id {
    look.riders(id).first().copied().or_else(|| look.leader(id)).unwrap_or(id)
}

/// Whether `a` goes before `b`: those who act with somebody go right after them.
pub(super) fn by_rank(look: Look<'_>, a: Id, b: Id) -> Ordering {
    let (of_a, of_b) = (lead(look, a), lead(look, b));
    let apart = rank(look, of_b).key().cmp(&rank(look, of_a).key()).then(of_a.cmp(&of_b));
    apart.then((a != of_a).cmp(&(b != of_b))).then(a.cmp(&b))
}

/// Everybody who has rolled, first to act first.
pub(super) fn in_order(look: Look<'_>) -> Vec<Id> {
    let mut order: Vec<Id> = look.everybody().filter(|id| rank(look, *id).ready).collect();
    order.sort_by(|a, b| by_rank(look, *a, *b));
    order
}

/// The order as it is now; nothing in a battle of a few.
pub(super) fn lined_up(look: Look<'_>) -> Option<Lineup> {
    let (leads, round) = (look.leads_known()?, look.clock().round);
    let is_so = |lineup: &&Lineup| (lineup.leads, lineup.round) == (leads, round) && !lineup.order.is_empty();
    let afresh = || Lineup { order: in_order(look).into(), round, over: 0, leads };
    let mut lineup = look.battle::<Lineup>().filter(is_so).cloned().unwrap_or_else(afresh);
    lineup.over += lineup.left().iter().take_while(|id| rank(look, **id).acted >= round).count();
    Some(lineup)
}
