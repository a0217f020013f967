//! What sides are there for: to get out, to bring one to a place, to have one out of the fight.

use std::sync::Arc;

use sortie::ai::Skill;
use sortie::ai::deep::{Powers, hope};
use sortie::battle::{Condition, Id, Look, Objective, Setup, SideId};
use sortie::board::Square;
use sortie::rulebook::Lesson;

use super::{STRENGTHS, first_turns_of, played, situation};
use crate::kit::{Battle, fight};

/// A situation in which a side is there for what no file says.
fn aimed(mut lesson: Lesson, side: &str, objective: Objective) -> Lesson {
    let sides = &mut Arc::make_mut(&mut lesson.setup).sides;
    sides.iter_mut().find(|each| each.name == side).expect("there is such a side").objective = objective;
    lesson
}

fn named(lesson: &Lesson, name: &str) -> Id {
    let at = lesson.setup.fighters.iter().position(|fighter| fighter.name == name);
    Id(at.expect("there is such a fighter") as u16)
}

/// How the first side of a situation stands at its beginning, with something changed, where everybody counts as much as without that.
fn hope_with(lesson: &Lesson, change: impl Fn(&mut Setup)) -> f64 {
    let mut setup = (*lesson.setup).clone();
    let powers = Powers::of(fight(setup.clone(), 1).now());
    change(&mut setup);
    hope(fight(setup, 1).now(), SideId(0), &powers)
}

/// Whoever has to leave the field does not stay to fight those who stand beside them.
#[test]
fn those_who_want_out_let_be_whoever_is_at_hand() {
    for (skill, seed) in STRENGTHS.into_iter().flat_map(|skill| (1..5).map(move |seed| (skill, seed))) {
        let (orders, told) = played(&situation("zones", "LEAVE"), skill, seed, |look| look.clock().round < 2);
        let mut own = orders.iter().filter(|(who, _)| who == "Nan").map(|(_, order)| order);
        let first = own.find(|order| order.verb == "attack" || order.to.is_some());
        assert!(first.is_some_and(|order| order.to.is_some()), "{skill:?}: {orders:?}\n{told}");
    }
}

/// The one who is to get away runs, sets out for a run, and strikes at nobody first.
#[test]
fn one_on_whom_all_hangs_runs() {
    let lesson = situation("hursagmu", "RUNNER");
    let exit = (0..11).map(|y| Square::new(35, y)).collect();
    let runs = Objective::Reach { who: named(&lesson, "Berold"), squares: exit };
    let lesson = aimed(lesson, "Rebels", runs);
    for skill in STRENGTHS {
        for (orders, told) in first_turns_of(&lesson, skill) {
            let farthest = orders.iter().filter_map(|order| order.to).map(|to| to.x).max();
            assert!(farthest >= Some(14), "{skill:?}: {orders:?}\n{told}");
            let plan = orders.iter().find(|order| order.verb == "declare");
            let left = plan.map_or(0, |plan| plan.n.unwrap_or(0) - plan.manner.len() as i32);
            assert!(left > 0 || skill == Skill::Plain, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Of two who are alike the one is struck whom the battle hangs on, and gone to though another is nearer.
#[test]
fn one_who_is_to_fall_is_sought_before_others() {
    let beside = situation("scale_toughness", "QUARRY");
    let fells = Objective::Fell { who: named(&beside, "Goblin 2") };
    for (orders, told) in first_turns_of(&aimed(beside, "Party", fells.clone()), Skill::Keen) {
        let blow = orders.iter().find(|order| order.verb == "attack").expect("a blow");
        assert!(blow.whom().is_some_and(|name| name.as_str() == "Goblin 2"), "{orders:?}\n{told}");
    }
    for (orders, told) in first_turns_of(&aimed(situation("scale_toughness", "BETWEEN"), "Party", fells), Skill::Keen) {
        let goes: Vec<i32> = orders.iter().filter_map(|order| order.to).map(|to| to.x).collect();
        assert!(goes.iter().max() > Some(&14) && goes.iter().min() > Some(&10), "{orders:?}\n{told}");
    }
}

/// The one who is to fall comes near nobody.
#[test]
fn one_who_is_to_fall_keeps_off() {
    let lesson = situation("scale_toughness", "BETWEEN");
    let fells = Objective::Fell { who: named(&lesson, "Scout") };
    for (orders, told) in first_turns_of(&aimed(lesson, "Goblins", fells), Skill::Keen) {
        let mut goes = orders.iter().filter_map(|order| order.to);
        assert!(goes.all(|to| (8..=15).contains(&to.x)), "{orders:?}\n{told}");
    }
}

/// What is tried out is measured by what the battle hangs on: how far the one is who is to get away, how the one is who is to
/// fall, and that nobody is lost who has left the field as they should.
#[test]
fn trials_know_what_a_battle_hangs_on() {
    let lesson = situation("scale_toughness", "OUT");
    let scout = named(&lesson, "Scout");
    let lesson = aimed(lesson, "Party", Objective::Reach { who: scout, squares: vec![Square::new(29, 5)] });
    let at = |x: i32| hope_with(&lesson, |setup| setup.fighters[usize::from(scout.0)].at = Square::new(x, 5));
    assert!(at(24) > at(16), "{} against {}", at(24), at(16));

    let lesson = situation("scale_toughness", "QUARRY");
    let [one, other] = ["Goblin 1", "Goblin 2"].map(|name| named(&lesson, name));
    let lesson = aimed(lesson, "Party", Objective::Fell { who: other });
    let ails = |who: Id| {
        hope_with(&lesson, |setup| {
            let fighter = &mut setup.fighters[usize::from(who.0)];
            fighter.conditions.push(Condition::new("staggered"));
        })
    };
    assert!(ails(other) > ails(one), "{} against {}", ails(other), ails(one));

    let mut game = fight(situation("zones", "AWAY").setup, 1);
    let powers = Powers::of(game.now());
    let before = hope(game.now(), SideId(0), &powers);
    game.say(&["first with Thieves", "act with Nan", "leave"]);
    let after = hope(game.now(), SideId(0), &powers);
    assert!(after > before, "{after} against {before}: {}", game.told());
}

/// Nobody lets fire loose on the one on whom all hangs, however many enemies stand around them.
#[test]
fn nobody_burns_the_one_on_whom_all_hangs() {
    let lesson = situation("hursagmu", "HOSTAGE");
    let fells = Objective::Fell { who: named(&lesson, "Castellan") };
    let lesson = aimed(lesson, "Camp", fells);
    let drake = named(&lesson, "Drake");
    for seed in 1..6 {
        let is_it = |look: Look<'_>| look.clock().turn.is_none_or(|who| who == drake) && look.clock().round < 2;
        let (orders, told) = played(&lesson, Skill::Keen, seed, is_it);
        assert!(!orders.iter().any(|(asked, _)| asked == "Castellan"), "{seed}: {orders:?}\n{told}");
    }
}

/// Whoever is to be felled walks up to nobody, and sets out for no blows for which they would have to.
#[test]
fn whoever_is_marked_plans_no_blows_far_off() {
    let lesson = situation("hursagmu", "MARKED");
    let fells = Objective::Fell { who: named(&lesson, "Castellan") };
    for (orders, told) in first_turns_of(&aimed(lesson, "Camp", fells), Skill::Keen) {
        let plan = orders.iter().find(|order| order.verb == "declare");
        let acts = plan.map(|plan| plan.n.unwrap_or(0) - plan.manner.len() as i32);
        assert!(acts.is_some_and(|acts| acts <= 1), "{orders:?}\n{told}");
    }
}
