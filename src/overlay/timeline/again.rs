//! The decisions of a battle as somebody tells of them who looks at it again, and what might have been decided.

use super::mark::{self, Mark};
use super::{Timeline, said};
use crate::battle::{Look, Order, SideId};

impl Timeline {
    /// A decision in words, secret or not, by its place among all: once all is over, when nothing is secret any more.
    pub fn openly(&self, look: Look<'_>, at: usize) -> Option<String> {
        self.marks.get(at).map(|mark| mark.openly(look))
    }

    /// The decision whose reasons are asked for where none is named: that at the moment that is looked at; else the last one of
    /// those who do not sit here, or of anybody where all do.
    pub fn questioned(&self, look: Look<'_>) -> Option<usize> {
        let is_others = |mark: &Mark| !mark.is_idle && !look.is_played_here(SideId(mark.side));
        self.at.or_else(|| self.marks.iter().rposition(is_others)).or_else(|| self.last_deed())
    }

    /// The rounds in which something was decided, each with how many decisions had been made before it.
    pub fn rounds(&self) -> Vec<(usize, i32)> {
        let mut rounds: Vec<(usize, i32)> = Vec::new();
        for (at, mark) in self.marks.iter().enumerate() {
            if rounds.last().is_none_or(|(_, last)| *last != mark.round) {
                rounds.push((at, mark.round));
            }
        }
        rounds
    }
}

/// What somebody of this name would do by an order: "Knight moves to (11,10)".
pub fn would(name: &str, order: &Order) -> String {
    with_place(&said::sentence(name, order, None, None), order)
}

/// What whoever is asked now would do by an order, as a sentence: an answer is told by the words of its choice.
pub fn would_now(look: Look<'_>, order: &Order) -> String {
    let Some(question) = look.question() else { return order.to_string() };
    let name = question.who.map_or_else(|| look.side_name(question.side), |who| look.name(who));
    let choice = mark::meant(look, order);
    let told = with_place(&said::sentence(name, order, choice, None), order);
    match order.n.filter(|_| choice.is_some_and(|choice| choice.order.n.is_none())) {
        Some(number) => format!("{told}: {number}"),
        None => told,
    }
}

fn with_place(told: &str, order: &Order) -> String {
    let told = told.trim_end_matches('.');
    match order.to.filter(|_| order.at.is_empty()) {
        Some(to) => format!("{told} to {to}"),
        None => told.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Aim;
    use crate::board::Square;

    /// Promise: what somebody might have done is told as a sentence, with the place that it leads to.
    #[test]
    fn what_might_have_been_done_is_a_sentence() {
        assert_eq!(would("Knight", &Order::new("move").to(Square::new(11, 10))), "Knight moves to (11,10)");
        assert_eq!(would("Knight", &Order::new("defend")), "Knight defends");
        let blow = Order::new("attack").with("Sword").at(Aim::who("Bo"));
        assert_eq!(would("Knight", &blow), "Knight attacks Bo with Sword");
    }
}
