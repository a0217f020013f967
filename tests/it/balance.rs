//! Even fights: what is varied is varied and nothing else, and what is found agrees with plain counting.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sortie::ai::Skill;
use sortie::balance::{Kind, News, Sampling, Scales, Trial, Vary, Worth};
use sortie::battle::{FigureName, Key};
use sortie::rulebook::Library;

use crate::kit::{Battle, Folder, begin, scenario, sortie};

/// Promise: a count lets there be so many, each with a name and room of their own; a figure is that of those who are meant.
#[test]
fn what_is_varied_is_varied_and_nothing_else() {
    let setup = scenario("scale_toughness/gate").setup;
    let profile = setup.fighters.iter().rev().map(|fighter| fighter.profile.name).next().unwrap();
    let before = setup.fighters.iter().filter(|fighter| fighter.profile.name == profile).count();
    for count in [1, before as i32, before as i32 + 5] {
        let vary: Vary = format!("count of {profile}={count}").parse().unwrap();
        let varied = vary.with(&setup, count).unwrap();
        let of = |fighter: &&sortie::battle::Fighter| fighter.profile.name == profile;
        assert_eq!(varied.fighters.iter().filter(of).count(), count as usize);
        let others = |setup: &sortie::battle::Setup| -> Vec<String> {
            setup.fighters.iter().filter(|fighter| !of(fighter)).map(|fighter| fighter.name.clone()).collect()
        };
        assert_eq!(others(&varied), others(&setup));
        let bodies: Vec<_> = varied.fighters.iter().map(|fighter| fighter.footprint(&varied.rules)).collect();
        for (at, body) in bodies.iter().enumerate() {
            let apart = |other: &sortie::board::Footprint| body.squares().all(|square| !other.contains(square));
            assert!(bodies.iter().skip(at + 1).all(apart), "{}", varied.fighters[at].name);
        }
        let mut names: Vec<&str> = varied.fighters.iter().map(|fighter| fighter.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), varied.fighters.len());
    }
}

/// Promise: what is added is added to what each has, also where that follows from other figures.
#[test]
fn what_follows_from_other_figures_is_added_to() {
    let setup = scenario("liberi_gothica/duel_at_dawn").setup;
    let vary: Vary = "Life of Knight by -2..2".parse().unwrap();
    let life = |by: i32| {
        let mut varied = scenario("liberi_gothica/duel_at_dawn");
        varied.setup = Arc::new(vary.with(&setup, by).unwrap());
        let game = begin(&varied, 1);
        let look = game.now();
        look.figure(look.find("Knight").unwrap(), FigureName::of(Key::new("Life"))).total()
    };
    assert_eq!([-2, 0, 2].map(life), [16, 18, 20]);
}

/// Promise: what cannot be varied is refused with what could be.
#[test]
fn what_cannot_be_varied_is_refused_by_name() {
    for (vary, why) in [
        ("count of Gobbo=2..4", "nobody in this battle"),
        ("Toughnes of Guard=1..2", "did you mean `Toughness`"),
        ("Strength of Guard=900", "expected -3 to 60"),
        ("count", "expected what is varied"),
    ] {
        let said = sortie(&["balance", "scale_toughness/gate", "--vary", vary]);
        assert!(!said.is_well() && said.err.contains(why), "{vary}: {}", said.err);
    }
}

/// Promise: more of a side is better for it, where it is even lies between, and the shares are those of plain counting.
#[test]
fn more_fighters_are_worth_more() {
    let setup = scenario("scale_toughness/even").setup;
    let side = &setup.sides[1].name;
    let has = setup.fighters.iter().filter(|fighter| fighter.side.0 == 1).count() as i32;
    let vary = format!("count of {side}={}..{}", has - 1, has + 1);
    let args = ["balance", "scale_toughness/even", "--vary", &vary, "--most", "150", "--json"];
    let said = sortie(&args);
    assert!(said.is_well(), "{}", said.err);
    let told = said.json();
    let rate = |row: usize| told["rows"][row]["rate"].as_f64().unwrap();
    assert!(rate(0) > rate(1) && rate(1) > rate(2), "{told}");
    let even = told["even"]["value"].as_f64().unwrap();
    assert!(even > f64::from(has) - 1.5 && even < f64::from(has) + 1.5, "{told}");
    assert!(told["one_more"]["value"].as_f64().unwrap() < 0.0);
    // The same again, and as many as plain counting has with the same dice.
    assert_eq!(sortie(&args).json(), told);
    let plain = sortie(&["simulate", "scale_toughness/even", "--battles", "50", "--json"]).json();
    let fewest = sortie(&["balance", "scale_toughness/even", "--most", "50", "--json"]).json();
    assert_eq!(fewest["rows"][0]["wins"], plain["sides"][0]["wins"]);
}

/// Promise: what is found is the same on any number of threads, and what is broken off ends with the battle that is fought.
#[test]
fn a_trial_is_the_same_on_all_threads_and_can_be_stopped() {
    let setup = scenario("scale_toughness/even").setup;
    let kind = Kind::all(&setup).remove(0);
    let vary = Vary::how_many(&kind.name, kind.side, 1..=2).unwrap();
    let trial = Trial::of(&setup, Some(vary)).unwrap();
    let sampling = Sampling { skill: Skill::Walk, seed: 5, threads: 1, most: 8, within: 0.1 };
    let go_on = |_: News| ControlFlow::Continue(());
    let found = trial.fought(sampling, go_on).unwrap();
    assert_eq!(found.rows.iter().map(|row| row.value).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(trial.fought(Sampling { threads: 2, ..sampling }, go_on).unwrap(), found);
    let battles = AtomicU64::new(0);
    let stopped = trial.fought(sampling, |news| match news {
        News::Battle if battles.fetch_add(1, Ordering::Relaxed) == 10 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(stopped.unwrap().rows, found.rows[..1], "only what was finished is told");
    assert_eq!(battles.into_inner(), 11);
}

/// Promise: one of a kind is worth about one of its own kind, and a captain more than one of those who follow.
#[test]
fn fighters_are_worth_what_makes_it_even() {
    let setup = scenario("scale_toughness/even").setup;
    let sampling = Sampling { skill: Skill::Walk, seed: 2, threads: 2, most: 60, within: 0.1 };
    let weigh = |name: &str, beside: &str| {
        let scales = Scales::on(&setup, Some(beside)).unwrap();
        assert_eq!(scales.beside().as_str(), beside);
        let profile = scales.profiles().find(|profile| profile.name.as_str() == name).unwrap();
        Worth::of_both(scales.weigh(profile, sampling, || ControlFlow::Continue(())).unwrap().unwrap())
    };
    let Worth::About { many, low, high } = weigh("Goblin Mook", "Goblin Mook") else { panic!("it is known") };
    assert!(low < many && many < high && many > 0.5 && many < 2.0, "{low} {many} {high}");
    let captain = weigh("Colonel Mauve", "Goblin Mook");
    let is_more = matches!(captain, Worth::About { many, .. } | Worth::MoreThan(many) if many > 1.5);
    assert!(is_more, "{captain:?}");
    assert!(Scales::on(&setup, Some("Gate Gard")).unwrap_err().to_string().contains("did you mean `Gate Guard`"));
}

/// A cost as it is written.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Written {
    many: f64,
    low: f64,
    high: f64,
}

/// Promise: the costs of a ruleset are told, as of either side and of each, and written for its authors, the same in both.
#[test]
fn costs_are_written_for_authors() {
    let folder = Folder::new();
    let file = folder.join("costs.ron");
    let out = file.to_str().unwrap();
    let said = sortie(&["balance", "skirmish4", "--costs", "--most", "50", "--json", "--out", out]);
    assert!(said.is_well(), "{}", said.err);
    let told = said.json();
    let costs = told["costs"].as_array().unwrap();
    // Each is weighed on both sides, with one number of them at least.
    assert!(told["battles"].as_u64() >= Some(costs.len() as u64 * 2 * 50), "{told}");
    assert_eq!(told["sides"], serde_json::json!(["Blue", "Red"]));
    for cost in costs {
        let sides = cost["sides"].as_array().unwrap();
        let known: Vec<&serde_json::Value> = sides.iter().filter(|side| side["many"].is_number()).collect();
        assert_eq!((sides.len(), known.len()), (2, 2), "{told}");
        assert!(known.iter().all(|side| side["low"].as_f64() < side["high"].as_f64()), "{told}");
        assert!(cost["low"].as_f64() < cost["high"].as_f64(), "{told}");
    }
    assert_eq!((told["beside"].as_str(), costs.len()), (Some("Fighter"), 2), "{told}");
    let written = std::fs::read_to_string(&file).unwrap();
    let read: BTreeMap<String, Written> = ron::from_str(&written).unwrap_or_else(|why| panic!("{why}: {written}"));
    for cost in costs.iter().filter(|cost| cost["many"].is_number()) {
        let Written { many, low, high } = read[cost["profile"].as_str().unwrap()];
        assert!((many - cost["many"].as_f64().unwrap()).abs() <= 0.005, "{written}");
        assert!(low <= many && many <= high, "{written}");
    }
}

/// Promise: the `costs.ron` of a ruleset is held against its profiles, and what is wrong with it is told with its place.
#[test]
fn costs_of_a_ruleset_are_checked() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    assert_eq!(Library::open(folder.path()).costs("skirmish").unwrap(), None);
    folder.write("skirmish/costs.ron", "{\n    \"Nobody at all\": (many: 1.0),\n}");
    let problems = Library::open(folder.path()).check("skirmish");
    let is_it = |each: &sortie::rulebook::reader::Problem| each.file.ends_with("skirmish/costs.ron") && each.line == 2;
    assert!(problems.len() == 1 && problems.iter().all(is_it), "{problems:?}");
}
