//! What deeds and answers do, in one plain line each: `assets/tips.ron`, and under it the `tips.ron` of the game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bevy_egui::egui::{RichText, Ui};

use super::answers::weighing;
use super::theme;
use crate::battle::{Choice, Group, Key, Look, Refusal, RuleId, Rules};

/// What stands for a rule of the book, and what that is.
pub const RULE: &str = "§";
pub const OPENS: &str = "a rule of the book: a click on it opens it there";

/// Points of what a rule says across at most, at the usual size of text.
pub const WIDE: f32 = 340.0;

/// The file, which travels inside the program.
static TIPS: LazyLock<Result<BTreeMap<String, String>, String>> =
    LazyLock::new(|| ron::from_str(include_str!("../../assets/tips.ron")).map_err(|why| why.to_string()));

/// What an answer of this verb does, to a question of this kind: as the game says, else as what ships does.
pub fn tip_of<'r>(rules: &'r Rules, kind: &str, verb: &str) -> Option<&'r str> {
    let names = [format!("{kind}: {verb}"), verb.to_owned()];
    let first = |tips: &'r BTreeMap<String, String>| names.iter().find_map(|name| tips.get(name)).map(String::as_str);
    first(&rules.tips).or_else(|| first(TIPS.as_ref().ok()?))
}

/// What a game itself says of an answer to questions of this kind: it is told at the question, before anybody points at it.
pub fn tip_at<'r>(rules: &'r Rules, kind: &str, verb: &str) -> Option<&'r str> {
    rules.tips.get(&format!("{kind}: {verb}")).map(String::as_str)
}

/// What a game itself says of the chances that stand beside answers to questions of this kind.
pub fn chances<'r>(rules: &'r Rules, kind: &str) -> Option<&'r str> {
    named(rules, "chances of", kind)
}

/// What a game itself says where no chance stands beside any answer to questions of this kind.
pub fn without_chances<'r>(rules: &'r Rules, kind: &str) -> Option<&'r str> {
    named(rules, "without chances of", kind)
}

/// What an outcome means whose name does not tell enough.
pub fn outcome<'r>(rules: &'r Rules, name: &str) -> Option<&'r str> {
    tip_of(rules, "outcome", name)
}

/// What an outcome is called where chances are told, if the game has another word for it there.
pub fn called(rules: &Rules, name: Key) -> &str {
    rules.tips.get(&format!("word of outcome: {name}")).map_or(name.as_str(), String::as_str)
}

/// What a figure of a forecast is called, where its own name says too little.
pub fn figure_word(rules: &Rules, name: Key) -> Option<&str> {
    named(rules, "word of figure", name.as_str())
}

/// What it means to do a deed in this manner.
pub fn manner(rules: &Rules, name: Key) -> Option<&str> {
    tip_of(rules, "manner", name.as_str())
}

/// What a figure is for, where its rule does not say it.
pub fn figure<'r>(rules: &'r Rules, name: &str) -> Option<&'r str> {
    named(rules, "figure", name)
}

/// What a word means that is written on an arm.
pub fn tag<'r>(rules: &'r Rules, word: &str) -> Option<&'r str> {
    named(rules, "tag", word)
}

/// What a word means that a zone of the field carries.
pub fn zone<'r>(rules: &'r Rules, word: &str) -> Option<&'r str> {
    named(rules, "zone", word)
}

/// What a word means that a border between two zones carries.
pub fn border<'r>(rules: &'r Rules, word: &str) -> Option<&'r str> {
    named(rules, "border", word)
}

/// What the numbers are that a line of the sheet tells.
pub fn line<'r>(rules: &'r Rules, label: &str) -> Option<&'r str> {
    named(rules, "line", label)
}

/// What the numbers are that is told by a rule, where the rule does not say how they are written.
pub fn numbers(rules: &Rules, rule: RuleId) -> Option<&str> {
    named(rules, "numbers of", rule.as_str())
}

/// The tip of something that is no deed and no answer.
fn named<'r>(rules: &'r Rules, kind: &str, name: &str) -> Option<&'r str> {
    let name = format!("{kind}: {name}");
    rules.tips.get(&name).or_else(|| TIPS.as_ref().ok()?.get(&name)).map(String::as_str)
}

/// What a rule says, under its title; its number small.
pub fn rule_told(ui: &mut Ui, look: Look<'_>, rule: RuleId) {
    let Some(entry) = look.rules().book.get(&rule) else { return };
    ui.set_max_width(WIDE * theme::scale(ui.ctx()));
    ui.label(RichText::new(&entry.title).strong());
    ui.label(&entry.text);
    numbers(look.rules(), rule).into_iter().for_each(|told| drop(ui.label(told)));
    ui.label(RichText::new(rule.as_str()).small().color(theme::faint()));
}

/// The same of a choice that is at hand, in a line of its own.
pub fn told(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let kind = look.question().map_or("", |question| question.kind.as_str());
    // What was begun says itself what it is, and its target.
    if choice.group == Group::Begun {
        ui.label(&choice.label);
    }
    tip_of(look.rules(), kind, choice.order.verb.as_str()).into_iter().for_each(|tip| {
        ui.label(tip);
    });
    steps(choice).into_iter().for_each(|steps| drop(ui.label(steps)));
    let kept = look.deed(choice.order.verb).ok().and_then(|deed| deed.kept());
    kept.into_iter().for_each(|kept| drop(ui.label(format!("It is kept {kept}."))));
}

/// How often a choice has to be done before anything comes of it, where once is not enough.
fn steps(choice: &Choice) -> Option<String> {
    choice.step.map(|(at, of)| match choice.order.n {
        Some(_) => format!("It takes {of} in all: this is {at} of them."),
        None => format!("It takes {of}: this is {at} of {of}."),
    })
}

/// With what it costs, and the rule behind it.
pub fn tip(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    told(ui, look, choice);
    if let Some(cost) = &weighing(look, choice).cost {
        ui.label(RichText::new(format!("Price: {cost}")).small().color(theme::accent()));
    }
    if begins(look, choice) {
        let words = "It takes longer than is left of this turn: it only begins now, and lands in a later one.";
        ui.label(RichText::new(words).small().color(theme::bad()));
    }
    rule(ui, look, choice);
}

/// Whether a deed of the turn takes more of it than is left, so that it only begins.
pub fn begins(look: Look<'_>, choice: &Choice) -> bool {
    let is_turn = look.question().is_some_and(|question| question.choices.is_none());
    let begins = |who| look.rules().economy.only_begins(look, who, choice.takes);
    is_turn && choice.group != Group::Begun && look.asked().is_some_and(begins)
}

/// The same of a choice that cannot be made: why not, and the rule that says so.
pub fn refused(ui: &mut Ui, look: Look<'_>, choice: &Choice, refusal: &Refusal) {
    told(ui, look, choice);
    ui.label(RichText::new(&refusal.why).color(theme::bad()));
    ui.label(RichText::new(refusal.rule.as_str()).small().color(theme::faint()));
}

/// The rule that allows a choice, by its number and title.
fn rule(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let title = look.rules().book.get(&choice.rule).map(|rule| rule.title.as_str());
    let told = [choice.rule.as_str()].into_iter().chain(title).collect::<Vec<_>>().join(": ");
    ui.label(RichText::new(told).small().color(theme::faint()));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::overlay::trial;

    /// Promise: two numbers side by side on a sheet, or in what is told of harm, have a line that says what either is.
    #[test]
    fn numbers_side_by_side_are_explained() {
        let mut seen = 0;
        for name in ["even", "gate", "first_milestone"] {
            let game = trial::begun(name, 1);
            let look = trial::look(&game);
            for line in look.shown().flat_map(|who| look.sheet_lines(who)) {
                if line.text.contains(", in steps of ") || line.label == "Burden" {
                    seen += 1;
                    assert!(super::line(look.rules(), &line.label).is_some(), "{name}: {}: {}", line.label, line.text);
                }
            }
        }
        assert!(seen > 0, "nobody carries anything");
        let rules = trial::library().rules("scale_toughness").unwrap();
        assert!(numbers(&rules, "ST-DMG-01".into()).is_some(), "9/3");
    }

    /// Promise: every figure on the sheet of any game has its rule, every state says what it does and names its rule, and every
    /// word on an arm has a line that says what it means.
    #[test]
    fn every_figure_state_and_word_of_an_arm_is_explained() {
        let library = trial::library();
        let mut lack: BTreeSet<String> = BTreeSet::new();
        let mut seen = [0; 3];
        for ruleset in library.rulesets().unwrap() {
            let rules = library.rules(&ruleset).unwrap();
            let mut say = |is_told: bool, what: String| lack.extend((!is_told).then(|| format!("{ruleset}: {what}")));
            let has_text = |rule: &RuleId| rules.book.get(rule).is_some_and(|entry| !entry.text.trim().is_empty());
            for (name, def) in rules.figures.iter().filter(|(_, def)| def.group.is_some()) {
                seen[0] += 1;
                say(def.rule.as_ref().is_some_and(has_text), format!("figure {}", name.as_str()));
            }
            for (name, def) in rules.conditions.iter() {
                seen[1] += 1;
                say(has_text(&def.rule) && !def.text.trim().is_empty(), format!("state {name}"));
            }
            for word in rules.arms.values().flat_map(|arm| arm.tags.iter()) {
                seen[2] += 1;
                say(tag(&rules, word.as_str()).is_some(), format!("tag {word}"));
            }
            // What is explained is there.
            let figures: BTreeSet<String> =
                rules.figures.keys().map(|name| format!("figure: {}", name.as_str())).collect();
            let own = rules.tips.keys().filter(|name| name.starts_with("figure: "));
            own.for_each(|name| say(figures.contains(name), format!("nothing is called by the tip {name}")));
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
        assert!(lack.is_empty(), "nothing explains these: {lack:#?}");
    }

    /// Promise: whatever mechanics count on a sheet at the beginning of a battle has a rule that tells what it is, the currency of
    /// a turn among it.
    #[test]
    fn every_line_of_a_sheet_has_its_rule() {
        let (mut lack, mut seen): (BTreeSet<String>, BTreeSet<String>) = Default::default();
        for name in trial::library().scenarios() {
            let game = trial::begun(&name, 1);
            let look = trial::look(&game);
            for line in look.everybody().flat_map(|who| look.sheet_lines(who)) {
                let is_told = line.rule.is_some_and(|rule| look.rules().book.contains_key(&rule));
                lack.extend((!is_told).then(|| format!("{name}: {}", line.label)));
                seen.insert(line.label);
            }
        }
        assert!(seen.len() > 10, "{seen:?}");
        assert!(lack.is_empty(), "nothing explains these: {lack:#?}");
    }

    /// Promise: of what has to be done several times it is told how often, and how far it is.
    #[test]
    fn what_takes_several_turns_says_how_many() {
        let mut seen = 0;
        for seed in 1..=4 {
            trial::watch("toll_bridge", seed, 120, |look| {
                for choice in look.choices().iter().filter(|choice| choice.order.verb == "reload") {
                    let told = steps(choice).unwrap();
                    assert!(
                        choice
                            .label
                            .ends_with(&format!("({})", told.split(" is ").nth(1).unwrap().trim_end_matches('.')))
                    );
                    seen += usize::from(told == "It takes 10: this is 1 of 10.");
                }
            });
        }
        assert!(seen > 0, "nobody ever had to load");
    }

    /// Promise: of what is loaded second by second it is told how much of the whole is done at once, also where some of it is done.
    #[test]
    fn a_part_of_loading_says_of_how_much() {
        let mut seen = 0;
        trial::watch("even", 3, 60, |look| {
            for choice in look.choices().iter().filter(|choice| choice.order.verb == "reload") {
                let Some((at, of)) = choice.step else { continue };
                assert!(at < of && choice.order.n == Some(at), "{}", choice.order);
                assert_eq!(steps(choice), Some(format!("It takes {of} in all: this is {at} of them.")));
                seen += 1;
            }
        });
        assert!(seen > 0, "nobody ever loads in parts");
    }
}
