//! The decisions of a battle that is over, for those who look at it again: nothing is secret any more.

use super::{Timeline, said};
use crate::battle::{Look, Order};

impl Timeline {
    /// A decision in words, secret or not, by its place among all.
    pub fn openly(&self, look: Look<'_>, at: usize) -> Option<String> {
        self.marks.get(at).map(|mark| mark.openly(look))
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
    let told = said::sentence(name, order, None, None);
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
