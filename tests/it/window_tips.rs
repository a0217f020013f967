//! Whatever can be done or answered says what it does, in plain words.

use std::collections::BTreeSet;

use sortie::ai::{Mind, Skill};
use sortie::overlay::tip_of;

use crate::kit::{Battle, begin, library, scenarios};

/// Decisions of a battle that are looked at.
const DECISIONS: usize = 150;

/// Promise: every deed of every game, and every answer to a question of any battle that ships, has a line that says what it
/// does.
#[test]
fn whatever_is_offered_says_what_it_does() {
    let mut lack: BTreeSet<String> = BTreeSet::new();
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        for verb in library.rules(&ruleset).unwrap().deeds.keys() {
            let told = tip_of("turn", verb.as_str());
            lack.extend(told.is_none().then(|| format!("{ruleset}: {verb}")));
            let is_line = |tip: &str| tip.ends_with('.') && tip.len() <= 130 && !tip.contains('\n');
            assert!(told.is_none_or(is_line), "{verb}: {told:?}");
        }
    }
    for scenario in scenarios() {
        for (seed, skill) in [(1, Skill::Plain), (2, Skill::Random)] {
            let mut count = 0;
            begin(&scenario, seed).until(&mut Mind::new(skill, seed), DECISIONS, |look, _| {
                count += 1;
                let question = look.question()?;
                // What can be done in a turn are deeds, which have been seen.
                for choice in question.choices.iter().flatten() {
                    let verb = choice.order.verb;
                    let told = tip_of(question.kind.as_str(), verb.as_str());
                    lack.extend(told.is_none().then(|| format!("{}: {verb}", question.kind)));
                }
                None::<()>
            });
            assert!(count > 0, "{}", scenario.name);
        }
    }
    assert!(lack.is_empty(), "nothing says what these do: {lack:#?}");
}
