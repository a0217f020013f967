//! Coming in time. Those who come too late for a blow are struck first: they had better let the enemies come.

use super::place::{BESIDE, FLANKS, STEP};
use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, Id, Look, Order, Spending};
use crate::board::Square;

/// How much time there is for getting somewhere, for those who can lie in wait for others as well as go to them.
pub(super) struct Wary {
    /// The farthest cost, in the half squares of a choice, that leaves time for a blow.
    pub soon: i32,
    /// Squares that the cheapest move leads.
    pub stride: i32,
}

impl Wary {
    pub fn of(look: Look<'_>, who: Id, choice: &Choice) -> Self {
        let economy = &look.rules().economy;
        if let Some(farthest) = farthest_in_steps(look, who, choice) {
            let soon = if economy.leaves(look, who, None, 1) { farthest } else { 0 };
            return Self { soon, stride: (farthest / 2).min(economy.remaining(look, who).max(1)) };
        }
        let nearest = choice.squares.first().map(|(square, _)| *square);
        let cheapest = nearest.and_then(|square| amount(look, who, &go(choice, square))).unwrap_or(1);
        let reach = within(look, who, choice, cheapest).unwrap_or(0);
        let is_soon = nearest.is_some_and(|square| leaves(look, who, choice, square, 1));
        Self { soon: if is_soon { reach } else { 0 }, stride: reach / 2 }
    }
}

/// The farthest cost, in the half squares of a choice, that leaves time for a blow; below nought where there is none left.
pub(super) fn soon(look: Look<'_>, who: Id, choice: &Choice) -> i32 {
    let ready = look.arms(who).filter(|item| item.is_ready() && look.strikes_with(&item.arm));
    let blow = ready.filter_map(|item| amount(look, who, &Order::new(ATTACK).with(item.arm.name))).min();
    let Some(blow) = blow else { return -1 };
    // They come cheapest first.
    let within = choice.squares.partition_point(|(square, _)| leaves(look, who, choice, *square, blow));
    within.checked_sub(1).and_then(|last| choice.squares.get(last)).map_or(-1, |(_, cost)| *cost)
}

/// What coming nearer than `from` would gain: those who come alone and too late for a blow have nothing of it.
pub(super) fn nearer(likes: i32, from: i32, steps: i32) -> f64 {
    let nearer = (from - steps.max(likes)).max(0);
    STEP * f64::from(nearer) + if steps <= 1 && from > 1 { BESIDE + FLANKS } else { 0.0 }
}

/// The order to go to one of the squares of a choice.
fn go(choice: &Choice, to: Square) -> Order {
    Order { to: Some(to), ..choice.order.clone() }
}

/// What an order takes of the turn.
fn amount(look: Look<'_>, who: Id, order: &Order) -> Option<i32> {
    let deed = look.deed(order.verb).ok()?;
    Some(look.rules().economy.price(look, who, &**deed, order).ok()?.amount)
}

/// Whether going to a square leaves enough for a blow that takes so much.
fn leaves(look: Look<'_>, who: Id, choice: &Choice, to: Square, blow: i32) -> bool {
    let Ok(deed) = look.deed(choice.order.verb) else { return false };
    let (economy, order) = (&look.rules().economy, go(choice, to));
    economy.price(look, who, &**deed, &order).is_ok_and(|price| {
        let spending = Spending { deed: &**deed, order: &order, amount: price.amount };
        economy.leaves(look, who, Some(spending), blow)
    })
}

/// The farthest cost of a choice that takes nothing but steps.
fn farthest_in_steps(look: Look<'_>, who: Id, choice: &Choice) -> Option<i32> {
    let (square, cost) = choice.squares.last()?;
    let deed = look.deed(choice.order.verb).ok()?;
    look.rules().economy.costs_only_steps(look, who, &**deed, &go(choice, *square)).then_some(*cost)
}

/// The farthest cost of a choice that takes no more of the turn than this.
fn within(look: Look<'_>, who: Id, choice: &Choice, most: i32) -> Option<i32> {
    // They come cheapest first.
    let is_within = |square: Square| amount(look, who, &go(choice, square)).is_some_and(|takes| takes <= most);
    let within = choice.squares.partition_point(|(square, _)| is_within(*square));
    within.checked_sub(1).and_then(|last| choice.squares.get(last)).map(|(_, cost)| *cost)
}
