//! What comes of anything that is done, gone through in every way: against what is foretold of single blows by another
//! path through the program, and against sums done by hand.

use std::collections::BTreeMap;

use sortie::battle::Order;
use sortie::dice::{Dice, RolledDice};
use sortie::odds::{Duel, OddsError, Plan};
use sortie::rulebook::Library;

use crate::odds::{listed, told_of};

/// Duels of each game that are weighed both ways.
const DUELS: usize = 12;

/// Steps that a duel may take to go through: more would take a test too long.
const STEPS: u64 = 3_000;

fn agree(ruleset: &str) {
    let library = Library::open("rulesets");
    let rules = library.rules_with(ruleset, &BTreeMap::new()).unwrap();
    let names: Vec<String> = rules.profiles.keys().map(ToString::to_string).collect();
    let mut dice = RolledDice::from_seed(20);
    let mut weighed = 0;
    for _ in 0..DUELS * 20 {
        let attacker = names[dice.pick(names.len()).unwrap()].clone();
        let target = names[dice.pick(names.len()).unwrap()].clone();
        let profile = rules.profiles.values().find(|profile| profile.name == attacker.as_str()).unwrap();
        let arms: Vec<_> = profile.arms.iter().filter(|arm| rules.arms[*arm].damage.is_some()).collect();
        if arms.is_empty() {
            continue;
        }
        let arm = arms[dice.pick(arms.len()).unwrap()].to_string();
        let order = Order::new("attack").with(arm).at(sortie::battle::Aim::who("target"));
        let duel =
            Duel { rules: rules.clone(), attacker, target, others: Vec::new(), order: order.clone(), set: Vec::new() };
        let Ok(foretold) = duel.odds() else { continue };
        let gone = match duel.course(&Plan { limit: Some(STEPS), ..Plan::default() }) {
            Ok(gone) => gone,
            Err(OddsError::Ways(sortie::ways::WaysError::TooMany(_) | sortie::ways::WaysError::Refused(_))) => continue,
            Err(why) => panic!("{} at {}, {order}: {why}", duel.attacker, duel.target),
        };
        let likely = |rows: &[(i32, sortie::dice::Fraction)]| -> BTreeMap<i32, String> {
            rows.iter().map(|(amount, chance)| (*amount, chance.to_string())).filter(|(_, chance)| chance != "0").collect()
        };
        let (_, amounts, _) = &gone.harm[0];
        assert_eq!(likely(amounts), likely(&foretold.harm), "{} at {}: {order}", duel.attacker, duel.target);
        weighed += 1;
        if weighed == DUELS {
            return;
        }
    }
    panic!("{ruleset}: only {weighed} duels could be weighed both ways");
}

#[test]
fn blows_of_scale_and_toughness_come_out_as_foretold() {
    agree("scale_toughness");
}

#[test]
fn blows_of_hursagmu_come_out_as_foretold() {
    agree("hursagmu");
}

#[test]
fn blows_of_liberi_gothica_come_out_as_foretold() {
    agree("liberi_gothica");
}

#[test]
fn blows_of_the_old_school_come_out_as_foretold() {
    agree("old_school");
}

#[test]
fn blows_of_zones_come_out_as_foretold() {
    agree("zones");
}
