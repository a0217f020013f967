//! Trials of what thoughts come to.

use super::trial_player::whose_turn;
use super::*;
use crate::ai::trail::Trail;
use crate::trial;

/// Promise: what a decision gave away is told by trials with the same dice: luck that only the better one met, since it was
/// tried more often, is none of it, and what was decided lies behind the best by that.
#[test]
fn what_was_given_away_is_told_by_the_same_dice() {
    let line = |verb: &'static str, hopes: &[f64]| {
        let trial = |hope: &f64| Trial { hope: *hope, lost: (0.0, 0.0), harm: Harm::default() };
        Line { trials: hopes.iter().map(trial).collect(), is_out: hopes.len() < 8, ..Line::of(Order::new(verb)) }
    };
    let about = |made: &[f64], other: &[f64]| {
        let lines = vec![line("defend", made), line("attack", other)];
        let (scratch, thinker) = (Scratch::new(), Thinker { side: SideId(0), trail: Trail::default() });
        let (next, stage, stages, work, enough) = (0, 0, STAGES_ASKED, 0, ENOUGH_ASKED);
        let until = Until { span: SPAN.1, turns: None };
        Thought {
            thinker,
            seed: 0,
            lines,
            scratch,
            next,
            stage,
            stages,
            work,
            enough,
            until,
            is_widened: true,
            is_strict: true,
        }
    };
    let given = |thought: &Thought| {
        let ((away, best), told) = (thought.given_away().unwrap(), thought.reasons().unwrap());
        let behind = best.hope().unwrap() - told.made.1.hope;
        assert!((behind - away).abs() < 1e-9, "{behind} behind for {away}");
        (away * 1e3).round() as i32
    };
    let early = [0.1, 0.2, 0.1, 0.2];
    let lucky = [0.3, 0.4, 0.3, 0.4, 0.9, 0.9, 0.9, 0.9];
    assert_eq!(given(&about(&early, &lucky)), 200, "in thousandths: the means lie 475 apart");
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
    let side = SideId(0);
    assert!((standing::kept(look, look, side) - 0.5).abs() < 1e-9, "nobody has lost anything");
    let mut scratch = Scratch::new();
    let (mut lost, mut taken) = (0, 0);
    for seed in 0..10 {
        let mut copy = scratch.copy_falling(look, Falls::From(seed));
        let thinker = Thinker { side, trail: Trail::default() };
        TrialPlayer::of(look, &thinker, seed, true, Until { span: 120, turns: None }).play(&mut copy);
        let there = copy.look().unwrap();
        let (kept, others) = (standing::kept(look, there, side), standing::kept(look, there, SideId(1)));
        assert!((kept + others - 1.0).abs() < 1e-9, "what one side has lost the other has gained");
        lost += usize::from(kept < 0.5);
        taken += usize::from(kept > 0.5);
    }
    assert!(lost + taken > 5, "{lost} and {taken} of ten");
}
