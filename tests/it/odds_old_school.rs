//! Exact odds of blows against an armour class, and of a whole round of them, against an enumeration that shares nothing
//! with the program.

use std::collections::BTreeMap;

use super::odds::{fraction, listed, told_of};
use crate::kit::sortie;

/// One blow as a player would add it up on paper.
#[derive(Clone, Copy)]
struct Blow {
    /// The face that is needed.
    needed: i64,
    /// What is added to the die of the damage.
    bonus: i64,
    /// The points of whoever is struck.
    points: i64,
}

impl Blow {
    /// How it lands on these faces, and what it does.
    fn on(self, face: i64, damage: i64) -> (&'static str, i64) {
        let beyond = (self.needed - 20).max(0);
        let plain = damage + self.bonus;
        match face {
            1 => ("natural 1", 0),
            20 if self.needed <= 18 => ("critical", (plain * 2).max(1)),
            20 => ("hit", if beyond > 0 { (plain - beyond).max(0) } else { plain.max(1) }),
            _ if face >= self.needed => ("hit", plain.max(1)),
            _ => ("miss", 0),
        }
    }

    /// Every way that it can fall.
    fn ways(self) -> Vec<(&'static str, i64)> {
        (1..=20).flat_map(|face| (1..=6).map(move |damage| self.on(face, damage))).collect()
    }
}

fn counted<T: Ord + ToString>(ways: impl Iterator<Item = T>) -> BTreeMap<String, String> {
    let (mut counts, mut all) = (BTreeMap::new(), 0_u64);
    for way in ways {
        *counts.entry(way).or_insert(0_u64) += 1;
        all += 1;
    }
    counts.into_iter().map(|(way, count)| (way.to_string(), fraction(count, all))).collect()
}

/// OS-ATK-01, OS-ATK-06 to OS-ATK-09, OS-DMG-07: against every face of both dice.
#[test]
fn a_blow_at_an_armour_class_agrees_with_every_face_of_every_die() {
    let cases = [
        ("Recruit", "Orc", vec![], Blow { needed: 13, bonus: 1, points: 4 }),
        ("Veteran", "Ogre", vec![], Blow { needed: 9, bonus: 1, points: 17 }),
        ("Recruit", "Orc", vec!["--set", "target.AC=1"], Blow { needed: 18, bonus: 1, points: 4 }),
        ("Recruit", "Orc", vec!["--set", "target.AC=0"], Blow { needed: 19, bonus: 1, points: 4 }),
        ("Recruit", "Orc", vec!["--set", "target.AC=-3"], Blow { needed: 22, bonus: 1, points: 4 }),
        // The sword takes the place of the lance or the bow, and nothing comes into the other hand.
        ("Knight", "Ogre", vec![], Blow { needed: 10, bonus: 3, points: 17 }),
        ("Elf archer", "Ogre", vec![], Blow { needed: 14, bonus: 1, points: 17 }),
    ];
    for (attacker, target, set, blow) in cases {
        let args: Vec<&str> =
            ["--attacker", attacker, "--with", "Sword", "--target", target].into_iter().chain(set).collect();
        let found = told_of("old_school", &args);
        assert_eq!(listed(&found, "outcomes", "name"), counted(blow.ways().iter().map(|(word, _)| *word)), "{args:?}");
        assert_eq!(listed(&found, "harm", "amount"), counted(blow.ways().iter().map(|(_, harm)| *harm)), "{args:?}");
        let felled = counted(blow.ways().iter().map(|(_, harm)| *harm >= blow.points));
        let dead = listed(&found, "fells", "name").get("dead").cloned();
        assert_eq!(dead, felled.get("true").cloned(), "{args:?}");
    }
}

/// OS-ATK-16: whoever is off guard is so towards the one on the other side: the better of two dice at them, the worse of two
/// for them.
#[test]
fn a_state_between_two_is_one_between_the_two_of_a_duel() {
    let blow = Blow { needed: 13, bonus: 1, points: 4 };
    let kept: [(&str, fn(i64, i64) -> i64); 2] = [("target.off guard=1", i64::max), ("attacker.off guard=1", i64::min)];
    for (set, keep) in kept {
        let found =
            told_of("old_school", &["--attacker", "Recruit", "--with", "Sword", "--target", "Orc", "--set", set]);
        let faces = (1..=20).flat_map(|one| (1..=20).map(move |other| keep(one, other)));
        let ways = faces.flat_map(|face| (1..=6).map(move |damage| blow.on(face, damage).0));
        assert_eq!(listed(&found, "outcomes", "name"), counted(ways), "{set}");
    }
}

/// OS-MASS-01: the points of a unit fall with dice, so its odds want to be told them.
#[test]
fn a_unit_is_struck_at_with_points_of_its_own() {
    let args = ["--attacker", "Sergeant", "--with", "Sword", "--target", "Footman unit"];
    let refused = sortie(&[&["odds", "old_school"][..], &args].concat());
    let asks = "target.Maximum hit points, expected a number: 10d6";
    assert!(!refused.is_well() && refused.err.contains(asks), "{}", refused.err);
    let told = [&args[..], &["--set", "target.Maximum hit points=35"]].concat();
    assert!(!listed(&told_of("old_school", &told), "fells", "name").contains_key("dead"));
}

/// OS-MINION-02, OS-MINION-03: three blows at goblins, one after the other until each has fallen, against all 1,728,000
/// ways of six dice; and the quick way by the ledger's own arithmetic.
#[test]
fn a_round_of_blows_at_ordinary_folk_agrees_with_every_face_of_every_die() {
    let blow = Blow { needed: 12, bonus: 1, points: 3 };
    let found = told_of("old_school", &["--attacker", "Sergeant", "--with", "Sword", "--target", "Goblin"]);
    let ways = blow.ways();
    let falls = |damages: [i64; 3]| {
        damages.into_iter().fold((0, blow.points), |(fallen, left), damage| {
            if damage >= left { (fallen + 1, blow.points) } else { (fallen, left - damage) }
        })
    };
    let all = ways.iter().flat_map(|a| ways.iter().flat_map(|b| ways.iter().map(|c| falls([a.1, b.1, c.1]).0)));
    assert_eq!(listed(&found["round"], "felled", "amount"), counted(all));
    assert_eq!(found["round"]["blows"], 3);
    // Nine faces of twenty hit; 4.5 points against 3.5 less 1 kill for certain.
    assert_eq!(found["round"]["quick"]["fraction"], "27/20");
}

/// OS-MINION-03: the ledger's eight blows, seven or better, 5.6 men.
#[test]
fn the_quick_way_reckons_five_men_and_six_tenths() {
    let args = ["--attacker", "Veteran", "--with", "Sword", "--target", "Bandit"];
    let found = told_of("old_school", &args);
    assert_eq!(found["round"]["quick"]["fraction"], "28/5");
    assert_eq!(found["round"]["blows"], 8);
}
