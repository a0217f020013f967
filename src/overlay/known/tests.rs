//! Trials of what is known beforehand.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::overlay::trial;

/// Promise: what panels make of a question is made once for each question, however often they are drawn.
#[test]
fn what_is_told_of_a_question_is_made_once() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    fn count(_: Look<'_>, choices: &[Choice]) -> usize {
        MADE.fetch_add(1, Ordering::Relaxed);
        choices.len()
    }
    let mut game = trial::begun("even", 1);
    let mut known = Known::default();
    let mut frames = |look: Look<'_>| -> Vec<usize> { (0..5).map(|_| known.told(look, count)).collect() };
    let first = trial::look(&game);
    assert!(frames(first).iter().all(|told| *told == first.choices().len()));
    assert_eq!(MADE.load(Ordering::Relaxed), 1);
    assert!(trial::goes_on(&mut game, &mut Mind::new(Skill::Plain, 1)));
    frames(trial::look(&game));
    assert_eq!(MADE.load(Ordering::Relaxed), 2, "another question");
}
