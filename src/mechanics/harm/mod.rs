//! The slot of harm: what damage does.

pub mod drained;
pub mod endurance;
pub mod fire;
pub mod half_harmed;
pub mod health;
pub mod hit_points;
pub mod one_threshold;
pub mod points;
pub mod regenerates;
pub mod subdual;
pub mod two_thresholds;

pub use endurance::OnOff;

use crate::mechanics::prelude::*;

/// The harm of so much damage.
pub(super) fn judge(harm: Option<&dyn Harm>, exposure: &Exposure, damage: i32) -> Judged {
    let nothing = || Judged { grade: 0, name: Key::from("nothing"), harm: 0 };
    harm.map_or_else(nothing, |harm| harm.judge(exposure, damage))
}

/// How much gets through of damage that is thrown so and to which so much is added, less what is thrown against it where
/// something is.
pub(super) fn gets_through(
    harm: Option<&dyn Harm>,
    exposure: &Exposure,
    (dice, plus): (&Expr, i32),
) -> Distribution<i32> {
    match harm.and_then(|harm| harm.withstands(exposure)) {
        Some((against, more)) => {
            let ahead = plus.saturating_sub(more);
            Distribution::difference(dice, against).map(|apart| apart.saturating_add(ahead).max(0))
        }
        None => Distribution::from_expr(dice).map(|thrown| thrown.saturating_add(plus)),
    }
}

/// The same of damage that comes about in these ways: what each comes to by what of it gets through.
pub(super) fn comes_through<N, T: Ord>(
    harm: Option<&dyn Harm>,
    exposure: &Exposure,
    ways: &Distribution<N>,
    damage: impl Fn(&N) -> i32,
    comes_to: impl Fn(&N, i32) -> T,
) -> Distribution<T> {
    match harm.and_then(|harm| harm.withstands(exposure)) {
        Some((against, more)) => ways.combine(&Distribution::from_expr(against), |way, shown| {
            comes_to(way, damage(way).saturating_sub(shown.saturating_add(more)).max(0))
        }),
        None => ways.map(|way| comes_to(way, damage(way))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Case, HarmName, Hit, Look, Mechanic, Named, Step, Table};
    use crate::dice::Fraction;

    /// Harm against which such dice are thrown, and one more.
    #[derive(Debug)]
    struct Skin(Option<Expr>);

    impl Named for Skin {
        fn name(&self) -> &'static str {
            "Skin"
        }
    }

    impl Mechanic for Skin {}

    impl Harm for Skin {
        fn kind(&self) -> HarmName {
            "body".into()
        }

        fn expose(&self, _look: Look<'_>, _case: &Case<'_>) -> Exposure {
            Exposure::default()
        }

        fn judge(&self, _exposure: &Exposure, damage: i32) -> Judged {
            Judged { grade: i32::from(damage > 0), name: Key::from("nothing"), harm: damage }
        }

        fn withstands(&self, _exposure: &Exposure) -> Option<(&Expr, i32)> {
            self.0.as_ref().map(|dice| (dice, 1))
        }

        fn inflict(&self, _table: &mut Table<'_>, _hit: &Hit) -> Step {
            Ok(())
        }
    }

    /// What a die of four sides and so much more comes to, by both ways of asking.
    fn through(skin: &Skin, plus: i32) -> [Distribution<i32>; 2] {
        let (exposure, die) = (Exposure::default(), Expr::d(4));
        let ways = Distribution::from_expr(&die);
        [
            gets_through(Some(skin), &exposure, (&die, plus)),
            comes_through(Some(skin), &exposure, &ways, |shown| shown + plus, |_, net| net),
        ]
    }

    /// Promise: odds take off what is thrown against damage, and never more than there is of it. Every pair of faces is
    /// counted by itself here.
    #[test]
    fn what_is_thrown_against_damage_is_taken_off_and_no_more() {
        for odds in through(&Skin(Some(Expr::d(6))), 2) {
            for net in 0..=5 {
                let falls = (1..=4).flat_map(|damage| (1..=6).map(move |against| (damage + 2 - against - 1).max(0)));
                let ways = falls.filter(|fall| *fall == net).count();
                assert_eq!(odds.probability(&net), Fraction::new(ways as i128, 24).unwrap(), "{net}");
            }
        }
    }

    /// Promise: where nothing is thrown against it, damage is judged as it is.
    #[test]
    fn what_nothing_is_thrown_against_gets_through_whole() {
        for odds in through(&Skin(None), -2) {
            assert_eq!(odds.outcomes().copied().collect::<Vec<_>>(), [-1, 0, 1, 2]);
        }
    }
}
