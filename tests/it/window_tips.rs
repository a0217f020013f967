//! Whatever can be done or answered says what it does, in plain words.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use egui_kittest::kittest::Queryable;
use sortie::ai::{Mind, Skill};
use sortie::battle::Group;
use sortie::dice::Card;
use sortie::overlay::{Kind, Preferences, tip_of};

use crate::kit::window::{PAGE, after, at_once};
use crate::kit::{Battle, begin, fight, files, library, scenarios};
use crate::window_bar::written_in_the_first_turn;

/// Decisions of a battle that are looked at.
const DECISIONS: usize = 150;
/// The first of them, at which the manners of blows are looked at.
const MANNERS: usize = 8;

/// Promise: every deed of every game, and every answer to a question of any battle that ships, has a line that says what it
/// does.
#[test]
fn whatever_is_offered_says_what_it_does() {
    let mut lack: BTreeSet<String> = BTreeSet::new();
    let library = library();
    for ruleset in library.rulesets().unwrap() {
        let rules = library.rules(&ruleset).unwrap();
        for verb in rules.deeds.keys() {
            let told = tip_of(&rules, "turn", verb.as_str());
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
                // The manners of blows have a button each, which looks alike all along.
                if question.choices.is_none() && count <= MANNERS {
                    let blows = look.choices().into_iter().filter(|choice| choice.group == Group::Attack);
                    for manner in blows.filter(|choice| !choice.order.at.is_empty()).flat_map(|choice| choice.manners) {
                        let told = tip_of(look.rules(), "manner", manner.as_str());
                        lack.extend(told.is_none().then(|| format!("manner: {manner}")));
                    }
                }
                // What can be done in a turn are deeds, which have been seen.
                for choice in question.choices.iter().flatten() {
                    let verb = choice.order.verb;
                    let told = tip_of(look.rules(), question.kind.as_str(), verb.as_str());
                    lack.extend(told.is_none().then(|| format!("{}: {verb}", question.kind)));
                }
                None::<()>
            });
            assert!(count > 0, "{}", scenario.name);
        }
    }
    assert!(lack.is_empty(), "nothing says what these do: {lack:#?}");
}

/// Promise: what a game itself says of an answer stands at its question, and nobody has to point at it first.
#[test]
fn what_a_game_says_of_an_answer_is_told_at_its_question() {
    let steps_in = ["first with Goblins", "act with Goblin", "attack with Javelin at Sybilla", "guard at Theobald"];
    let mut screen = after("first_milestone", 1, &steps_in);
    // Balthasar may step in for Theobald, also where his armour stops what is thrown.
    screen.edit::<Preferences>().asks_all = true;
    let harness = at_once(screen);
    assert!(harness.names("Balthasar guards"));
    assert!(harness.names("They step in and are struck instead"));
}

/// Promise: where a joker can be laid the game says what it counts as, also where its cards come from another game.
#[test]
fn a_game_with_jokers_says_what_they_are() {
    for (ruleset, id) in [("liberi_gothica", "LG-C12"), ("crossroads", "CR-L-CARDS")] {
        let lessons = library().lessons(ruleset).unwrap();
        let lesson = lessons.iter().find(|each| each.id == id).unwrap();
        let mut game = fight(lesson.setup.clone(), 1);
        let is_offered = (0..3).any(|_| {
            let choices = game.now().choices();
            let is_joker = choices.iter().any(|choice| choice.card.is_some_and(Card::is_joker));
            if !is_joker {
                game.say(&[choices[0].order.to_string().as_str()]);
            }
            is_joker
        });
        assert!(is_offered, "{ruleset}: nobody holds a joker");
        let tip = game.now().rules().tips.get("lay: joker");
        assert!(tip.is_some_and(|tip| tip.contains("number")), "{ruleset}: {tip:?}");
    }
}

/// Promise: every tip of the house is of use: its word is that of a deed of some game, or one that the house or a game speaks.
#[test]
fn no_tip_is_of_a_word_that_nobody_speaks() {
    let library = library();
    let mut spoken: String = String::new();
    for ruleset in library.rulesets().unwrap() {
        let rules = library.rules(&ruleset).unwrap();
        spoken.extend(rules.deeds.keys().map(|verb| format!("\"{verb}\"")));
    }
    let is_told = |path: &Path| {
        let is_of_tests = path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs");
        let speaks = ["mechanics", "battle"].iter().any(|folder| path.starts_with(Path::new("src").join(folder)));
        let is_game = path.extension().is_some_and(|end| end == "ron") && !path.ends_with("tips.ron");
        speaks && !is_of_tests || path.starts_with("rulesets") && is_game
    };
    for path in files("src".as_ref()).into_iter().chain(files("rulesets".as_ref())).filter(|path| is_told(path)) {
        let text = std::fs::read_to_string(&path).unwrap();
        // What tests make up is spoken by nobody.
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        spoken.push_str(text);
    }
    let tips: BTreeMap<String, String> = ron::from_str(include_str!("../../assets/tips.ron")).unwrap();
    let word = |name: &str| name.split_once(": ").map_or(name, |(_, word)| word).to_owned();
    let unused: Vec<&String> = tips.keys().filter(|name| !spoken.contains(&format!("\"{}\"", word(name)))).collect();
    assert!(tips.len() > 100 && unused.is_empty(), "nobody speaks of {unused:?}");
}

/// Promise: what is told of a place of the bar while it is pointed at is written as large as all else.
#[test]
fn what_is_told_of_a_place_grows_with_the_text() {
    let high = |text: u32| {
        let mut harness = written_in_the_first_turn("first_watch", PAGE, text);
        let choices = harness.now().choices();
        let bar = harness.bar(&choices);
        let slot = bar.iter().find(|slot| slot.kind == Kind::Group(Group::Move)).expect("somebody may go");
        let open = slot.choices.iter().map(|at| &choices[*at]).filter(|choice| choice.is_legal());
        let mut verbs: Vec<&str> = open.map(|choice| choice.order.verb.as_str()).collect();
        verbs.dedup();
        let look = harness.now();
        let words = match verbs.as_slice() {
            [verb] => tip_of(look.rules(), look.question().unwrap().kind.as_str(), verb).unwrap().to_owned(),
            several => several.join(", "),
        };
        let title = slot.title(&choices);
        let at = harness.query_all_by_label(&title).last().unwrap().rect().center();
        harness.hover_at(at);
        harness.run_steps(8);
        let told = harness.query_all_by_label(&words).last().map(|node| node.rect().height());
        told.unwrap_or_else(|| panic!("text {text}: `{words}` is not told"))
    };
    let usual = high(100);
    for text in [150, 200] {
        let told = high(text);
        assert!(told > usual * text as f32 / 100.0 * 0.9, "text {text}: {told}, at the usual size {usual}");
    }
}
