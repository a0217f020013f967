//! What comes of anything that is done, gone through in every way: against what is foretold of single blows by another
//! path through the program, and against sums done by hand.

use std::collections::BTreeMap;

use sortie::battle::{Key, Order, Spoken};
use sortie::dice::{Dice, RolledDice};
use sortie::odds::{Duel, OddsError, Plan};

use crate::kit::{library, sortie};
use crate::odds::{listed, told_of};

/// Duels of each game that are weighed both ways.
const DUELS: usize = 3;

/// Steps that a duel may take to go through: more would take a test too long.
const STEPS: u64 = 400;

/// Steps that a deed may take where every total of every throw is gone by itself.
const STEPS_IN_FULL: u64 = 20_000;

/// What is done before the blow, what is answered, and what is set, where the game asks for it.
type Around = (&'static [&'static str], &'static [&'static str], &'static [(&'static str, &'static str)]);

fn agree(ruleset: &str, (before, answers, set): Around) {
    let rules = library().rules(ruleset).unwrap();
    let names: Vec<String> = rules.profiles.keys().map(ToString::to_string).collect();
    let mut dice = RolledDice::from_seed(20);
    let mut weighed = 0;
    for _ in 0..DUELS * 10 {
        let attacker = names[dice.pick(names.len()).unwrap()].clone();
        let target = names[dice.pick(names.len()).unwrap()].clone();
        let profile = rules.profiles.values().find(|profile| profile.name == attacker.as_str()).unwrap();
        // Harm to a mind is counted apart from that to a body.
        let arms: Vec<_> = profile
            .arms
            .iter()
            .filter(|arm| rules.arms[*arm].damage.is_some() && rules.arms[*arm].harms.is_none())
            .collect();
        if arms.is_empty() {
            continue;
        }
        let arm = arms[dice.pick(arms.len()).unwrap()].to_string();
        let order: Spoken = Order::new("attack").with(Key::new(&arm)).at(sortie::battle::Aim::who("target")).into();
        let words = before.iter().map(ToString::to_string).chain([order.to_string()]);
        let plan = Plan {
            orders: words.collect(),
            answers: answers.iter().map(ToString::to_string).collect(),
            limit: Some(STEPS),
            ..Plan::default()
        };
        let set = set.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let duel = Duel { rules: rules.clone(), attacker, target, others: Vec::new(), order: order.clone(), set };
        let Ok(foretold) = duel.odds() else { continue };
        let gone = match duel.course(&plan) {
            Ok(gone) => gone,
            // Too many ways, or a weapon that must be made ready first.
            Err(OddsError::Ways(_)) => continue,
            Err(why) => panic!("{} at {}, {order}: {why}", duel.attacker, duel.target),
        };
        let likely = |rows: &[(i32, sortie::dice::Fraction)]| -> BTreeMap<i32, String> {
            rows.iter()
                .map(|(amount, chance)| (*amount, chance.to_string()))
                .filter(|(_, chance)| chance != "0")
                .collect()
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
    agree("scale_toughness", (&[], &[], &[]));
}

#[test]
fn blows_of_hursagmu_come_out_as_foretold() {
    agree("hursagmu", (&["declare for 1"], &[], &[("target.unaware", "1")]));
}

#[test]
fn blows_of_liberi_gothica_come_out_as_foretold() {
    agree("liberi_gothica", (&[], &[], &[]));
}

#[test]
fn blows_of_the_old_school_come_out_as_foretold() {
    agree("old_school", (&[], &[], &[]));
}

#[test]
fn blows_of_zones_come_out_as_foretold() {
    agree("zones", (&[], &["none"], &[]));
}

/// A deed that is gone only as far as the rules read its dice comes out as it does where every total is gone by
/// itself, which a question about the chronicle asks for.
fn comes_out_in_full(ruleset: &str, (attacker, target): (&str, &str), orders: &[&str], answers: &[&str]) {
    let rules = library().rules(ruleset).unwrap();
    let (attacker, target) = (attacker.to_owned(), target.to_owned());
    let plan = Plan {
        orders: orders.iter().map(ToString::to_string).collect(),
        answers: answers.iter().map(ToString::to_string).collect(),
        ..Plan::default()
    };
    let in_full =
        Plan { asks: vec!["facts of round are 0 or more".to_owned()], limit: Some(STEPS_IN_FULL), ..plan.clone() };
    let duel = Duel { rules, attacker, target, others: Vec::new(), order: Spoken::default(), set: Vec::new() };
    let (short, full) = (duel.course(&plan).unwrap(), duel.course(&in_full).unwrap());
    assert_eq!(short.changes, full.changes, "{ruleset}: {orders:?}");
    assert_eq!(short.harm, full.harm, "{ruleset}: {orders:?}");
    assert_eq!(short.rolls, full.rolls, "{ruleset}: {orders:?}");
    assert_eq!(short.outcomes, full.outcomes, "{ruleset}: {orders:?}");
}

#[test]
fn a_grab_comes_out_in_full() {
    let orders = ["declare for 1", "grab at target"];
    comes_out_in_full("hursagmu", ("Wrestler", "Man-at-arms"), &orders, &["grapple", "nothing"]);
}

#[test]
fn a_disarm_that_may_break_comes_out_in_full() {
    let orders = ["declare for 1", "disarm with Sword at target in Spear"];
    comes_out_in_full("hursagmu", ("Man-at-arms", "Spearman"), &orders, &["none"]);
}

#[test]
fn an_attack_with_its_fumbles_comes_out_in_full() {
    comes_out_in_full("old_school", ("Veteran", "Orc"), &["attack at target"], &[]);
}

#[test]
fn a_tackle_and_a_look_come_out_in_full() {
    comes_out_in_full("liberi_gothica", ("Knight", "Tough"), &["tackle at target"], &[]);
    comes_out_in_full("liberi_gothica", ("Knight", "Tough"), &["intimidate at target"], &[]);
}

#[test]
fn a_save_comes_out_in_full() {
    comes_out_in_full("zones", ("Bandit leader", "Sybilla"), &["intimidate at target"], &[]);
}

#[test]
fn a_blow_and_its_defence_come_out_in_full() {
    comes_out_in_full("scale_toughness", ("Gate Guard", "Goblin Mook"), &["attack at target"], &["dodge"]);
}

/// The wrestler (2D6+8) has the man-at-arms (2D6+2) unless his dice are higher by six or more: they fall so in 70 of 1296
/// ways, and both have each other then.
#[test]
fn a_grab_that_is_met_in_kind_holds_or_locks() {
    let plan = ["--attacker", "Wrestler", "--target", "Man-at-arms", "--do", "declare for 1", "--do", "grab at target"];
    let answers = ["--answer", "grapple", "--answer", "nothing"];
    let told = told_of("hursagmu", &[&plan[..], &answers].concat());
    let wins = higher_by_more_than(2 - 8);
    let changes = listed(&told, "changes", "name");
    assert_eq!(changes["target: held"], crate::odds::fraction(wins, 1296));
    assert_eq!(changes["target: locked"], crate::odds::fraction(1296 - wins, 1296));
}

/// Two who have learned to disarm: the weapon is struck away where a Strength of 8 is thrown over on a d20. Every number
/// that is told is an exact fraction.
#[test]
fn what_is_told_is_a_fraction_everywhere() {
    let plan = ["--attacker", "Theobald", "--target", "Bandit", "--do", "disarm at target in Axe", "--answer", "none"];
    let told = told_of("zones", &plan);
    assert_eq!(listed(&told, "changes", "name")["target: Axe out of hand"], "3/5");
    for list in ["outcomes", "rolls", "changes"] {
        for (name, fraction) in listed(&told, list, "name") {
            assert!(fraction.parse::<sortie::dice::Fraction>().is_ok(), "{name}: {fraction}");
        }
    }
}

/// The ways in which one throw of two dice is higher than another by more than so much, out of 1296.
fn higher_by_more_than(margin: i32) -> u64 {
    let faces = || (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    faces().flat_map(|own| faces().map(move |other| own - other)).filter(|by| *by > margin).count() as u64
}

/// A knight (7) tackles roughs (3): whoever has more wins, and a tie is for whoever is tackled.
#[test]
fn two_who_are_tackled_fall_together_as_often_as_each_of_them_does() {
    let wins = higher_by_more_than(3 - 7);
    let plan = ["--attacker", "Knight", "--target", "Tough", "--do", "tackle at target"];
    let one = told_of("liberi_gothica", &plan);
    let chance = crate::odds::fraction(wins, 1296);
    assert_eq!(listed(&one, "outcomes", "name")["success"], chance);
    assert_eq!(listed(&one, "changes", "name")["target: prone"], chance);
    let both = [&plan[..], &["--target", "Tough", "--do", "tackle at target 2"]].concat();
    let asked = [&both[..], &["--ask", "target is prone and target 2 is prone"]].concat();
    let two = told_of("liberi_gothica", &asked);
    let chance = crate::odds::fraction(wins * wins, 1296 * 1296);
    assert_eq!(two["asked"][0]["fraction"], chance);
    assert_eq!(listed(&two, "together", "name")["target: prone; target 2: prone"], chance);
}

/// Whoever is on its knees is not tackled again, so that the second attempt is only for those who stood the first.
#[test]
fn a_second_attempt_follows_only_where_the_first_has_failed() {
    let fails = 1296 - higher_by_more_than(3 - 7);
    let plan = ["--attacker", "Knight", "--target", "Tough", "--do", "tackle at target", "--do", "tackle at target"];
    let told = told_of("liberi_gothica", &[&plan[..], &["--ask", "target is prone"]].concat());
    let chance = crate::odds::fraction(1296 * 1296 - fails * fails, 1296 * 1296);
    assert_eq!(told["asked"][0]["fraction"], chance);
}

/// In Old School whoever strikes with the shorter weapon comes later; the deed is the attacker's all the same.
#[test]
fn a_deed_of_which_nobody_says_whose_it_is_is_the_attackers() {
    let plan =
        ["--attacker", "Bandit", "--with", "Halberd", "--target", "Knight", "--do", "attack with Halberd at target"];
    let named = ["--attacker", "Bandit", "--with", "Halberd", "--target", "Knight"];
    let named = [&named[..], &["--do", "attacker: attack with Halberd at target"]].concat();
    let (unnamed, named) = (told_of("old_school", &plan), told_of("old_school", &named));
    assert_eq!(unnamed["changes"], named["changes"]);
    assert!(listed(&unnamed, "rolls", "name").keys().any(|roll| roll.starts_with("attacker ")), "{unnamed}");
}

/// Mauve's blow at the legs must land, be defended against in vain, and then be met by a check that fails: which of these
/// throws decides is for whoever reads, and what comes of it is told.
#[test]
fn success_is_told_only_where_no_other_throw_can_be_taken_for_it() {
    let plan = ["--attacker", "Colonel Mauve", "--target", "Lancer", "--do", "trip with Arming sword at target"];
    let told = told_of("scale_toughness", &plan);
    assert_eq!(listed(&told, "changes", "name")["target: prone"], "5/9");
    assert!(listed(&told, "outcomes", "name").is_empty(), "{told}");
}

/// Sybilla (WIT 11) gives way to a hard look on 12 and more of a d20.
#[test]
fn a_save_is_told_as_what_it_saves_from() {
    let plan = ["--attacker", "Bandit leader", "--target", "Sybilla", "--do", "intimidate at target"];
    let told = told_of("zones", &plan);
    assert_eq!(listed(&told, "outcomes", "name")["success"], "9/20");
    assert_eq!(listed(&told, "changes", "name")["target: frightened"], "9/20");
    assert_eq!(listed(&told, "rolls", "name")["target passes WIT save"], "11/20");
}

/// Mauve (d6+7) and a goblin (d6+4) roll until one is ahead: of 36 ways 30 are for Mauve, 3 for the goblin and 3 are rolled again.
#[test]
fn ties_that_are_rolled_again_leave_everybody_their_share_of_what_is_no_tie() {
    let race = ["--attacker", "Colonel Mauve", "--target", "Goblin Mook", "--do", "race at target"];
    let told = told_of("scale_toughness", &race);
    assert_eq!(listed(&told, "outcomes", "name")["success"], crate::odds::fraction(30, 33));
    assert_eq!(listed(&told, "outcomes", "name")["failure"], crate::odds::fraction(3, 33));
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sortie"))
        .args(["odds", "scale_toughness"])
        .args(race)
        .args(["--ask", "facts of ST-INIT-03 are 2 or more"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("has no end of throws"), "{said}");
}

/// A goblin's blow lands on 3 and more, and so does its enemy's: whatever the first did, and whether or not it was dodged,
/// the other strikes in the same round. Nobody is held to a dodge where there was nothing to dodge.
#[test]
fn an_answer_lapses_where_nothing_in_its_deed_asks_for_it() {
    let duel = ["--attacker", "Goblin Mook", "--with", "Short sword", "--target", "Goblin Mook"];
    let blows = ["--do", "end turn", "--do", "target: attack at attacker", "--until", "the end of the round"];
    let dodged = ["--do", "attack at target", "--do", "target: dodge"];
    let told = told_of("scale_toughness", &[&duel[..], &dodged, &blows].concat());
    let rolls = listed(&told, "rolls", "name");
    assert_eq!((&rolls["attacker passes attack"], &rolls["target passes attack"]), (&"2/3".into(), &"2/3".into()));
    // Behind the last deed it lapses at the end of that: no new turn begins, in which the confused would throw.
    let told = |answer: &[&str]| {
        let first = ["--attacker", "Gate Guard", "--target", "Goblin Mook", "--set", "target.confused=1"];
        told_of("scale_toughness", &[&first[..], &["--do", "attack at target"], answer].concat())
    };
    let (behind, wherever) = (told(&["--do", "target: dodge"]), told(&["--answer", "dodge"]));
    assert_eq!(behind["rolls"], wherever["rolls"]);
    assert_eq!(behind["changes"], wherever["changes"]);
    assert_eq!(listed(&behind, "rolls", "name")["target passes defence"], crate::odds::fraction(5, 18));
}

/// ST-DEATH-05: d6 and Medicine 3 against 4 and the wounds. With two wounds whoever is not treated has a tenth to get out
/// of it by the next round (ST-DEATH-03); one failed check is not the end of them (ST-DEATH-02).
#[test]
fn the_dying_can_be_seen_to() {
    let told = |args: &[&str]| {
        let duel = ["--attacker", "Field Surgeon", "--target", "Goblin Mook", "--set", "target.dying=1"];
        told_of(
            "scale_toughness",
            &[&duel[..], &["--do", "treat at target", "--ask", "target is not dying"], args].concat(),
        )
    };
    for (wounds, chance) in [("1", "5/6"), ("2", "2/3"), ("4", "1/3"), ("6", "0")] {
        let told = told(&["--set", &format!("target.wounds={wounds}")]);
        assert_eq!(told["asked"][0]["fraction"], chance, "{wounds} wounds");
    }
    let told = told(&["--set", "target.wounds=2", "--until", "the next round"]);
    assert_eq!(told["asked"][0]["fraction"], crate::odds::fraction(2 * 10 + 1, 30));
}

/// Options that would count for nothing are refused.
#[test]
fn an_option_that_counts_for_nothing_is_an_error() {
    let options = [
        (&["--limit", "5"][..], "found --limit"),
        (&["--do", "attack at target", "--for", "2"], "found --for"),
        (&["--do", "attack at target", "--part", "head"], "found --part"),
        (&["--do", "attack at target", "--by", "nonlethal"], "found --by"),
        (&["--do", "attack at target", "--limit", "1"], "more than 1 steps"),
    ];
    for (args, why) in options {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sortie"))
            .args(["odds", "scale_toughness", "--attacker", "Gate Guard", "--target", "Goblin Mook"])
            .args(args)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why), "{args:?}: {said}");
    }
}

/// Everything that does not exist, or that nothing looks at, is refused and not passed over.
#[test]
fn a_question_about_what_does_not_exist_is_an_error() {
    let duels = [
        ("scale_toughness", "Gate Guard", "Goblin Mook"),
        ("hursagmu", "Knight", "Archer"),
        ("liberi_gothica", "Knight", "Tough"),
        ("old_school", "Veteran", "Orc"),
        ("zones", "Bandit", "Theobald"),
    ];
    let all: [(&[&str], &str); 11] = [
        (&["--set", "range=2147483647"], "expected a whole number from 0 to"),
        (&["--set", "attacker.actions=2"], "`attacker.actions`"),
        (&["--set", "attacker.riding=1"], "`attacker.riding`"),
        (&["--set", "targt.wounds=2"], "did you mean `target`?"),
        (&["--by", "banana"], "banana"),
        (&["--part", "elbow grease"], "elbow grease"),
        (&["--do", "atack at target"], "atack"),
        (&["--do", "attack at target", "--ask", "target is"], "target is"),
        (&["--do", "attack at target", "--until", "supper"], "supper"),
        (&["--do", "attack at Nemo"], "["),
        (&["--setting", "foo=bar"], "foo"),
    ];
    let only: [(&str, &[&str], &str); 6] = [
        ("liberi_gothica", &["--set", "cover=light"], "cover"),
        ("old_school", &["--set", "light=dark"], "light"),
        ("scale_toughness", &["--set", "Toughnes=4"], "did you mean `Toughness`?"),
        ("old_school", &["--for", "3"], "takes no `for 3`"),
        ("old_school", &["--set", "target.fled=1"], "has left the field"),
        ("zones", &["--set", "target.fled=1"], "has left the field"),
    ];
    for (ruleset, attacker, target) in duels {
        let its_own = only.iter().filter(|(named, ..)| *named == ruleset).map(|(_, args, why)| (*args, *why));
        for (args, why) in all.iter().copied().chain(its_own) {
            let duel = ["odds", ruleset, "--json", "--attacker", attacker, "--target", target];
            let said = sortie(&[&duel[..], args].concat());
            assert!(!said.is_well() && said.err.contains(why), "{ruleset} {args:?}: {}", said.err);
        }
    }
}
