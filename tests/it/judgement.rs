//! What the computer does in situations in which it once did something stupid.

mod arms;
mod deeds;
mod liberi_gothica;
mod objectives;
mod old_school;
mod places;
mod rounds;
mod shots;
mod strength;
mod zones;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Look, Order};
use sortie::rulebook::Lesson;

use crate::kit::{Battle, fight, library};

const STRENGTHS: [Skill; 2] = [Skill::Plain, Skill::Keen];

/// One of the situations that lie beside this file.
fn situation(rules: &str, id: &str) -> Lesson {
    let path = format!("tests/it/judgement/{rules}.ron");
    let all = library().lesson_file(path.as_ref()).unwrap_or_else(|problems| panic!("{problems:?}"));
    all.into_iter().find(|each| each.id == id).expect("there is such a situation")
}

/// What each of those asked does, as long as `goes_on`, with the battle that comes of it.
fn played(
    lesson: &Lesson,
    skill: Skill,
    seed: u64,
    goes_on: impl Fn(Look<'_>) -> bool,
) -> (Vec<(String, Order)>, String) {
    let mut game = fight(lesson.setup.clone(), seed);
    let mut orders = Vec::new();
    game.until(&mut Mind::new(skill, seed), 200, |look, order| {
        if !goes_on(look) {
            return Some(());
        }
        let who = look.question().and_then(|question| question.who).map(|who| look.name(who).to_owned());
        orders.push((who.unwrap_or_default(), order.clone()));
        None
    });
    (orders, game.told())
}

/// What the first in the order does in the first turn of a situation, with dice of several seeds.
fn first_turns(rules: &str, id: &str, skill: Skill) -> Vec<(Vec<Order>, String)> {
    first_turns_of(&situation(rules, id), skill)
}

/// The same for a situation at hand.
fn first_turns_of(lesson: &Lesson, skill: Skill) -> Vec<(Vec<Order>, String)> {
    let first = lesson.setup.arranged.as_ref().and_then(|order| order.first().copied()).expect("an order");
    let turn = |seed| {
        let is_it = |look: Look<'_>| look.clock().turn.is_none_or(|who| who == first) && look.clock().round < 2;
        let (orders, told) = played(lesson, skill, seed, is_it);
        let name = lesson.setup.fighters[usize::from(first.0)].name.clone();
        (orders.into_iter().filter(|(who, _)| *who == name).map(|(_, order)| order).collect(), told)
    };
    (1..6).map(turn).collect()
}

fn nobody_does(rules: &str, id: &str, is_stupid: impl Fn(&Order) -> bool) {
    for skill in STRENGTHS {
        for (orders, told) in first_turns(rules, id, skill) {
            assert!(!orders.iter().any(&is_stupid), "{id}, {skill:?}: {orders:?}\n{told}");
        }
    }
}
