//! What is told of a battle after it: it is the same every time, it knows the bad from the good, and its luck is fair.

use std::ops::ControlFlow;
use std::sync::Arc;

use sortie::ai::{Minds, Skill};
use sortie::analysis::{Analysis, Depth, Grade, Luck, Part, Played};
use sortie::battle::{Id, play_on};
use sortie::board::Direction;
use sortie::record::{Game, Origin, PEOPLE};
use sortie::rulebook::Library;

use crate::kit::{Battle, Folder, begin, scenario, sortie};

/// A battle that computers of these two skills have played to its end.
fn fought(name: &str, skills: [Skill; 2], seed: u64) -> Game {
    let mut game = begin(&scenario(name), seed);
    let battle = game.battle;
    play_on(&mut game.world, battle, &mut Minds::new(skills, seed, 2_000));
    assert!(game.end().is_some(), "{name}, seed {seed}");
    game
}

/// The first decisions of one.
fn begun(name: &str, skills: [Skill; 2], seed: u64, decisions: usize) -> Game {
    let mut game = begin(&scenario(name), seed);
    let battle = game.battle;
    play_on(&mut game.world, battle, &mut Minds::new(skills, seed, decisions));
    assert_eq!(game.decisions().len(), decisions, "{name}, seed {seed}");
    game
}

/// As little as tells anything.
const LITTLE: Depth = Depth { playouts: 6, moments: 3, throws: 12, judges: false, seed: 5 };

fn analysed(game: &Game, depth: Depth, threads: usize) -> Analysis {
    let played = Played::of(&game.world, game.battle).unwrap();
    played.analysed(depth, threads, None, |_| ControlFlow::Continue(())).unwrap().unwrap()
}

/// Promise: the same battle, depth and seed come to the same, on however many threads; another seed tries other dice.
#[test]
fn an_analysis_is_the_same_on_any_threads() {
    let game = begun("duel_at_dawn", [Skill::Plain; 2], 2, 3);
    let depth = Depth { judges: true, ..LITTLE };
    let one = analysed(&game, depth, 1);
    assert_eq!(one, analysed(&game, depth, 3));
    assert_ne!(one.decisions, analysed(&game, Depth { seed: 6, ..depth }, 2).decisions);
    assert_eq!(one.decisions.len(), game.decisions().len());
}

/// Promise: chances are told of the start, of as many moments as are wanted, and of the end, where they are certain.
#[test]
fn chances_are_told_from_the_start_to_the_end() {
    let found = analysed(&fought("scale_toughness/even", [Skill::Plain; 2], 2), LITTLE, 2);
    assert_eq!((found.moments.len(), found.moments[0].decision), (LITTLE.moments + 1, 0));
    assert!(found.moments.iter().all(|moment| moment.chances.iter().all(|chance| chance.low <= chance.rate)));
    let end = &found.moments[LITTLE.moments].chances;
    assert!(end.iter().all(|chance| (chance.low, chance.high) == (chance.rate, chance.rate)), "{end:?}");
    let won: Vec<f64> = end.iter().map(|chance| chance.rate).collect();
    let winner = found.winner.unwrap();
    assert!(won.iter().enumerate().all(|(side, rate)| *rate == f64::from(u8::from(side == winner))), "{won:?}");
}

/// Promise: nothing comes of what is broken off, and it is broken off at once.
#[test]
fn an_analysis_can_be_broken_off() {
    let game = fought("scale_toughness/even", [Skill::Plain; 2], 2);
    let played = Played::of(&game.world, game.battle).unwrap();
    let heard = std::sync::atomic::AtomicUsize::new(0);
    let found = played.analysed(LITTLE, 2, None, |_| {
        heard.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        ControlFlow::Break(())
    });
    let heard = heard.into_inner();
    assert!(found.unwrap().is_none() && (1..=2).contains(&heard), "each hears once at most: {heard}");
}

/// Promise: where something breaks down that is looked at, nobody goes on with the rest: nothing can come of it.
#[test]
fn what_breaks_down_ends_an_analysis() {
    let game = fought("scale_toughness/even", [Skill::Plain; 2], 2);
    let played = Played::of(&game.world, game.battle).unwrap();
    let heard = std::sync::atomic::AtomicUsize::new(0);
    let found = played.analysed(Depth { moments: 0, ..LITTLE }, 2, None, |_| {
        assert!(heard.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0, "the first breaks down");
        ControlFlow::Continue(())
    });
    let heard = heard.into_inner();
    assert!(found.is_err() && heard <= played.decisions() / 4, "{heard} of {} were looked at", played.decisions());
}

/// Promise: what is heard before an analysis is broken off is the same as in the whole of it, and what people decided comes
/// before what computers did.
#[test]
fn what_was_heard_before_a_break_stands() {
    let mut game = fought("scale_toughness/even", [Skill::Plain; 2], 2);
    let battle = game.battle;
    game.world.get_mut::<Origin>(battle).unwrap().seats = vec!["walk".to_owned(), PEOPLE.to_owned()];
    let depth = Depth { moments: 0, ..LITTLE };
    let whole = analysed(&game, depth, 2);
    let played = Played::of(&game.world, game.battle).unwrap();
    let heard = std::sync::Mutex::new(None);
    let broken = played.analysed(depth, 1, None, |progress| {
        let count = progress.part.looked.len();
        *heard.lock().unwrap() = Some((progress.part.found.clone(), count));
        if count < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(broken.unwrap(), None);
    let (found, count) = heard.into_inner().unwrap().unwrap();
    assert_eq!((count, found.decisions.len()), (3, whole.decisions.len()));
    let looked: Vec<usize> = (0..found.decisions.len()).filter(|at| !found.decisions[*at].luck.is_empty()).collect();
    assert!(!looked.is_empty() && looked.len() <= 3, "{looked:?}");
    for at in looked {
        assert_eq!(found.decisions[at], whole.decisions[at]);
        assert_eq!(found.decisions[at].side, 1, "{at} is a computer's");
    }
}

/// Promise: an analysis that was broken off goes on from there: nothing is looked at twice, and it comes to the same; what is
/// kept of it lies beside the save until it is whole, and is taken for no other depth.
#[test]
fn what_was_broken_off_goes_on_from_there() {
    let game = begun("scale_toughness/even", [Skill::Plain; 2], 2, 3);
    let whole = analysed(&game, LITTLE, 2);
    let played = Played::of(&game.world, game.battle).unwrap();
    let heard = std::sync::Mutex::new(None);
    let seen = |part: &Part| part.looked.len() + part.found.moments.len();
    let broken = played.analysed(LITTLE, 1, None, |progress| {
        *heard.lock().unwrap() = Some(progress.part.clone());
        if seen(progress.part) < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(broken.unwrap(), None);
    let part = heard.into_inner().unwrap().unwrap();
    let all = whole.decisions.len() + whole.moments.len();
    let go_on = |depth: Depth, part: Part| {
        let steps = std::sync::atomic::AtomicUsize::new(0);
        let is_same = depth == LITTLE;
        let left = played.progress(depth, &part).left;
        let found = played.analysed(depth, 2, Some(part), |progress| {
            let now = progress.left.0 + progress.left.1 + 1;
            let step = steps.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            assert!(step < all && now <= all);
            // How much is left is known before the first step.
            assert!(!is_same || now + step == left.0 + left.1, "{now} after {step} steps, of {left:?}");
            ControlFlow::Continue(())
        });
        (found.unwrap().unwrap(), steps.into_inner())
    };
    let folder = Folder::new();
    let save = folder.join("duel.json");
    part.keep(&save).unwrap();
    assert_eq!(Part::kept(&save, &played, LITTLE).as_ref(), Some(&part));
    let another = begun("scale_toughness/even", [Skill::Plain; 2], 3, 3);
    let another = Played::of(&another.world, another.battle).unwrap();
    assert_eq!(Part::kept(&save, &another, LITTLE), None);
    assert_eq!(go_on(LITTLE, part.clone()), (whole.clone(), all - 5));
    let other = Depth { seed: 6, ..LITTLE };
    assert_eq!(Part::kept(&save, &played, other), None);
    assert_eq!(go_on(other, part), (analysed(&game, other, 2), all));
    whole.keep(&save).unwrap();
    assert_eq!(Part::kept(&save, &played, LITTLE), None, "it is whole");
}

/// Promise: what was found before the files of the ruleset or the scenario changed is no more of the battle, even where that comes
/// to the same.
#[test]
fn what_was_found_by_other_files_is_found_anew() {
    let folder = Folder::of_rulesets(&["skirmish"]);
    let save = folder.join("four.json");
    let played = || {
        let scenario = Library::open(folder.path()).scenario("skirmish/skirmish4").unwrap();
        let mut game = begin(&scenario, 2);
        let battle = game.battle;
        play_on(&mut game.world, battle, &mut Minds::new([Skill::Walk; 2], 2, 3));
        Played::of(&game.world, battle).unwrap()
    };
    for file in ["skirmish/ruleset.ron", "skirmish/profiles.ron", "skirmish/scenarios/skirmish4.ron"] {
        let found = played().analysed(LITTLE, 2, None, |_| ControlFlow::Continue(())).unwrap().unwrap();
        let part = Part { found: found.clone(), looked: Default::default() };
        found.keep(&save).unwrap();
        part.keep(&save).unwrap();
        let kept = || (Analysis::kept(&save, &played(), LITTLE), Part::kept(&save, &played(), LITTLE));
        assert_eq!(kept(), (Some(found.clone()), Some(part)), "{file} is what it was");
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        folder.write(file, format!("{text}\n// It says the same as before.\n"));
        assert_eq!(kept(), (None, None), "{file} has changed");
        let anew = played().analysed(LITTLE, 2, None, |_| ControlFlow::Continue(())).unwrap().unwrap();
        assert_eq!(anew.digest, found.digest, "{file}: the battle is the same");
    }
}

/// Promise: whoever lets an enemy stand whom one blow would fell is told so, and told of the blow; whoever strikes has done
/// well.
#[test]
fn a_chance_let_go_by_is_a_blunder() {
    let mut setup = (*scenario("skirmish/skirmish4").setup).clone();
    let of = |side: u8| setup.fighters.iter().find(|fighter| fighter.side.0 == side).unwrap().clone();
    let (mut own, mut foe) = (of(0), of(1));
    // Both strong, side by side, and all but felled.
    foe.at = own.at.step(Direction::East, 1);
    foe.figures.push(("Attack".into(), 9));
    foe.tallies.push(("damage taken".into(), 11));
    own.figures.push(("Attack".into(), 9));
    own.tallies.push(("damage taken".into(), 11));
    let names = [own.name.clone(), foe.name.clone()];
    setup.fighters = vec![own, foe];
    setup.arranged = Some(vec![Id(0), Id(1)]);
    let depth = Depth { judges: true, moments: 0, throws: 1, ..LITTLE };
    let graded = |order: &str| {
        let mut game = Game::new("", &Default::default(), Arc::new(setup.clone()), 3);
        game.say(&[order]);
        analysed(&game, depth, 1).decisions[0].clone()
    };
    let let_go = graded("end turn");
    assert_eq!(let_go.who.as_deref(), Some(names[0].as_str()));
    assert!(let_go.grade >= Some(Grade::Mistake) && let_go.given_away > 0.12, "{let_go:?}");
    // To strike at once, or from a better place: both is done in the same turn.
    let acts = |better: &String| better.starts_with("attack") || better.starts_with("move");
    assert!(let_go.better.as_ref().is_some_and(acts), "{let_go:?}");
    // With the next best, and what was to be expected of each.
    assert_eq!(let_go.others.first().map(|other| &other.order), let_go.better.as_ref());
    let hopes: Vec<f64> = let_go.others.iter().map(|other| other.expected.hope).collect();
    let expected = let_go.expected.unwrap().hope;
    assert!((1..=2).contains(&hopes.len()) && hopes[0] > expected, "{let_go:?}");
    let behind = hopes[0] - expected;
    assert!((behind - let_go.given_away).abs() < 1e-3, "{let_go:?}");
    let weapon = setup.rules.profiles[&setup.fighters[0].profile.name].arms[0];
    let struck = graded(&format!("attack with {weapon} at {}", names[1]));
    assert_eq!((struck.grade, struck.better), (Some(Grade::Good), None));
}

/// Promise: what one side has in luck the other has in bad luck, nothing is luck where no dice fell, and over many battles
/// nobody is favoured.
#[test]
fn luck_is_fair() {
    let depth = Depth { moments: 0, throws: 40, ..LITTLE };
    let mut all = Vec::new();
    for seed in 0..8 {
        let found = analysed(&fought("scale_toughness/even", [Skill::Plain; 2], seed), depth, 2);
        let luck = Luck::of(&found);
        let (one, other) = (luck.sides[0].sum(), luck.sides[1].sum());
        // An end late in a battle counts a little less to the winner.
        assert!((one + other).abs() < 0.25, "seed {seed}: {one} and {other}");
        for judged in &found.decisions {
            assert_eq!(judged.luck.is_empty(), judged.rolls.is_empty());
            all.extend(judged.luck.first());
        }
        // What is told of a side is the sum of what is told below it.
        for (side, whole) in luck.sides.iter().enumerate() {
            let own = luck.fighters.iter().filter(|((of, _), _)| *of == side).map(|(_, fortune)| fortune);
            let parts: Vec<_> = own.chain([&luck.together[side], &luck.others[side]]).collect();
            let sum: f64 = parts.iter().map(|part| part.sum()).sum();
            assert!((sum - whole.sum()).abs() < 1e-9, "seed {seed}: {sum} and {whole:?}");
            assert_eq!(parts.iter().map(|part| part.decisions).sum::<usize>(), whole.decisions);
        }
        assert!(luck.fighters.values().any(|fortune| fortune.decisions > 0));
        assert!(luck.moments.windows(2).all(|two| {
            let weight = |at: usize| found.decisions[at].own_luck().unwrap().abs();
            weight(two[0]) >= weight(two[1])
        }));
    }
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let spread = (all.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / count).sqrt();
    assert!(count > 100.0 && spread > 0.01, "{count} rolls, spread {spread}");
    assert!(mean.abs() < 3.5 * spread / count.sqrt(), "{mean} a roll, with a spread of {spread} over {count}");
}

/// Promise: the command tells all of it, keeps it beside the save, and trusts nothing that is of another battle.
#[test]
fn the_command_keeps_what_it_found() {
    let folder = Folder::new();
    let save = folder.join("duel.json");
    begun("duel_at_dawn", [Skill::Random, Skill::Plain], 4, 3).saved().write(&save).unwrap();
    let save = save.to_str().unwrap();
    let few = ["analyse", save, "--playouts", "4", "--moments", "2", "--throws", "6"];
    let said = sortie(&few);
    assert!(said.is_well(), "{}", said.err);
    for heading in ["Chance to win", "Decisions, and what was given away", "Luck: what the dice brought"] {
        assert!(said.out.contains(heading), "{}", said.out);
    }
    let counted = ["decisions; it is not over yet", "before decision 1 of 3", "after the last decision", "%  (good "];
    assert!(counted.iter().all(|words| said.out.contains(words)), "{}", said.out);
    // What is told below a side adds up to it.
    let points = |line: &str| line.split_once("%  (")?.0.split_whitespace().last()?.parse::<f64>().ok();
    let (mut whole, mut parts, mut sides) = (0.0_f64, 0.0, 0);
    for line in said.out.lines().skip_while(|line| !line.starts_with("Luck: ")).chain(["%  ("]) {
        let is_part = line.starts_with("  ");
        match points(line) {
            Some(more) if is_part => parts += more,
            more => {
                assert!((whole - parts).abs() < 0.01, "{}", said.out);
                (whole, parts) = (more.unwrap_or_default(), 0.0);
                sides += usize::from(more.is_some());
            }
        }
    }
    assert_eq!(sides, 2, "{}", said.out);
    // What is written is explained to those who ask.
    let help = sortie(&["analyse", "--help"]).out;
    for words in ["The chance to win is judged", "Costs are the fighters", "For example, ", "a slip from 5"] {
        assert!(help.contains(words), "{words}: {help}");
    }
    let beside = folder.join("duel.json.analysis.json");
    let kept = std::fs::read_to_string(&beside).unwrap();
    for name in ["\"expected\":{\"hope\":", "\"others\":[{\"order\":", "\"health\":["] {
        assert!(kept.contains(name), "{name}: {kept}");
    }
    let all = sortie(&[&few[..], &["--all"]].concat()).out;
    assert!(all.contains(" expected: ") && all.contains(" or lay with "), "{all}");
    let json = sortie(&[&few[..], &["--json"]].concat());
    assert_eq!(json.out.trim(), kept);
    // What is kept is told, as long as it is of this battle.
    let told = kept.replacen("\"Random\"", "\"?\"", 1).replacen("\"given_away\":0.0", "\"given_away\":0.5", 1);
    assert_ne!(told, kept);
    std::fs::write(&beside, &told).unwrap();
    assert_eq!(sortie(&[&few[..], &["--json"]].concat()).out.trim(), told);
    assert_eq!(sortie(&[&few[..], &["--json", "--fresh"]].concat()).out.trim(), kept);
    for broken in ["", "{", "[]", &kept.replacen("\"digest\":\"", "\"digest\":\"0", 1)] {
        std::fs::write(&beside, broken).unwrap();
        assert_eq!(sortie(&[&few[..], &["--json"]].concat()).out.trim(), kept, "{broken}");
    }
    for wrong in [&["analyse", "nowhere.json"][..], &["analyse", save, "--playouts", "0"], &["analyse", "."]] {
        let said = sortie(wrong);
        assert!(!said.is_well() && !said.err.is_empty() && said.out.is_empty(), "{wrong:?}: {}", said.err);
    }
}
