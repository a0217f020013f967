//! What is done in games that are measured in zones: arms, answers, offers, and blows that do nothing.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Order, Worth};

use super::{STRENGTHS, played, situation};
use crate::kit::{Battle, begin, scenario};

/// What somebody does in the first round of a situation, with dice of several seeds.
fn first_rounds(id: &str, name: &str) -> Vec<(Vec<Order>, String)> {
    let lesson = situation("zones", id);
    let round = |(skill, seed)| {
        let (orders, told) = played(&lesson, skill, seed, |look| look.clock().round < 2);
        (orders.into_iter().filter(|(who, _)| who == name).map(|(_, order)| order).collect(), told)
    };
    STRENGTHS.into_iter().flat_map(|skill| (1..6).map(move |seed| (skill, seed))).map(round).collect()
}

/// What is better in hand, and takes nothing of the time for a blow, is taken before the blow.
#[test]
fn an_axe_at_the_belt_is_drawn_before_the_blow() {
    for (orders, told) in first_rounds("AXE", "Wat") {
        let first = |verbs: &[&str]| orders.iter().position(|order| verbs.contains(&order.verb.as_str()));
        let (takes, strikes) = (first(&["draw", "swap"]), first(&["attack", "disarm", "grapple", "shove"]));
        assert!(strikes.is_some() && takes.is_some() && takes < strikes, "{orders:?}\n{told}");
    }
}

/// Whoever could run at somebody and fell them does not give the turn up to dodge a scratch.
#[test]
fn nobody_gives_a_turn_up_for_a_scratch() {
    let mut shots = 0;
    for (orders, told) in first_rounds("SCRATCH", "Dapple") {
        let is_shot = told.contains("Archer strikes at Dapple");
        shots += i32::from(is_shot);
        assert!(!orders.iter().any(|order| order.verb == "dodge"), "{orders:?}\n{told}");
    }
    assert!(shots > 5, "{shots} shots");
}

/// Whoever has no time left for a blow opens no door to those who wait behind it.
#[test]
fn nobody_opens_the_door_after_the_blow() {
    let mut shots = 0;
    for (orders, told) in first_rounds("WINDOW", "Archer") {
        shots += orders.iter().filter(|order| order.verb == "attack").count();
        assert!(!orders.iter().any(|order| order.verb == "work"), "{orders:?}\n{told}");
    }
    assert!(shots > 5, "{shots} shots");
}

/// A way round what is to be feared is no way to an enemy where it takes the time for the blow.
#[test]
fn nobody_goes_round_too_late_for_a_blow() {
    let mut ways = 0;
    for seed in 1..4 {
        begin(&scenario("zones/ambush_at_the_ford"), seed).until(
            &mut Mind::new(Skill::Keen, seed),
            60,
            |look, order| {
                let who = look.question().filter(|question| question.choices.is_none())?.who?;
                let (goes, blow) = (look.deed(order.verb).unwrap(), look.deed("attack").unwrap());
                let economy = &look.rules().economy;
                let to = order.to.filter(|_| order.verb == "move")?;
                economy.price(look, who, &**blow, &Order::new("attack")).ok()?;
                ways += 1;
                let half = look.value(who, "Speed") / 2;
                let gone = 2 * half - economy.remaining(look, who);
                let is_in_time = |order: &Order| gone + goes.count(look, who, order) <= half;
                let straight = Order { path: Vec::new(), ..order.clone() };
                let there = look.spot_of(look.footprint(who).moved_to(to))?;
                let is_by = |foe| look.spot(foe).is_some_and(|spot| look.are_near(spot, there));
                let is_late = is_in_time(&straight) && !is_in_time(order) && look.foes(who).any(is_by);
                assert!(!is_late, "{seed}: {} goes {order}", look.name(who));
                None::<()>
            },
        );
    }
    assert!(ways > 5, "{ways} ways");
}

/// Nobody runs at those whom they can hardly hurt, nor at a wall.
#[test]
fn nobody_runs_for_nothing() {
    for (orders, told) in first_rounds("RUN", "Imp").into_iter().chain(first_rounds("WINDOW", "Joan")) {
        assert!(!orders.iter().any(|order| order.verb == "sprint"), "{orders:?}\n{told}");
    }
}

/// Nobody strikes where nothing can come of it, whatever is thrown.
#[test]
fn nobody_strikes_in_vain() {
    let mut blows = 0;
    for seed in 1..4 {
        begin(&scenario("zones/the_giants_yard"), seed).until(&mut Mind::new(Skill::Keen, seed), 120, |look, order| {
            let who = look.question()?.who.filter(|_| order.verb == "attack")?;
            let forecast = look.deed("attack").ok()?.forecast(look, who, order)?;
            blows += 1;
            let does = forecast.mean_harm() > 0.0 || forecast.worth(look, who) > Worth::of(0.02);
            assert!(does, "{} does {order}", look.name(who));
            None::<()>
        });
    }
    assert!(blows > 5, "{blows} blows");
}
