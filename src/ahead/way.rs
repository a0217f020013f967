//! The way that a move would take, and its price.

use crate::battle::{Id, Look, Order};
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
}

impl Way {
    /// Of this order, if it goes anywhere.
    pub fn of(look: Look<'_>, who: Id, order: &Order) -> Option<Self> {
        let deed = look.deed(order.verb).ok()?;
        let squares = deed.way(look, who, order)?;
        let price = look.rules().economy.price(look, who, &**deed, order).ok()?;
        let leaves = look.rules().economy.left_after(look, who, price.amount);
        Some(Self { squares, price: price.text.unwrap_or_default(), leaves })
    }
}
