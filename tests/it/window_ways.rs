//! Which of several ways of one price a click goes, and which of the ways at somebody are listed first.

use std::collections::BTreeSet;

use bevy_egui::egui::Rect;
use bevy_egui::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use sortie::ahead::{Ahead, Routes, Way, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Look, Nobody, Order, Scratch};
use sortie::overlay::{Hand, Preferences, Speed};

use crate::kit::Battle;
use crate::kit::window::{Window, at_rest, by_people};

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

/// What loads an arm of whoever is asked, and an enemy at whom they can only make ready for something before that.
fn to_load(look: Look<'_>) -> Option<(Id, Choice)> {
    let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
    let choices = look.choices();
    let is_load = |choice: &&Choice| choice.order.verb == "reload" && choice.order.at.is_empty() && choice.is_legal();
    let load = choices.iter().find(is_load)?;
    let shot = |choice: &Choice| choice.group == Group::Attack && choice.order.with == load.order.with;
    let is_shut = |foe: &Id| {
        let mut at = choices.iter().filter(|choice| look.target(&choice.order) == Some(*foe));
        let is_shot = at.clone().any(shot);
        is_shot && at.all(|choice| !choice.is_legal() || choice.group == Group::Prepare)
    };
    let walks = |foe: Id| Ahead::default().approach(look, (who, foe), &choices, None).is_some();
    let foe = look.foes(who).filter(is_shut).find(|foe| look.is_in_play(*foe) && !walks(*foe))?;
    Some((foe, load.clone()))
}

/// Promise: a click on an enemy who cannot be shot because the arm is empty lists what loads it, with its price, and a click on
/// that does it.
#[test]
fn what_loads_an_arm_is_listed_at_an_enemy() {
    let found = (1..9).find_map(|seed| {
        let mut screen = by_people("first_watch", seed);
        screen.edit::<Preferences>().speed = Speed::AtOnce;
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 150, |look, _| to_load(look));
        found.map(|(foe, load)| (screen, foe, load))
    });
    let (screen, foe, load) = found.expect("nobody has anything to load");
    let mut harness = at_rest(screen);
    let square = harness.now().footprint(foe).at;
    harness.click_square(square);
    assert_eq!(harness.edit::<Hand>().target, Some(foe));
    let way = harness.query_all_by_label(&load.label).next().expect("it is listed").rect();
    let price = load.cost.expect("it has a price");
    let is_beside = |price: Rect| (price.center().y - way.center().y).abs() < 6.0 && price.left() >= way.right();
    assert!(harness.query_all_by_label(&price).any(|node| is_beside(node.rect())), "no price beside {way:?}");
    harness.click_at(way.center());
    let made = harness.made().last().map(|made| made.order.verb);
    assert_eq!(made, Some(load.order.verb));
}

/// The blow with more actions in it that whoever is asked could strike at an enemy at hand, and that enemy.
fn could_put_in_more(look: Look<'_>) -> Option<(Id, Choice)> {
    let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
    look.choices().into_iter().filter(Choice::asks_for_number).find_map(|choice| {
        let foe = look.target(&choice.order).filter(|foe| look.are_enemies(who, *foe) && look.is_in_play(*foe))?;
        let is_plain = choice.order.verb == "attack" && look.gives_up(&choice.order).is_none();
        let has_another = look.check(&choice.order.clone().n(1)).is_ok();
        (is_plain && has_another && choice.cost.as_deref() == Some("1 action")).then_some((foe, choice))
    })
}

/// Promise: whoever puts an action more into a blow reads the price of both in its row, nothing of the panel moves by it, and no blow
/// after it has more in it than is chosen for it.
#[test]
fn more_actions_are_priced_and_are_of_one_blow() {
    let found = (1..9).find_map(|seed| {
        let mut screen = by_people("first_round", seed);
        screen.edit::<Preferences>().speed = Speed::AtOnce;
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 100, |look, _| could_put_in_more(look));
        found.map(|(foe, _)| (screen, foe))
    });
    let (screen, foe) = found.expect("nobody has more actions than one");
    let mut harness = at_rest(screen);
    let square = harness.now().footprint(foe).at;
    harness.click_square(square);
    assert_eq!(harness.edit::<Hand>().target, Some(foe));
    let lie = |harness: &Window, words: &str| -> Vec<Rect> {
        harness.query_all_by_label(words).map(|node| node.rect()).collect()
    };
    // What lies below all ways is scrolled to, as by whoever wants it.
    let more = "more actions for damage: 1";
    harness.scroll_to(more);
    let (before, chip) = (lie(&harness, "1 action"), lie(&harness, more));
    assert!(!before.is_empty() && chip.len() == 1 && lie(&harness, "2 actions").is_empty(), "{before:?} {chip:?}");
    harness.press(more);
    let hand = harness.edit::<Hand>();
    assert_eq!((hand.number, hand.target), (Some(1), Some(foe)));
    let priced = lie(&harness, "2 actions");
    assert!(!priced.is_empty(), "the price of both");
    for price in &priced {
        assert!(before.iter().any(|was| was.min.distance(price.min) < 1.0), "{price:?} is none of {before:?}");
    }
    let chips = lie(&harness, more);
    assert!(chips[0].min.distance(chip[0].min) < 1.0, "{chips:?} was {chip:?}");
    harness.query_all_by_label("2 actions").next().expect("it is priced").scroll_to_me();
    harness.run();
    let row = lie(&harness, "2 actions")[0];
    let is_beside = |each: &Rect| (each.center().y - row.center().y).abs() < 6.0 && each.right() <= row.left();
    let button = harness.query_all_by_role(Role::Button).map(|node| node.rect()).filter(is_beside);
    let button = button.max_by(|one, other| one.right().total_cmp(&other.right())).expect("it has a button");
    let made = harness.made().len();
    harness.click_at(button.center());
    let blow = harness.made().get(made).expect("it is struck").order.clone();
    assert_eq!(blow.n, Some(1), "{blow}");
    assert_eq!(harness.edit::<Hand>().number, None, "the next has none of them");
}

/// Promise: no way of the panel moves when one of them waits for a second click, and it is said why it does.
#[test]
fn no_way_moves_when_one_waits() {
    let mut screen = by_people("gate", 1);
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    let begins = |look: Look<'_>, _: &Order| {
        let who = look.question().filter(|asked| asked.choices.is_none())?.who?;
        let blows = look.choices().into_iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack);
        let mut at_foe = blows.filter_map(|choice| {
            let foe = look.target(&choice.order).filter(|foe| look.are_enemies(who, *foe) && look.is_in_play(*foe))?;
            Some((foe, choice.order))
        });
        let mut ahead = Ahead::default();
        at_foe.find(|(_, order)| ahead.comes(look, who, order).is_some_and(|comes| comes.begins))
    };
    let found = screen.until(&mut Mind::new(Skill::Plain, 1), 300, begins);
    let (foe, blow) = found.expect("a blow that only begins");
    let mut harness = at_rest(screen);
    harness.edit::<Hand>().aim_at(Some(foe));
    harness.run();
    let lie = |harness: &Window| -> Vec<Rect> {
        let panel = harness.ctx.memory(|memory| memory.area_rect("aim")).expect("the ways are listed");
        let buttons = harness.query_all_by_role(Role::Button).map(|node| node.rect());
        buttons.filter(|button| panel.contains_rect(*button)).collect()
    };
    let before = lie(&harness);
    harness.edit::<Hand>().sure = Some(blow);
    harness.run();
    assert!(harness.names("it only begins now"));
    assert_eq!(lie(&harness), before);
    assert!(before.len() > 1, "{before:?}");
}
