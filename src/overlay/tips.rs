//! What deeds and answers do, in one plain line each: `assets/tips.ron`, and under it the `tips.ron` of the game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bevy_egui::egui::{RichText, Ui};

use super::theme;
use crate::battle::{Choice, Group, Key, Look, Refusal, Rules};

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

/// What an outcome means whose name does not tell enough.
pub fn outcome<'r>(rules: &'r Rules, name: &str) -> Option<&'r str> {
    tip_of(rules, "outcome", name)
}

/// What an outcome is called where chances are told, if the game has another word for it there.
pub fn called(rules: &Rules, name: Key) -> &str {
    rules.tips.get(&format!("word of outcome: {name}")).map_or(name.as_str(), String::as_str)
}

/// What it means to do a deed in this manner.
pub fn manner(rules: &Rules, name: Key) -> Option<&str> {
    tip_of(rules, "manner", name.as_str())
}

/// The same of a choice that is at hand, in a line of its own.
pub fn told(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let kind = look.question().map_or("", |question| question.kind.as_str());
    // What was begun says itself what it is, and at whom.
    if choice.group == Group::Begun {
        ui.label(&choice.label);
    }
    tip_of(look.rules(), kind, choice.order.verb.as_str()).into_iter().for_each(|tip| {
        ui.label(tip);
    });
}

/// With what it costs, and the rule behind it.
pub fn tip(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    told(ui, look, choice);
    if let Some(cost) = &choice.cost {
        ui.label(RichText::new(format!("Price: {cost}")).small().color(theme::accent()));
    }
    rule(ui, look, choice);
}

/// The same of a choice that cannot be made: why not, and by which rule.
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
