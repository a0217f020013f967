//! What comes after what in a round.

use super::{Segments, number};
use crate::mechanics::prelude::*;

/// A stretch of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// This part of the turns of these.
    Part { phase: Phase, who: Vec<Id>, together: bool },
    /// The turns of these one after the other, in whatever order their side likes.
    Freely(Vec<Id>),
    /// What they did to each other holds from now on.
    Settle,
}

impl Leg {
    /// Whose turns it is made of.
    fn whose(&self) -> impl Iterator<Item = Id> + '_ {
        let who: &[Id] = match self {
            Self::Part { who, .. } | Self::Freely(who) => who,
            Self::Settle => &[],
        };
        who.iter().copied()
    }
}

/// Where somebody stands in the order: lower goes first, equal ones at once.
pub(super) fn rank(look: Look<'_>, who: Id, hasted: Option<ConditionName>) -> (bool, i32) {
    let own = number(look, who);
    let is_hasted = hasted.is_some_and(|state| look.is(who, state));
    let number = if is_hasted { own.hasted.or(own.thrown) } else { own.thrown };
    (!is_hasted, -number.unwrap_or(0))
}

impl Segments {
    /// The whole round, from the hasted to the last blows. Who can do nothing when it comes to that is passed over then.
    pub(super) fn legs(&self, look: Look<'_>) -> Vec<Leg> {
        let ours = look.players_side();
        let mut everybody: Vec<Id> = look.everybody().filter(|id| !look.is_dead(*id)).collect();
        everybody.sort_by_key(|id| (rank(look, *id, self.hasted), look.side(*id) != ours));
        let alike = |a: &Id, b: &Id| rank(look, *a, self.hasted) == rank(look, *b, self.hasted);
        let together: Vec<Vec<Id>> = everybody.chunk_by(alike).map(<[Id]>::to_vec).collect();
        let is_hasted = |group: &Vec<Id>| group.first().is_some_and(|id| self.is_hasted(look, *id));
        let strikers =
            |group: &Vec<Id>| -> Vec<Id> { group.iter().copied().filter(|id| self.strikes(look, *id)).collect() };
        let mut legs = Vec::new();
        // In a round that one side has to itself no numbers have been thrown.
        if look.clock().round <= 0 {
            legs.push(Leg::Freely(everybody));
            let strikers = legs.iter().flat_map(Leg::whose).filter(|id| self.strikes(look, *id));
            let last = |who: Id| Leg::Part { phase: Phase::Last, who: vec![who], together: false };
            let last: Vec<Leg> = strikers.map(last).collect();
            legs.extend(last);
            return legs;
        }
        let turns = |legs: &mut Vec<Leg>, group: &[Id]| {
            if group.len() == 1 {
                legs.push(Leg::Part { phase: Phase::Whole, who: group.to_vec(), together: false });
            } else {
                let part = |phase| Leg::Part { phase, who: group.to_vec(), together: true };
                legs.extend([part(Phase::Moves), part(Phase::Blows)]);
            }
            legs.push(Leg::Settle);
        };
        let extra = |legs: &mut Vec<Leg>, phase| {
            for group in together.iter().map(&strikers).filter(|group| !group.is_empty()) {
                legs.extend([Leg::Part { phase, together: group.len() > 1, who: group }, Leg::Settle]);
            }
        };
        together.iter().filter(|group| is_hasted(group)).for_each(|group| turns(&mut legs, group));
        extra(&mut legs, Phase::First);
        together.iter().filter(|group| !is_hasted(group)).for_each(|group| turns(&mut legs, group));
        extra(&mut legs, Phase::Last);
        legs
    }

    /// Whether somebody takes this part of their turn, as things stand by now.
    pub(super) fn comes(&self, look: Look<'_>, who: Id, phase: Phase) -> bool {
        if !look.is_there(who) || look.allows(who, &["turn"]).is_err() {
            return false;
        }
        let several = |foe: Id| look.sum(&Case::of("blows", who).against(foe), Sum::of("one", 1)).total() > 1;
        match phase {
            Phase::First | Phase::Last => {
                look.is_in_play(who) && look.foes(who).any(|foe| look.is_upon(who, foe) && several(foe))
            }
            Phase::Whole | Phase::Moves | Phase::Blows => true,
        }
    }
}
