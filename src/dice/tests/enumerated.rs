use super::expr;
use crate::dice::{
    AnyDice, Dice, DiceError, Distribution, EnumeratedDice, Fraction, enumerate, enumerate_within, shuffle,
};

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

#[test]
fn a_sum_is_one_branch() {
    let mut runs = 0;
    let odds = enumerate(|dice| {
        runs += 1;
        Ok(dice.throw(&expr("2d6+4"))?.total)
    });
    assert_eq!(odds.unwrap(), Distribution::from_expr(&expr("2d6+4")));
    assert_eq!(runs, 11);
}

#[test]
fn the_best_of_two_is_one_branch() {
    let mut runs = 0;
    let odds = enumerate(|dice| {
        runs += 1;
        Ok(dice.throw(&expr("best 1 of 2d20"))?.total == 20)
    });
    assert_eq!(odds.unwrap().probability(&true), fraction("39/400"));
    assert_eq!(runs, 20);
}

#[test]
fn paths_of_different_length_weigh_what_they_should() {
    let odds = enumerate(|dice| {
        let first = dice.d(6)?;
        Ok(if first == 6 { dice.throw(&expr("2d8"))?.total + dice.d(3)? } else { -first })
    })
    .unwrap();
    assert_eq!(odds.probability(&-1), fraction("1/6"));
    assert_eq!(odds.probability(&3), fraction("1/1152"));
    assert_eq!(odds.total(), Fraction::ONE);
}

#[test]
fn a_rule_without_dice_is_certain() {
    let odds = enumerate(|dice| Ok(dice.throw(&expr("3"))?.total));
    assert_eq!(odds, Ok(Distribution::certain(3)));
}

#[test]
fn every_order_of_a_deck_is_equally_likely() {
    let odds = enumerate(|dice| {
        let mut cards = [1, 2, 3, 4];
        shuffle(dice, &mut cards)?;
        Ok(cards)
    })
    .unwrap();
    assert_eq!(odds.outcomes().len(), 24);
    assert!(odds.iter().all(|(_, chance)| chance == fraction("1/24")));
}

#[test]
fn a_rule_with_too_many_ways_is_refused() {
    let hundred = |dice: &mut dyn Dice| Ok(dice.d(10)? + dice.d(10)?);
    assert!(enumerate_within(100, |dice| hundred(dice)).is_ok());
    assert_eq!(enumerate_within(99, |dice| hundred(dice)), Err(DiceError::TooManyPaths { limit: 99 }));
}

/// Promise: throws that lie together are given up as soon as they have more ends than are gone on with.
#[test]
fn throws_with_too_many_ends_are_given_up_at_once() {
    let runs = |dice: EnumeratedDice| {
        let mut runs = 0;
        let mut cup = AnyDice::from(dice);
        let orders = |dice: &mut AnyDice| {
            runs += 1;
            (0..4).map(|_| dice.d(6)).collect::<Result<Vec<_>, _>>()
        };
        let found = cup.lot(orders, Vec::clone);
        (found.err(), runs)
    };
    let (refused, few) = runs(EnumeratedDice::default().within(Some(100)));
    assert!(refused == Some(DiceError::TooManyPaths { limit: 100 }) && few < 200, "{refused:?} after {few}");
    let (refused, all) = runs(EnumeratedDice::default().within(Some(2_000)));
    assert!(refused.is_none() && all > 1_296, "{refused:?} after {all}");
}

#[test]
fn a_rule_that_throws_without_end_is_refused() {
    let rerolls_low = enumerate(|dice| {
        while dice.d(6)? < 6 {}
        Ok(())
    });
    assert_eq!(rerolls_low, Err(DiceError::TooManyThrows { limit: 512 }));
    let rerolls_high = enumerate(|dice| {
        while dice.d(6)? > 5 {}
        Ok(())
    });
    assert_eq!(rerolls_high, Err(DiceError::TooManyThrows { limit: 512 }));
}

#[test]
fn a_rule_that_changes_its_mind_is_refused() {
    let mut sides = 5;
    let other_die = enumerate(|dice| {
        sides += 1;
        dice.d(sides)
    });
    let unsteady =
        |position, before: &str, now: &str| DiceError::Unsteady { position, before: before.into(), now: now.into() };
    assert_eq!(other_die, Err(unsteady(1, "d6", "d7")));
    let mut runs = 0;
    let no_die = enumerate(|dice| {
        runs += 1;
        if runs < 3 { dice.d(6) } else { Ok(0) }
    });
    assert_eq!(no_die, Err(unsteady(1, "d6", "nothing")));
}

#[test]
fn an_error_of_the_rule_comes_through() {
    assert_eq!(enumerate(|dice| dice.pick(0)), Err(DiceError::NothingToPick));
}
