//! Which deed goes before which, and which are for nothing.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Order, Worth};

use super::{STRENGTHS, first_turns, nobody_does, played, situation};
use crate::kit::{Battle, begin, fight, scenario};

/// Those who cannot help are not asked to.
#[test]
fn nobody_treats_those_whom_it_cannot_help() {
    nobody_does("scale_toughness", "HOPELESS", |order| ["treat", "resuscitate"].contains(&order.verb.as_str()));
}

/// What is not finished before its target is on guard again is not begun.
#[test]
fn no_lethal_blow_is_begun_that_comes_too_late() {
    nobody_does("liberi_gothica", "LATE", |order| order.verb == "lethal blow");
}

/// Nor do those begin it who obey: they strike at once.
#[test]
fn no_minion_begins_a_lethal_blow_that_comes_too_late() {
    for skill in STRENGTHS {
        let (_, told) = played(&situation("liberi_gothica", "LATE-MINION"), skill, 1, |look| look.clock().round < 2);
        assert!(told.contains("Golem attacks Knight with Slam") && !told.contains("lethal blow"), "{skill:?}: {told}");
    }
}

/// Where actions are declared, nobody sets out for more than can come off, or for nothing where something can.
#[test]
fn nobody_sets_out_for_too_little_or_too_much() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("hursagmu", "HOPELESS", skill) {
            let declared = orders.iter().find(|order| order.verb == "declare").and_then(|order| order.n);
            assert!(declared.is_some_and(|n| (1..=3).contains(&n)), "{skill:?}: {orders:?}\n{told}");
        }
        for (orders, told) in first_turns("hursagmu", "OPEN", skill) {
            let shoots = orders.iter().any(|order| order.with == Some("Long bow".into()) && !order.at.is_empty());
            assert!(shoots, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Those who only have to hold out set out for no blows for which they would have to leave their place.
#[test]
fn nobody_who_holds_out_plans_blows_elsewhere() {
    let mut plans = 0;
    for (skill, seed) in STRENGTHS.into_iter().flat_map(|skill| (1..4).map(move |seed| (skill, seed))) {
        begin(&scenario("hursagmu/charge_at_the_ford"), seed).until(&mut Mind::new(skill, seed), 60, |look, order| {
            let who = look.question().and_then(|question| question.who).filter(|_| order.verb == "declare")?;
            let is_far = look.foes(who).all(|foe| look.gap(who, foe) > 6);
            if look.name(who).starts_with("Spearman") && is_far {
                plans += 1;
                let left = order.n.unwrap_or(0) - order.manner.len() as i32;
                assert!(left <= 2, "{skill:?}, {seed}: {} sets out for {left}", look.name(who));
            }
            None::<()>
        });
    }
    assert!(plans > 0);
}

/// From *normal* on nobody ends a turn beside an enemy whom they could still hurt: to err is to do something else.
#[test]
fn nobody_stands_idle_beside_an_enemy() {
    for (name, skill) in ["zones/toll_bridge", "hursagmu/tavern_yard", "scale_toughness/even", "lanterns/first"]
        .into_iter()
        .flat_map(|name| [Skill::NORMAL, Skill::Plain].map(|skill| (name, skill)))
    {
        let mut turns = 0;
        begin(&scenario(name), 1).until(&mut Mind::new(skill, 1), 200, |look, order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            turns += 1;
            let hurts = |choice: &Choice| {
                let beside = |foe| look.are_enemies(who, foe) && look.is_in_play(foe) && look.gap(who, foe) <= 1;
                let forecast = look.deed("attack").ok().and_then(|deed| deed.forecast(look, who, &choice.order));
                choice.order.verb == "attack"
                    && look.target(&choice.order).is_some_and(beside)
                    && forecast.is_some_and(|forecast| forecast.worth(look, who) > Worth::of(0.1))
            };
            let blows = look.legal_choices().into_iter().filter(|_| order.verb == "end turn").filter(hurts);
            let blows: Vec<String> = blows.map(|choice| choice.order.to_string()).collect();
            assert!(blows.is_empty(), "{name}, {skill:?}: {} lets {blows:?} be", look.name(who));
            None::<()>
        });
        assert!(turns > 5, "{name}: {turns} turns");
    }
}

/// Who is shut in strikes at the door.
#[test]
fn doors_are_struck_by_those_behind_them() {
    for skill in STRENGTHS {
        let mut game = begin(&scenario("old_school/brawl_on_the_quay"), 1);
        let door = game.until(&mut Mind::new(skill, 1), 400, |look, order| {
            let struck = look.target(order).filter(|id| id.is_thing()).map(|id| look.name(id).to_owned());
            struck.filter(|name| name == "Warehouse door")
        });
        assert!(door.is_some(), "{skill:?}: {}", game.told());
    }
}

/// Threats and taunts are for those who have nobody to strike.
#[test]
fn blows_go_before_words() {
    for skill in STRENGTHS {
        let lesson = situation("zones", "TAUNT");
        for seed in 1..6 {
            let (orders, told) = played(&lesson, skill, seed, |look| look.clock().round < 2);
            let of = |verbs: &[&str]| {
                orders.iter().filter(|(who, order)| who == "Troll" && verbs.contains(&order.verb.as_str())).count()
            };
            let words = of(&["taunt", "intimidate", "distract"]);
            assert!(words == 0 || of(&["attack"]) > 0, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Words are for those who cannot strike any more in their turn.
#[test]
fn blows_go_before_words_in_the_giants_yard() {
    begin(&scenario("zones/the_giants_yard"), 2).until(&mut Mind::new(Skill::Keen, 2), 120, |look, order| {
        if ["taunt", "intimidate", "distract"].contains(&order.verb.as_str()) {
            let blows = look.legal_choices().into_iter().filter(|choice| choice.order.verb == "attack");
            let blows: Vec<_> = blows.map(|choice| choice.order.to_string()).collect();
            assert!(blows.is_empty(), "{order}, though there is {blows:?}");
        }
        None::<()>
    });
}

/// Whoever has surrendered is let go, and not dragged from fight to fight until they fight on.
#[test]
fn nobody_drags_those_about_who_have_surrendered() {
    for skill in STRENGTHS {
        for seed in 1..6 {
            let (_, told) = played(&situation("zones", "PRISONER"), skill, seed, |look| look.clock().round < 4);
            assert!(!told.contains("drags"), "{skill:?}: {told}");
            assert!(told.contains("no longer holds Leader"), "{skill:?}: {told}");
        }
    }
}

/// Whoever can shoot out of a bolted house sees nothing in the bolt.
#[test]
fn archers_at_windows_open_no_door() {
    for seed in 1..5 {
        begin(&scenario("zones/coopers_lane"), seed).until(&mut Mind::new(Skill::Plain, seed), 80, |look, order| {
            let who = look.question().and_then(|question| question.who).filter(|_| order.verb == "work")?;
            let mut blows = Vec::new();
            look.deed("attack").unwrap().choices(look, who, &mut blows);
            let is_foe = |order: &Order| look.target(order).is_some_and(|target| look.are_enemies(who, target));
            let strikes = blows.iter().any(|choice| choice.is_legal() && is_foe(&choice.order));
            assert!(!strikes, "{} does {order}", look.name(who));
            None::<()>
        });
    }
}

/// Those who have fire to breathe do not count on blows that they would have to go somewhere for first.
#[test]
fn plans_hold_what_is_done_afterwards() {
    let plans = |id: &str| Mind::new(Skill::Keen, 1).worths(fight(situation("hursagmu", id).setup, 1).now());
    let worths = plans("BREATH");
    assert!(worths.len() > 4, "{worths:?}");
    assert_eq!(worths, plans("NO-POST"));
}

/// What is worn and the limbs of somebody are struck at for what that is worth: a coat is no enemy, and an arm is not all of one.
#[test]
fn a_part_of_somebody_is_worth_less_than_all_of_them() {
    let parts = |order: &Order| order.at.iter().filter_map(|aim| aim.part).collect::<Vec<_>>();
    for id in ["COAT", "ARM"] {
        nobody_does("scale_toughness", id, |order| order.verb == "attack" && !parts(order).is_empty());
        for (orders, told) in first_turns("scale_toughness", id, Skill::Keen) {
            assert!(orders.iter().any(|order| order.verb == "attack"), "{id}: {orders:?}\n{told}");
        }
    }
    for (orders, told) in first_turns("scale_toughness", "MAIL", Skill::Keen) {
        assert!(orders.iter().any(|order| parts(order).contains(&"Mail".into())), "{orders:?}\n{told}");
    }
}

/// What goes at the mind is aimed at nobody's coat.
#[test]
fn nobody_frightens_a_coat() {
    nobody_does("scale_toughness", "DREAD", |order| order.at.iter().any(|aim| aim.part.is_some()));
    for (orders, told) in first_turns("scale_toughness", "DREAD", Skill::Keen) {
        assert!(orders.iter().any(|order| order.with == Some("Dread".into())), "{orders:?}\n{told}");
    }
}

/// Whoever stands beside somebody whom they cannot hurt goes to somebody whom they can.
#[test]
fn nobody_stays_beside_those_who_parry_everything() {
    for (orders, told) in first_turns("scale_toughness", "WALL", Skill::Keen) {
        let is_at_other = |order: &Order| order.verb == "attack" && order.whom() == Some("Crossbowman".into());
        assert!(orders.iter().any(is_at_other), "{orders:?}\n{told}");
    }
}

/// The blows of a combo go at several where that fells more of them.
#[test]
fn blows_that_fall_at_once_go_at_several() {
    for (orders, told) in first_turns("scale_toughness", "SPLIT", Skill::Keen) {
        let goes_at_both = |order: &Order| order.verb == "combo" && order.whoms().any(|whom| whom != order.whom());
        assert!(orders.iter().any(goes_at_both), "{orders:?}\n{told}");
    }
}

/// No combo is spent on whoever lies there dying for the sake of its last blow, which goes at somebody else.
#[test]
fn nobody_cuts_at_the_dying_for_the_sake_of_the_last_blow() {
    nobody_does("scale_toughness", "FALLEN", |order| order.verb == "combo" && order.whom() == Some("Viper".into()));
}

/// What bursts is shot at for the sake of those around it, and never where friends are among them.
#[test]
fn a_keg_is_shot_among_enemies_and_not_among_friends() {
    let is_at_keg = |order: &Order| order.verb == "attack" && order.whom() == Some("keg".into());
    for (orders, told) in first_turns("scale_toughness", "KEG", Skill::Keen) {
        assert!(orders.iter().any(is_at_keg), "{orders:?}\n{told}");
    }
    nobody_does("scale_toughness", "KEG-FRIENDS", is_at_keg);
}

/// A demon that could take a body over does so rather than frighten whoever it belongs to.
#[test]
fn a_body_at_hand_is_taken_over() {
    for (orders, told) in first_turns("scale_toughness", "BODY", Skill::Keen) {
        assert!(orders.iter().any(|order| order.verb == "possess"), "{orders:?}\n{told}");
    }
}

/// Whoever is worn down by somebody who goes on with it is spoken to, before anybody walks off for a blow that comes later.
#[test]
fn those_who_are_worn_down_are_spoken_to_in_time() {
    for (orders, told) in first_turns("scale_toughness", "HEART", Skill::Keen) {
        assert!(orders.first().is_some_and(|order| order.verb == "inspire"), "{orders:?}\n{told}");
    }
}
