//! Exact odds of skill against skill and of damage against endurance, against an enumeration that shares nothing with the
//! program.

use std::collections::{BTreeMap, BTreeSet};

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Spoken};
use sortie::record::Game;

use super::odds::{fraction, listed, told_of};
use crate::kit::{Battle, begin, scenario};

/// A strike as a player would add it up on paper.
#[derive(Clone, Copy)]
struct Strike {
    attack: i64,
    /// What is added to the defence, the distance too; nothing where nobody defends.
    defence: Option<i64>,
    /// What the attack must beat in any case.
    challenge: i64,
    damage: i64,
    endurance: i64,
}

/// What two dice may show, and in how many ways.
fn two_dice() -> Vec<(i64, u64)> {
    (2..=12).map(|face: i64| (face, u64::try_from(6 - (7 - face).abs()).unwrap())).collect()
}

impl Strike {
    /// Every way that four pairs of dice can fall: how it ends, and what it takes.
    fn ways(self) -> Vec<(&'static str, i64, u64)> {
        let mut ways = Vec::new();
        for (attack, a) in two_dice() {
            for (defence, b) in two_dice() {
                let total = attack + self.attack;
                let hits = total > self.challenge && self.defence.is_none_or(|bonus| total > defence + bonus);
                for (damage, c) in two_dice() {
                    for (endurance, d) in two_dice() {
                        let net = (damage + self.damage - endurance - self.endurance).max(0);
                        let level =
                            ["OK", "Hurt", "Wounded", "Crippled", "Dead"][usize::try_from(net / 5).unwrap().min(4)];
                        let (level, net) = if hits { (level, net) } else { ("miss", 0) };
                        ways.push((level, net, a * b * c * d));
                    }
                }
            }
        }
        ways
    }

    fn levels(self) -> BTreeMap<String, String> {
        counted(self.ways().into_iter().map(|(level, _, ways)| (level.to_owned(), ways)))
    }

    fn harm(self) -> BTreeMap<String, String> {
        counted(self.ways().into_iter().map(|(_, net, ways)| (net.to_string(), ways)))
    }
}

fn counted(ways: impl Iterator<Item = (String, u64)>) -> BTreeMap<String, String> {
    let (mut counts, mut all) = (BTreeMap::new(), 0_u64);
    for (way, count) in ways {
        *counts.entry(way).or_insert(0_u64) += count;
        all += count;
    }
    counts.into_iter().map(|(way, count)| (way, fraction(count, all))).collect()
}

/// HG-ATK-05, HG-TURN-02, HG-ATK-15, HG-DMG-05, HG-WND-03: with so many actions put into the damage, and each takes
/// 2 off the attack, against a block and against nothing.
#[test]
fn a_strike_with_augments_agrees_with_every_face_of_every_die() {
    for augments in [0, 1, 2, 5] {
        // A man-at-arms strikes at a spearman: 4 against 2 + 1 for the large shield, 5 against 3.
        let strike =
            Strike { attack: 4 - 2 * augments, defence: Some(3), challenge: 0, damage: 5 + 2 * augments, endurance: 3 };
        let n = augments.to_string();
        let args = ["--attacker", "Man-at-arms", "--with", "Sword", "--target", "Spearman", "--for", n.as_str()];
        let found = told_of("hursagmu", &args);
        assert_eq!(listed(&found, "outcomes", "name"), strike.levels(), "{augments} augments, blocked");
        assert_eq!(listed(&found, "harm", "amount"), strike.harm(), "{augments} augments, blocked");
        let open = Strike { defence: None, ..strike };
        let args: Vec<&str> = args.into_iter().chain(["--set", "target.unaware=1"]).collect();
        let found = told_of("hursagmu", &args);
        assert_eq!(listed(&found, "outcomes", "name"), open.levels(), "{augments} augments, undefended");
        assert_eq!(listed(&found, "harm", "amount"), open.harm(), "{augments} augments, undefended");
    }
}

/// HG-ATK-02, HG-ATK-03: at thirty yards six must be beaten, and six help the one who dodges.
#[test]
fn a_shot_agrees_with_every_face_of_every_die() {
    let dodge = Strike { attack: 6, defence: Some(6 + 6), challenge: 6, damage: 4, endurance: -1 + 2 };
    let args = ["--attacker", "Archer", "--with", "Long bow", "--target", "Jot", "--set", "range=30"];
    let found = told_of("hursagmu", &args);
    assert_eq!(listed(&found, "outcomes", "name"), dodge.levels());
    let fallen: u64 = dodge.ways().iter().filter(|(_, net, _)| (10..20).contains(net)).map(|(_, _, ways)| ways).sum();
    let all: u64 = dodge.ways().iter().map(|(_, _, ways)| ways).sum();
    assert_eq!(listed(&found, "fells", "name").get("fallen").cloned(), Some(fraction(fallen, all)));
}

/// HG-ATK-08: a great axe reaches two yards, also in the hands of a giant, who covers two squares himself. He is too strong
/// to be blocked by Jot, who dodges.
#[test]
fn a_giant_reaches_no_farther_than_its_axe() {
    let found = told_of("hursagmu", &["--attacker", "Giant", "--target", "Jot"]);
    let dodge = Strike { attack: 2, defence: Some(6), challenge: 0, damage: 15, endurance: 1 };
    assert_eq!(listed(&found, "outcomes", "name"), dodge.levels());
    assert_eq!(listed(&found, "harm", "amount"), dodge.harm());
}

/// HG-MOUNT-02: the odds are those of the blow, not those of what a loose horse would have made of its round. A lance is of
/// no use on foot, so the sword it is (HG-GEAR-01).
#[test]
fn odds_are_those_of_the_blow() {
    let found = told_of("hursagmu", &["--attacker", "Warhorse", "--target", "Spearman"]);
    let kick = Strike { attack: 3, defence: Some(3), challenge: 0, damage: 7, endurance: 3 };
    assert_eq!(listed(&found, "outcomes", "name"), kick.levels());
    let found = told_of("hursagmu", &["--attacker", "Knight", "--target", "Mung"]);
    let cut = Strike { attack: 5, defence: Some(0), challenge: 0, damage: 6, endurance: 4 };
    assert_eq!(listed(&found, "outcomes", "name"), cut.levels());
}

/// HG-DMG-04, HG-AREA-04: an engine stands beside whoever works it, and a fire pot at somebody has its bonus.
#[test]
fn engines_and_fire_pots_agree_with_every_face_of_every_die() {
    let args = ["--attacker", "Crew chief", "--with", "Ballista", "--target", "Archer", "--set", "range=50"];
    let args: Vec<&str> = args.into_iter().chain(["--set", "target.unaware=1"]).collect();
    let found = told_of("hursagmu", &args);
    let bolt = Strike { attack: 2, defence: None, challenge: 8, damage: 13, endurance: 1 };
    assert_eq!(listed(&found, "outcomes", "name"), bolt.levels());
    let args =
        ["--attacker", "Fire-thrower", "--with", "Fire pot", "--target", "Knight", "--set", "range=12", "--for", "1"];
    let found = told_of("hursagmu", &args);
    let pot = Strike { attack: 8 - 2, defence: Some(5 + 4), challenge: 4, damage: 5 + 2, endurance: 8 };
    assert_eq!(listed(&found, "outcomes", "name"), pot.levels());
    assert_eq!(listed(&found, "harm", "amount"), pot.harm());
}

/// HG-DEF-09, HG-DEF-03: the chance beside a block for a friend is that the blow comes to nothing by it or by what its target does about
/// it, with what is then rolled for each of them, over every face of every die.
#[test]
fn a_block_for_a_friend_is_told_with_the_defence_of_that_friend() {
    let mut seen = BTreeMap::new();
    for seed in 1..5 {
        let (mut game, mut mind) = (begin(&scenario("tavern_yard"), seed), Mind::new(Skill::Plain, seed));
        for _ in 0..150 {
            let look = game.now();
            let is_block = |choice: &&Choice| choice.order.verb == "assist" && choice.is_legal();
            let block = look.question().and_then(|question| question.choices.iter().flatten().find(is_block).cloned());
            let Some(block) = block else {
                let Some(order) = mind.decide(look) else { break };
                game.give(order);
                continue;
            };
            let before = game.facts().len();
            game.give(block.order.clone());
            // No other friend steps in.
            while let Some(question) = game.now().question().filter(|question| question.kind == "assist") {
                let none = question.lets_be().expect("nobody has to").order.clone();
                game.give(none);
            }
            let mut rolls = game.facts()[before..].iter().filter_map(|fact| fact.roll.as_ref());
            let attack = rolls.next().expect("the blow is rolled");
            let challenge = attack.against.as_ref().map_or(0, |challenge| i64::from(challenge.total()));
            let defences = rolls.take_while(|roll| ["defence", "assist"].contains(&roll.label.as_str()));
            let defences: Vec<i64> = defences.map(|roll| i64::from(roll.bonus.total())).collect();
            let fails = |total: i64, defence: &i64| -> u64 {
                two_dice().into_iter().filter(|(face, _)| total > face + defence).map(|(_, ways)| ways).sum()
            };
            let totals = two_dice().into_iter().map(|(face, ways)| (face + i64::from(attack.bonus.total()), ways));
            let hits = totals.filter(|(total, _)| *total > challenge);
            let hits: u64 =
                hits.map(|(total, ways)| defences.iter().fold(ways, |all, defence| all * fails(total, defence))).sum();
            let all = 36_u64.pow(u32::try_from(defences.len() + 1).unwrap());
            let comes_to_nothing = 100.0 * (all - hits) as f64 / all as f64;
            let told = block.chance.expect("its chance is told");
            let told: f64 = told.trim_end_matches('%').parse().unwrap();
            assert!(
                (told - comes_to_nothing).abs() < 0.51,
                "seed {seed}: {told}, not {comes_to_nothing}: {defences:?}"
            );
            *seen.entry(defences.len()).or_insert(0) += 1;
        }
    }
    assert!(seen.len() == 2 && seen.values().all(|times| *times > 4), "with one defence and with two: {seen:?}");
}

/// Promise: for every number of things that may be declared the chance of a blow is that at one enemy, who is named.
#[test]
fn what_a_plan_promises_is_about_one_enemy() {
    let mut compared = 0;
    begin(&scenario("tavern_yard"), 3).until(&mut Mind::new(Skill::Plain, 3), 100, |look, _| {
        let question = look.question().filter(|question| question.kind == "declare")?;
        let names: BTreeSet<String> = look
            .choices()
            .iter()
            .filter_map(|choice| choice.chance.as_deref())
            .map(|chance| chance.split_once(" to hit ").expect("a chance names somebody").1.to_owned())
            .collect();
        assert!(names.len() <= 1, "{:?}: {names:?}", question.who);
        compared += names.len();
        None::<()>
    });
    assert!(compared > 5, "{compared}");
}

/// Promise: what a plan promises is how likely the blow hits that is struck then, where its target does the best about it; it is
/// struck with what they walk up with, though that could be thrown from afar, or with what they draw for nothing on the way.
#[test]
fn what_a_plan_promises_is_what_its_blow_holds() {
    for (name, to, arm) in [("Bruin", "(9,4)", "Blackjack"), ("Spearman", "(8,4)", "Spear")] {
        let starts = |game: &Game| game.now().asked().is_some_and(|who| game.now().name(who) == name);
        let mut game =
            (1..200).map(|seed| begin(&scenario("first_round"), seed)).find(starts).expect("somebody starts");
        let plan = game.now().choices().into_iter().find(|choice| choice.label == "2 actions, no defence").unwrap();
        assert_eq!(plan.chance_with.map(|with| with.to_string()).as_deref(), Some(arm), "{name}");
        let promised = plan.chance.expect("a chance is told");
        game.say(&["declare for 2"]);
        let draw = format!("draw with {arm}");
        if game.now().choices().iter().any(|choice| choice.is_legal() && choice.order.to_string() == draw) {
            game.say(&[draw.as_str()]);
        }
        game.say(&[format!("move to {to}").as_str()]);
        let look = game.now();
        let order = look.order(&Spoken::parse(&format!("attack with {arm} at Brawler 1")).unwrap()).unwrap();
        let forecast = look.deed(order.verb).unwrap().forecast(look, look.asked().unwrap(), &order).unwrap();
        let hits = forecast.against[0].outcomes.chance(|(grade, _)| *grade >= 0).percent();
        let holds = promised.starts_with(&format!("{hits} to hit Brawler 1"));
        assert!(forecast.is_answered() && holds, "{name}: {promised}: {hits}");
    }
}
