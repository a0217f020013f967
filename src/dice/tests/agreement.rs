//! One rule, three hands: rolled, scripted and enumerated dice must agree.

use std::collections::BTreeMap;

use super::expr;
use crate::dice::{Dice, DiceError, Expr, Fraction, RolledDice, ScriptedDice, enumerate};

/// An attack in the manner of the rulesets: hit, glancing hit or miss, then harm.
fn harm(dice: &mut (impl Dice + ?Sized), attack: &Expr, damage: &Expr) -> Result<i32, DiceError> {
    Ok(match dice.throw(attack)?.total {
        ..11 => 0,
        11..14 => (dice.throw(damage)?.total - 2).max(0),
        14.. => dice.throw(damage)?.total,
    })
}

#[test]
fn the_odds_are_those_of_all_scripts() {
    let (attack, damage) = (expr("2d6+4"), expr("d6+1"));
    let odds = enumerate(|dice| harm(dice, &attack, &damage)).unwrap();
    let mut counts = BTreeMap::new();
    for faces in 0..216 {
        let faces = [faces % 6 + 1, faces / 6 % 6 + 1, faces / 36 + 1];
        let mut script = ScriptedDice::parse(faces.map(|face| format!("d6: {face}"))).unwrap();
        *counts.entry(harm(&mut script, &attack, &damage).unwrap()).or_insert(0) += 1;
    }
    let expected = counts.into_iter().map(|(harm, count)| (harm, Fraction::new(count, 216).unwrap()));
    let found = odds.iter().map(|(harm, chance)| (*harm, chance));
    assert!(expected.eq(found));
}

#[test]
fn a_rolled_battle_fares_as_the_odds_say() {
    const BLOWS: i32 = 50_000;
    let (attack, damage) = (expr("2d6+4"), expr("d6+1"));
    let odds = enumerate(|dice| harm(dice, &attack, &damage)).unwrap();
    let mut dice: Box<dyn Dice> = Box::new(RolledDice::from_seed(1));
    let total: i32 = (0..BLOWS).map(|_| harm(dice.as_mut(), &attack, &damage).unwrap()).sum();
    let mean = f64::from(total) / f64::from(BLOWS);
    assert!((mean - odds.mean().to_f64()).abs() < 0.05, "{mean} instead of {}", odds.mean());
}
