//! Which of the blows at somebody is struck where nobody says which: what a click does, and what a plan promises.

use super::Worth;

/// How good a blow at somebody is beside others at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merit {
    /// It is a plain blow.
    pub is_plain: bool,
    /// What goes before all that it is worth: of two blows the one of the higher tier is better.
    pub tier: u8,
    /// What it is worth, where anything foretells it.
    pub worth: Option<Worth>,
}

impl Merit {
    /// Whether a blow is struck in the place of the best plain one: it is of a better tier, or of the same and worth far more. With
    /// the one arm that was chosen, `is_bound`, it is plain.
    pub fn goes_before(self, plain: Self, is_bound: bool) -> bool {
        let is_far_above = || self.worth.zip(plain.worth).is_some_and(|(worth, plain)| worth.is_far_above(plain));
        self.tier > plain.tier || self.tier == plain.tier && !is_bound && is_far_above()
    }

    /// The one of these blows that is struck: the best plain one, unless another goes before it. Of equal ones the first.
    pub fn best_of<B>(blows: impl IntoIterator<Item = (Self, B)>, is_bound: bool) -> Option<(Self, B)> {
        let (mut plain, mut other): (Option<(Self, B)>, Option<(Self, B)>) = (None, None);
        for (merit, blow) in blows {
            let best = if merit.is_plain { &mut plain } else { &mut other };
            let rank = |merit: Self| (merit.tier, merit.worth.unwrap_or_default());
            if best.as_ref().is_none_or(|(known, _)| rank(merit) > rank(*known)) {
                *best = Some((merit, blow));
            }
        }
        match (plain, other) {
            (Some(plain), Some(other)) if other.0.goes_before(plain.0, is_bound) => Some(other),
            (plain, other) => plain.or(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: a plain blow is what is struck, unless another is worth far more or of a better tier; with one arm in hand it is
    /// plain; of equal ones it is the first.
    #[test]
    fn a_plain_blow_goes_before_all_but_what_is_far_better() {
        let of = |is_plain: bool, tier: u8, worth: i32| Merit { is_plain, tier, worth: Some(Worth(worth)) };
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
}
