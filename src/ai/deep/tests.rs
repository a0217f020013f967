//! Trials of what thoughts come to.

use super::*;

/// Promise: what a decision gave away is told by trials with the same dice: luck that only the better one met, since it was
/// tried more often, is none of it, and what was decided lies behind the best by that.
#[test]
fn what_was_given_away_is_told_by_the_same_dice() {
    let line = |verb: &'static str, hopes: &[f64]| {
        let trial = |hope: &f64| Trial { hope: *hope, lost: (0.0, 0.0), harm: Harm::default() };
        Line { order: Order::new(verb), trials: hopes.iter().map(trial).collect(), is_out: hopes.len() < 8 }
    };
    let about = |made: &[f64], other: &[f64]| {
        let lines = vec![line("defend", made), line("attack", other)];
        let (scratch, side) = (Scratch::new(), SideId(0));
        let (next, stage, stages, work, enough, span) = (0, 0, STAGES_AGAIN, 0, ENOUGH_AGAIN, SPAN.1);
        Thought { side, seed: 0, lines, scratch, next, stage, stages, work, enough, span, is_strict: true }
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
    assert!(about(&[], &[]).given_away().is_none(), "nothing was tried");
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
