//! What the price of a walk says of the blow that could have been struck without it, and why somebody goes nowhere.

use sortie::ahead::{Way, blow, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Group, Id, Key, Look, Nobody, Order, Scratch};
use sortie::board::Square;

use crate::kit::Battle;
use crate::kit::window::by_people;

/// Whether the rules take the price of any blow now, or say that more of this turn is to come.
fn can_strike(look: Look<'_>, who: Id) -> bool {
    let economy = &look.rules().economy;
    let is_now = look.choices().iter().any(|choice| {
        choice.group == Group::Attack && choice.takes > 0 && !economy.only_begins(look, who, choice.takes)
    });
    is_now || economy.goes_on(look, who)
}

/// The walks of whoever is on turn to places of every price, with whether each is said to spend the blow of the turn, and
/// whether anything can be struck after it; nothing where another has a say in it.
fn walked(look: Look<'_>) -> Vec<(String, bool, bool)> {
    let Some(who) = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none())) else {
        return Vec::new();
    };
    let choices = look.choices();
    let Some(walk) = walk(&choices).filter(|_| can_strike(look, who)) else { return Vec::new() };
    let mut of_each: Vec<(Square, i32)> = walk.squares.clone();
    of_each.sort_by_key(|(square, cost)| (*cost, *square));
    of_each.dedup_by_key(|(_, cost)| *cost);
    // Whom a rule of the table lets strike at a run may do so later.
    let runs = ["elf", "hobbit"].iter().any(|word| look.has_tag(who, Key::from(*word)));
    let mut found = Vec::new();
    for (to, _) in of_each.into_iter().filter(|_| !runs) {
        let order = Order { to: Some(to), ..walk.order.clone() };
        let Some(way) = Way::of(look, who, &order, blow(look, who, &choices)) else { continue };
        let mut scratch = Scratch::new();
        let mut copy = scratch.copy(look);
        if copy.answer(order.clone()).is_err() {
            continue;
        }
        copy.play(&mut Nobody);
        let after = copy.look().unwrap();
        let is_still = after.asked() == Some(who) && after.clock().round == look.clock().round;
        if is_still && after.question().is_some_and(|asked| asked.choices.is_none()) && after.footprint(who).at == to {
            let told = format!("{}: {order}: {}", look.name(who), way.told());
            assert_eq!(way.spends_blow, way.told().ends_with("and no blow this turn"), "{told}");
            assert_eq!(way.priced(true), way.price, "a turn that ends says that nothing is left");
            // What a walk takes is never said without what it leaves.
            assert!(way.price.is_empty() || way.leaves.is_some(), "{told}");
            found.push((told, way.spends_blow, can_strike(after, who)));
        }
    }
    found
}

/// Promise: the price of a walk says what it leaves, and that it leaves no blow where one could be struck before it and none after it, and is
/// silent where one is left; in every economy, and in the part of a turn before the blows.
#[test]
fn a_walk_that_costs_the_blow_says_so_in_its_price() {
    for (scenario, spends) in [
        ("even", true),
        ("duel_at_dawn", false),
        ("toll_bridge", true),
        ("spears_at_the_bridge", true),
        ("tavern_yard", false),
        ("sawmill_road", false),
        ("lamp_room", false),
        ("skirmish4", false),
    ] {
        let (mut spent, mut left) = (0, 0);
        by_people(scenario, 2).until(&mut Mind::new(Skill::Plain, 2), 120, |look, _| {
            for (told, spends, strikes) in walked(look) {
                assert_eq!(spends, !strikes, "{scenario}: {told}");
                *(if spends { &mut spent } else { &mut left }) += 1;
            }
            None::<()>
        });
        assert!(left > 5, "{scenario}: {left} walks leave a blow");
        assert!(!spends || spent > 5, "{scenario}: {spent} walks spend it");
    }
}

/// Promise: whoever cannot walk is told what has ended the walk; that there is nowhere to go is said only of those whose turn
/// still pays for a step.
#[test]
fn whoever_goes_nowhere_is_told_why() {
    let mut spent = 0;
    for scenario in ["even", "duel_at_dawn", "toll_bridge", "spears_at_the_bridge", "tavern_yard", "sawmill_road"] {
        by_people(scenario, 2).until(&mut Mind::new(Skill::Plain, 2), 160, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let economy = &look.rules().economy;
            for choice in look.choices().iter().filter(|choice| choice.group == Group::Move && !choice.is_legal()) {
                let deed = look.deed(choice.order.verb).unwrap();
                let why = &choice.refused.as_ref().unwrap().why;
                let pays = economy.price(look, who, &**deed, &choice.order).is_ok();
                assert!(pays || why != "there is nowhere to go", "{scenario}: {}: {}", look.name(who), choice.order);
                spent += usize::from(!pays);
            }
            None::<()>
        });
    }
    assert!(spent > 10, "{spent} times the walk was spent");
}
