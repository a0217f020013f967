//! Which of several ways of one price a click goes.

use std::collections::BTreeSet;

use sortie::ahead::{Ahead, Routes, Way, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Id, Nobody, Order, Scratch};

use crate::kit::Battle;
use crate::kit::window::by_people;

/// Promise: a way that is gone instead of the one that the rules would take costs the same and leads to the same square, and
/// no more of the enemies have a say in it.
#[test]
fn a_better_way_costs_no_more_and_is_answered_by_no_more() {
    let mut found = 0;
    for scenario in ["even", "gate", "goblin_road", "duel_at_dawn", "first_round"] {
        let mut screen = by_people(scenario, 1);
        screen.until(&mut Mind::new(Skill::Plain, 1), 60, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let choices = look.choices();
            let walk = walk(&choices)?;
            let (routes, mut ahead) = (Routes::of(look, who, walk), Ahead::default());
            for (to, _) in walk.squares.iter().step_by(9) {
                let go = Order { to: Some(*to), ..walk.order.clone() };
                let Some(routed) = ahead.routed(look, who, &routes, &go) else { continue };
                found += 1;
                let way = |order: &Order| Way::of(look, who, order, None).expect("a way");
                let (usual, other) = (way(&go), way(&routed));
                assert_eq!((&usual.price, &usual.leaves), (&other.price, &other.leaves), "{scenario}: {routed}");
                assert_ne!(usual.squares, other.squares, "{scenario}: {routed}");
                let mut answer = |order: &Order| -> BTreeSet<Id> {
                    ahead.comes(look, who, order).expect("it comes").stings.iter().map(|sting| sting.by).collect()
                };
                assert!(answer(&routed).len() <= answer(&go).len(), "{scenario}: {routed}");
                let mut scratch = Scratch::new();
                let mut copy = scratch.copy(look);
                copy.answer(routed.clone()).expect("the rules take it");
                copy.play(&mut Nobody);
                let after = copy.look().expect("the battle goes on");
                let is_answered =
                    !answer(&routed).is_empty() || after.question().is_some_and(|asked| asked.choices.is_some());
                assert!(is_answered || after.footprint(who).at == *to, "{scenario}: {routed}");
            }
            None::<()>
        });
    }
    assert!(found > 0, "no better way is ever found");
}
