//! The moment of what was prepared: the ways to do it, and the answers that say which.

use crate::mechanics::prelude::*;

/// One way to do what was prepared.
pub(super) struct Now {
    /// The answer that lets it be done.
    answer: Order,
    /// What is done then.
    pub(super) order: Order,
    /// The numbers that the answer may name, and what they count.
    numbers: Option<(i32, i32)>,
    counts: Option<&'static str>,
}

impl Now {
    pub(super) const fn new(answer: Order, order: Order) -> Self {
        Self { answer, order, numbers: None, counts: None }
    }

    /// One of several ways, which the answer says like the order of the deed.
    pub(super) fn one_of(verb: Verb, own: Choice) -> Self {
        let answer = Order { verb, ..own.order.clone() };
        Self { answer, order: own.order, numbers: own.numbers, counts: own.counts }
    }

    /// The answer as it is offered.
    pub(super) fn choice(&self, rule: RuleId) -> Choice {
        let n = self.order.n.filter(|_| self.numbers.is_none());
        let label = Order { n, ..self.order.clone() }.to_string();
        let choice = Choice::new(self.answer.clone(), label, Group::Reaction, rule);
        Choice { numbers: self.numbers, counts: self.counts, ..choice }
    }

    /// What is done when this is the answer; nothing if it means another way.
    pub(super) fn done_by(self, answer: &Order) -> Option<Order> {
        let named = |own: Option<i32>| if self.numbers.is_some() { answer.n } else { own };
        let (own, done) = (named(self.answer.n), named(self.order.n));
        let is_it = Order { n: own, manner: answer.manner.clone(), ..self.answer } == *answer;
        is_it.then_some(Order { n: done, ..self.order })
    }
}
