//! Parts that no large game uses, in a small game of the tests (`tests/rulesets/drill`): its lessons hold, and its odds
//! agree with loops that share nothing with the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sortie::ai::{Mind, Skill};
use sortie::lesson::{Report, run, run_all, run_watched};
use sortie::rulebook::Library;

use crate::kit::{self, Battle, Folder, PROGRAM, edit, fight, sortie};
use crate::lessons::every_number_is_guarded;
use crate::odds::{fraction, listed};

/// Where the games of the tests are.
const GAMES: &str = "tests/rulesets";

fn library() -> Library {
    Library::open(GAMES)
}

#[test]
fn every_lesson_of_drill_holds_and_every_rule_of_it_is_shown() {
    let library = library();
    let problems = library.check("drill");
    assert!(problems.is_empty(), "{problems:?}");
    let reports = run_all(&library.lessons("drill").unwrap(), run_watched);
    for report in &reports {
        assert!(report.passed, "{} {}: {:#?}", report.id, report.title, report.differences);
    }
    let shown: BTreeSet<_> =
        reports.iter().flat_map(|report| report.rules.iter().copied().filter(|rule| report.shows(*rule))).collect();
    for id in library.rules("drill").unwrap().book.values().map(|rule| rule.id) {
        assert!(shown.contains(&id), "no lesson touches {id}");
    }
}

#[test]
fn a_changed_number_of_drill_is_noticed_by_a_lesson() {
    every_number_is_guarded(&Path::new(GAMES).join("drill"));
}

/// Counts of what comes of a blow and of harm, out of all ways in which the dice fall.
#[derive(Default)]
struct Counted {
    outcomes: BTreeMap<&'static str, u64>,
    harm: BTreeMap<i64, u64>,
    states: BTreeMap<&'static str, u64>,
    all: u64,
}

impl Counted {
    fn add(&mut self, outcome: &'static str, harm: i64, state: Option<&'static str>) {
        *self.outcomes.entry(outcome).or_default() += 1;
        *self.harm.entry(harm).or_default() += 1;
        if let Some(state) = state {
            *self.states.entry(state).or_default() += 1;
        }
        self.all += 1;
    }

    fn told(&self, ways: u64) -> String {
        fraction(ways, self.all)
    }
}

/// A sabre as a player adds it up on paper.
fn blow(attack: i64, defence: i64, life: i64) -> Counted {
    let mut counted = Counted::default();
    for die in 1..=20 {
        for (first, second) in (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second))) {
            for third in 1..=4 {
                let short = defence - die - attack;
                let dealt = |harm: i64| (harm.min(life), harm >= life);
                let hits = die == 20 || (die != 1 && short <= 0);
                if hits && (die >= 19 || short <= -15) {
                    let (harm, falls) = dealt(first + second + third + 1 + 1);
                    counted.add(if falls { "slain" } else { "critical" }, harm, (!falls).then_some("reeling"));
                } else if hits {
                    let (harm, falls) = dealt(first + 1);
                    counted.add(if falls { "slain" } else { "hit" }, harm, None);
                } else if die != 1 && short <= 3 {
                    counted.add("near miss", 0, Some("pinned"));
                } else {
                    counted.add("miss", 0, None);
                }
            }
        }
    }
    counted
}

/// Natural faces, near misses and critical hits agree with loops over every face of every die, for many figures.
#[test]
fn the_odds_of_plain_attacks_agree_with_every_face_of_every_die() {
    for (attack, defence, life) in [(4, 14, 12), (4, 40, 12), (4, 3, 12), (-3, 12, 4), (9, 11, 1)] {
        let set = [format!("attacker.Attack={attack}"), format!("Defence={defence}"), format!("Life={life}")];
        let mut args = vec!["--rulesets", GAMES, "odds", "drill", "--json"];
        args.extend(["--attacker", "Trooper", "--with", "Sabre", "--target", "Trooper"]);
        set.iter().for_each(|each| args.extend(["--set", each]));
        let said = sortie(&args);
        assert!(said.is_well(), "{}", said.err);
        let (told, counted) = (said.json(), blow(attack, defence, life));
        let outcomes = counted.outcomes.iter().map(|(name, ways)| ((*name).to_owned(), counted.told(*ways)));
        assert_eq!(listed(&told, "outcomes", "name"), outcomes.collect::<BTreeMap<_, _>>(), "{set:?}");
        let harm = counted.harm.iter().map(|(amount, ways)| (amount.to_string(), counted.told(*ways)));
        assert_eq!(listed(&told, "harm", "amount"), harm.collect::<BTreeMap<_, _>>(), "{set:?}");
    }
}

/// Plays a lesson of Drill with these fields.
fn played(fields: &str) -> Report {
    let folder = Folder::of(Path::new(GAMES), &["drill"]);
    let text = format!("[(id: \"X\", title: \"X\", ruleset: \"drill\", rules: [], {fields})]");
    let file = folder.write("lesson.ron", text);
    run(&Library::open(folder.path()).lesson_file(file.as_ref()).unwrap()[0])
}

/// Whoever is inside a blast saves by themselves: foretold, gone through and counted by loops it is the same.
#[test]
fn the_odds_of_blasts_agree_with_every_face_of_every_die() {
    for (reflex, life) in [(2, 6), (4, 12), (-2, 3), (13, 7)] {
        let mut counted = Counted::default();
        for die in 1..=20 {
            for damage in (1..=6).flat_map(|first| (1..=6).map(move |second| first + second)) {
                let saves = die + reflex >= 14;
                let left: i64 = if saves { damage / 2 } else { damage };
                let falls = left >= life;
                let outcome = if falls { "slain" } else { "hurt" };
                counted.add(outcome, left.min(life), (!falls && !saves).then_some("deafened"));
            }
        }
        let order = "throw with Grenade at Bea";
        let told = |ways: Option<&u64>| ways.map_or_else(|| "0".to_owned(), |ways| counted.told(*ways));
        let (slain, hurt) = (told(counted.outcomes.get("slain")), told(counted.outcomes.get("hurt")));
        let deafened = told(counted.states.get("deafened"));
        let asked = [
            format!("\"chance of slain in {order}\": \"{slain}\""),
            format!("\"chance of hurt in {order}\": \"{hurt}\""),
            format!("\"chance of deafened in {order}\": \"{deafened}\""),
            format!("\"chance that Bea is slain after {order}\": \"{slain}\""),
            format!("\"chance that Bea is deafened after {order}\": \"{deafened}\""),
        ];
        let report = played(&format!(
            "fighters: [(name: \"Gus\", of: \"Grenadier\", side: \"A\", at: (1, 1)), (name: \"Bea\", of: \"Trooper\", side: \"B\", \
             at: (8, 1), figures: {{\"Reflex\": {reflex}, \"Life\": {life}}})], order: [\"Gus\", \"Bea\"], play: [Expect({{{}}})]",
            asked.join(", ")
        ));
        assert!(report.passed, "{reflex} {life}: {:#?}", report.differences);
    }
}

/// The computer shoots at those whom a near miss would still pin, though others stand nearer whom it could hit as well.
#[test]
fn the_computer_weighs_the_conditions_that_a_blow_brings() {
    let lessons = library().lessons("drill").unwrap();
    let lesson = lessons.into_iter().find(|each| each.id == "DR-L-PINNED-ALREADY").unwrap();
    let mut game = fight(lesson.setup, 1);
    let order = game.played(&mut Mind::new(Skill::Keen, 1), 1).remove(0);
    assert_eq!(order.to_string(), "attack with Rifle at Cis");
}

/// Whoever asks beforehand is told who would strike at whoever goes away.
#[test]
fn a_blow_of_opportunity_is_foreseen() {
    let lines = [
        r#"{"do":"new","scenario":"drill/close","seed":3}"#,
        r#"{"do":"foresee","order":"move to (1,6)"}"#,
        r#"{"do":"foresee","order":"move to (1,2)"}"#,
    ];
    let said = kit::run(Command::new(PROGRAM).args(["--rulesets", GAMES, "engine"]), lines.join("\n").as_bytes());
    let answers: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The program greets first, then tells of the new battle.
    let what = |index: usize| answers[index]["reactions"].as_array().unwrap().iter().map(|each| &each["what"]);
    assert_eq!(what(2).collect::<Vec<_>>(), ["opportunity"], "{}", said.out);
    assert_eq!(what(3).count(), 0, "{}", said.out);
}

/// What cannot work is refused, with the place and what would do.
#[test]
fn an_area_without_a_width_is_refused() {
    for (size, says) in [
        ("(shape: line)", "without a size"),
        ("(shape: line, scale: 1)", "without `measure.bodies`"),
        ("(shape: line, across: 0)", "0 squares across"),
        ("(shape: line, scale: 1, across: 5)", "with two sizes"),
    ] {
        let folder = Folder::of(Path::new(GAMES), &["drill"]);
        edit(&folder.join("drill/arms.ron"), "(shape: line, across: 5)", size);
        let problems = Library::open(folder.path()).check("drill");
        let told = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(says) && told.contains("arms.ron"), "{size}: {told}");
    }
}
