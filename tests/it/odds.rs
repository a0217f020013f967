//! Exact odds against an enumeration that shares nothing with the program: the
//! three steps of an attack as nested loops over every face of every die.

use std::collections::BTreeMap;

use crate::kit::sortie;

/// One blow as a player would add it up on paper.
#[derive(Clone, Copy)]
struct Blow {
    attack: i64,
    target: i64,
    dc: i64,
    defence: Option<i64>,
    die: i64,
    bonus: i64,
    toughness: i64,
}

/// What a blow comes to: its word and its wounds.
type Result = (&'static str, i64);

/// Ways of each result, out of the product of all faces.
fn ways(blow: Blow) -> (BTreeMap<Result, u64>, u64) {
    let mut ways = BTreeMap::new();
    let mut all = 0;
    for attack in 1..=6 {
        for defence in 1..=6 {
            for damage in 1..=blow.die {
                all += 1;
                let dealt = damage + blow.bonus;
                let result = if attack + blow.attack < blow.target {
                    ("miss", 0)
                } else if blow.defence.is_some_and(|bonus| defence + bonus >= blow.dc) {
                    ("defended", 0)
                } else if dealt > 0 && dealt > blow.toughness {
                    ("dying", 1)
                } else if dealt > 0 && dealt > blow.toughness - 6 {
                    ("wound", 1)
                } else {
                    ("nothing", 0)
                };
                *ways.entry(result).or_insert(0) += 1;
            }
        }
    }
    (ways, all)
}

pub fn fraction(ways: u64, all: u64) -> String {
    let (mut a, mut b) = (ways, all);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    if all / a == 1 { (ways / a).to_string() } else { format!("{}/{}", ways / a, all / a) }
}

fn told(args: &[&str]) -> serde_json::Value {
    told_of("scale_toughness", args)
}

pub fn told_of(ruleset: &str, args: &[&str]) -> serde_json::Value {
    let said = sortie(&[&["odds", ruleset, "--json"][..], args].concat());
    assert!(said.is_well(), "{}", said.err);
    said.json()
}

pub fn listed(told: &serde_json::Value, list: &str, name: &str) -> BTreeMap<String, String> {
    let rows = told[list].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    rows.map(|row| (text(&row[name]), text(&row["fraction"]))).filter(|(_, fraction)| fraction != "0").collect()
}

/// Compares what the program tells of one blow with the loops.
fn agrees(args: &[&str], blow: Blow) {
    let found = told(args);
    let (ways, all) = ways(blow);
    let expected: BTreeMap<_, _> =
        ways.iter().map(|((word, _), ways)| ((*word).to_owned(), fraction(*ways, all))).collect();
    assert_eq!(listed(&found, "outcomes", "name"), expected, "{args:?}");
    let mut harm = BTreeMap::new();
    ways.iter().for_each(|((_, wounds), ways)| *harm.entry(*wounds).or_insert(0) += ways);
    let harm: BTreeMap<_, _> =
        harm.into_iter().map(|(wounds, ways)| (wounds.to_string(), fraction(ways, all))).collect();
    assert_eq!(listed(&found, "harm", "amount"), harm, "{args:?}");
}

/// A guard's spear (Weapon Skill 2, Strength 3, d8) at a goblin (Reflex 1,
/// Weapon Skill 1, Endurance 3): as it stands, from two sides, behind each grade
/// of cover, wounded, hardened, and with nothing to defend itself.
#[test]
fn a_thrust_of_a_spear_agrees_with_every_face_of_every_die() {
    let plain = Blow { attack: 2, target: 4, dc: 6, defence: Some(1), die: 8, bonus: 3, toughness: 9 };
    let guard = ["--attacker", "Gate Guard", "--with", "Spear", "--target", "Goblin Mook"];
    let cases: [(&[&str], Blow); 9] = [
        (&[], plain),
        (&["--set", "flanked=yes"], Blow { defence: Some(0), ..plain }),
        (&["--set", "cover=light"], Blow { target: 5, ..plain }),
        (&["--set", "cover=medium"], Blow { target: 6, ..plain }),
        (&["--set", "cover=heavy"], Blow { target: 7, ..plain }),
        (&["--set", "Toughness=4"], Blow { toughness: 4, ..plain }),
        (&["--set", "Toughness=15", "--set", "attacker.Strength=-2"], Blow { toughness: 15, bonus: -2, ..plain }),
        (&["--set", "Weapon Skill=5"], Blow { attack: 5, dc: 9, ..plain }),
        (&["--set", "helpless=yes"], Blow { defence: None, target: 4, ..plain }),
    ];
    for (set, blow) in cases {
        let args: Vec<_> = guard.iter().chain(set).copied().collect();
        let sure = set.contains(&"helpless=yes");
        agrees(&args, if sure { Blow { attack: 100, ..blow } } else { blow });
    }
}

/// A heavy crossbow (Ranged Skill 2, d12, increment 15): each doubling of the
/// increment takes one off the attack and nothing off what a dodge must reach.
#[test]
fn a_shot_agrees_at_every_range() {
    let shot = ["--attacker", "Crossbowman", "--with", "Heavy crossbow", "--target", "Gate Guard"];
    for (range, steps) in [("10", 0), ("15", 0), ("16", 1), ("31", 2), ("61", 3), ("121", 4)] {
        let set = format!("range={range}");
        let args: Vec<_> = shot.iter().copied().chain(["--set", &set]).collect();
        let blow = Blow { attack: 2 - steps, target: 4, dc: 6, defence: Some(2), die: 12, bonus: 0, toughness: 12 };
        agrees(&args, blow);
    }
}

/// Three cuts at once: no, one, two, three wounds, and whether any of them kills.
#[test]
fn a_combo_of_three_agrees_flanked_or_not() {
    let cut = Blow { attack: 4, target: 4, dc: 8, defence: Some(1), die: 8, bonus: 3, toughness: 9 };
    let args = ["--attacker", "Colonel Mauve", "--with", "Three Cuts", "--target", "Goblin Mook"];
    for (set, blow) in [
        (&[][..], cut),
        (&["--set", "flanked=yes"], Blow { defence: Some(0), ..cut }),
        (&["--set", "cover=medium"], Blow { target: 6, ..cut }),
        (&["--set", "Reflex=5"], Blow { defence: Some(5), ..cut }),
    ] {
        let args: Vec<_> = args.iter().chain(set).copied().collect();
        let found = told(&args);
        let (one, all) = ways(blow);
        let (mut wounds, mut dying) = ([0_u64; 4], 0);
        for ((first, a), x) in &one {
            for ((second, b), y) in &one {
                for ((third, c), z) in &one {
                    wounds[(a + b + c) as usize] += x * y * z;
                    if [first, second, third].contains(&&"dying") {
                        dying += x * y * z;
                    }
                }
            }
        }
        let all = all * all * all;
        let expected: BTreeMap<_, _> =
            (0..4).map(|n| (n.to_string(), fraction(wounds[n], all))).filter(|(_, f)| f != "0").collect();
        assert_eq!(listed(&found, "harm", "amount"), expected, "{args:?}");
        let outcomes = listed(&found, "outcomes", "name");
        assert_eq!(outcomes.get("dying").map_or("0", String::as_str), fraction(dying, all), "{args:?}");
        assert_eq!(
            outcomes.get("wound").map_or("0", String::as_str),
            fraction(all - dying - wounds[0], all),
            "{args:?}"
        );
    }
}

/// A sword (1d6 + 2, Attack +8) in Liberi Gothica as a player would add it up on paper.
#[derive(Clone, Copy)]
struct Stroke {
    base: i64,
    total: i64,
    passive: i64,
    active: i64,
    deflects: bool,
    life: i64,
    toughness: i64,
}

/// Rows of the chart of wounds by the damage dealt (LG-WND-04): torso, legs, arms, head.
fn wound(place: u64, damage: i64, coin: u64) -> &'static str {
    let row = [3, 6, 9, 14].iter().filter(|most| damage > **most).count();
    let torso = ["winded", "flying", "minor organ damage", "major organ damage", "fatal organ damage"];
    let legs = ["limp", "immobilized", "broken leg", "paralyzed leg", "missing leg"];
    let arms = ["smashed fingers", "numb arm", "broken arm", "paralyzed arm", "missing arm"];
    let head = ["rattled", "lost eye", "disfigured", "broken jaw", "beheaded"];
    match place {
        1..=3 => torso[row],
        4 => legs[row],
        5 => arms[row],
        _ if row == 1 && coin == 2 => "lost ear",
        _ => head[row],
    }
}

/// LG-ATK-02, LG-DEF-04, LG-DEF-08, LG-DMG-01, LG-WND-01, LG-WND-03, LG-WND-04: how a stroke lands, the harm after
/// Reduction, and every wound, against all faces of two dice, the damage die, the die of places and the coin.
#[test]
fn a_stroke_against_two_defences_agrees_with_every_face_of_every_die() {
    let tough = Stroke { base: 11, total: 12, passive: 1, active: 0, deflects: false, life: 16, toughness: 3 };
    let knight = Stroke { base: 11, total: 17, passive: 3, active: 2, life: 18, toughness: 5, ..tough };
    let cases: [(&str, &[&str], Stroke); 5] = [
        ("Tough", &[], tough),
        ("Tough", &["--set", "Life=2"], Stroke { life: 2, ..tough }),
        ("Tough", &["--set", "defending=yes"], Stroke { base: 13, total: 14, ..tough }),
        ("Knight", &[], knight),
        ("Knight", &["--set", "deflecting=yes"], Stroke { deflects: true, ..knight }),
    ];
    for (target, set, stroke) in cases {
        let args: Vec<_> =
            ["--attacker", "Duellist", "--with", "Sword", "--target", target].iter().chain(set).copied().collect();
        let found = told_of("liberi_gothica", &args);
        let (mut lands, mut harm, mut wounds) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut all = 0;
        for faces in 0..6 * 6 * 6 * 6 * 2_u64 {
            let (a, b, d) = ((faces % 6 + 1) as i64, (faces / 6 % 6 + 1) as i64, (faces / 36 % 6 + 1) as i64);
            let (place, coin) = (faces / 216 % 6 + 1, faces / 1296 + 1);
            all += 1;
            let roll = a + b + 8;
            let (word, dealt) = match roll {
                _ if roll <= stroke.base => ("miss", 0),
                _ if roll <= stroke.total && stroke.deflects => ("deflected", 0),
                _ if roll <= stroke.total => ("glancing", ((d + 2 - stroke.passive).max(0) - stroke.active).max(0)),
                _ if roll >= stroke.total + 5 => ("crippling", d + 2),
                _ => ("direct", d + 2),
            };
            *lands.entry(word.to_owned()).or_insert(0) += 1;
            *harm.entry(dealt.to_string()).or_insert(0) += 1;
            let killed = stroke.life - dealt < -stroke.toughness;
            let word = if word == "crippling" && !killed { wound(place, dealt, coin) } else { "none" };
            *wounds.entry(word.to_owned()).or_insert(0) += 1;
        }
        let fractions = |ways: BTreeMap<String, u64>| -> BTreeMap<String, String> {
            ways.into_iter().map(|(word, ways)| (word, fraction(ways, all))).collect()
        };
        assert_eq!(listed(&found, "outcomes", "name"), fractions(lands), "{args:?}");
        assert_eq!(listed(&found, "harm", "amount"), fractions(harm), "{args:?}");
        assert_eq!(listed(&found, "wounds", "name"), fractions(wounds), "{args:?}");
    }
}

/// One side of an exchange as a player would add it up on paper: a die, how often it falls and what of it counts.
#[derive(Clone, Copy)]
struct Side {
    sides: i64,
    /// Whether it falls twice and the lower counts.
    worse: bool,
    armour: i64,
    health: i64,
    whole: i64,
}

impl Side {
    /// Every way that its blow can fall, as what it does before armour.
    fn blows(self) -> Vec<i64> {
        let one: Vec<i64> = (1..=self.sides).collect();
        if !self.worse {
            return one;
        }
        one.iter().flat_map(|a| one.iter().map(|b| *a.min(b))).collect()
    }

    /// What so much damage does to this one.
    fn suffers(self, damage: i64) -> (&'static str, i64) {
        let suffered = (damage - self.armour).max(0);
        let word = match suffered {
            0 => "nothing",
            _ if suffered >= self.whole => "dead",
            _ if suffered >= self.health => "dying",
            _ if suffered * 2 >= self.health => "incapacitated",
            _ => "hurt",
        };
        (word, suffered)
    }
}

/// ZN-AREA-03, ZN-DMG-03: a bomb in the own zone strikes its thrower, too; what is told is of the target.
#[test]
fn a_bomb_at_ones_feet_is_told_of_the_target() {
    let found = told_of("zones", &["--attacker", "Balthasar", "--with", "Fire bomb", "--target", "Bandit"]);
    let half = |word: &str| (word.to_owned(), "1/2".to_owned());
    assert_eq!(listed(&found, "outcomes", "name"), BTreeMap::from([half("hurt"), half("incapacitated")]));
}

/// ZN-ATK-06, ZN-REACT-04, ZN-REACT-05, ZN-REACT-06, ZN-DMG-01, ZN-DMG-04: a blow that is not answered, dodged, and
/// countered, against all faces of the aim, the dodge and both damage dice.
#[test]
fn a_blow_of_zones_and_every_answer_to_it_agree_with_every_face_of_every_die() {
    let bandit = Side { sides: 6, worse: false, armour: 0, health: 8, whole: 8 };
    let theobald = Side { sides: 6, worse: false, armour: 2, health: 12, whole: 12 };
    let fists = Side { sides: 4, worse: true, ..bandit };
    let sybilla = Side { sides: 8, worse: false, armour: 0, health: 8, whole: 8 };
    // Attacker, its aim if it needs one, the arm, the target, its dodge, its counter.
    type Case =
        (&'static str, &'static str, Side, Option<i64>, &'static str, Side, i64, &'static str, &'static [&'static str]);
    let learned: [&[&str]; 2] = [&["--set", "attacker.Skilled blow=1"], &["--set", "attacker.Brawling=1"]];
    let cases: [Case; 7] = [
        ("Bandit", "Axe", bandit, None, "Theobald", theobald, 8, "Spear", &[]),
        ("Bandit", "Unarmed", fists, None, "Theobald", theobald, 8, "Spear", &[]),
        ("Bandit", "Axe", bandit, None, "Theobald", Side { health: 5, ..theobald }, 8, "Spear", &["--set", "Health=5"]),
        (
            "Bandit",
            "Axe",
            Side { health: 3, ..bandit },
            None,
            "Theobald",
            theobald,
            8,
            "Spear",
            &["--set", "attacker.Health=3"],
        ),
        ("Bandit archer", "Bow", bandit, Some(8), "Sybilla", sybilla, 12, "Musket", &["--set", "range=5"]),
        ("Bandit", "Axe", Side { sides: 8, ..bandit }, None, "Theobald", theobald, 8, "Spear", learned[0]),
        ("Bandit", "Unarmed", bandit, None, "Theobald", theobald, 8, "Spear", learned[1]),
    ];
    for (attacker, arm, own, aim, target, theirs, dodge, counter, set) in cases {
        let args: Vec<_> =
            ["--attacker", attacker, "--with", arm, "--target", target].iter().chain(set).copied().collect();
        let found = told_of("zones", &args);
        let saves = |figure: Option<i64>| {
            (1..=20_i64).map(move |die| figure.is_none_or(|figure| die == 1 || (die < 20 && die <= figure)))
        };
        let (mut plain, mut dodged) = (BTreeMap::new(), BTreeMap::new());
        let (mut struck, mut back, mut falls) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let count = |ways: &mut BTreeMap<String, u64>, word: &str| *ways.entry(word.to_owned()).or_insert(0) += 1;
        let (mut all, mut all_dodged, mut all_countered) = (0, 0, 0);
        for hits in saves(aim) {
            for damage in own.blows() {
                all += 1;
                let (word, suffered) = theirs.suffers(damage);
                count(&mut plain, if hits { word } else { "miss" });
                for dodges in saves(Some(dodge)) {
                    all_dodged += 1;
                    count(
                        &mut dodged,
                        if !hits {
                            "miss"
                        } else if dodges {
                            "dodged"
                        } else {
                            word
                        },
                    );
                }
                // Beyond half of its range the answer needs an aim of its own: WIT 11.
                for answers in saves(aim.map(|_| 11)) {
                    for answer in theirs.blows() {
                        all_countered += 1;
                        let (theirs_word, comes_back) = own.suffers(answer);
                        let falls_word = |word: &str| ["incapacitated", "dying", "dead"].contains(&word);
                        let (target_is, attacker_is) = match () {
                            () if !hits => ("miss", "not struck"),
                            () if !answers => (word, "not struck"),
                            () if suffered > comes_back && falls_word(word) => (word, "not struck"),
                            () if comes_back > suffered && falls_word(theirs_word) => ("not struck", theirs_word),
                            () => (word, theirs_word),
                        };
                        count(&mut struck, target_is);
                        count(&mut back, attacker_is);
                        count(
                            &mut falls,
                            match (falls_word(target_is), falls_word(attacker_is)) {
                                (true, true) => "both",
                                (true, false) => "the target",
                                (false, true) => "the attacker",
                                (false, false) => "nobody",
                            },
                        );
                    }
                }
            }
        }
        let fractions = |ways: BTreeMap<String, u64>, all: u64| -> BTreeMap<String, String> {
            ways.into_iter().map(|(word, ways)| (word, fraction(ways, all))).collect()
        };
        assert_eq!(listed(&found, "outcomes", "name"), fractions(plain, all), "{args:?}");
        let answer = |name: &str| {
            let answers = found["answers"].as_array().unwrap();
            answers
                .iter()
                .find(|answer| answer["name"] == name)
                .unwrap_or_else(|| panic!("no {name} in {found}"))
                .clone()
        };
        assert_eq!(listed(&answer("dodge"), "outcomes", "name"), fractions(dodged, all_dodged), "{args:?}");
        let countered = answer(&format!("counter with {counter}"));
        assert_eq!(listed(&countered, "outcomes", "name"), fractions(struck, all_countered), "{args:?}");
        assert_eq!(listed(&countered["attacker"], "outcomes", "name"), fractions(back, all_countered), "{args:?}");
        assert_eq!(listed(&countered["attacker"], "falls", "name"), fractions(falls, all_countered), "{args:?}");
    }
}
