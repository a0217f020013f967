//! Trials of what is told of others who were hurt besides.

use super::super::also::told;
use super::*;
use crate::battle::HitBy;

/// Promise: with the last blow it is told who else was hurt in its turn, by whom and how much: by blows before it, by whoever
/// struck back, by what nobody does; nothing that its own words tell.
#[test]
fn all_that_hurt_in_a_turn_is_told() {
    let game = trial::begun("first_milestone", 1);
    let look = trial::look(&game);
    let figure = look.health_in(Id(0)).unwrap().key();
    let out = *look.rules().conditions.iter().find(|(_, def)| def.out && !def.dead).unwrap().0;
    let of_turn = |mut fact: Fact, turn: u16| {
        fact.turn = Some(Id(turn));
        fact
    };
    let strikes = |by: u16, whom: u16| {
        let hits = Roll { success: Some(true), ..Roll::default() };
        of_turn(Fact::new("blow", "A hit.").who(Id(by)).whom(Id(whom)).roll(hits), 0)
    };
    let hurt = |who: u16, by: Option<u16>, lost: i32| {
        let mut fact = Fact::new("harm", "It hurts.").who(Id(who)).change(Id(who), figure, 9, 9 - lost);
        fact.dealt = Some(HitBy { by: by.map(Id), arm: None, back: 0, wound: None });
        of_turn(fact, 0)
    };
    let told = |facts: &[Fact]| Outcome::of(look, 0, facts).unwrap();
    let lost =
        |whom: u16, lost: i32, by: u16| format!("{} -{lost} {figure} ({})", look.name(Id(whom)), look.name(Id(by)));
    let back = [strikes(0, 1), hurt(1, Some(0), 4), strikes(1, 0), hurt(0, Some(1), 2)];
    let came = told(&back);
    assert_eq!(came.also, [lost(1, 4, 0)]);
    let also = format!(" Also: {}.", lost(1, 4, 0));
    let forms = came.forms();
    assert!(forms[..3].iter().all(|form| form.ends_with(&also)), "{forms:?}");
    assert!(forms.last().unwrap().ends_with(" And 1 more hurt; see the log."), "{forms:?}");
    // Two blows at one, and what hangs in the air; the last blow is a miss.
    let misses = Roll { success: Some(false), ..Roll::default() };
    let missed = of_turn(Fact::new("blow", "A miss.").who(Id(0)).whom(Id(1)).roll(misses), 0);
    let combo = [strikes(0, 1), hurt(1, Some(0), 3), strikes(0, 1), hurt(1, Some(0), 2), hurt(2, None, 1), missed];
    assert_eq!(told(&combo).also, [lost(1, 5, 0), format!("{} -1 {figure}", look.name(Id(2)))]);
    // What the last blow itself did is told with it; what was done in another turn is told as far as nobody has decided since.
    assert!(told(&back[..2]).also.is_empty(), "{:?}", told(&back[..2]).also);
    let other = back.clone().map(|fact| of_turn(fact, 2));
    let later = [&other[..2], &back[2..]].concat();
    assert_eq!(told(&later).also, [lost(1, 4, 0)]);
    for (decided, is_told) in [(Some(1), true), (Some(2), false), (None, false)] {
        let came = Outcome::lately(look, decided, (0, &[]), &later).unwrap();
        assert_eq!(!came.also.is_empty(), is_told, "{decided:?}: {:?}", came.also);
    }
    // Who is told of as fallen before it is not told of twice.
    let falls = of_turn(Fact::new("harm", "They fall.").who(Id(3)).change(Id(3), out, 0, 1), 0);
    let felled = [strikes(0, 3), hurt(3, Some(0), 9), falls, strikes(1, 0), hurt(0, Some(1), 2)];
    let came = told(&felled);
    assert!(came.words.starts_with(&format!("{} is {out}. ", look.name(Id(3)))), "{}", came.words);
    assert!(came.also.is_empty(), "{:?}", came.also);
}

/// Promise: no more than three are told of, and of the others how many they are and where all of it is read.
#[test]
fn of_many_it_is_told_how_many_they_are() {
    let all: Vec<String> = ["A: -1", "B: -2", "C: -3", "D: -4", "E: -5"].map(str::to_owned).into();
    assert_eq!(told(&all, 3).as_deref(), Some("Also: A: -1; B: -2; C: -3; and 2 more, see the log."));
    assert_eq!(told(&all[..2], 3).as_deref(), Some("Also: A: -1; B: -2."));
    assert_eq!(told(&all, 0).as_deref(), Some("And 5 more hurt; see the log."));
    assert_eq!(told(&[], 3), None);
}
