//! Bounds that hold however often one looks at them: who stops as soon as they are sure is not fooled by having looked.

use serde::{Deserialize, Serialize};

/// A share is wrong about its bounds at no time at all, in 95 of 100 such tests.
const ALPHA: f64 = 0.05;

/// Between what a share lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// No less than this.
    pub low: f64,
    /// No more than this.
    pub high: f64,
}

impl Bounds {
    /// Of a share that was found in so many tries, each of them between 0 and 1. The law of the iterated logarithm with its
    /// constants for any number of tries (Howard and others, Annals of Statistics 49, 2021, equation 2).
    pub fn of(share: f64, tries: u64) -> Self {
        if tries == 0 {
            return Self { low: 0.0, high: 1.0 };
        }
        let tries = tries as f64;
        let off = 0.85 * (((2.0 * tries).ln().ln() + 0.72 * (2.0 * 5.2 / ALPHA).ln()) / tries).sqrt();
        Self { low: (share - off).max(0.0), high: (share + off).min(1.0) }
    }

    /// Whether a share lies between them.
    pub fn holds(&self, share: f64) -> bool {
        (self.low..=self.high).contains(&share)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// Promise: of tests that are looked at after every try, at most 5 of 100 are ever wrong.
    #[test]
    fn the_bounds_hold_at_every_look() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut wrong = 0;
        let runs = 400;
        for _ in 0..runs {
            let mut hits = 0_u64;
            let is_wrong = (1..=1500_u64).any(|tries| {
                hits += u64::from(dice.next_u32() & 1);
                !Bounds::of(hits as f64 / tries as f64, tries).holds(0.5)
            });
            wrong += u32::from(is_wrong);
        }
        assert!(wrong <= runs / 20, "{wrong} of {runs}");
    }

    #[test]
    fn nothing_is_known_before_the_first_try_and_much_after_many() {
        assert_eq!(Bounds::of(0.0, 0), Bounds { low: 0.0, high: 1.0 });
        let many = Bounds::of(0.3, 1_000_000);
        assert!(many.holds(0.3) && many.high - many.low < 0.006, "{many:?}");
    }
}
