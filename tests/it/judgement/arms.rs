//! What is held, thrown, drawn and loaded.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Look, Order};

use super::{STRENGTHS, first_turns, nobody_does, played, situation};
use crate::kit::{Battle, begin, scenario};

/// What one strikes with is not thrown away.
#[test]
fn nobody_throws_its_only_weapon() {
    for skill in STRENGTHS {
        for (rules, id, says) in [("hursagmu", "SPEAR", "throws the Spear"), ("scale_toughness", "KNIFE", "throws")] {
            for (orders, told) in first_turns(rules, id, skill) {
                let is_thrown = orders.iter().any(|order| order.verb == "attack");
                assert!(!told.contains(says) && !is_thrown, "{id}, {skill:?}: {orders:?}\n{told}");
            }
        }
    }
}

/// What would hardly hit stays in the hand, whatever it is aimed at.
#[test]
fn nobody_throws_what_would_hardly_hit() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("scale_toughness", "EDGE", skill) {
            let mut afar = orders.iter().take_while(|order| order.to.is_none());
            let is_thrown = afar.any(|order| order.with == Some("Knife".into()) && !order.at.is_empty());
            assert!(!is_thrown, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// Another's gun is not loaded while an enemy comes, a crossbow is not laid aside while nobody does.
#[test]
fn loading_is_done_by_those_who_have_time_for_it() {
    nobody_does("liberi_gothica", "OTHERS-GUN", |order| order.verb == "reload");
    nobody_does("hursagmu", "CROSSBOW", |order| order.verb == "draw");
    for (orders, told) in first_turns("hursagmu", "CROSSBOW", Skill::Plain) {
        assert!(orders.iter().any(|order| order.verb == "reload"), "{orders:?}\n{told}");
    }
}

/// What is in the way of loading goes to the belt, once nobody is near whom it would serve against.
#[test]
fn hands_are_freed_for_loading() {
    let mut freed = 0;
    for seed in 4..6 {
        let scenario = scenario("hursagmu/charge_at_the_ford");
        begin(&scenario, seed).until(&mut Mind::new(Skill::Keen, seed), 300, |look, order| {
            let who = look.question().filter(|question| question.choices.is_none())?.who?;
            let is_near = |foe| look.gap(who, foe) <= 2;
            let held = |name: &str| look.gear(who).iter().find(|item| item.arm.name == name && item.is_in_hand());
            let axe = held("Hand axe").filter(|_| !look.foes(who).any(is_near));
            let is_axe = |order: &Order| order.verb == "stow" && order.with == axe.map(|axe| axe.arm.name);
            if held("Light crossbow").is_some_and(|bow| bow.loaded == 0) && axe.is_some() {
                freed += i32::from(is_axe(order));
                let could = look.legal_choices().iter().any(|choice| is_axe(&choice.order));
                assert!(order.verb != "end turn" || !could, "{}", look.name(who));
            }
            None::<()>
        });
    }
    assert!(freed > 0);
}

/// Who has a gun to load and a dagger to draw does not lie in wait with bare hands, nor for the time to draw it.
#[test]
fn nobody_lies_in_wait_with_bare_hands() {
    nobody_does("liberi_gothica", "EMPTY-RIFLE", |order| order.verb == "prepare");
}

/// What hangs at the belt is drawn before anybody strikes with bare hands.
#[test]
fn a_sword_at_the_belt_is_drawn() {
    for skill in STRENGTHS {
        for (orders, told) in first_turns("old_school", "BELT", skill) {
            let drawn = orders.iter().position(|order| order.verb == "draw");
            let fists = orders.iter().rposition(|order| order.with == Some("Fists".into()));
            assert!(drawn.is_some() && fists < drawn, "{skill:?}: {orders:?}\n{told}");
        }
    }
}

/// What works only on those who are held or know nothing of it is not taken in place of a dagger to anybody else.
#[test]
fn nobody_takes_a_garrotte_to_an_open_fight() {
    for (skill, seed) in STRENGTHS.into_iter().flat_map(|skill| [(skill, 1), (skill, 11)]) {
        begin(&scenario("zones/ambush_at_the_ford"), seed).until(&mut Mind::new(skill, seed), 120, |look, order| {
            let who = look.question().and_then(|question| question.who)?;
            let takes = ["draw", "swap"].contains(&order.verb.as_str()) && order.with == Some("Garrotte".into());
            let is_open = |foe| look.is_nearby(who, foe) && (look.is(foe, "grabbed") || look.is(who, "concealed"));
            assert!(!takes || look.foes(who).any(is_open), "{} takes the Garrotte", look.name(who));
            None::<()>
        });
    }
}

/// Whoever is hidden with a garrotte in hand lays it aside for nothing.
#[test]
fn a_hidden_garrotte_stays_in_hand() {
    for (skill, seed) in STRENGTHS.into_iter().flat_map(|skill| (1..4).map(move |seed| (skill, seed))) {
        let is_hidden = |look: Look<'_>| look.everybody().any(|id| look.is(id, "concealed"));
        let goes_on = |look: Look<'_>| is_hidden(look) && look.clock().round < 2;
        let (orders, told) = played(&situation("zones", "GARROTTE"), skill, seed, goes_on);
        let lays_aside = |order: &Order| ["draw", "swap", "stow", "drop"].contains(&order.verb.as_str());
        let hers: Vec<&Order> = orders.iter().filter(|(who, _)| who == "Wren").map(|(_, order)| order).collect();
        assert!(!hers.is_empty() && !hers.into_iter().any(lays_aside), "{skill:?}: {orders:?}\n{told}");
    }
}

/// Whoever only happens to stand beside an engine does not give a defence away for turns of its winch.
#[test]
fn nobody_sets_out_to_load_and_then_runs_away() {
    for seed in 1..5 {
        begin(&scenario("hursagmu/siege_camp"), seed).until(&mut Mind::new(Skill::Keen, seed), 120, |look, order| {
            let who = look.question().and_then(|question| question.who).filter(|_| order.verb == "declare")?;
            let is_crew = look.name(who).starts_with("Master");
            let shoots = look.arms(who).any(|item| item.is_ready() && item.arm.is_ranged());
            // As far as a run leads, and a blow.
            let near = look.foes(who).any(|foe| look.gap(who, foe) <= 20);
            let sets_out = order.n.unwrap_or(0);
            assert!(is_crew || shoots || near || sets_out <= 2, "{} sets out for {sets_out}", look.name(who));
            None::<()>
        });
    }
}

/// What is of no use in a hand is dropped where that takes no time, and something drawn in its place.
#[test]
fn a_lance_is_dropped_on_foot_for_a_sword() {
    for (orders, told) in first_turns("hursagmu", "ON-FOOT", Skill::Keen) {
        let does = |verb: &str, with: &str| {
            let is_it = |order: &Order| order.verb == verb && order.with.is_some_and(|own| own.as_str() == with);
            orders.iter().position(is_it)
        };
        let (dropped, drawn) = (does("drop", "Lance"), does("draw", "Sword"));
        assert!(dropped.is_some() && dropped < drawn, "{orders:?}\n{told}");
    }
}
