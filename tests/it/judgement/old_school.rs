//! Stances, spells and words of Old School: what is given up for them, and whom they are for.

use std::sync::Arc;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Objective, Order, Worth};
use sortie::board::Square;

use super::{STRENGTHS, played, situation};
use crate::kit::{Battle, fight};

/// What everybody does in the first round of a situation, and what was told of it.
fn first_round(id: &str, skill: Skill, seed: u64) -> (Vec<(String, Order)>, String) {
    played(&situation("old_school", id), skill, seed, |look| look.clock().round < 2)
}

/// Whoever has the better blow does not give it up to parry.
#[test]
fn no_troll_parries_four_recruits() {
    for seed in 1..6 {
        let (orders, told) = first_round("PARRY", Skill::Keen, seed);
        let does = |verb: &str| orders.iter().any(|(who, order)| who == "Troll" && order.verb == verb);
        assert!(does("attack") && !does("parry"), "{seed}: {orders:?}\n{told}");
    }
}

/// What a parry spares is what the hits would have done that it turns aside, and not a fall for each.
#[test]
fn nobody_parries_what_hardly_hurts() {
    for seed in 1..6 {
        let (orders, told) = first_round("THICK-SKIN", Skill::Keen, seed);
        let does = |verb: &str| orders.iter().any(|(who, order)| who == "Bugbear" && order.verb == verb);
        assert!((does("attack") || does("disarm")) && !does("parry"), "{seed}: {orders:?}\n{told}");
    }
}

/// What holds one enemy is cast at the one who is worth it.
#[test]
fn a_web_is_for_the_strong_one() {
    for seed in 1..6 {
        let (orders, told) = first_round("WEB", Skill::Keen, seed);
        let cast = orders.iter().find(|(who, order)| who == "Magic-user" && order.verb == "cast");
        let target = cast.and_then(|(_, order)| order.whom());
        assert!(target.is_some_and(|target| target == "Troll"), "{seed}: {orders:?}\n{told}");
    }
}

/// What makes somebody quick is for whoever strikes hardest, and for nobody as long as no enemy is near.
#[test]
fn haste_is_for_whoever_strikes_hardest() {
    for seed in 1..6 {
        let (orders, told) = first_round("HASTE", Skill::Keen, seed);
        let cast = orders.iter().find(|(who, order)| who == "Magic-user" && order.verb == "cast");
        let target = cast.and_then(|(_, order)| order.whom());
        assert!(target.is_some_and(|target| target == "Sergeant"), "{seed}: {orders:?}\n{told}");
        let (orders, told) = first_round("NO-HASTE", Skill::Keen, seed);
        assert!(!orders.iter().any(|(_, order)| order.verb == "prepare"), "{seed}: {orders:?}\n{told}");
    }
}

/// Whoever hardly scratches what fells them in two blows leaves it to friends who do better.
#[test]
fn no_stick_is_raised_against_a_troll() {
    for seed in 1..6 {
        let (orders, told) = first_round("TROLL", Skill::Keen, seed);
        let own = orders.iter().filter(|(who, _)| who == "Magic-user").map(|(_, order)| order);
        let is_near = |to: Square| (to.x - 10).abs().max((to.y - 5).abs()) <= 4;
        let mut walks_up = own.filter(|order| order.whom() == Some("Troll".into()) || order.to.is_some_and(is_near));
        assert!(walks_up.next().is_none(), "{seed}: {orders:?}\n{told}");
    }
}

/// Whoever is hurt and has backed out of reach does not walk back into it in the same turn.
#[test]
fn nobody_backs_out_and_walks_back_in() {
    for seed in 1..6 {
        let (orders, told) = first_round("BACKED", Skill::Keen, seed);
        let own: Vec<&Order> = orders.iter().filter(|(who, _)| who == "Sergeant").map(|(_, order)| order).collect();
        let out = own.iter().position(|order| order.verb == "withdraw");
        let is_near = |to: Square| (to.x - 9).abs().max((to.y - 5).abs()) <= 2;
        let returns = |order: &&Order| order.verb == "attack" || order.to.is_some_and(is_near);
        let stays = out.is_some_and(|out| !own[out..].iter().any(returns));
        assert!(stays, "{seed}: {orders:?}\n{told}");
    }
}

/// Those who are no friends yet are threatened first: some go, and the others fight as they would have fought anyway.
#[test]
fn those_who_meet_threaten_before_they_fight() {
    for skill in STRENGTHS {
        let (orders, told) = first_round("MET", skill, 1);
        assert!(orders.first().is_some_and(|(_, order)| order.verb == "intimidate"), "{skill:?}: {orders:?}\n{told}");
    }
}

/// Nobody takes hold of somebody much stronger and counts on more friends than have room around them.
#[test]
fn nobody_counts_on_friends_without_room() {
    for seed in 1..6 {
        let (orders, told) = first_round("MOB", Skill::Keen, seed);
        assert!(!orders.iter().any(|(_, order)| order.verb == "grapple"), "{seed}: {orders:?}\n{told}");
    }
}

/// Nobody gives a blow up to parry those who can strike none in this round.
#[test]
fn nobody_parries_those_who_cannot_strike() {
    for seed in 1..6 {
        let (orders, told) = first_round("NO-BLOW", Skill::Keen, seed);
        assert!(!orders.iter().any(|(_, order)| order.verb == "parry"), "{seed}: {orders:?}\n{told}");
    }
}

/// Those who would rather talk are let go in peace, but by those who would beat them.
#[test]
fn those_who_would_talk_are_let_go_by_the_weaker() {
    for skill in STRENGTHS {
        for (id, verb) in [("TALKS", "wait"), ("FEW-TALK", "intimidate")] {
            let (orders, told) = first_round(id, skill, 1);
            assert!(orders.first().is_some_and(|(_, order)| order.verb == verb), "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// A spear is set against those who may charge, and not against those who have only to stay where they are.
#[test]
fn no_spear_is_set_against_those_who_stay() {
    let worth = |objective: Objective| {
        let mut lesson = situation("old_school", "SET");
        Arc::make_mut(&mut lesson.setup).sides[1].objective = objective;
        fight(lesson.setup, 1).until(&mut Mind::new(Skill::Keen, 1), 20, |look, _| {
            let question = look.question().filter(|question| question.choices.is_none())?;
            let who = question.who.filter(|who| look.name(*who) == "Sergeant")?;
            look.deed("set spear").unwrap().worth(look, who, &Order::new("set spear"))
        })
    };
    assert_eq!(worth(Objective::LastStanding), Some(Worth::of(0.02)));
    assert_eq!(worth(Objective::Survive { rounds: 12 }), Some(Worth(0)));
}

/// A charge counts all who could walk up and strike where it ends, and not only those who stand there.
#[test]
fn a_charge_counts_those_who_walk_up() {
    let worth = |moved: i32| {
        let mut lesson = situation("old_school", "CHARGES");
        for orc in &mut Arc::make_mut(&mut lesson.setup).fighters[2..] {
            orc.at.x += moved;
        }
        fight(lesson.setup, 1).until(&mut Mind::new(Skill::Keen, 1), 20, |look, _| {
            let question = look.question().filter(|question| question.choices.is_none())?;
            let who = question.who.filter(|who| look.name(*who) == "Sergeant")?;
            let chief = look.everybody().find(|id| look.name(*id) == "Chief")?;
            look.deed("charge").unwrap().worth(look, who, &Order::new("charge").at(look.aim(chief)))
        })
    };
    assert_eq!(worth(0), Some(Worth::of(-0.25)));
    assert_eq!(worth(9), Some(Worth(0)));
}

/// Whoever shoots walks up to nobody who would only have to walk up to strike.
#[test]
fn no_archer_walks_up_to_an_ogre() {
    for seed in 1..6 {
        let (orders, told) = first_round("SHOOTS-ON", Skill::Keen, seed);
        let own = orders.iter().filter(|(who, _)| who == "Elf").map(|(_, order)| order);
        let is_near = |to: Square| (to.x - 24).abs().max((to.y - 10).abs()) < 12;
        assert!(own.clone().any(|order| order.verb == "attack"), "{seed}: {orders:?}\n{told}");
        assert!(!own.filter_map(|order| order.to).any(is_near), "{seed}: {orders:?}\n{told}");
    }
}
