//! Who has let a turn be.

use super::Timeline;
use super::mark::Mark;
use crate::battle::{Fact, Look};

impl Timeline {
    /// That the last turn was let be by somebody who had done nothing in it, and how many facts had been told by then.
    pub fn let_be(&self, look: Look<'_>) -> Option<(String, usize)> {
        let mut turns = self.marks.iter().rev().filter(|mark| mark.is_of_turn);
        let last = turns.next().filter(|mark| mark.is_idle && look.is_told(mark.unaware))?;
        let did =
            turns.next().is_some_and(|before| (before.by, before.round) == (last.by, last.round) && !before.is_idle);
        let facts = look.facts().get(..last.facts).unwrap_or_default();
        (!did && !acts(facts, last)).then(|| (format!("{} does nothing.", last.who), last.facts))
    }
}

/// Whether somebody has acted in the turn that they let be by anything that was begun before it.
fn acts(facts: &[Fact], last: &Mark) -> bool {
    let turn = facts.iter().rev().take_while(|fact| fact.turn == last.by && fact.round == last.round);
    let acts = |fact: &Fact| fact.roll.is_some() || fact.whom.is_some() || fact.is_way();
    turn.filter(|fact| fact.who == last.by).any(acts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Id, Order, SideId};
    use crate::overlay::trial;

    /// Promise: of whoever ends a turn in which they have done nothing that is told, and of nobody else.
    #[test]
    fn whoever_does_nothing_is_told_of() {
        trial::in_game("zones", |look| {
            let mark = |by: u16, round: i32, is_idle: bool| Mark {
                by: Some(Id(by)),
                who: format!("F{by}"),
                round,
                is_idle,
                is_of_turn: true,
                facts: 0,
                ..Mark::of(look, SideId(0), &Order::new("end turn"))
            };
            let told =
                |marks: Vec<Mark>| Timeline { marks, ..Timeline::default() }.let_be(look).map(|(words, _)| words);
            assert_eq!(told(vec![mark(0, 1, false), mark(1, 1, true)]), Some("F1 does nothing.".to_owned()));
            assert_eq!(told(vec![mark(1, 1, false), mark(1, 1, true)]), None, "they have done something");
            assert_eq!(told(vec![mark(1, 1, false), mark(1, 2, true)]), Some("F1 does nothing.".to_owned()));
            assert_eq!(told(vec![mark(1, 1, true), mark(0, 1, false)]), None, "somebody else has done something since");
            let answer = Mark { is_of_turn: false, ..mark(0, 1, false) };
            assert_eq!(told(vec![mark(1, 1, true), answer]), Some("F1 does nothing.".to_owned()));
            assert_eq!(told(Vec::new()), None);
        });
    }
}
