//! Who has let a turn be, who was not asked, and when somebody decided last.

use super::Timeline;
use super::mark::{Gave, Mark};
use crate::battle::{Fact, Look, SideId};

impl Timeline {
    /// That the last turn was let be by somebody who had done nothing in it, and how many facts had been told by then.
    pub fn let_be(&self, look: Look<'_>) -> Option<(String, usize)> {
        let mut turns = self.marks.iter().rev().filter(|mark| mark.is_of_turn);
        let last = turns.next().filter(|mark| mark.is_idle && !mark.goes_on && look.is_told(mark.unaware))?;
        // A turn may have parts, with those of others between them.
        let did = turns.take_while(|before| before.round == last.round).any(|before| before.is_in_turn_of(last));
        let facts = look.facts().get(..last.facts).unwrap_or_default();
        // Somebody may have said what they set out to do.
        let has_said = own(facts, last).any(|fact| look.may_read(fact));
        let idle = if has_said { "does no more" } else { "does nothing" };
        (!did && !own(facts, last).any(acts)).then(|| (format!("{} {idle}.", last.who), last.facts))
    }

    /// How many facts had been told before those who sit here decided anything last themselves, be it no more than that their turn
    /// ends; nothing where nobody sits here.
    pub fn decided(&self, look: Look<'_>) -> Option<usize> {
        let is_own = |mark: &&Mark| look.is_played_here(SideId(mark.side)) && !mark.gave.is_by_itself();
        let mut own = self.marks.iter().rev().filter(is_own);
        let sits = look.sides().any(|side| look.is_played_here(side));
        sits.then(|| own.find(|mark| mark.is_of_turn || !mark.is_idle).map_or(0, |mark| mark.facts))
    }

    /// Where the facts stand that tell what others set about in their turns, since so many facts had been told.
    pub fn of_others(&self, look: Look<'_>, since: usize) -> impl Iterator<Item = usize> {
        let others = self.marks.iter().filter(move |mark| mark.is_of_turn && !mark.is_idle && mark.facts >= since);
        others.filter(move |mark| !look.is_played_here(SideId(mark.side))).filter_map(move |mark| {
            let is_of_it = |fact: &Fact| (fact.round, fact.turn, fact.who) == (mark.round, mark.turn, mark.by);
            let after = look.facts().get(mark.facts..)?;
            Some(mark.facts + after.iter().position(|fact| is_of_it(fact) && look.may_read(fact))?)
        })
    }

    /// Whose answers those who sit here were not asked for, since so many facts had been told, as next to nothing hung on them.
    pub fn unasked(&self, look: Look<'_>, since: usize) -> Vec<&str> {
        let is_answer = |mark: &&Mark| !mark.is_of_turn && mark.facts >= since && mark.gave == Gave::Nobody;
        let mut who: Vec<&str> = Vec::new();
        for mark in self.marks.iter().filter(is_answer).filter(|mark| look.is_played_here(SideId(mark.side))) {
            if !who.contains(&mark.who.as_str()) {
                who.push(&mark.who);
            }
        }
        who
    }
}

/// What has happened of somebody in the turn that they let be.
fn own<'f>(facts: &'f [Fact], last: &Mark) -> impl Iterator<Item = &'f Fact> {
    let (by, round) = (last.by, last.round);
    let turn = facts.iter().rev().take_while(move |fact| fact.turn == by && fact.round == round);
    turn.filter(move |fact| fact.who == by)
}

/// Whether somebody acts in it, as by what was begun before their turn.
fn acts(fact: &Fact) -> bool {
    fact.roll.is_some() || fact.whom.is_some() || fact.goes().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Id, Order};
    use crate::overlay::trial;

    /// A decision in a turn of somebody, after so many facts.
    fn mark(look: Look<'_>, (by, round): (u16, i32), is_idle: bool, facts: usize) -> Mark {
        let of = Mark::of(look, SideId(0), &Order::new("end turn"));
        let by = Id(by);
        Mark { by: Some(by), turn: Some(by), who: format!("F{}", by.0), round, is_idle, is_of_turn: true, facts, ..of }
    }

    /// Promise: those who end a turn are told of if they have done nothing in it that is told, and nobody else is.
    #[test]
    fn whoever_does_nothing_is_told_of() {
        trial::in_game("zones", |look| {
            let mark = |by: u16, round: i32, is_idle: bool| mark(look, (by, round), is_idle, 0);
            let told =
                |marks: Vec<Mark>| Timeline { marks, ..Timeline::default() }.let_be(look).map(|(words, _)| words);
            assert_eq!(told(vec![mark(0, 1, false), mark(1, 1, true)]), Some("F1 does nothing.".to_owned()));
            assert_eq!(told(vec![mark(1, 1, false), mark(1, 1, true)]), None, "they have done something");
            assert_eq!(told(vec![mark(1, 1, false), mark(1, 2, true)]), Some("F1 does nothing.".to_owned()));
            let between = vec![mark(1, 1, false), mark(0, 1, false), mark(1, 1, true)];
            assert_eq!(told(between), None, "they walked in an earlier part of their turn");
            let part = Mark { goes_on: true, ..mark(1, 1, true) };
            assert_eq!(told(vec![mark(0, 1, false), part]), None, "their blow is still to come");
            assert_eq!(told(vec![mark(1, 1, true), mark(0, 1, false)]), None, "somebody else has done something since");
            let answer = Mark { is_of_turn: false, ..mark(0, 1, false) };
            assert_eq!(told(vec![mark(1, 1, true), answer]), Some("F1 does nothing.".to_owned()));
            assert_eq!(told(Vec::new()), None);
        });
    }

    /// Promise: it is told whose answers nobody was asked for: those of one's own side, since the last deed, each once, and none who
    /// answered as they do every time.
    #[test]
    fn whoever_was_not_asked_is_named() {
        trial::in_game("zones", |look| {
            let answer = |by: u16, facts, gave| Mark { is_of_turn: false, gave, ..mark(look, (by, 1), true, facts) };
            let marks = vec![
                answer(0, 3, Gave::Nobody),
                answer(1, 5, Gave::Somebody),
                answer(2, 5, Gave::Nobody),
                answer(2, 6, Gave::Nobody),
                answer(4, 6, Gave::Habit),
                Mark { gave: Gave::Nobody, ..mark(look, (3, 1), true, 7) },
            ];
            let line = Timeline { marks, ..Timeline::default() };
            assert_eq!(line.unasked(look.for_players([SideId(0)]), 4), ["F2"]);
            assert!(line.unasked(look.for_players([SideId(1)]), 4).is_empty());
        });
    }

    /// Promise: that a turn ends is a decision of those who sit here, and an answer that lets something be, or that nobody gave, is
    /// none; where nobody sits here nobody decides.
    #[test]
    fn the_end_of_a_turn_is_a_decision() {
        trial::in_game("zones", |look| {
            let answer = |facts, gave| Mark { is_of_turn: false, gave, ..mark(look, (0, 1), true, facts) };
            let marks = vec![
                mark(look, (0, 1), false, 3),
                mark(look, (0, 1), true, 7),
                Mark { side: 1, ..mark(look, (1, 1), false, 8) },
                answer(9, Gave::Somebody),
                Mark { is_idle: false, ..answer(10, Gave::Habit) },
            ];
            let line = Timeline { marks, ..Timeline::default() };
            assert_eq!(line.decided(look.for_players([SideId(0)])), Some(7));
            assert_eq!(line.decided(look.for_players([SideId(1)])), Some(8));
            assert_eq!(Timeline::default().decided(look.for_players([SideId(1)])), Some(0));
            assert_eq!(line.decided(look.for_players([])), None);
        });
    }

    /// Promise: those who end a turn are told of with what they have done in it, and what was done in any other turn goes then. A
    /// deed is told before the answers in its middle, and with none that were given between two turns or have not been shown.
    #[test]
    fn the_end_of_a_turn_leaves_its_deed() {
        trial::in_game("zones", |look| {
            let shown = |marks: Vec<Mark>, shown| Timeline { marks, ..Timeline::default() }.last_told(shown);
            let told = |marks: Vec<Mark>| shown(marks, usize::MAX);
            let deed = || mark(look, (1, 1), false, 4);
            let ends = |who| mark(look, who, true, 9);
            assert_eq!(told(vec![deed()]), [(0, 4)]);
            assert_eq!(told(vec![deed(), ends((1, 1))]), [(0, 4)], "the deed and what came of it");
            assert_eq!(told(vec![deed(), ends((2, 1))]), [(1, 9)], "somebody else");
            assert_eq!(told(vec![deed(), ends((1, 2))]), [(1, 9)], "another turn of theirs");
            let answer = |turn: Option<Id>| Mark { is_of_turn: false, turn, ..mark(look, (2, 1), false, 6) };
            let (within, between) = (|| answer(Some(Id(1))), || answer(None));
            let none = || Mark { is_idle: true, ..within() };
            assert_eq!(told(vec![deed(), within()]), [(0, 4), (1, 6)], "an answer tells how it went on");
            assert_eq!(told(vec![deed(), none(), within(), ends((1, 1))]), [(0, 4), (2, 6)]);
            assert_eq!(shown(vec![deed(), within()], 5), [(0, 4)], "its dice have not been seen");
            assert!(shown(vec![deed(), within()], 3).is_empty());
            assert_eq!(told(vec![deed(), between()]), [(1, 6)], "it belongs to no deed");
            assert_eq!(told(vec![deed(), answer(Some(Id(2)))]), [(1, 6)], "it begins a turn of their own");
        });
    }
}
