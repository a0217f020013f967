//! Which of the blows at somebody is struck where nobody says which: what a click does, and what a plan promises.

use super::house_words::ATTACK;
use super::{Look, Order, Worth};

/// How good a blow at somebody is beside others at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merit {
    /// It is a plain blow.
    pub is_plain: bool,
    /// What goes before all that it is worth: of two blows the one of the higher tier is better.
    pub tier: u8,
    /// What it is worth, where anything foretells it.
    pub worth: Option<Worth>,
    /// What it takes of the turn and costs, where it is one or several blows of the plain kind and nothing else.
    pub price: Option<(i32, i32)>,
}

impl Merit {
    /// How good an order is that takes and costs so much.
    pub fn of(look: Look<'_>, order: &Order, price: (i32, i32), (tier, worth): (u8, Option<Worth>)) -> Self {
        let is_plain = order.verb == ATTACK;
        let is_of_blows = is_plain || look.deed(order.verb).is_ok_and(|deed| deed.nature().of_blows);
        Self { is_plain, tier, worth, price: is_of_blows.then_some(price) }
    }

    /// Whether a blow is struck in the place of the best plain one: it is of a better tier, or of the same and worth far more, or
    /// several for the price of one and worth more. With the one arm that was chosen, `is_bound`, it is plain.
    pub fn goes_before(self, plain: Self, is_bound: bool) -> bool {
        let costs_the_same = self.price.is_some() && self.price == plain.price;
        let is_better = || {
            let both = self.worth.zip(plain.worth);
            both.is_some_and(|(worth, plain)| worth.is_far_above(plain) || costs_the_same && worth > plain)
        };
        self.tier > plain.tier || self.tier == plain.tier && !is_bound && is_better()
    }

    /// The one of these blows that is struck: the best plain one, unless another goes before it. Of equal ones the first.
    pub fn best_of<B>(blows: impl IntoIterator<Item = (Self, B)>, is_bound: bool) -> Option<(Self, B)> {
        let (plain, others): (Vec<_>, Vec<_>) = blows.into_iter().partition(|(merit, _)| merit.is_plain);
        let best = |blows: Vec<(Self, B)>| {
            let rank = |merit: Self| (merit.tier, merit.worth.unwrap_or_default());
            blows.into_iter().reduce(|best, other| if rank(other.0) > rank(best.0) { other } else { best })
        };
        let plain = best(plain);
        let goes_first = |merit: Self| plain.as_ref().is_none_or(|(plain, _)| merit.goes_before(*plain, is_bound));
        let others = others.into_iter().filter(|(merit, _)| goes_first(*merit)).collect();
        best(others).or(plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a plain blow is what is struck, unless another is worth far more or of a better tier; with one arm in hand it is
    /// plain; of equal ones it is the first.
    #[test]
    fn a_plain_blow_goes_before_all_but_what_is_far_better() {
        let of = |is_plain: bool, tier: u8, worth: i32| {
            let price = is_plain.then_some((4, 4));
            Merit { is_plain, tier, worth: Some(Worth(worth)), price }
        };
        let best = |blows: &[Merit], is_bound: bool| {
            let named = blows.iter().copied().zip(0_usize..);
            Merit::best_of(named, is_bound).map(|(_, index)| index)
        };
        let beside = |worth: i32| best(&[of(true, 3, 100), of(false, 3, worth)], false);
        assert_eq!([90, 300, 599, 600, 900].map(beside), [0, 0, 0, 1, 1].map(Some));
        assert_eq!(best(&[of(true, 3, 100), of(false, 3, 900)], true), Some(0));
        assert_eq!(best(&[of(true, 2, 100), of(false, 3, 50)], true), Some(1), "it lands sooner");
        assert_eq!(best(&[of(true, 3, 0), of(false, 3, 50)], false), Some(1), "the plain one is for nothing");
        assert_eq!(best(&[of(true, 3, 80), of(true, 3, 100), of(true, 3, 100)], false), Some(1));
        let untold = Merit { worth: None, ..of(false, 3, 0) };
        assert_eq!(best(&[of(true, 3, 100), untold], false), Some(0), "nobody knows what it is worth");
        assert_eq!((best(&[untold], false), best(&[], false)), (Some(0), None));
    }

    /// Promise: several blows for the price of one are struck where they are worth more than that one; what is worth even more, but
    /// is no blow of its kind, does not stand in their way.
    #[test]
    fn of_blows_of_one_price_the_better_is_struck() {
        let plain = Merit { is_plain: true, tier: 3, worth: Some(Worth(100)), price: Some((4, 4)) };
        let series = |worth: i32, price: i32| Merit {
            is_plain: false,
            worth: Some(Worth(worth)),
            price: Some((price, 4)),
            ..plain
        };
        let hold = Merit { is_plain: false, worth: Some(Worth(300)), price: None, ..plain };
        let best = |blows: &[Merit], is_bound: bool| {
            let named = blows.iter().copied().zip(0_usize..);
            Merit::best_of(named, is_bound).map(|(_, index)| index)
        };
        assert_eq!(best(&[plain, series(101, 4)], false), Some(1));
        assert_eq!(best(&[plain, hold, series(150, 4)], false), Some(2));
        assert_eq!(best(&[plain, series(100, 4)], false), Some(0), "it is worth no more");
        assert_eq!(best(&[plain, series(500, 5)], false), Some(0), "it takes more");
        assert_eq!(best(&[plain, series(150, 4)], true), Some(0), "one arm was chosen");
    }
}
