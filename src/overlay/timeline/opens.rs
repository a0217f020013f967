//! What others have settled between two turns for everybody, as which side opens the round.

use super::Timeline;
use super::mark::Mark;
use crate::battle::{Fact, Look, SideId};

impl Timeline {
    /// The last thing of that kind that others have decided since so many facts had been told: in a sentence, with the place of the
    /// fact that tells of it and whose decision it was.
    pub fn settled(&self, look: Look<'_>, since: usize) -> Option<(String, usize, SideId)> {
        let is_others = |mark: &&Mark| mark.facts >= since && !look.is_played_here(SideId(mark.side));
        let mut others = self.marks.iter().rev().filter(is_others);
        let settled = others.find(|mark| {
            let is_open = !mark.is_of_turn && !mark.is_idle && !mark.is_secret;
            is_open && look.facts().get(mark.facts).is_some_and(|fact| is_of_all(fact) && look.may_read(fact))
        })?;
        Some((settled.words(look), settled.facts, SideId(settled.side)))
    }
}

/// Whether a fact between two turns is about nobody alone, and about no dice.
fn is_of_all(fact: &Fact) -> bool {
    let is_about = fact.who.or(fact.whom).or(fact.turn).is_some();
    !is_about && fact.roll.is_none() && fact.changes.is_empty() && !fact.is_news
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::Order;
    use crate::battle::house_words::FIRST;
    use crate::overlay::trial;

    /// Promise: which side opens a round is told to the others once that has been chosen, until they have done something
    /// themselves, and never to those who have chosen it.
    #[test]
    fn who_opens_is_told_to_the_others() {
        let (mut game, mut mind) = (trial::begun("toll_bridge", 3), Mind::new(Skill::Plain, 3));
        let mut chosen = None;
        for _ in 0..40 {
            let look = trial::look(&game);
            let Some(question) = look.question() else { break };
            if question.kind == FIRST {
                let first = question.choices.iter().flatten().next().map(|choice| choice.order.clone());
                let order = first.unwrap_or_else(|| Order::new(FIRST));
                chosen = Some((question.side, Mark::of(look, question.side, &order)));
            }
            if !trial::goes_on(&mut game, &mut mind) || chosen.is_some() {
                break;
            }
        }
        let (side, mark) = chosen.expect("a side chooses who opens");
        let (facts, other) = (mark.facts, SideId(1 - side.0));
        let answer = Mark { is_of_turn: true, ..mark.clone() };
        let line = Timeline { marks: vec![mark, answer], ..Timeline::default() };
        let look = trial::look(&game);
        let told = line.settled(look.for_players([other]), 0);
        assert_eq!(told.as_ref().map(|(_, at, whose)| (*at, *whose)), Some((facts, side)));
        assert!(told.is_some_and(|(words, ..)| words.contains("go first")));
        assert_eq!(line.settled(look.for_players([other]), facts + 1), None, "they have done something since");
        assert_eq!(line.settled(look.for_players([side]), 0), None, "their own choice is no news to them");
    }
}
