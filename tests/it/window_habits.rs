//! Answers that hold from now on: what is kept, for whom, and what that answers by itself.

use std::time::Duration;

use sortie::ai::{Mind, Skill, Whose};
use sortie::battle::{Choice, Look, Order};
use sortie::overlay::{Known, Pace, Preferences, Speed, Wishes};

use crate::kit::Battle;
use crate::kit::window::{PAGE, Window, by_people, framed, said, window};

/// Promise: an answer that is to hold from now on is given to the next question of its kind to the same
/// fighter without asking; others are asked.
#[test]
fn an_answer_that_is_to_hold_from_now_on_is_given_by_itself() {
    let mut screen = by_people("toll_bridge", 1);
    let mut mind = Mind::new(Skill::Plain, 1);
    let is_asked = |look: Look<'_>| look.question().is_some_and(|question| question.kind == "react");
    while !is_asked(screen.now()) {
        let order = mind.decide(screen.now()).unwrap();
        screen.give(order);
    }
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    let who = harness.now().question().and_then(|question| question.who);
    harness.press("every time");
    harness.press("Do nothing");
    let habits = harness.edit::<Pace>().habits.clone();
    assert_eq!(habits.len(), 1);
    harness.run();
    assert!(harness.edit::<Known>().heeds(&habits), "what is foretold knows nothing of it");
    let made = harness.made().len();
    for _ in 0..60 {
        let Some(order) = mind.decide(harness.now()) else { break };
        harness.edit::<Wishes>().order = Some(order);
        harness.run();
        let asked = harness.now().question().filter(|question| question.kind == "react");
        assert!(asked.is_none_or(|question| question.who != who), "it is asked again");
    }
    let later = harness.made()[made..].iter().filter(|decision| decision.order.verb == "none").count();
    assert!(later > 0, "nobody was struck at");
}

/// Promise: what is kept for all of a side is answered by itself for each of them, and the other side is asked as before.
#[test]
fn what_is_kept_for_all_is_asked_of_none_of_them() {
    let mut screen = by_people("toll_bridge", 1);
    let mut mind = Mind::new(Skill::Plain, 1);
    let reacts =
        |look: Look<'_>, _: &Order| look.question().filter(|asked| asked.kind == "react")?.lets_be().map(|_| ());
    screen.until(&mut mind, 150, reacts).expect("somebody is struck at");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    let side = harness.now().question().map(|question| question.side).unwrap();
    harness.press("for all");
    let never = harness.now().question().and_then(|question| question.lets_be()).map(every_time).unwrap();
    harness.press(&never);
    let kept: Vec<(String, Whose)> =
        harness.edit::<Pace>().habits.keys().map(|(kind, whose)| (kind.to_string(), *whose)).collect();
    assert_eq!(kept, [("react".to_owned(), Whose::All(side))]);
    let mut answered = 0;
    for _ in 0..80 {
        let Some(order) = mind.decide(harness.now()) else { break };
        let made = harness.made().len();
        harness.edit::<Wishes>().order = Some(order);
        harness.run();
        answered += harness.made()[made..].iter().skip(1).filter(|decision| decision.order.verb == "none").count();
        let asked =
            harness.now().question().filter(|question| question.kind == "react" && question.lets_be().is_some());
        assert!(asked.is_none_or(|question| question.side != side), "it is asked again");
    }
    assert!(answered > 0, "nobody was struck at");
}

/// What is written on the answer that lets it be every time.
fn every_time(idle: &Choice) -> String {
    format!("{}, and so every time", idle.label)
}

/// Promise: what is kept for all of a side is kept whatever else was chosen before, and asking again takes that back, too.
#[test]
fn for_all_keeps_what_is_answered() {
    let mut screen = by_people("toll_bridge", 1);
    let reacts = |look: Look<'_>, _: &Order| look.question().filter(|asked| asked.kind == "react")?.lets_be().cloned();
    let idle = screen.until(&mut Mind::new(Skill::Plain, 1), 150, reacts).expect("somebody is struck at");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    let side = harness.now().question().map(|question| question.side).unwrap();
    let chosen = |harness: &mut Window| (harness.edit::<Pace>().from_now_on, harness.edit::<Pace>().for_all);
    harness.press("for all");
    assert_eq!(chosen(&mut harness), (true, true));
    harness.press("ask");
    assert_eq!(chosen(&mut harness), (false, false));
    harness.press("for all");
    harness.press(&said(&idle));
    let kept: Vec<Whose> = harness.edit::<Pace>().habits.keys().map(|(_, whose)| *whose).collect();
    assert_eq!(kept, [Whose::All(side)]);
}

/// Promise: what is never to be done is an answer by its words: it lets the question be at once, and every time from then on.
#[test]
fn never_lets_it_be_now_and_from_now_on() {
    let mut screen = by_people("toll_bridge", 1);
    let reacts = |look: Look<'_>, _: &Order| look.question().filter(|asked| asked.kind == "react")?.lets_be().cloned();
    let idle = screen.until(&mut Mind::new(Skill::Plain, 1), 150, reacts).expect("somebody is struck at");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = window(screen);
    let asked = harness.now().question().map(|question| (question.kind, Whose::Asked(question.who))).unwrap();
    let made = harness.made().len();
    harness.press(&every_time(&idle));
    assert_eq!(harness.made().get(made).map(|made| made.order.clone()), Some(idle.order.clone()));
    let kept = harness.edit::<Pace>().habits.get(&asked).map(|habit| habit.order.clone());
    assert_eq!(kept, Some(idle.order));
}

/// Promise: where that comes to nothing, as when it is refused, the next answer is given no more than once.
#[test]
fn never_leaves_nothing_set_where_it_is_not_taken() {
    let mut screen = by_people("toll_bridge", 1);
    let reacts = |look: Look<'_>, _: &Order| look.question().filter(|asked| asked.kind == "react")?.lets_be().cloned();
    let idle = screen.until(&mut Mind::new(Skill::Plain, 1), 150, reacts).expect("somebody is struck at");
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut harness = framed(screen, PAGE, |_, screen| {
        screen.edit::<Wishes>().order = None;
        screen.act(Duration::ZERO);
    });
    harness.press(&every_time(&idle));
    assert!(!harness.edit::<Pace>().from_now_on);
    harness.edit::<Wishes>().order = Some(idle.order);
    harness.state_mut().act(Duration::ZERO);
    assert!(harness.edit::<Pace>().habits.is_empty());
}
