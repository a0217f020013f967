//! What is planned for a round in which one does as much as one likes, and at whom.

use sortie::ai::Skill;
use sortie::battle::Order;

use super::{STRENGTHS, first_turns, nobody_does, played, situation};

fn declared(orders: &[Order]) -> Option<&Order> {
    orders.iter().find(|order| order.verb == "declare")
}

/// Of two enemies within a walk the one is struck whom it hurts, in whatever row they stand.
#[test]
fn the_better_blow_is_seen_in_any_row() {
    for (orders, told) in first_turns("hursagmu", "ROWS", Skill::Keen) {
        let struck = orders.iter().find(|order| order.verb == "attack").and_then(|order| order.whom());
        assert!(struck.is_some_and(|name| name.as_str() == "Archer"), "{orders:?}\n{told}");
    }
}

/// What somebody can do nothing with is neither struck out of their hand nor taken from them.
#[test]
fn nobody_disarms_whom_it_costs_nothing() {
    nobody_does("hursagmu", "LANCE", |order| ["disarm", "seize"].contains(&order.verb.as_str()));
}

/// The first to act does not only defend where a blow makes its target defend, and strike back the worse for it; it keeps a defence.
#[test]
fn the_first_to_act_strikes_and_keeps_a_defence() {
    for (orders, told) in first_turns("hursagmu", "DUEL", Skill::Keen) {
        let keeps = declared(&orders).is_some_and(|plan| plan.n == Some(2) && !plan.manner.is_empty());
        assert!(keeps && orders.iter().any(|order| order.verb == "attack"), "{orders:?}\n{told}");
    }
}

/// Nobody runs up to those who are still to act, and gives the defence away for that.
#[test]
fn nobody_runs_up_without_a_defence() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("hursagmu", "FAR", skill) {
            let runs = orders.iter().any(|order| order.verb == "run");
            let keeps = declared(&orders).is_some_and(|plan| !plan.manner.is_empty());
            assert!(runs && keeps, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Nobody runs to where an enemy who is still to act need only walk up, with nothing left to strike with.
#[test]
fn nobody_runs_up_too_late_for_a_blow() {
    for (orders, told) in first_turns("hursagmu", "SHORT", Skill::Keen) {
        let farthest = orders.iter().filter_map(|order| order.to).map(|to| to.x).max();
        assert!(farthest < Some(21), "{orders:?}\n{told}");
    }
}

/// What a round is worth is reckoned from where it ends: nobody gives the defence away for two blows among five.
#[test]
fn nobody_runs_into_five_without_a_defence() {
    for (orders, told) in first_turns("hursagmu", "FIVE", Skill::Keen) {
        let keeps = declared(&orders).is_some_and(|plan| !plan.manner.is_empty());
        assert!(keeps && !orders.iter().any(|order| order.verb == "attack"), "{orders:?}\n{told}");
    }
}

/// Those who only have to hold out set out for nothing that a run would lead to: it would weigh on their defence.
#[test]
fn nobody_who_holds_out_sets_out_for_a_run() {
    for (orders, told) in first_turns("hursagmu", "HOLDERS", Skill::Keen) {
        let idle = declared(&orders).is_some_and(|plan| plan.n == Some(plan.manner.len() as i32));
        assert!(idle, "{orders:?}\n{told}");
    }
}

/// Whoever only walks, to where an enemy who is still to act may come, keeps a defence: it costs no more than nothing.
#[test]
fn nobody_walks_up_without_a_defence() {
    for (orders, told) in first_turns("hursagmu", "BOULDER", Skill::Keen) {
        assert!(declared(&orders).is_some_and(|plan| !plan.manner.is_empty()), "{orders:?}\n{told}");
    }
}

/// A run is no blow that might fail: one blow after it is planned, however seldom it comes off.
#[test]
fn one_blow_after_a_run_is_one() {
    for seed in 1..6 {
        let (orders, told) = played(&situation("hursagmu", "CHASE"), Skill::Keen, seed, |look| look.clock().round < 2);
        let plan = orders.iter().find(|(who, order)| who == "A" && order.verb == "declare");
        assert!(plan.is_some_and(|(_, plan)| plan.n >= Some(2)), "{orders:?}\n{told}");
    }
}

/// Whoever walks farther than what they hold flies walks up to strike, and sets out for more than the way.
#[test]
fn a_giant_with_a_boulder_walks_up() {
    for (orders, told) in first_turns("hursagmu", "STEPS-UP", Skill::Keen) {
        let blows = declared(&orders).map(|plan| plan.n.unwrap_or(0) - plan.manner.len() as i32);
        assert!(blows >= Some(2), "{orders:?}\n{told}");
    }
}

/// Hands are feared like blows: nobody gives the defence away to a wrestler who would throw them into a pit.
#[test]
fn nobody_gives_the_defence_away_to_a_wrestler() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("hursagmu", "PIT", skill) {
            let keeps = declared(&orders).is_some_and(|plan| !plan.manner.is_empty());
            assert!(keeps, "{skill:?}: {orders:?}\n{told}");
        }
    }
}
