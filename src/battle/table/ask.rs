//! Questions: what is asked within a task, and how it is answered or stops the task.

use super::{Halt, Halted, Pause, Step, Table};
use crate::battle::door::accept;
use crate::battle::onward::answered;
use crate::battle::{Agenda, Asked, Decisions, Order, Question};

impl Table<'_> {
    /// Asks a question. The first time this stops the task; when it is run
    /// again, the answer is here. A question with a single legal answer is
    /// not put at all.
    pub fn ask(&mut self, mut question: Question) -> Step<Order> {
        if let Some(listed) = &question.choices {
            let mut legal = listed.iter().filter(|choice| choice.is_legal());
            match (legal.next(), legal.next()) {
                (None, _) => return Err(Pause::Fault(format!("no answer to `{}`", question.prompt))),
                (Some(only), None) if only.numbers.is_none() && only.squares.is_empty() => {
                    return Ok(only.order.clone());
                }
                _ => {}
            }
        }
        let answer = self.answers.get(self.asked).cloned();
        self.asked += 1;
        if let Some(answer) = answer {
            self.note_answer(&question, &answer);
            return Ok(answer);
        }
        question.within = self.within.iter().map(ToString::to_string).collect();
        if !self.is_read {
            return self.put(question);
        }
        self.say_again(&mut question);
        let order = self.put(question.clone())?;
        self.note_answer(&question, &order);
        Ok(order)
    }

    /// Puts a question to whoever answers within the task, or else to somebody outside.
    fn put(&mut self, question: Question) -> Step<Order> {
        if self.player.is_none() {
            return Err(Pause::Ask(Box::new(question)));
        }
        self.stand_still();
        if let Some(mut asked) = self.world.get_mut::<Asked>(self.battle) {
            asked.0 = Some(question);
        }
        let order = self.player.as_mut().and_then(|player| answered(self.world, self.battle, &mut **player));
        self.stir();
        if let Some(order) = order {
            accept(self.world, self.battle, order.clone());
            self.answers.push(order.clone());
            return Ok(order);
        }
        let question = self.world.get_mut::<Asked>(self.battle).and_then(|mut asked| asked.0.take());
        Err(question
            .map_or_else(|| Pause::Fault("nobody was asked".to_owned()), |question| Pause::Ask(Box::new(question))))
    }

    /// Lets the battle stand as if somebody outside were asked, for those who copy it.
    fn stand_still(&mut self) {
        let Some((task, marks)) = &self.underway else { return };
        if let Some(mut halted) = self.world.get_mut::<Halted>(self.battle) {
            halted.0 = Some(Halt::new(std::mem::take(&mut self.done.undo), *marks));
        }
        if let Some(mut agenda) = self.world.get_mut::<Agenda>(self.battle) {
            agenda.0.push(task.clone());
        }
    }

    /// Goes on with the task.
    fn stir(&mut self) {
        if self.underway.is_none() {
            return;
        }
        if let Some(mut agenda) = self.world.get_mut::<Agenda>(self.battle) {
            agenda.0.pop();
        }
        if let Some(halt) = self.world.get_mut::<Halted>(self.battle).and_then(|mut halted| halted.0.take()) {
            self.done.undo = halt.into_undo();
        }
    }

    /// The answer to the next question, if it has been given: then that question need not even be put together. It must
    /// be one with several answers, since no other is put.
    pub fn answered(&mut self) -> Option<Order> {
        let answer = self.answers.get(self.asked).cloned();
        self.asked += usize::from(answer.is_some());
        answer
    }

    /// How many decisions had been made when the task first came to where it is now.
    pub(in crate::battle) fn decided(&self) -> usize {
        let made = self.world.get::<Decisions>(self.battle).map_or(0, |decisions| decisions.0.len());
        made.saturating_sub(self.answers.len()) + self.asked.min(self.answers.len())
    }
}
