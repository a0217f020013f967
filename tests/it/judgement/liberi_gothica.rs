//! Dolls, orders and falls of Liberi Gothica: who is worth a blow, and what goes before what.

use sortie::ai::Skill;

use super::{STRENGTHS, first_turns, nobody_does, played, situation};

/// What any touch undoes is no whole fighter: a shot is for the one who counts.
#[test]
fn shots_are_for_those_who_count() {
    for (orders, told) in first_turns("liberi_gothica", "CHAFF", Skill::Keen) {
        let whom: Vec<_> =
            orders.iter().filter(|order| order.verb == "attack").filter_map(|order| order.whom()).collect();
        assert!(!whom.is_empty() && whom.iter().all(|whom| *whom == "Caller"), "{orders:?}\n{told}");
    }
}

/// Nobody runs a doll down for what that costs.
#[test]
fn nobody_rams_a_doll() {
    nobody_does("liberi_gothica", "AHEAD", |order| order.verb == "ram");
}

/// Nor does anybody throw one to the ground or stand on guard against some: they strike at them.
#[test]
fn dolls_are_struck_at() {
    for (orders, told) in first_turns("liberi_gothica", "DOLLS", Skill::Keen) {
        let does = |verb: &str| orders.iter().any(|order| order.verb == verb);
        assert!(does("attack") && !does("tackle") && !does("defend"), "{orders:?}\n{told}");
    }
}

/// An order waits for those who can still be made in the same turn.
#[test]
fn minions_are_made_before_they_are_ordered() {
    for (orders, told) in first_turns("liberi_gothica", "CALLED", Skill::Keen) {
        let at = |verb: &str| orders.iter().position(|order| order.verb == verb);
        assert!(at("use").zip(at("command")).is_some_and(|(made, told)| made < told), "{orders:?}\n{told}");
    }
}

/// Whoever lies where they are struck at gets up before they strike in vain.
#[test]
fn nobody_stays_on_the_ground_to_flail() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("liberi_gothica", "LOW", skill) {
            let at = |verb: &str| orders.iter().position(|order| order.verb == verb);
            let up = at("stand up").expect("whoever lies there gets up");
            assert!(at("attack").is_none_or(|blow| up < blow), "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Those who are out of the fight wait while an enemy is at hand.
#[test]
fn nobody_treats_the_fallen_beside_an_enemy() {
    nobody_does("liberi_gothica", "OUT", |order| order.verb == "treat");
}

/// An empty rifle is loaded where a shot with it is worth more than what there is to strike with.
#[test]
fn an_empty_rifle_is_loaded_before_fists_are_raised_at_plate() {
    for (orders, told) in first_turns("liberi_gothica", "FISTS", Skill::Keen) {
        let does = |verb: &str| orders.iter().any(|order| order.verb == verb);
        assert!(does("reload") && !does("attack"), "{orders:?}\n{told}");
    }
}

/// Nobody who waits for others to come sets out to swim where they can go round.
#[test]
fn nobody_swims_who_can_go_round() {
    for seed in 1..4 {
        let bank = situation("liberi_gothica", "BANK");
        let (_, told) = played(&bank, Skill::Keen, seed, |look| look.clock().round < 2);
        let own = |words: &str| told.lines().any(|line| line.contains(&format!("Knight {words}")));
        assert!(own("moves") && !own("fails Swim") && !own("passes Swim"), "{told}");
    }
}

/// Nor do those who are told to attack: they ram nobody through water, and come over dry ground.
#[test]
fn no_minion_swims_that_can_go_round() {
    for seed in 1..4 {
        let bank = situation("liberi_gothica", "BANK-MINION");
        let (_, told) = played(&bank, Skill::Keen, seed, |look| look.clock().round < 2);
        let own = |words: &str| told.lines().any(|line| line.contains(&format!("Golem {words}")));
        assert!(own("moves") && !own("fails Swim") && !own("passes Swim"), "{told}");
    }
}

/// Nobody is told to fight those whom no way leads to.
#[test]
fn nobody_is_sent_where_no_way_leads() {
    nobody_does("liberi_gothica", "RAILED-OFF", |order| order.verb == "command");
}

/// A minion that is to fight the nearest goes for another where it never comes up to that one.
#[test]
fn no_minion_stands_before_what_it_cannot_pass() {
    for seed in 1..4 {
        let (_, told) =
            played(&situation("liberi_gothica", "RAILED-OFF-MINION"), Skill::Keen, seed, |look| look.clock().round < 2);
        assert!(told.contains("Golem moves"), "{told}");
    }
}

/// Whoever is beset calls for help: minions are for those who are upon them, not for whoever is nearest.
#[test]
fn minions_are_called_to_whoever_is_beset() {
    for (orders, told) in first_turns("liberi_gothica", "BESET", Skill::Keen) {
        let said: Vec<_> = orders.iter().filter_map(|order| order.sentence()).collect();
        let helps = |sentence: &&str| ["guard me", "attack Duellist"].contains(sentence);
        assert!(said.iter().any(helps) && !said.contains(&"attack nearest"), "{orders:?}\n{told}");
    }
}

/// What hits as well from afar is not carried up to anybody, and less so by those with whom others fall.
#[test]
fn pistols_keep_their_distance() {
    for (id, nearest) in [("PISTOL", 8), ("BEHIND", 6)] {
        for (orders, told) in first_turns("liberi_gothica", id, Skill::Keen) {
            let comes_near = orders.iter().filter_map(|order| order.to).any(|to| to.x > nearest);
            assert!(!comes_near && orders.iter().any(|order| order.verb == "attack"), "{id}: {orders:?}\n{told}");
        }
    }
}

/// Who is out of the fight is struck once more where others fall with them.
#[test]
fn those_with_whom_others_fall_are_finished() {
    for (orders, told) in first_turns("liberi_gothica", "FALLS-WITH", Skill::Keen) {
        let is_struck = orders.iter().any(|order| order.whom().is_some_and(|whom| whom == "Caller"));
        assert!(is_struck, "{orders:?}\n{told}");
    }
}
