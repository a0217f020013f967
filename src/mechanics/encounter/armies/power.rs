//! How strong armies are, against each other (HG-MASS-02 to HG-MASS-04). Pure: odds and play both ask here.

use serde::Deserialize;

use crate::battle::Army;
use crate::mechanics::doublings::half_doublings;

/// Whether an army that has taken hits is the smaller for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sizes {
    /// Only those who come change it.
    #[default]
    Static,
    /// It is as small as what is left of it, rounding up.
    ShrinkWithHits,
}

/// An army in a round: its soldiers, and how many plain ones each is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strength {
    /// How many they are.
    pub soldiers: u64,
    quality: (u64, u64),
}

impl Strength {
    /// What an army is in a round of the armies, with so many hits left of the `whole` that any army has.
    pub(super) fn of(army: &Army, sizes: Sizes, round: i32, (left, whole): (i32, i32)) -> Self {
        let all = positive(army.soldiers(round));
        let soldiers = match sizes {
            Sizes::Static => all,
            Sizes::ShrinkWithHits => (all * positive(left)).div_ceil(positive(whole).max(1)),
        };
        let (top, bottom) = army.quality;
        Self { soldiers, quality: (positive(top), positive(bottom).max(1)) }
    }

    /// Both as numbers of plain soldiers, taken as many times as makes them whole.
    fn beside(self, other: Self) -> (u64, u64) {
        let plain = |each: Self, over: Self| each.soldiers * each.quality.0 * over.quality.1;
        (plain(self, other), plain(other, self))
    }

    /// How many plain soldiers it is worth, as players say it: "250", "112 1/2".
    pub(super) fn in_words(self) -> String {
        let (top, bottom) = (self.soldiers * self.quality.0, self.quality.1);
        match top % bottom {
            0 => (top / bottom).to_string(),
            rest => {
                let common = common(rest, bottom);
                format!("{} {}/{}", top / bottom, rest / common, bottom / common)
            }
        }
    }

    /// What quality its soldiers have, as players say it; nothing for plain ones.
    pub(super) fn quality_in_words(self) -> Option<String> {
        match self.quality {
            (top, bottom) if top == bottom => None,
            (top, 1) => Some(top.to_string()),
            (top, bottom) => Some(format!("{top}/{bottom}")),
        }
    }
}

/// The greatest number that divides both.
const fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}

fn positive(number: i32) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The power of each against the smallest of them all.
pub(super) fn powers(armies: &[Strength]) -> Vec<i32> {
    let is_less = |a: Strength, b: Strength| {
        let (a, b) = a.beside(b);
        a < b
    };
    let smallest = armies.iter().copied().reduce(|least, each| if is_less(each, least) { each } else { least });
    let power = |army: &Strength| {
        smallest.map_or(0, |smallest| {
            let (mine, least) = army.beside(smallest);
            half_doublings(mine, least)
        })
    };
    armies.iter().map(power).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn army(soldiers: u64, quality: (u64, u64)) -> Strength {
        Strength { soldiers, quality }
    }

    /// HG-MASS-04: which army is the smallest is asked after quality.
    #[test]
    fn quality_counts_before_anybody_compares() {
        assert_eq!(powers(&[army(500, (1, 1)), army(100, (5, 2))]), [2, 0]);
        assert_eq!(powers(&[army(500, (1, 1)), army(100, (10, 1))]), [0, 2]);
        assert_eq!(powers(&[army(3, (1, 3)), army(1, (1, 1)), army(2, (1, 2))]), [0, 0, 0]);
        assert!(powers(&[]).is_empty());
    }

    proptest! {
        /// HG-MASS-03: the smallest has none, and a larger one never has less than a smaller.
        #[test]
        fn all_are_held_against_the_smallest(
            all in prop::collection::vec((1_u64..1_000_000, 1_u64..=1000, 1_u64..=1000), 1..5),
        ) {
            let armies: Vec<Strength> = all.iter().map(|(size, top, bottom)| army(*size, (*top, *bottom))).collect();
            let powers = powers(&armies);
            prop_assert_eq!(powers.iter().min(), Some(&0));
            for (a, mine) in armies.iter().zip(&powers) {
                for (b, theirs) in armies.iter().zip(&powers) {
                    let (own, other) = a.beside(*b);
                    prop_assert!(own < other || mine >= theirs);
                }
            }
        }
    }
}
