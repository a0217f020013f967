//! Minds that look ahead: what they may know, what they leave alone, and what they say of it.

use std::collections::BTreeSet;
use std::process::Command;

use sortie::ai::deep::{Thought, advice};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Falls, Id, Look, Nobody, Order, Scratch, chronicle};
use sortie::dice::Card;
use sortie::mechanics::initiative::card_hand::{Hand, Laid, every_card};
use sortie::record::Game;
use sortie::sim::other_seed;

use crate::kit::{Battle, Folder, PROGRAM, begin, run, scenario, sortie};

/// A thought about the question at hand, so many trials long.
fn thought(look: Look<'_>, trials: usize) -> Thought {
    let mut thought = Thought::of(&mut Mind::new(Skill::Deep, 7), look).unwrap();
    for _ in 0..trials {
        thought.go_on(look);
    }
    thought
}

fn told(thought: &Thought) -> Vec<String> {
    thought.lines().into_iter().map(|line| thought.in_words(line)).collect()
}

/// The cards that somebody holds.
fn held(look: Look<'_>, who: Id) -> Vec<Card> {
    look.get::<Hand>(who).map_or_else(Vec::new, |hand| hand.0.clone())
}

/// Every card of a battle, wherever it is.
fn all(look: Look<'_>) -> Vec<Card> {
    let mut cards: Vec<Card> = every_card(look);
    cards.sort_unstable();
    cards
}

/// A battle that has come to a turn in which somebody can choose.
fn in_a_turn(name: &str, seed: u64) -> Game {
    let mut game = begin(&scenario(name), seed);
    let is_turn = |look: Look<'_>| look.question().is_some_and(|asked| asked.choices.is_none() && asked.who.is_some());
    let found = game.until(&mut Mind::new(Skill::Plain, seed), 200, |look, _| is_turn(look).then_some(()));
    assert!(found.is_some(), "{name}: nobody has a turn");
    game
}

/// Promise: looking ahead leaves the battle as it is, and comes to the same whenever it is done with the same seed.
#[test]
fn looking_ahead_leaves_the_battle_alone_and_comes_to_the_same_twice() {
    let game = in_a_turn("scale_toughness/even", 3);
    let before = chronicle(game.world(), game.id()).len();
    let choices = format!("{:?}", game.now().choices());
    let (one, other) = (thought(game.now(), 30), thought(game.now(), 30));
    assert!(one.lines().len() > 3, "{:?}", told(&one));
    assert!(one.lines().iter().any(|line| line.tried() > 1));
    assert_eq!(told(&one), told(&other));
    assert_eq!(chronicle(game.world(), game.id()).len(), before);
    assert_eq!(format!("{:?}", game.now().choices()), choices);
}

/// Promise: whatever is thought of is legal, and what is best can be had before everything has been tried.
#[test]
fn a_thought_can_be_had_at_any_time() {
    for name in ["zones/coopers_lane", "old_school/first_toll", "hursagmu/first_round"] {
        let game = in_a_turn(name, 2);
        let look = game.now();
        let mut thought = thought(look, 0);
        for _ in 0..4 {
            let best = thought.best().unwrap();
            assert!(look.check(&best.order).is_ok(), "{name}: {}", best.order);
            thought.go_on(look);
        }
        assert!(thought.lines().iter().all(|line| look.check(&line.order).is_ok()), "{name}: {:?}", told(&thought));
    }
}

/// Promise: nobody gains by cards that they do not see: in what is tried out they lie otherwise. Their own stay in hand, and
/// no card is lost or there twice.
#[test]
fn cards_that_nobody_sees_are_dealt_anew() {
    let game = in_a_turn("liberi_gothica/duel_at_dawn", 5);
    let look = game.now();
    let side = look.question().unwrap().side;
    let (mut scratch, mut others, mut changed) = (Scratch::new(), 0, 0);
    for seed in 0..20 {
        let mut copy = scratch.copy_falling(look, Falls::From(seed));
        assert!(copy.imagine(side));
        let there = copy.look().unwrap();
        assert_eq!(all(there), all(look));
        for who in look.everybody() {
            let (before, after) = (held(look, who), held(there, who));
            assert_eq!(before.len(), after.len());
            if look.side(who) == side {
                assert_eq!(before, after, "whoever thinks keeps their own cards");
            } else if !before.is_empty() {
                others += 1;
                changed += usize::from(before != after);
            }
        }
    }
    assert!(others >= 20 && changed * 10 > others * 8, "{changed} of {others} hands are other than they truly are");
}

/// Promise: a card that an enemy has laid face down is imagined anew, with the rest of their hand: nobody chooses their own by it.
#[test]
fn a_card_that_lies_face_down_is_imagined_anew() {
    let mut game = begin(&scenario("liberi_gothica/duel_at_dawn"), 1);
    let is_second = |look: Look<'_>, _: &Order| {
        let who = look.question().filter(|asked| asked.kind == "lay")?.who?;
        let foe = look.foes(who).next()?;
        (foe < who && held(look, foe).len() > 3).then_some((who, foe))
    };
    let found = game.until(&mut Mind::new(Skill::Plain, 1), 60, is_second);
    let (who, foe) = found.expect("an enemy has laid a card");
    let look = game.now();
    let order = look.legal_choices()[0].order.clone();
    let asked = |look: Look<'_>| look.question().map(|asked| (asked.kind, asked.who));
    let (mut scratch, mut laid) = (Scratch::new(), BTreeSet::new());
    for seed in 0..20 {
        let mut copy = scratch.copy_falling(look, Falls::From(seed));
        assert!(copy.imagine(look.side(who)));
        let there = copy.look().unwrap();
        assert_eq!(asked(there), asked(look));
        assert_eq!(held(there, who), held(look, who), "whoever thinks keeps their own cards");
        copy.answer(order.clone()).unwrap();
        copy.play(&mut Nobody);
        let after = copy.look().unwrap();
        assert_eq!(all(after), all(look), "no card is lost or there twice");
        laid.insert(after.get::<Laid>(foe).and_then(|laid| laid.card).map(|(card, _)| card));
    }
    assert!(laid.len() > 3, "{laid:?}");
}

/// Promise: in the middle of a deed cards are dealt anew, too: it waits at the same question, and goes on with those cards.
#[test]
fn cards_are_dealt_anew_in_the_middle_of_a_deed() {
    let is_amid = |look: Look<'_>, _: &Order| {
        let asked = look.question().filter(|asked| asked.choices.is_some())?;
        (asked.kind != "lay" && asked.kind != "joker").then_some(())
    };
    let asked = |look: Look<'_>| look.question().map(|asked| (asked.kind, asked.who, asked.by));
    let (mut others, mut changed) = (0, 0);
    for seed in 1..6 {
        let mut game = begin(&scenario("liberi_gothica/duel_at_dawn"), seed);
        if game.until(&mut Mind::new(Skill::Plain, seed), 80, is_amid).is_none() {
            continue;
        }
        let look = game.now();
        let side = look.question().unwrap().side;
        let order = look.legal_choices()[0].order.clone();
        let hands = |look: Look<'_>| look.everybody().map(|who| held(look, who)).collect::<Vec<_>>();
        let mut scratch = Scratch::new();
        for throw in 0..10 {
            let mut copy = scratch.copy_falling(look, Falls::From(throw));
            assert!(copy.imagine(side));
            let there = copy.look().unwrap();
            assert_eq!(asked(there), asked(look));
            let before = hands(there);
            for who in look.everybody().filter(|who| look.side(*who) != side && !held(look, *who).is_empty()) {
                others += 1;
                changed += usize::from(held(there, who) != held(look, who));
            }
            copy.answer(order.clone()).unwrap();
            copy.play(&mut Nobody);
            let after = copy.look().unwrap();
            if after.clock().round == look.clock().round {
                assert_eq!(hands(after), before);
            }
        }
    }
    assert!(others >= 20 && changed * 10 > others * 7, "{changed} of {others} hands are other than they truly are");
}

/// Promise: the protocol tells what the computer makes of a question, the best first, and decides nothing by it.
#[test]
fn the_protocol_tells_what_the_computer_thinks() {
    let lines = [
        r#"{"do":"think"}"#,
        r#"{"do":"new","scenario":"zones/first_milestone","seed":1}"#,
        r#"{"do":"think","seed":4}"#,
        r#"{"do":"think","seed":4}"#,
        r#"{"do":"choices"}"#,
    ];
    let said = run(Command::new(PROGRAM).arg("engine"), format!("{}\n", lines.join("\n")).as_bytes());
    let answers: Vec<serde_json::Value> =
        said.out.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers[0]["error"]["why"].as_str().unwrap().contains("no battle"));
    let told = answers[2]["lines"].as_array().unwrap();
    assert!(told.len() > 1 && told[0]["order"].is_string(), "{told:?}");
    assert!(told.iter().filter_map(|line| line["hope"].as_f64()).all(|hope| (0.0..=1.0).contains(&hope)), "{told:?}");
    assert!(told[0]["own_health"].is_number() && told[0]["others_wounds"].is_number(), "{told:?}");
    assert_eq!(answers[2], answers[3], "the same seed comes to the same");
    assert!(answers[4]["choices"].as_array().is_some_and(|choices| !choices.is_empty()));
}

/// Promise: what was tried a few times and left is not told as better than what was chosen for the luck of those few.
#[test]
fn nothing_is_told_as_better_than_what_is_chosen() {
    let game = begin(&scenario("liberi_gothica/duel_at_dawn"), 7);
    let thought = advice(game.now(), 0).unwrap();
    let lines = thought.lines();
    assert!(lines.iter().skip(1).any(|line| 2 * line.tried() < lines[0].tried()), "{:?}", told(&thought));
    let hopes: Vec<f64> = lines.iter().filter_map(|line| Some(thought.expects(line)?.hope)).collect();
    assert!(hopes.is_sorted_by(|before, after| before >= after), "{:?}", told(&thought));
}

/// Promise: at the terminal anybody is told why any side has decided as it did.
#[test]
fn the_terminal_tells_why_somebody_decided_so() {
    let home = Folder::new();
    let mut command = Command::new(PROGRAM);
    command.args(["play", "even", "--text", "--seed", "3"]).env("XDG_DATA_HOME", home.path());
    let said = run(&mut command, b"why last\nwhy 1\nwhy 99\nwhy hope\nquit\n");
    for words in [
        "Decision 1 of ",
        "The chance to win is judged ",
        "% to win, costs ",
        " of their own and ",
        "\n  or ",
        "under `99`",
    ] {
        assert!(said.out.contains(words), "{words}: {}{}", said.out, said.err);
    }
}

/// Promise: whoever asks at the terminal too early, with a word too many or of what is hidden is told so, and what to do instead.
#[test]
fn the_terminal_says_why_it_does_not_tell() {
    let home = Folder::new();
    let cases = [
        ("scale_toughness/gate", "why last", "Nothing has been decided yet."),
        ("scale_toughness/gate", "hint keen", "found `hint keen`, expected `hint` alone"),
        ("zones/ambush_at_the_ford", "why 1", "once the battle is over. Then `sortie analyse FILE --all`"),
    ];
    for (scenario, asked, told) in cases {
        let mut command = Command::new(PROGRAM);
        command.args(["play", scenario, "--text", "--seed", "1"]).env("XDG_DATA_HOME", home.path());
        let said = run(&mut command, format!("{asked}\nquit\n").as_bytes());
        assert!(said.out.contains(told), "{asked}: {}{}", said.out, said.err);
    }
}

/// Promise: what may come of ending in a square is the same by the protocol and at the command line, and decides nothing; what
/// cannot be done is refused with a reason.
#[test]
fn what_may_come_of_a_square_is_told_everywhere_alike() {
    let lines = [
        r#"{"do":"new","scenario":"scale_toughness/gate","seed":3}"#,
        r#"{"do":"foresee","order":"move to (6,6)"}"#,
        r#"{"do":"foresee","order":"move to (99,6)"}"#,
        r#"{"do":"foresee"}"#,
        r#"{"do":"save"}"#,
    ];
    let said = run(Command::new(PROGRAM).arg("engine"), format!("{}\n", lines.join("\n")).as_bytes());
    let answers: Vec<serde_json::Value> =
        said.out.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = &answers[1];
    let share = |name: &str| told[name].as_f64().unwrap();
    assert!(share("hurt") > 0.2 && share("hurt") >= share("out"), "an archer alone among the watch: {told}");
    assert!(answers[2]["error"]["why"].as_str().unwrap().contains("off the board"));
    assert!(answers[3]["error"]["why"].as_str().unwrap().contains("no order"));
    assert_eq!(answers[4]["record"]["decisions"].as_array().map(Vec::len), Some(0), "nothing was decided");
    let folder = Folder::new();
    let save = folder.write("save.json", answers[4]["record"].to_string());
    assert_eq!(&sortie(&["odds", "--load", &save, "--at", "6,6", "--json"]).json(), told);
    let words = sortie(&["odds", "--load", &save, "--do", "end turn"]);
    assert!(words.is_well() && words.out.contains("ends the turn"), "{}{}", words.out, words.err);
    for (wrong, why) in [("99,6", "off the board"), ("here", "7,4")] {
        let said = sortie(&["odds", "--load", &save, "--at", wrong]);
        assert!(!said.is_well() && said.err.contains(why), "{}", said.err);
    }
}

/// Promise: a tournament counts every battle once, on both sides, and names what it cannot play.
#[test]
fn a_tournament_lets_each_level_play_both_sides() {
    let said = sortie(&["tournament", "skirmish4", "--levels", "random,walk", "--battles", "6", "--json"]);
    assert!(said.is_well(), "{}", said.err);
    let told = said.json();
    assert_eq!(told["pairs"][0], serde_json::json!(["walk", "random"]));
    let all = &told["all"][0];
    assert_eq!(all["battles"], 6);
    assert!(all["wins"].as_u64() >= Some(5), "whoever goes at the enemy beats whoever does anything: {all}");
    let said = sortie(&["tournament", "brawl_at_the_crown", "--battles", "2"]);
    assert!(!said.is_well() && said.err.contains("3 sides"), "{}", said.err);
    let said = sortie(&["tournament", "even", "--levels", "keen"]);
    assert!(!said.is_well() && said.err.contains("one level"), "{}", said.err);
}

/// Promise: a scenario that one side always wins says nothing of levels: it is left out and named, the others count.
#[test]
fn a_tournament_leaves_out_what_one_side_always_wins() {
    let args = ["tournament", "first_toll", "skirmish4", "--levels", "random,walk", "--battles", "2", "--even", "30"];
    let said = sortie(&[&args[..], &["--json"]].concat());
    assert!(said.is_well(), "{}", said.err);
    let told = said.json();
    let names = |of: &str| -> Vec<String> {
        let rows = told[of].as_array().unwrap();
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((names("scenarios"), names("left_out")), (vec!["skirmish4".to_owned()], vec!["first_toll".to_owned()]));
    let equals = &told["left_out"][0]["scores"][0];
    assert!(equals["low"].as_f64() < Some(0.1) && equals["battles"] == 30, "{equals}");
    assert_eq!(told["all"][0]["battles"], 2);
    let said = sortie(&args);
    assert!(said.out.contains("Either side may win 1 of 2 scenarios"), "{}", said.out);
}

/// Promise: what equals play has dice of its own that come from the seed, so that their luck is not that of the battles that count.
#[test]
fn equals_of_a_tournament_have_dice_of_their_own() {
    // With three battles nothing is sure yet: the scenario is left out, with the wins of whoever has won less often.
    let equals = |seed: u64| {
        let seed = seed.to_string();
        let args = ["--levels", "random,walk", "--battles", "2", "--even", "3", "--seed", seed.as_str(), "--json"];
        let said = sortie(&[&["tournament", "skirmish4"][..], &args].concat());
        assert!(said.is_well(), "{}", said.err);
        said.json()["left_out"][0]["scores"][0]["wins"].as_u64().unwrap()
    };
    let fought = |seed: u64| {
        let seed = seed.to_string();
        let told = sortie(&["simulate", "skirmish4", "--battles", "3", "--seed", seed.as_str(), "--json"]).json();
        told["sides"].as_array().unwrap().iter().map(|side| side["wins"].as_u64().unwrap()).min().unwrap()
    };
    let seeds = [2, 3, 4];
    let others = seeds.map(other_seed);
    assert_eq!(seeds.map(equals), others.map(fought));
    assert_ne!(seeds.map(equals), seeds.map(fought));
}

/// Promise: what more thought is worth can be measured: the last level plays itself, each effort the one before it, and comes to
/// the same on any number of threads. What is no effort, and a level that would make none, is refused.
#[test]
fn a_tournament_measures_what_more_thought_is_worth() {
    let usual = ["tournament", "duel_at_dawn", "--levels", "deep", "--effort", "0.125,0.25", "--battles", "2"];
    let played = |threads: &str| {
        let said = sortie(&[&usual[..], &["--even", "0", "--seed", "5", "--threads", threads, "--json"]].concat());
        assert!(said.is_well(), "{}", said.err);
        let told = said.json();
        let all = &told["all"][0];
        (told["pairs"].clone(), ["battles", "wins", "losses"].map(|count| all[count].as_u64()))
    };
    let (pairs, counts) = played("1");
    assert_eq!((pairs.clone(), counts), played("2"));
    assert_eq!(pairs, serde_json::json!([["deep x0.25", "deep x0.125"]]));
    assert_eq!(counts[0], Some(2));
    for (levels, effort, why) in [
        ("fair,deep", "1,9", "found 9, expected a number from 0.125 to 8"),
        ("fair,deep", "2", "found one effort, expected two or more"),
        ("fair,keen", "1,2", "found keen as the last level beside --effort, expected deep"),
    ] {
        let said = sortie(&["tournament", "duel_at_dawn", "--levels", levels, "--effort", effort]);
        assert!(!said.is_well() && said.err.contains(why), "{effort}: {}", said.err);
    }
}

/// Promise: of the levels that people choose from the better one wins: by far where many battles are quick, and also where
/// it looks ahead.
#[test]
fn each_level_beats_the_one_below() {
    let quick = ["coopers_lane", "scale_toughness/even", "giant", "tavern_yard", "lamp_room"];
    for (scenarios, levels, battles) in
        [(&quick[..], "green,fair,keen", "16"), (&["duel_at_dawn"][..], "fair,deep", "8")]
    {
        let args = ["--levels", levels, "--battles", battles, "--seed", "5", "--even", "0", "--json"];
        let said = sortie(&[&["tournament"], scenarios, &args].concat());
        assert!(said.is_well(), "{}", said.err);
        let told = said.json();
        for (pair, score) in told["pairs"].as_array().unwrap().iter().zip(told["all"].as_array().unwrap()) {
            assert!(score["rate"].as_f64() > Some(0.6) && score["low"].as_f64() > Some(0.4), "{pair}: {score}");
        }
    }
}
