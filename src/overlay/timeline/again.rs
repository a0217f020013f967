//! The decisions of a battle as somebody tells of them who looks at it again, and what might have been decided.

use super::mark;
use super::{Timeline, said};
use crate::ai::deep::Line;
use crate::battle::{Look, Order};

impl Timeline {
    /// A decision in words, secret or not, by its place among all: once all is over, when nothing is secret any more.
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

/// What somebody of this name would do by an order: "Knight moves to (11,10)", or "to Far road" where places count.
pub fn would(look: Look<'_>, name: &str, order: &Order) -> String {
    with_place(look, &said::sentence(look, name, order, None, None), order)
}

/// What whoever is asked now would do by an order, as a sentence: an answer is told by the words of its choice.
pub fn would_now(look: Look<'_>, order: &Order) -> String {
    let Some(question) = look.question() else { return order.to_string() };
    let name = mark::whose(look, question.side, order);
    let choice = mark::meant(look, order);
    let told = with_place(look, &said::sentence(look, name, order, choice, None), order);
    match order.n.filter(|_| choice.is_some_and(|choice| choice.order.n.is_none())) {
        Some(number) => format!("{told}: {number}"),
        None => told,
    }
}

/// What whoever is asked now would do by a line of thought, and then in the same turn: "Knight moves to (11,10), then attacks Bo".
pub fn would_go_on(look: Look<'_>, line: &Line) -> String {
    let name = look.question().and_then(|question| question.who).map(|who| look.name(who));
    let then = name.zip(line.then.as_ref()).map(|(name, then)| would(look, name, then));
    in_a_row(name.unwrap_or_default(), would_now(look, &line.order), then)
}

/// What somebody of this name would do, and then in the same turn, as one sentence that names them once.
pub fn in_a_row(name: &str, first: String, then: Option<String>) -> String {
    let then = then.map(|told| format!(", then {}", told.strip_prefix(name).unwrap_or(&told).trim_start()));
    first + then.as_deref().unwrap_or_default()
}

/// The same with the place that it leads to, where it is not done to anybody.
pub(super) fn with_place(look: Look<'_>, told: &str, order: &Order) -> String {
    let told = told.trim_end_matches('.');
    match order.to.filter(|_| order.at.is_empty()) {
        Some(to) => format!("{told} to {}", look.place_name(to)),
        None => told.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Aim;
    use crate::board::{Spot, Square};
    use crate::overlay::trial;

    /// Promise: what somebody might have done is told as a sentence, with the place that it leads to.
    #[test]
    fn what_might_have_been_done_is_a_sentence() {
        let game = trial::begun("gate", 1);
        let would = |order: &Order| would(trial::look(&game), "Knight", order);
        assert_eq!(would(&Order::new("move").to(Square::new(11, 10))), "Knight moves to (11,10)");
        assert_eq!(would(&Order::new("defend")), "Knight defends");
        let blow = Order::new("attack").with("Sword").at(Aim::who("Bo"));
        assert_eq!(would(&blow), "Knight attacks Bo with Sword");
        let both = in_a_row("Knight", would(&blow), Some(would(&Order::new("defend"))));
        assert_eq!(both, "Knight attacks Bo with Sword, then defends");
    }

    /// Promise: where places count a place is told by its name, in a sentence and in the words of an order.
    #[test]
    fn places_are_told_by_their_names_where_they_count() {
        let game = trial::begun("first_milestone", 1);
        let look = trial::look(&game);
        let zone = look.everybody().find_map(|id| look.spot(id)).unwrap();
        assert!(matches!(zone, Spot::Zone(_)));
        let squares =
            || (0..look.board().width()).flat_map(|x| (0..look.board().height()).map(move |y| Square::new(x, y)));
        let there = squares().find(|square| look.spots().at(*square) == Some(zone)).unwrap();
        let (order, name) = (Order::new("move").to(there), look.spot_name(zone));
        assert_eq!(would(look, "Theobald", &order), format!("Theobald moves to {name}"));
        assert_eq!(look.read_out(&(&order).into()), format!("move to {name}"));
    }
}
