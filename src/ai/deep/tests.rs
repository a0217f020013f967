//! Trials of what thoughts come to.

use super::line::Trial;
use super::trial_player::TrialPlayer;
use super::trials::told_by;
use super::*;
use crate::ai::trail::Trail;
use crate::battle::house_words::END_TURN;
use crate::battle::{Falls, SideId};
use crate::trial;

/// A line whose trials have come to that, in which nobody was lost.
fn line(verb: &'static str, hopes: &[f64]) -> Line {
    let trial = |hope: &f64| Trial { hope: *hope, lost: (0.0, 0.0), harm: Harm::default() };
    Line { trials: hopes.iter().map(trial).collect(), ..Line::of(Order::new(verb)) }
}

/// A thought that has come to these lines.
fn thought_of(lines: Vec<Line>, is_strict: bool) -> Thought {
    Thought {
        thinker: Thinker { side: SideId(0), trail: Trail::default() },
        seed: 0,
        lines,
        scratch: Scratch::new(),
        powers: Powers::default(),
        next: 0,
        stage: 0,
        stages: STAGES_ASKED,
        work: 0,
        enough: ENOUGH_ASKED,
        until: Until { span: SPAN.1, turns: None },
        is_widened: true,
        is_strict,
        is_first_idea: false,
        goes_on: false,
        outlook: Outlook::of(0),
    }
}

/// Promise: a turn in which there is something to do, be it to go somewhere, is let go by only for what is better beyond doubt.
/// Anything else is done as soon as it promises more.
#[test]
fn a_turn_is_let_go_by_only_for_what_is_better_beyond_doubt() {
    let best = |verb: &'static str, is_idle: bool, hope: f64| {
        let other = Line { is_idle, ..line(verb, &[hope; 13]) };
        let thought = thought_of(vec![line("attack", &[0.5; 13]), other], false);
        thought.best().unwrap().order.verb.to_string()
    };
    for is_idle in [true, false] {
        assert_eq!([0.52, 0.6].map(|hope| best(END_TURN, is_idle, hope)), ["attack", END_TURN]);
        assert_eq!(best("move", is_idle, 0.52), "move");
    }
    // A walk may end for nothing where blows come later in the round.
    let stays = thought_of(vec![line("move", &[0.5; 13]), line(END_TURN, &[0.52; 13])], false);
    let stays = Thought { goes_on: true, ..stays };
    assert_eq!(stays.best().unwrap().order.verb, END_TURN);
}

/// Promise: a few trials that all came to a little less are no proof: what came to mind first is still thought of then.
#[test]
fn little_is_no_proof_however_often_it_came_to_the_same() {
    for (other, is_out) in [(0.51, false), (0.9, true)] {
        let mut thought = thought_of(vec![line("attack", &[0.5; 5]), line("grab", &[other; 5])], false);
        thought.narrow();
        assert_eq!(thought.lines[0].is_out, is_out, "{other}");
        assert_eq!(thought.best().unwrap().order.verb == "grab", is_out, "{other}");
    }
}

/// Promise: what might follow is thought of on the best two that something can follow on, however well it turns out to let the turn
/// be.
#[test]
fn nothing_is_thought_to_follow_on_the_end_of_a_turn() {
    let mut seen = 0;
    for name in ["zones/toll_bridge", "liberi_gothica/duel_at_dawn", "scale_toughness/even"] {
        trial::watch(name, 1, 30, |look| {
            if look.question().and_then(whose_turn).is_none() {
                return;
            }
            let followed = |end: f64| {
                let mut thought = Thought::of(&mut Mind::new(Skill::Deep, 1), look).unwrap();
                let ends = thought.lines.iter().filter(|line| is_end(&line.order)).count();
                for (index, one) in thought.lines.iter_mut().enumerate() {
                    let hope = if is_end(&one.order) { end } else { 0.9 - 0.01 * index as f64 };
                    one.trials = line("any", &[hope; 2]).trials;
                }
                thought.widen(look);
                let plans = thought.lines.into_iter().filter(|line| line.then.is_some());
                let mut orders: Vec<Order> = plans.map(|line| line.order).collect();
                orders.dedup();
                (ends, orders)
            };
            let (ends, orders) = followed(1.0);
            assert_eq!(orders, followed(0.0).1, "{name}");
            seen += usize::from(ends > 0 && orders.len() > 1);
        });
    }
    assert!(seen > 0, "something follows on two deeds where a turn could be let be");
}

/// Promise: what a decision gave away is told by trials with the same dice: luck that only the better one met, since it was
/// tried more often, is none of it, and what was decided lies behind the best by that.
#[test]
fn what_was_given_away_is_told_by_the_same_dice() {
    let tried = |verb: &'static str, hopes: &[f64]| Line { is_out: hopes.len() < 8, ..line(verb, hopes) };
    let about = |made: &[f64], other: &[f64]| thought_of(vec![tried("defend", made), tried("attack", other)], true);
    let given = |thought: &Thought| {
        let ((away, best), told) = (thought.given_away().unwrap(), thought.reasons().unwrap());
        let behind = best.hope().unwrap() - told.made.1.hope;
        assert!((behind - away).abs() < 1e-9, "{behind} behind for {away}");
        (away * 1e3).round() as i32
    };
    let early = [0.1, 0.2, 0.1, 0.2];
    let lucky = [0.3, 0.4, 0.3, 0.4, 0.9, 0.9, 0.9, 0.9];
    assert_eq!(
        given(&about(&early, &lucky)),
        156,
        "in thousandths: as much of 200 as four trials prove; the means lie 475 apart"
    );
    assert_eq!(given(&about(&lucky, &early)), 0, "nothing was better");
    assert_eq!(given(&about(&[0.5; 8], &[0.51; 8])), 0, "nobody would have been advised to do that instead");
    assert!(about(&[], &[]).given_away().is_none(), "nothing was tried");
}

/// Promise: what was decided is judged by the very trials that advised it, in every game: as far, as many and with the same dice.
#[test]
fn what_was_advised_is_judged_by_the_same_trials() {
    let games = ["duel_at_dawn", "toll_bridge", "gate", "spears_at_the_bridge", "tavern_yard"];
    let (mut compared, mut known) = (0, 0);
    for name in games {
        let (mut game, mut mind) = (trial::begun(name, 2), Mind::new(Skill::Plain, 2));
        for _ in 0..60 {
            let is_turn = trial::look(&game).question().and_then(whose_turn).is_some();
            if is_turn || !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        let look = trial::look(&game);
        let deep = || Mind::new(Skill::Deep, 4);
        let mut hint = Thought::advising(&mut deep(), look).unwrap();
        hint.go_on(look);
        // The likeliest to be judged by other trials is what came to mind last.
        let made = hint.lines.last().unwrap().order.clone();
        let mut again = Thought::about(&mut deep(), look, &made).unwrap();
        again.go_on(look);
        let until = [&hint, &again].map(|thought| (thought.until.span, thought.until.turns));
        assert_eq!(until[0], until[1], "{name}");
        assert_eq!((hint.enough, hint.stages), (again.enough, again.stages), "{name}");
        assert_eq!(again.lines[0].order, made, "{name}");
        // Where the first trial has not told how far all others go, another may.
        if until[0].1.is_none() {
            continue;
        }
        known += 1;
        for thought in [&mut hint, &mut again] {
            (0..20).for_each(|_| thought.go_on(look));
        }
        for line in hint.lines.iter().filter(|line| line.then.is_none()) {
            let Some(other) = again.lines.iter().find(|other| other.is(line)) else { continue };
            let both: Vec<_> = line.trials.iter().zip(&other.trials).collect();
            assert!(both.iter().all(|(one, other)| one.hope == other.hope), "{name}: {}", line.order);
            compared += both.len();
        }
    }
    assert!(known > 2 && compared > 30, "{compared} trials in {known} games");
}

/// Promise: where the rules say how a computer answers, it answers so at every level and in trials (ZN-ATK-10). People who ask for
/// advice are told of all answers.
#[test]
fn what_the_rules_prescribe_to_a_computer_is_not_tried_out() {
    // Five blows in six would fell one bandit, one in two the other.
    for (lesson, step, prescribed) in [("ZN-C08", 4, "accept"), ("ZN-L-OFFER-REFUSED", 3, "accept")] {
        trial::in_lesson("zones", lesson, step, |look| {
            assert_eq!(look.question().unwrap().kind, "stunt", "{lesson}");
            for skill in [Skill::Plain, Skill::Keen, Skill::Deep] {
                for seed in 0..4 {
                    assert_eq!(Mind::new(skill, seed).decide(look).unwrap().verb, prescribed, "{lesson}: {skill:?}");
                }
            }
            let lines = |thought: Option<Thought>| thought.unwrap().lines.len();
            let deep = || Mind::new(Skill::Deep, 1);
            assert_eq!(lines(Thought::of(&mut deep(), look)), 1, "{lesson}");
            assert_eq!(lines(Thought::advising(&mut deep(), look)), 2, "{lesson}");
        });
    }
}

/// Promise: with more effort a line may be tried so many times as often; usual and lesser efforts have the usual stages.
#[test]
fn more_effort_tries_a_line_more_often() {
    let tried = |times: f64| {
        let count = stages(Effort::times(times).unwrap());
        (count, tries_by(count - 1))
    };
    assert_eq!([0.125, 1.0, 2.0, 8.0].map(tried), [(5, 91), (5, 91), (8, 211), (21, 731)]);
}

/// Promise: all trials of a thought end at the beginning of the same turn, counted from now. So those who do much in their turn see
/// the answer to it, as those do who do nothing.
#[test]
fn all_trials_of_a_thought_end_where_a_turn_begins() {
    let mut seen = 0;
    for (name, seed) in [("zones/coopers_lane", 2), ("hursagmu/first_round", 3)] {
        let (mut game, mut mind) = (trial::begun(name, seed), Mind::new(Skill::Plain, seed));
        while trial::look(&game).question().and_then(whose_turn).is_none() {
            assert!(trial::goes_on(&mut game, &mut mind), "{name}: nobody has a turn");
        }
        let look = trial::look(&game);
        let thought = Thought::of(&mut Mind::new(Skill::Deep, seed), look).unwrap();
        let (mut scratch, mut until, mut decisions) = (Scratch::new(), Until { span: 12, turns: None }, Vec::new());
        for line in &thought.lines {
            let mut copy = scratch.copy_falling(look, Falls::From(7));
            copy.answer(line.order.clone()).unwrap();
            let (made, turns) = TrialPlayer::of(look, &thought.thinker, 7, true, until).play(&mut copy);
            let there = copy.look().unwrap();
            if made < 2 * until.span && copy.verdict().is_none() {
                let who = there.question().and_then(whose_turn).unwrap();
                assert!(there.rules().economy.is_untouched(there, who), "{name}: {} ends amid a turn", line.order);
                assert!(turns.is_some() && until.turns.is_none_or(|known| Some(known) == turns), "{name}: {turns:?}");
                until.turns = turns;
                decisions.push(made);
            }
        }
        decisions.dedup();
        seen += usize::from(decisions.len() > 1);
    }
    assert!(seen > 0, "some do more in their turns than others");
}

/// Promise: of what has turned out best it is thought of what else might follow in the same turn; that is something that can be
/// done then, and is told with it.
#[test]
fn what_might_follow_in_the_same_turn_is_thought_of() {
    let mut followed = 0;
    trial::watch("zones/toll_bridge", 1, 40, |look| {
        if look.question().and_then(whose_turn).is_some() {
            let mut thought = Thought::of(&mut Mind::new(Skill::Deep, 1), look).unwrap();
            thought.settle(look);
            for line in &thought.lines {
                let Some(then) = &line.then else { continue };
                let told = line.told(Order::to_string);
                assert_eq!(told, format!("{}, then {then}", line.order));
                assert!(thought.lines.iter().any(|plain| plain.order == line.order && plain.then.is_none()), "{told}");
                followed += 1;
            }
        }
    });
    assert!(followed > 5, "{followed} plans of two deeds");
}

/// Promise: what one side keeps more of than the other is counted alike from both sides, and counts where all is won or lost.
#[test]
fn losses_count_in_a_battle_that_is_won() {
    assert!(told_by(1.0, 0.4) < told_by(1.0, 0.9) && told_by(0.0, 0.1) < told_by(0.0, 0.5));
    assert!(told_by(1.0, 0.0) > told_by(0.4, 1.0), "a victory at whatever cost is more than a draw");
    let game = trial::begun("gate", 1);
    let look = trial::look(&game);
    let (side, powers) = (SideId(0), Powers::of(look));
    let kept_by = |there: Look<'_>, side: SideId| standing::kept(look, there, side, &powers);
    assert!((kept_by(look, side) - 0.5).abs() < 1e-9, "nobody has lost anything");
    let mut scratch = Scratch::new();
    let (mut lost, mut taken) = (0, 0);
    for seed in 0..10 {
        let mut copy = scratch.copy_falling(look, Falls::From(seed));
        let thinker = Thinker { side, trail: Trail::default() };
        TrialPlayer::of(look, &thinker, seed, true, Until { span: 120, turns: None }).play(&mut copy);
        let there = copy.look().unwrap();
        let (kept, others) = (kept_by(there, side), kept_by(there, SideId(1)));
        assert!((kept + others - 1.0).abs() < 1e-9, "what one side has lost the other has gained");
        lost += usize::from(kept < 0.5);
        taken += usize::from(kept > 0.5);
    }
    assert!(lost + taken > 5, "{lost} and {taken} of ten");
}
