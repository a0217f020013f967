//! What those do who fight at a distance, beside shooting.

use sortie::ai::Skill;

use super::{STRENGTHS, played, situation};

/// The verbs of what somebody does in the first round, with dice of several seeds.
fn first_round(id: &str, name: &str, skill: Skill) -> Vec<(Vec<&'static str>, String)> {
    let lesson = situation("firebreak", id);
    let round = |seed| {
        let (orders, told) = played(&lesson, skill, seed, |look| look.clock().round < 2);
        let own = orders.into_iter().filter(|(who, _)| who == name).map(|(_, order)| order.verb.as_str());
        (own.collect(), told)
    };
    (1..5).map(round).collect()
}

/// Whoever shoots from where they are and is shot at gets down before the shots that end the turn; nobody does so before a
/// knife.
#[test]
fn those_who_exchange_shots_keep_low() {
    for skill in STRENGTHS {
        for (verbs, told) in first_round("LOW", "Ann", skill) {
            let down = verbs.iter().position(|verb| *verb == "drop prone");
            let shot = verbs.iter().position(|verb| *verb == "attack");
            assert!(down.is_some() && down < shot && !verbs.contains(&"stand up"), "{skill:?}: {verbs:?}\n{told}");
        }
        for (verbs, told) in first_round("KNIFE", "Ann", skill) {
            assert!(!verbs.contains(&"drop prone"), "{skill:?}: {verbs:?}\n{told}");
        }
    }
}

/// Aim is taken where one aimed shot is worth more than two others.
#[test]
fn aim_is_taken_where_it_is_worth_a_shot() {
    for (verbs, told) in first_round("AIM", "Max", Skill::Keen) {
        let aim = verbs.iter().position(|verb| *verb == "aim");
        // Getting down takes no time.
        let then = aim.and_then(|aim| verbs[aim + 1..].iter().find(|verb| **verb != "drop prone"));
        assert_eq!(then, Some(&"attack"), "{verbs:?}\n{told}");
    }
    for (verbs, told) in first_round("NEAR", "Ann", Skill::Keen) {
        assert!(verbs.contains(&"attack") && !verbs.contains(&"aim"), "{verbs:?}\n{told}");
    }
}

/// Whoever gives a friend their turn back does so before a shot that hardly hits.
#[test]
fn friends_who_keep_their_heads_down_are_encouraged() {
    for (verbs, told) in first_round("RALLY", "Sal", Skill::Keen) {
        assert!(verbs.contains(&"encourage"), "{verbs:?}\n{told}");
    }
}

/// Whoever has somewhere to be and nobody to shoot at is ready for those who come.
#[test]
fn those_who_see_nobody_lie_in_wait() {
    for (verbs, told) in first_round("CORNER", "Ann", Skill::Keen) {
        assert!(verbs.contains(&"prepare"), "{verbs:?}\n{told}");
    }
}
