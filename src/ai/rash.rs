//! Running ahead: who comes to more enemies than friends with no time left for a blow had better let them come.

use super::place::{BESIDE, FLANKS, NEAR, STEP};
use crate::battle::house_words::ATTACK;
use crate::battle::{Choice, Id, Look, Order};
use crate::board::Square;

/// The farthest cost, in the half squares of a choice, that leaves time for a blow; below nought where there is none left.
pub(super) fn in_time(look: Look<'_>, who: Id, choice: &Choice) -> i32 {
    let economy = &look.rules().economy;
    let price = |order: &Order| {
        let deed = look.deed(order.verb).ok()?;
        Some(economy.price(look, who, &**deed, order).ok()?.amount)
    };
    let left = economy.remaining(look, who);
    let ready = look.arms(who).filter(|item| item.is_ready() && item.arm.damage.is_some());
    let blow = ready.filter_map(|item| price(&Order::new(ATTACK).with(item.arm.name))).min();
    let Some(blow) = blow.filter(|blow| *blow <= left) else { return -1 };
    let go = |square: Square| Order { to: Some(square), ..choice.order.clone() };
    let Some((farthest, cost)) = choice.squares.last() else { return 0 };
    let deed = look.deed(choice.order.verb);
    if deed.is_ok_and(|deed| economy.costs_only_steps(look, who, &**deed, &go(*farthest))) {
        return *cost;
    }
    // They come cheapest first.
    let leaves_time = |(square, _): &(Square, i32)| price(&go(*square)).is_some_and(|price| price + blow <= left);
    let within = choice.squares.partition_point(leaves_time);
    within.checked_sub(1).and_then(|last| choice.squares.get(last)).map_or(-1, |(_, cost)| *cost)
}

/// What coming nearer than where enemies come to oneself would gain: those who come alone and too late for a blow have
/// nothing of it.
pub(super) fn nearer(likes: i32, from: i32, steps: i32) -> f64 {
    let nearer = (from.min(NEAR) - steps.max(likes)).max(0);
    STEP * f64::from(nearer) + if steps <= 1 && from > 1 { BESIDE + FLANKS } else { 0.0 }
}
