//! What is told of the answers to a blow is exact, and its figures fit each other.

use sortie::ahead::{Ahead, Foretold};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Look, Order};

use crate::kit::{Battle, begin, scenario};

/// What the answers to a blow are told to bring, each with its order, at the first blow that does harm and that
/// somebody else may take.
fn foretold(name: &str) -> Vec<(Order, String, Foretold)> {
    for seed in 1..9 {
        let mut game = begin(&scenario(name), seed);
        let mut mind = Mind::new(Skill::Plain, seed);
        let told = game.until(&mut mind, 60, |look, _| {
            let question = look.question().filter(|question| question.kind == "react")?;
            let choices = question.choices.iter().flatten().filter(|choice| choice.is_legal());
            let open: Vec<Order> = choices.map(|choice| choice.order.clone()).collect();
            let is_offered = |verb: &str| open.iter().any(|order| order.verb == verb);
            if !["dodge", "guard", "hide behind"].into_iter().all(is_offered) {
                return None;
            }
            let mut ahead = Ahead::default();
            let each = |order: Order| {
                let foretold = ahead.foretold(look, &order).expect("it is worked out");
                let lines = foretold.told(look, question).into_iter().map(|line| line.text).collect::<Vec<_>>();
                (order, lines.join("; "), foretold)
            };
            let told: Vec<_> = open.into_iter().map(each).collect();
            told.iter().any(|(order, _, foretold)| order.verb == "none" && harms(foretold)[0] > 0.0).then_some(told)
        });
        if let Some(told) = told {
            return told;
        }
    }
    panic!("nobody is asked who could dodge, hide and be guarded")
}

/// The chance that a blow does any harm, and that it fells.
fn harms(foretold: &Foretold) -> [f64; 2] {
    let outcomes = &foretold.against[0].outcomes;
    [1, 2].map(|least| outcomes.chance(|(grade, _)| *grade >= least).to_f64())
}

/// Promise: what is told of answers fits together: a dodge lets through what doing nothing brings as often as it fails, and
/// whoever hides or is guarded brings upon somebody who is named what doing nothing would then bring them.
#[test]
fn what_is_told_of_answers_to_a_blow_fits_together() {
    for name in ["toll_bridge", "first_milestone"] {
        let mut chances = Vec::new();
        let all = foretold(name);
        let nothing = harms(&all.iter().find(|(order, ..)| order.verb == "none").unwrap().2);
        for (order, told, foretold) in &all {
            match order.verb.as_str() {
                "dodge" => {
                    let misses = foretold.against[0].chance("dodged").to_f64();
                    let both = harms(foretold).into_iter().zip(nothing);
                    chances.extend(both.map(|(now, then)| now - then * (1.0 - misses)));
                }
                "guard" | "hide behind" => {
                    let struck = order.at[0].who.unwrap();
                    assert!(told.starts_with(&format!("{struck} is struck instead: ")), "{told}");
                    assert!(told.ends_with(" unless answered") != foretold.then.is_empty(), "{told}");
                }
                _ => {}
            }
        }
        assert!(chances.len() == 2 && chances.iter().all(|off| off.abs() < 1e-9), "{chances:?} {all:?}");
    }
}

/// Promise: what is told of whoever takes a blow for somebody is what their own question tells of doing nothing.
#[test]
fn whoever_takes_a_blow_is_told_what_their_own_question_tells() {
    let mut seen = 0;
    for seed in 1..9 {
        let mut game = begin(&scenario("toll_bridge"), seed);
        let mut mind = Mind::new(Skill::Plain, seed);
        let turns = |look: Look<'_>, _: &Order| {
            let question = look.question().filter(|question| question.kind == "react")?;
            let mut open = question.choices.iter().flatten().filter(|choice| choice.is_legal());
            open.find(|choice| choice.order.verb == "hide behind").map(|choice| choice.order.clone())
        };
        let Some(order) = game.until(&mut mind, 60, turns) else { continue };
        let mut ahead = Ahead::default();
        let before = ahead.foretold(game.now(), &order).unwrap();
        game.give(order);
        let look = game.now();
        let Some(question) = look.question().filter(|question| question.kind == "react") else { continue };
        if question.who != before.against[0].who {
            continue;
        }
        let after = ahead.foretold(look, &Order::new("none")).unwrap();
        assert_eq!(before.against[0].outcomes, after.against[0].outcomes);
        seen += 1;
    }
    assert!(seen > 0, "nobody was asked who took a blow");
}
