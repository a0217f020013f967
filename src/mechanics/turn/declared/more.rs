//! Deeds that more actions can be put into.

use crate::mechanics::prelude::*;

/// What the number of an order counts that puts more actions into its deed.
pub(in crate::mechanics) const AUGMENTS: &str = "more actions for damage";

/// How many actions a deed takes with those that its order puts into it.
pub(in crate::mechanics) fn and_more(order: &Order) -> i32 {
    order.n.unwrap_or(0).max(0).saturating_add(1)
}

/// A choice with more actions in it, each number of them that there may be.
pub(in crate::mechanics) fn with_more(choice: &Choice) -> Vec<Order> {
    let most = choice.numbers.map_or(0, |(_, most)| most);
    (1..=most).map(|n| choice.order.clone().n(n)).collect()
}

/// Whether an order puts no more actions than `most` into `what`; else `rule` says so.
pub(in crate::mechanics) fn may_add(look: Look<'_>, order: &Order, most: i32, rule: RuleId, what: &str) -> Allowed {
    if order.n.is_none_or(|n| (0..=most).contains(&n)) {
        return Ok(());
    }
    Err(look.refusal(rule, || format!("0 to {most} actions go into {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HG-ATK-15: however many actions an order would put into a blow, they can be counted.
    #[test]
    fn no_order_counts_beyond_all_numbers() {
        let with = |n: i32| and_more(&Order::new("attack").n(n));
        assert_eq!([0, 2, -3, i32::MAX, i32::MIN].map(with), [1, 3, 1, i32::MAX, 1]);
    }
}
