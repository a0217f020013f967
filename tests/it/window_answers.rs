//! Questions that are answered on the field: each is seen first where it stays, and the bar sends there once it is drawn.

use bevy_egui::egui::{Pos2, Rect};
use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::overlay::{FieldView, Offers, Places, Preferences, Questions, Speed};

use crate::kit::Battle;
use crate::kit::window::{FRAME, PAGE, SMALL, Window, after, at_once, by_people, said, sized, window};

/// So many frames that tell of it are enough.
const ENOUGH: usize = 4;

/// Promise: a question that is answered, and one that is put anew, is never drawn before it is known where it has room.
#[test]
fn a_question_is_seen_first_where_it_stays() {
    let mut screen = by_people("toll_bridge", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut mind = Mind::new(Skill::Plain, 1);
    let reacts = |harness: &Window| harness.now().question().is_some_and(|question| question.kind == "react");
    let mut harness = sized(screen, SMALL, FRAME);
    let mut seen = 0;
    for _ in 0..200 {
        if reacts(&harness) {
            let mut places = Vec::new();
            for _ in 0..10 {
                harness.step();
                let beside = harness.edit::<Questions>().beside;
                // Nobody has to touch anything before it is seen.
                assert!(beside.is_some() || harness.ctx.has_requested_repaint(), "it waits for the pointer");
                places.extend(beside);
            }
            places.dedup();
            assert_eq!(places.len(), 1, "it moves: {places:?}");
            seen += 1;
        }
        let Some(order) = mind.decide(harness.now()).filter(|_| seen < 3) else { break };
        harness.give(order);
    }
    assert!(seen > 1, "{seen} questions");
}

/// Promise: the bar sends to the field for an answer while a question is drawn there, and no sooner.
#[test]
fn the_bar_tells_of_a_question_on_the_field_once_it_is_there() {
    let mut screen = by_people("toll_bridge", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let mut mind = Mind::new(Skill::Plain, 1);
    let mut harness = window(screen);
    let bar = Places::of(Rect::from_min_size(Pos2::ZERO, PAGE.into()), 1.0).bottom();
    let mut told = 0;
    for _ in 0..120 {
        let is_asked = harness.now().question().is_some_and(|question| {
            question.who.is_some() && question.choices.iter().flatten().any(|choice| choice.card.is_none())
        });
        for _ in 0..if is_asked { 8 } else { 0 } {
            let before = harness.edit::<Questions>().beside.is_some();
            harness.run_steps(1);
            let says = harness.names("Answer on the field");
            let prompt = harness.now().question().map(|question| question.prompt.clone());
            let is_above =
                |prompt: &String| harness.query_all_by_label(prompt).all(|node| node.rect().top() < bar.top());
            assert!(!says || prompt.iter().all(is_above), "{prompt:?} is told twice");
            let is_drawn = before || harness.edit::<Questions>().beside.is_some();
            assert!(!says || is_drawn, "nothing is asked on the field yet");
            told += usize::from(says);
        }
        let Some(order) = mind.decide(harness.now()).filter(|_| told < ENOUGH) else { break };
        harness.give(order);
    }
    assert!(told > 0, "no question was put beside a token");
}

/// Orders after which Balthasar alone is named by just one answer to a blow, and the verb of that answer: whoever has stepped in hides
/// behind nobody, and whoever has acted guards nobody.
const NAMED_ONCE: [(&[&str], &str); 2] = [
    (&["first with Goblins", "act with Goblin", "attack with Javelin at Sybilla", "guard at Theobald"], "guard"),
    (
        &[
            "first with Goblins",
            "act with Goblin",
            "attack with Javelin at Theobald",
            "none",
            "end turn",
            "act with Balthasar",
            "end turn",
            "act with Grub",
            "attack with Javelin at Sybilla",
        ],
        "hide behind",
    ),
];

/// Promise: the first click on somebody whom an answer names gives no answer; what it comes to is told meanwhile, once and no more,
/// and the second click gives it.
#[test]
fn an_answer_is_given_by_the_second_click_on_somebody() {
    for (orders, verb) in NAMED_ONCE {
        let mut screen = after("first_milestone", 1, orders);
        // A javelin that armour stops is asked about, too.
        screen.edit::<Preferences>().asks_all = true;
        let mut harness = at_once(screen);
        let look = harness.now();
        let who = look.find("Balthasar").unwrap();
        let mut named = look.choices();
        named.retain(|choice| choice.is_legal() && look.target(&choice.order) == Some(who));
        let verbs: Vec<&str> = named.iter().map(|choice| choice.order.verb.as_str()).collect();
        assert_eq!(verbs, [verb]);
        let (answer, at) = (named.remove(0), look.footprint(who).at);
        let (at, made) = (harness.place_of(at), harness.made().len());
        harness.edit::<FieldView>().foresees = true;
        harness.point_at(at);
        assert!(harness.names("Click twice: answer "), "{answer:?}");
        assert!(harness.names("Balthasar is struck instead"), "{answer:?}");
        // Once the answer has a button that tells it their card does not.
        harness.edit::<Offers>().others = true;
        harness.point_at(at);
        assert!(harness.shows(&said(&answer)), "{answer:?}");
        assert_eq!(harness.query_all_by_label_contains("Balthasar is struck instead").count(), 1, "{answer:?}");
        harness.edit::<Offers>().others = false;
        harness.point_at(at);
        harness.click_at(at);
        assert_eq!(harness.made().len(), made, "the first click only shows it");
        harness.click_at(at);
        assert_eq!(harness.made().get(made).map(|made| &made.order), Some(&answer.order), "{:?}", harness.made());
    }
}
