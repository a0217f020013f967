//! What whoever is asked is told to do, in the plain words of advice.

use super::again::{in_a_row, with_place};
use super::{mark, said};
use crate::ai::deep::Line;
use crate::battle::house_words::{ACT, END_TURN, FIRST};
use crate::battle::{Choice, Look, Order, capital};

/// What a try begins with.
const TRIES: &str = "tries to ";

/// What whoever is asked now had better do by a line of thought, and then in the same turn: "Move to (8,3), then attack Bo".
pub fn advised(look: Look<'_>, line: &Line) -> String {
    let first = mark::meant(look, &line.order);
    let first = first.map_or_else(|| deed(look, &line.order), |choice| answer(choice, &line.order));
    in_a_row("", capital(&first), line.then.as_ref().map(|then| deed(look, then)))
}

/// An answer to a question, by the words of its choice.
fn answer(choice: &Choice, order: &Order) -> String {
    let (verb, label) = (order.verb.as_str(), choice.label.as_str());
    let told = match verb {
        ACT => format!("let {label} act"),
        FIRST => format!("let {label} go first"),
        _ if choice.card.is_some() => format!("{verb} {label}"),
        _ => label.to_owned(),
    };
    match order.n.filter(|_| choice.order.n.is_none()) {
        Some(number) => format!("{told}: {number}"),
        None => told,
    }
}

/// A deed of a turn, with the place that it leads to: told as a try, without whoever tries it.
fn deed(look: Look<'_>, order: &Order) -> String {
    if order.verb == END_TURN {
        return "end the turn".to_owned();
    }
    let tried = said::attempt(look, "", order, None).replace("themselves", "yourself");
    let told = tried.trim_start();
    with_place(look, told.strip_prefix(TRIES).unwrap_or(told), order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Aim, Group};
    use crate::board::Square;
    use crate::overlay::trial;

    /// Promise: advice is told as what to do, with whom it is about and where it leads: an answer by the words of its choice.
    #[test]
    fn advice_is_told_as_what_to_do() {
        let game = trial::begun("gate", 1);
        let deed = |order: &Order| deed(trial::look(&game), order);
        assert_eq!(deed(&Order::new("move").to(Square::new(11, 10))), "move to (11,10)");
        assert_eq!(deed(&Order::new("attack").with("Sword").at(Aim::who("Bo"))), "attack Bo with Sword");
        assert_eq!(deed(&Order::new("draw").with("Axe")), "draw Axe");
        assert_eq!(deed(&Order::new("drag oneself").to(Square::new(2, 3))), "drag yourself to (2,3)");
        assert_eq!(deed(&Order::new(END_TURN)), "end the turn");
        let told = |order: Order, label: &str, n: Option<i32>| {
            let choice = Choice::new(order.clone(), label, Group::Turn, "R-1");
            answer(&choice, &Order { n, ..order })
        };
        assert_eq!(told(Order::new(ACT).with("Bo"), "Bo", None), "let Bo act");
        assert_eq!(told(Order::new(FIRST).with("Bandits"), "Bandits", None), "let Bandits go first");
        assert_eq!(told(Order::new("dodge"), "Dodge", None), "Dodge");
        assert_eq!(told(Order::new("give"), "Give", Some(3)), "Give: 3");
    }
}
