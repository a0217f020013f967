//! What deeds and answers do, in one plain line each: `assets/tips.ron`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bevy_egui::egui::{RichText, Ui};

use super::theme;
use crate::battle::{Choice, Look};

/// The file, which travels inside the program.
static TIPS: LazyLock<Result<BTreeMap<String, String>, String>> =
    LazyLock::new(|| ron::from_str(include_str!("../../assets/tips.ron")).map_err(|why| why.to_string()));

/// What an answer of this verb does, to a question of this kind.
pub fn tip_of(kind: &str, verb: &str) -> Option<&'static str> {
    let tips = TIPS.as_ref().ok()?;
    tips.get(&format!("{kind}: {verb}")).or_else(|| tips.get(verb)).map(String::as_str)
}

/// What an outcome means whose name does not tell enough.
pub fn outcome(name: &str) -> Option<&'static str> {
    TIPS.as_ref().ok()?.get(&format!("outcome: {name}")).map(String::as_str)
}

/// The same of a choice that is at hand, in a line of its own.
pub fn told(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let kind = look.question().map_or("", |question| question.kind.as_str());
    tip_of(kind, choice.order.verb.as_str()).into_iter().for_each(|tip| {
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

/// The rule that allows a choice, by its number and title.
fn rule(ui: &mut Ui, look: Look<'_>, choice: &Choice) {
    let title = look.rules().book.get(&choice.rule).map(|rule| rule.title.as_str());
    let told = [choice.rule.as_str()].into_iter().chain(title).collect::<Vec<_>>().join(": ");
    ui.label(RichText::new(told).small().color(theme::faint()));
}
