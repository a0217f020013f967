//! Random play with everything taken back, made again, saved, loaded and played again.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Dictionary, HOUSE_RULES, Key, Look, Order, RuleText};
use sortie::engine::Session;
use sortie::record::{Budget, Record};

use crate::kit::{Battle, begin, library};

use super::{asked, battle_of, leave, run};

/// An answer at random, with a square or number where one is wanted.
fn anything(chance: &mut super::Chance, look: Look<'_>, mind: &mut Mind) -> Option<Order> {
    let legal = look.choices();
    let legal: Vec<_> = legal.iter().filter(|choice| choice.is_legal()).collect();
    if legal.is_empty() || chance.one_in(3) {
        return mind.decide(look);
    }
    let choice = chance.pick(&legal);
    let mut order = choice.order.clone();
    if let Some((square, _)) = choice.squares.get(chance.below(choice.squares.len())) {
        order.to = Some(*square);
    }
    if let Some((low, high)) = choice.numbers {
        order.n = Some(low + chance.below((high - low).max(0) as usize + 1) as i32);
    }
    look.check(&order).is_ok().then_some(order).or_else(|| mind.decide(look))
}

/// Whether a rule is one of the book, or of the house itself.
fn is_known(book: &Dictionary<RuleText>, rule: &str) -> bool {
    Key::find(rule).is_some_and(|rule| book.contains_key(&rule)) || HOUSE_RULES.iter().any(|(id, _)| *id == rule)
}

#[test]
fn fuzz_what_is_decided_can_be_taken_back_saved_and_played_again() {
    let library = library();
    let names = library.scenarios();
    let count = asked().map_or(5, |asked| asked / 20);
    run("battle", count, |number, chance| {
        let scenario = library.scenario(battle_of(&names, number)).unwrap();
        let seed = chance.next() % 1_000_000;
        let mut game = begin(&scenario, seed);
        let mut mind = Mind::new(Skill::Random, seed);
        for made in 0..if asked().is_some() { 400 } else { 30 } {
            if game.end().is_some() {
                break;
            }
            let look = game.now();
            let Some(order) = anything(chance, look, &mut mind) else { break };
            let rules = look.rules();
            let refused = look.choices().into_iter().filter_map(|choice| choice.refused);
            let unknown = |rule: &str| !is_known(&rules.book, rule);
            if let Some(refusal) = refused.into_iter().find(|refusal| unknown(refusal.rule.as_str())) {
                let left = leave(&format!("{number}-play.json"), &serde_json::to_vec_pretty(&game.saved()).unwrap());
                return Err(format!("{} ({}), {refusal}: a rule of no book", scenario.name, left.display()));
            }
            let before = chance.one_in(10).then(|| game.saved());
            let failure = game.decide(order.clone()).err().map(|why| why.to_string());
            if let Some(why) = failure {
                return Err(format!("{}, seed {seed}, decision {made}, `{order}`: {why}", scenario.name));
            }
            if let Some(before) = before {
                let after = game.saved();
                game.undo(1).map_err(|why| format!("{}, `{order}` cannot be taken back: {why}", scenario.name))?;
                if game.saved() != before {
                    return Err(format!(
                        "{}, seed {seed}, decision {made}, `{order}` is not taken back whole",
                        scenario.name
                    ));
                }
                game.decide(order.clone()).map_err(|why| why.to_string())?;
                if game.saved() != after {
                    return Err(format!(
                        "{}, seed {seed}, decision {made}, `{order}` goes otherwise again",
                        scenario.name
                    ));
                }
            }
        }
        let book = &game.now().rules().book;
        if let Some(rule) = game.facts().iter().map(|fact| fact.rule.as_str()).find(|rule| !is_known(book, rule)) {
            return Err(format!("{}: a fact of the rule `{rule}`, of no book", scenario.name));
        }
        // There and back in all three forms.
        let record = game.saved();
        let code = Record::from_code(&record.code().map_err(|why| why.to_string())?).map_err(|why| why.to_string())?;
        let (_, again) = code.restore(&library, &Budget::endless()).map_err(|why| why.to_string())?;
        if again.saved() != record {
            return Err(format!("{}, seed {seed}: comes back otherwise from its code", scenario.name));
        }
        let mut session = Session::new(&library);
        let loaded = session.line(&serde_json::json!({"do": "load", "record": record}).to_string());
        let same = session.line(r#"{"do":"save"}"#)["record"] == serde_json::to_value(&record).unwrap();
        if same { Ok(()) } else { Err(format!("{}, seed {seed}: is loaded otherwise: {loaded}", scenario.name)) }
    });
}
