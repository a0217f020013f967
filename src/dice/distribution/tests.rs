#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::dice::{Dice, Expr, Keep, enumerate};

fn expr(text: &str) -> Expr {
    text.parse().unwrap()
}

fn odds(text: &str) -> Distribution<i32> {
    Distribution::from_expr(&expr(text))
}

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

/// All totals of an expression by laying out every face of every die: slow, and nothing shared with the
/// reckoning that it checks.
fn laid_out(expr: &Expr) -> BTreeMap<i32, i128> {
    let mut counts = BTreeMap::from([(expr.added(), 1)]);
    for term in expr.terms() {
        let (count, sides) = (usize::from(term.count()), i32::from(term.sides()));
        let mut sums = BTreeMap::new();
        let mut faces = vec![1; count];
        loop {
            let mut sorted = faces.clone();
            sorted.sort_unstable();
            let sum: i32 = match term.keep() {
                Keep::All => sorted.iter().sum(),
                Keep::Best(kept) => sorted[count - usize::from(kept)..].iter().sum(),
                Keep::Worst(kept) => sorted[..usize::from(kept)].iter().sum(),
            };
            *sums.entry(if term.is_subtracted() { -sum } else { sum }).or_insert(0) += 1;
            let Some(next) = faces.iter().position(|face| *face < sides) else { break };
            faces[..next].fill(1);
            faces[next] += 1;
        }
        let mut both = BTreeMap::new();
        for (total, ways) in &counts {
            for (sum, more) in &sums {
                *both.entry(total + sum).or_insert(0) += ways * more;
            }
        }
        counts = both;
    }
    counts
}

fn assert_exact(expr: &Expr) {
    let counts = laid_out(expr);
    let all: i128 = counts.values().sum();
    let expected = counts.into_iter().map(|(total, count)| (total, Fraction::new(count, all).unwrap()));
    let odds = Distribution::from_expr(expr);
    assert!(odds.iter().map(|(total, chance)| (*total, chance)).eq(expected), "{expr}");
    assert_eq!(odds.total(), Fraction::ONE);
    assert_eq!(odds.outcomes().next(), Some(&expr.min()));
    assert_eq!(odds.outcomes().next_back(), Some(&expr.max()));
}

#[test]
fn the_odds_are_those_of_all_faces_laid_out() {
    for text in [
        "3",
        "d1",
        "d6",
        "2d6+3",
        "5d4-2",
        "3d8-1d4+2",
        "-2d6+20",
        "best 1 of 2d20",
        "worst 1 of 2d20",
        "best 3 of 4d6",
        "worst 3 of 4d6",
        "best 2 of 5d5",
        "worst 4 of 5d3",
        "best 4 of 4d4",
        "-best 2 of 3d6",
        "-worst 1 of 3d6+d4",
        "best 1 of 2d6-worst 1 of 2d6+best 2 of 3d4",
        "best 5 of 7d3",
        "worst 2 of 7d3",
    ] {
        assert_exact(&expr(text));
    }
}

#[test]
fn well_known_odds() {
    assert_eq!(odds("2d6").probability(&7), fraction("1/6"));
    assert_eq!(odds("best 1 of 2d20").mean(), fraction("553/40"));
    assert_eq!(odds("best 3 of 4d6").mean(), fraction("15869/1296"));
    assert_eq!(odds("best 3 of 4d6").probability(&18), fraction("7/432"));
    assert_eq!(odds("2d6").probability(&13), Fraction::ZERO);
    assert_eq!(odds("d6-5").mean(), fraction("-3/2"));
}

#[test]
fn hundreds_of_dice_are_no_trouble_and_still_exact() {
    let many = odds("300d6");
    assert_eq!(many.total(), Fraction::ONE);
    assert_eq!(many.mean(), Fraction::from(1050));
    assert_eq!(many.probability(&300), many.probability(&1800));
    assert_eq!(many, odds("d6").times(300));
    let best = odds("best 40 of 80d10");
    assert_eq!(best.total(), Fraction::ONE);
    assert_eq!(best.mean(), Fraction::from(40 * 11) - odds("worst 40 of 80d10").mean());
    let ones = (0..80).fold(Fraction::ONE, |chance, _| &chance * &fraction("1/10"));
    assert_eq!(best.probability(&40), ones);
}

#[test]
fn stages_come_to_the_same_as_one_enumeration() {
    let (attack, defence, harm, soak) = (expr("2d6+3"), expr("2d6+2"), expr("2d6+7"), expr("2d6+3"));
    let flat = enumerate(|dice| {
        let margin = dice.throw(&attack)?.total - dice.throw(&defence)?.total;
        if margin <= 0 {
            return Ok(0);
        }
        Ok((dice.throw(&harm)?.total - dice.throw(&soak)?.total + margin / 3).max(0))
    });
    let hit = enumerate(|dice| Ok(dice.throw(&attack)?.total - dice.throw(&defence)?.total)).unwrap();
    let staged = hit.map(|margin| (*margin > 0).then_some(margin / 3)).try_then(|hit| match hit {
        None => Ok(Distribution::certain(0)),
        Some(more) => enumerate(|dice| Ok((dice.throw(&harm)?.total - dice.throw(&soak)?.total + more).max(0))),
    });
    assert_eq!(flat, staged);
    assert_eq!(flat.unwrap().total(), Fraction::ONE);
}

#[test]
fn a_table_has_its_weights() {
    let table = Distribution::weighted([("b", 2), ("a", 1), ("never", 0), ("b", 3)]).unwrap();
    assert!(table.iter().eq([(&"a", fraction("1/6")), (&"b", fraction("5/6"))]));
    assert_eq!(Distribution::<i32>::weighted([]), Err(DiceError::NothingToPick));
    assert_eq!(Distribution::weighted([(1, 0)]), Err(DiceError::NothingToPick));
}

#[test]
fn equal_attacks_add_up_in_any_way() {
    let harm = odds("best 1 of 2d6-2").map(|harm| (*harm).max(0));
    assert_eq!(harm.times(0), Distribution::certain(0));
    assert_eq!(harm.times(1), harm);
    assert_eq!(harm.times(5), harm.add(&harm).add(&harm).add(&harm).add(&harm));
}

#[test]
fn equal_outcomes_are_merged_however_many_there_are() {
    let odds = enumerate(|dice| {
        let sum = dice.d(20)? + dice.d(20)? + dice.d(20)?;
        Ok((sum % 7, sum % 2))
    });
    assert_eq!(odds.unwrap().outcomes().len(), 14);
}

fn any_dice() -> impl Strategy<Value = String> {
    let term = (1..5_u16, 1..7_u16, 0..3, 1..5_u16, any::<bool>()).prop_map(|(count, sides, keep, kept, minus)| {
        let keep = match keep {
            0 => String::new(),
            1 => format!("best {} of ", kept.min(count)),
            _ => format!("worst {} of ", kept.min(count)),
        };
        format!("{}{keep}{count}d{sides}", if minus { '-' } else { '+' })
    });
    (prop::collection::vec(term, 1..4), -5..5).prop_map(|(terms, number)| format!("{}{number:+}", terms.concat()))
}

proptest! {
    #[test]
    fn any_dice_are_those_laid_out(text in any_dice()) {
        assert_exact(&expr(&text));
    }

    #[test]
    fn chances_add_up_to_one_through_every_step(a in any_dice(), b in any_dice(), modulus in 1..9) {
        let (a, b) = (odds(&a), odds(&b));
        let folded = a.map(|total| total.rem_euclid(modulus));
        let staged = folded.then(|rest| if *rest == 0 { b.clone() } else { Distribution::certain(-rest) });
        for odds in [&folded, &staged, &folded.add(&b), &folded.times(3)] {
            prop_assert_eq!(odds.total(), Fraction::ONE);
            prop_assert_eq!(odds.iter().map(|(_, chance)| chance).sum::<Fraction>(), Fraction::ONE);
        }
        prop_assert_eq!(a.add(&b).mean(), a.mean() + b.mean());
    }
}
