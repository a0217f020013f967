//! Damage against thresholds: it comes to what the highest threshold says that it passes, and to nothing where it passes
//! none. Bodies, minds, machines and things are all judged here.

use crate::mechanics::prelude::*;

/// What damage must do to pass a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// Be more.
    #[default]
    Exceeds,
    /// Be as much.
    Meets,
}

impl Passing {
    /// Whether so much damage passes a threshold; nought passes none.
    const fn passes(self, damage: i32, threshold: i32) -> bool {
        let is_enough = match self {
            Self::Exceeds => damage > threshold,
            Self::Meets => damage >= threshold,
        };
        damage > 0 && is_enough
    }
}

/// What so much damage comes to; `steps` say of each threshold, the lowest first, when it is passed and what that is.
pub(in crate::mechanics) fn judge<const N: usize>(
    exposure: &Exposure,
    damage: i32,
    steps: [(Passing, Judged); N],
) -> Judged {
    if exposure.has("immune") {
        return Judged::nothing();
    }
    let mut each = steps.into_iter().zip(&exposure.thresholds);
    let passed = each.rfind(|((passing, _), threshold)| passing.passes(damage, **threshold));
    passed.map_or_else(Judged::nothing, |((_, judged), _)| judged)
}

/// What becomes of a thing that damage is too much for.
pub(in crate::mechanics) fn breaks(exposure: &Exposure, damage: i32) -> Judged {
    let step = |grade, name| (Passing::Exceeds, Judged { harm: 1, ..Judged::called(grade, name) });
    judge(exposure, damage, [step(1, "damaged"), step(2, "destroyed")])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: the highest threshold that damage passes says what it comes to; where it passes none, or nothing can touch
    /// the target, it comes to nothing.
    #[test]
    fn the_highest_threshold_that_is_passed_counts() {
        let of = |damage, words: &[&'static str]| {
            let words = words.iter().copied().map(Key::from).collect();
            let exposure = Exposure { thresholds: [3, 9].into_iter().collect(), words, ..Exposure::default() };
            breaks(&exposure, damage).outcome()
        };
        assert_eq!([0, 3, 4, 9, 10].map(|damage| of(damage, &[]).0), [0, 0, 1, 1, 2]);
        assert_eq!(of(10, &["immune"]), (0, Key::from("nothing")));
        let pool = Exposure { thresholds: [-6].into_iter().collect(), ..Exposure::default() };
        assert_eq!([-1, 0, 1].map(|damage| breaks(&pool, damage).grade), [0, 0, 1]);
    }
}
