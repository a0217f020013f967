//! What players read is written for people: no name of a file, of a setting or of a type stands in it.

use sortie::ai::{Mind, Skill};
use sortie::battle::{Key, Look, Rules};

use crate::kit::{Battle, begin, library, scenarios};

/// The large games.
const GAMES: [&str; 5] = ["scale_toughness", "liberi_gothica", "zones", "old_school", "hursagmu"];

/// What gives a text away as one that was written for a machine.
fn is_code(text: &str) -> bool {
    let joined = text
        .as_bytes()
        .windows(3)
        .any(|three| three[1] == b'_' && three[0].is_ascii_alphanumeric() && three[2].is_ascii_alphanumeric());
    joined || ["`", "::", "Some(", "None)", "Ok(", "{", "}", "  "].iter().any(|sign| text.contains(sign))
}

/// What players have stumbled over: a number that is called otherwise elsewhere, a share of nobody knows what.
fn is_odd(text: &str) -> bool {
    [" on number ", " gone and it would be ", " of it passes soon"].iter().any(|piece| text.contains(piece))
}

/// Every text that a ruleset brings for people.
fn texts(rules: &Rules) -> Vec<String> {
    let mut texts: Vec<String> = vec![rules.blurb.clone()];
    for rule in rules.book.values() {
        texts.extend(
            [Some(&rule.area), Some(&rule.title), Some(&rule.text), rule.ruling.as_ref()]
                .into_iter()
                .flatten()
                .cloned(),
        );
    }
    texts.extend(rules.tips.values().cloned());
    texts.extend(rules.settings.values().map(|setting| setting.text.clone()));
    texts.extend(rules.settings.values().flat_map(|setting| setting.told.values().cloned()));
    let deeds = rules.deeds.values().map(|deed| deed.nature());
    texts.extend(deeds.flat_map(|deed| [deed.verb.as_str(), deed.group.as_str()].map(str::to_owned)));
    let named = |key: &Key| key.as_str().to_owned();
    texts.extend(rules.arms.values().map(|arm| named(&arm.name)));
    texts.extend(rules.profiles.values().map(|profile| named(&profile.name)));
    texts
}

/// Every text that a question may put on the screen.
fn asked(look: Look<'_>) -> Vec<String> {
    let Some(question) = look.question() else { return Vec::new() };
    let mut texts = question.within.clone();
    texts.push(question.prompt.clone());
    for choice in look.choices() {
        texts.push(choice.label);
        texts.extend(choice.cost);
        texts.extend(choice.refused.map(|refusal| refusal.why));
        texts.extend(choice.later.map(|later| later.when));
    }
    texts
}

/// Promise: no text of any rulebook, and no tip, name or setting of a game that ships, holds a word of its files.
#[test]
fn texts_of_the_games_are_written_for_people() {
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        let rules = library.rules(&ruleset).unwrap();
        let all = texts(&rules);
        assert!(all.len() > 10, "{ruleset}: {}", all.len());
        let code: Vec<&String> = all.iter().filter(|text| is_code(text)).collect();
        assert!(code.is_empty(), "{ruleset}: {code:#?}");
    }
}

/// Promise: what is asked, offered, refused and told in the battles of the large games is written for people.
#[test]
fn what_battles_say_is_written_for_people() {
    for scenario in scenarios() {
        if !GAMES.iter().any(|game| scenario.name.starts_with(&format!("{game}/"))) {
            continue;
        }
        let (mut battle, mut mind, mut code) = (begin(&scenario, 3), Mind::new(Skill::Plain, 3), Vec::new());
        battle.until(&mut mind, 25, |look, _| {
            code.extend(asked(look).into_iter().filter(|text| is_code(text) || is_odd(text)));
            None::<()>
        });
        let told = battle.facts().iter().map(|fact| fact.text.clone());
        code.extend(told.filter(|text| is_code(text) || is_odd(text)));
        assert!(code.is_empty(), "{}: {code:#?}", scenario.name);
    }
}
