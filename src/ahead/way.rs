//! The way that a move would take, its price, and whether it leaves a blow.

use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, Deed, Group, Id, Look, Order, Price, Spending};
use crate::board::Square;

/// The way that a move would take.
#[derive(Debug)]
pub struct Way {
    /// The squares to step to, one after the other.
    pub squares: Vec<Square>,
    /// What it costs, in the words of the ruleset.
    pub price: String,
    /// What is left after it, where that can be said.
    pub leaves: Option<String>,
    /// It spends what the blow of this turn would take, which could still be struck without it.
    pub spends_blow: bool,
}

impl Way {
    /// Of this order, if it goes anywhere; `blow`: what the cheapest blow takes that could be struck before it.
    pub fn of(look: Look<'_>, who: Id, order: &Order, blow: Option<i32>) -> Option<Self> {
        let deed = look.deed(order.verb).ok()?;
        let squares = deed.way(look, who, order)?;
        let price = look.rules().economy.price(look, who, &**deed, order).ok()?;
        let spending = Spending { deed: &**deed, order, amount: price.amount };
        let leaves = look.rules().economy.left_after(look, who, spending);
        // What strikes at its end is the blow.
        let blow = blow.filter(|_| deed.group() != Group::Attack);
        let spends_blow = blow.is_some_and(|blow| !leaves_blow(look, who, (&**deed, order, &price), blow));
        Some(Self { squares, price: price.text.unwrap_or_default(), leaves, spends_blow })
    }

    /// The price in words: what it takes, what it leaves, and that it leaves no blow; where the turn `ends` with it that says
    /// the rest.
    pub fn priced(&self, ends: bool) -> String {
        if ends { self.price.clone() } else { self.told() }
    }

    /// What it takes, what it leaves, and that it leaves no blow.
    pub fn told(&self) -> String {
        let no_blow = self.spends_blow.then_some("and no blow this turn");
        let texts = [Some(self.price.as_str()), self.leaves.as_deref(), no_blow].into_iter().flatten();
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// What the cheapest blow takes; nothing where the rules keep somebody from striking at all. A blow counts if it can be paid for
/// in this turn, also in a later part of it.
pub fn blow(look: Look<'_>, who: Id, choices: &[Choice]) -> Option<i32> {
    let economy = &look.rules().economy;
    let is_answer = look.question().is_some_and(|question| question.choices.is_some());
    let paid = choices.iter().filter(|choice| choice.group == Group::Attack && choice.takes > 0);
    // In an earlier part of a turn no blow has a price yet.
    let cheapest = paid.map(|choice| choice.takes).min().or_else(|| economy.goes_on(look, who).then_some(1));
    let may_strike = choices.iter().any(|choice| choice.group == Group::Attack && choice.is_legal())
        || look.allows(who, &["act", ATTACK]).is_ok();
    cheapest.filter(|_| may_strike).filter(|blow| !is_answer && economy.leaves(look, who, None, *blow))
}

/// Whether such a blow is still paid for once a deed of this price has been.
pub fn leaves_blow(look: Look<'_>, who: Id, (deed, order, price): (&dyn Deed, &Order, &Price), blow: i32) -> bool {
    let spending = Spending { deed, order, amount: price.amount };
    look.rules().economy.leaves(look, who, Some(spending), blow)
}
