//! How often somebody does the same to somebody in one turn.

use super::Timeline;
use crate::battle::{Decisions, Id, Look};

impl Timeline {
    /// Which of the deeds of one kind it is that somebody does to another in their turn, counted from 1; 0 where the last that
    /// they did was not done to them.
    pub fn repeats(&self, look: Look<'_>, (by, whom): (Id, Id)) -> usize {
        let made = look.battle::<Decisions>().map_or(&[][..], |made| made.0.as_slice());
        let round = look.clock().round;
        let all = self.marks.iter().zip(made).rev();
        let turn = all.take_while(|(mark, _)| (mark.turn, mark.round) == (Some(by), round));
        let own = turn.filter(|(mark, _)| mark.is_of_turn && mark.by == Some(by));
        let deeds: Vec<_> = own.map(|(_, made)| (made.order.verb, look.target(&made.order))).collect();
        let last = deeds.first().filter(|(_, target)| *target == Some(whom));
        last.map_or(0, |last| deeds.iter().filter(|deed| *deed == last).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::{advance, answer};
    use crate::overlay::timeline::mark::Mark;
    use crate::overlay::trial;

    /// Promise: whoever is asked about a blow once more in the same turn is told so, and about the first of a turn nobody is.
    #[test]
    fn blows_of_one_turn_are_counted() {
        let mut most = 0;
        for seed in 1..=4 {
            let (mut game, mut mind) = (trial::begun("first_round", seed), Mind::new(Skill::Plain, seed));
            let (mut line, mut deeds, mut turn) = (Timeline::default(), 0, None);
            for _ in 0..120 {
                let look = trial::look(&game);
                let Some(question) = look.question() else { break };
                let now = look.clock().turn.map(|who| (who, look.clock().round));
                if turn != now {
                    (turn, deeds) = (now, 0);
                }
                let struck = question.by.zip(question.whom.or(question.who));
                if let Some((by, whom)) = struck.filter(|(by, _)| look.clock().turn == Some(*by)) {
                    let told = line.repeats(look, (by, whom));
                    assert!(told <= deeds, "{}: {told} of {deeds}", question.prompt);
                    most = most.max(told);
                }
                let is_of_turn = question.choices.is_none() && question.who == look.clock().turn;
                deeds += usize::from(is_of_turn);
                let Some(order) = mind.decide(look) else { break };
                line.marks.push(Mark::of(look, question.side, &order));
                answer(&mut game.world, game.battle, order).unwrap();
                advance(&mut game.world, game.battle);
            }
        }
        assert!(most > 1, "nobody strikes twice");
    }
}
