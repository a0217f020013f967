//! What is offered is accepted: nobody is told to name a square or a number that is then refused.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Deed, Group, Id, Look, Order, quiet_world};
use sortie::lesson::Stage;
use sortie::rulebook::Scenario;

use crate::kit::{Battle, begin, library, scenarios};

/// So many of the squares of a choice are tried, all over the list.
const SAMPLES: usize = 12;

/// Plays a battle at random for so many decisions and looks at it before each that is a turn.
fn look_on(scenario: &Scenario, seed: u64, decisions: usize, mut watch: impl FnMut(Look<'_>)) {
    begin(scenario, seed).until(&mut Mind::new(Skill::Random, seed), decisions, |look, _| {
        watch(look);
        None::<()>
    });
}

/// What may be said for a choice: its squares, its numbers, and both together.
fn ways(choice: &Choice) -> Vec<Order> {
    let step = choice.squares.len().div_ceil(SAMPLES).max(1);
    let squares: Vec<_> = choice.squares.iter().step_by(step).map(|(square, _)| Some(*square)).collect();
    let squares = if squares.is_empty() { vec![choice.order.to] } else { squares };
    let numbers = match choice.numbers {
        Some((low, high)) => {
            assert!(low <= high, "{}: {low} to {high}", choice.order);
            vec![Some(low), Some(low.midpoint(high)), Some(high)]
        }
        None => vec![choice.order.n],
    };
    let both = squares.iter().flat_map(|to| numbers.iter().map(|n| Order { to: *to, n: *n, ..choice.order.clone() }));
    both.collect()
}

/// Every square and every number that a choice offers can be named, in all games.
#[test]
fn whatever_is_offered_is_accepted() {
    for scenario in scenarios() {
        let mut decisions = 0;
        let seed = 1;
        look_on(&scenario, seed, 40, |look| {
            decisions += 1;
            // To list everything with its reasons takes far longer than to decide.
            if decisions % 8 != 0 {
                return;
            }
            let wants =
                |choice: &&Choice| choice.is_legal() && (choice.numbers.is_some() || !choice.squares.is_empty());
            for choice in look.choices().iter().filter(wants) {
                for order in ways(choice) {
                    let may = look.check(&order);
                    assert_eq!(may, Ok(()), "{} seed {seed}, {}: {order}", scenario.name, look.when());
                }
            }
        });
    }
}

/// HG-MOUNT-05, ST-ENC-05: a horse that shies is offered no square behind one that it does not dare, and whoever carries
/// far too much none that takes longer than their turn.
#[test]
fn nobody_is_offered_to_go_where_they_may_not() {
    let library = library();
    for (ruleset, id, steps) in [("hursagmu", "HG-MOUNT-05-SHIES", 7), ("scale_toughness", "ST-C17", 0)] {
        let lessons = library.lessons(ruleset).unwrap();
        let lesson = lessons.iter().find(|lesson| lesson.id == id).unwrap();
        let mut world = quiet_world();
        let mut stage = Stage::set(lesson, &mut world);
        stage.play_to(steps);
        let look = Look::at(stage.world, stage.battle).unwrap();
        let choices = look.choices();
        let walk = choices.iter().find(|choice| choice.is_legal() && choice.order.verb == "move").unwrap();
        assert!(!walk.squares.is_empty(), "{id}");
        for (to, _) in &walk.squares {
            assert_eq!(look.check(&walk.order.clone().to(*to)), Ok(()), "{id}: to {to}");
        }
    }
}

/// Whoever asks only for what can be done to one enemy is told all of it, in the same order, with reasons and without.
#[test]
fn what_can_be_done_to_one_is_what_is_listed_for_all() {
    let mut found = 0;
    for scenario in scenarios() {
        let mut decisions = 0;
        look_on(&scenario, 1, 24, |look| {
            decisions += 1;
            let Some(who) = look.asked().filter(|_| decisions % 12 == 1) else { return };
            let is_blow = |deed: &dyn Deed| deed.group() == Group::Attack;
            for look in [look, look.without_words()] {
                let all = look.options_among(who, is_blow);
                for foe in look.foes(who).take(2) {
                    let name = look.key(foe);
                    let is_at = |choice: &&Choice| choice.order.at.iter().any(|at| at.who == Some(name));
                    let told = look.options_at(who, name, is_blow);
                    let told: Vec<&Choice> = told.iter().filter(is_at).collect();
                    let listed: Vec<&Choice> = all.iter().filter(is_at).collect();
                    assert_eq!(told, listed, "{} {}: {name}", scenario.name, look.when());
                    found += listed.len();
                }
            }
        });
    }
    assert!(found > 300, "{found} choices");
}

/// What somebody has twice is offered once: orders name it by its name.
#[test]
fn what_one_has_twice_is_offered_once() {
    let scenario = scenarios().into_iter().find(|scenario| scenario.name == "lanterns/lamp_room").unwrap();
    let game = begin(&scenario, 1);
    let look = game.now();
    let offered = look.options(look.find("Lamp mage").unwrap());
    let orders: Vec<&Order> = offered.iter().map(|choice| &choice.order).collect();
    assert!(orders.iter().any(|order| order.with.is_some_and(|name| name == "Ember burst")), "{orders:?}");
    for (index, order) in orders.iter().enumerate() {
        assert!(!orders[..index].contains(order), "twice: {order}");
    }
}

/// Two are on one square only where one carries, holds or has swallowed the other, or one of them is out of the fight.
#[test]
fn everybody_has_a_square_of_its_own() {
    let games = ["old_school/", "hursagmu/"];
    let is_played = |scenario: &&Scenario| games.iter().any(|game| scenario.name.starts_with(game));
    let scenarios = scenarios();
    for scenario in scenarios.iter().filter(is_played) {
        for seed in [3, 4] {
            look_on(scenario, seed, 100, |look| {
                let is_tied =
                    |id: Id| ["swallowed", "clinging", "clung to"].into_iter().any(|state| look.is(id, state));
                let stand = |id: &Id| look.is_in_play(*id) && !is_tied(*id);
                let standing: Vec<Id> = look.everybody().filter(stand).collect();
                for (index, one) in standing.iter().enumerate() {
                    let others = standing.iter().skip(index + 1).filter(|other| !look.go_together(*one, **other));
                    for other in others.filter(|other| look.place(**other).altitude == look.place(*one).altitude) {
                        let apart = look.footprint(*one).gap(look.footprint(*other)) > 0;
                        let (one, other) = (look.name(*one), look.name(*other));
                        assert!(apart, "{} seed {seed}, {}: {one} and {other}", scenario.name, look.when());
                    }
                }
            });
        }
    }
}
