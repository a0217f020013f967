//! What is told in words around the answers to a question: what is asked, what the game says of answers, what a deed is called.

use std::borrow::Cow;

use bevy_egui::egui::{Rect, RichText, Ui};

use super::beside::Asked;
use super::rows::{in_a_line, in_two_lines, ruled};
use super::{Answering, again, priced, words};
use crate::ai::kept;
use crate::battle::house_words::PASS;
use crate::battle::{Burden, Choice, Group, Look, Order, Question, Verb};
use crate::overlay::course::Pace;
use crate::overlay::{theme, tips, track};

/// What is asked, what falls later, and that an answer which was chosen for every time costs more by now.
pub(super) fn heading(ui: &mut Ui, asked: &Asked<'_, '_>, pace: &Pace, with: &mut Answering<'_>) {
    let Asked { look, question, .. } = *asked;
    let strong = ui.visuals().strong_text_color();
    let (is_scant, full) = (asked.is_scant(), in_full(question));
    if is_scant {
        in_two_lines(ui, look, (&question.prompt, &full, strong), &question.rules, with);
    } else {
        ruled(ui, look, (&full, strong), &question.rules, with);
    }
    if let Some(told) = look.rules().registry.shows.iter().find_map(|mechanic| mechanic.leads_to(look, question)) {
        if is_scant {
            in_a_line(ui, look, (&told, &told, theme::faint()), &[], with);
        } else {
            ui.label(RichText::new(told).small().color(theme::faint()));
        }
    }
    if let Some(told) = again::told(asked.again).filter(|_| !is_scant) {
        ui.label(RichText::new(told).small().color(theme::accent()));
    }
    if let Some((told, rule)) = track::falls_later(look) {
        let rules = rule.into_iter().collect::<Vec<_>>();
        if is_scant {
            in_a_line(ui, look, (&told, &told, theme::stance()), &rules, with);
        } else {
            ruled(ui, look, (&told, theme::stance()), &rules, with);
        }
    }
    if let Some((dearer, burden)) = kept(&pace.habits, question).and_then(|habit| habit.dearer(look, question)) {
        let told = is_dearer(dearer, burden);
        if is_scant {
            in_a_line(ui, look, (&told, &told, theme::accent()), &[], with);
        } else {
            ui.label(RichText::new(told).small().color(theme::accent()));
        }
    }
}

/// What is asked, with what is not counted in where its words tell a chance.
fn in_full(question: &Question) -> String {
    match question.before {
        Some(deed) => format!("{}, before a {deed}.", question.prompt.trim_end_matches('.')),
        None => question.prompt.clone(),
    }
}

/// Whether the round is over with an answer that lets a turn go by.
pub(super) fn ends_round(look: Look<'_>, question: &Question, choice: &Choice) -> bool {
    choice.order.verb == PASS && look.rules().initiative.pass_ends_round(look, question.side)
}

/// What is written on the button of an answer: also that the round ends with it.
pub(super) fn on_button(look: Look<'_>, question: &Question, choice: &Choice) -> String {
    let ends = if ends_round(look, question, choice) { ": ends the round" } else { "" };
    format!("{}{ends}", words(choice))
}

/// The price of an answer; of one to what somebody else does also how much worse all of a round becomes by it.
pub(super) fn weighed(look: Look<'_>, choice: &Choice) -> Option<String> {
    priced(look, &weighing(look, choice))
}

/// The same answer. Of one to what somebody else does the price also tells how much worse all of a round becomes by it.
pub fn weighing<'c>(look: Look<'_>, choice: &'c Choice) -> Cow<'c, Choice> {
    let asked = look.question().filter(|question| question.by.is_some() && choice.pays > 0);
    let weighs = asked.and_then(|question| question.who).and_then(|who| {
        let burden = |pays: i32| look.rules().economy.burden(look, who, pays);
        let (Burden { now, to_come }, none) = (burden(choice.pays), burden(0));
        (now > none.now || to_come > none.to_come).then(|| now.max(to_come))
    });
    match weighs.zip(choice.cost.as_deref()) {
        Some((weighs, cost)) => {
            let cost = Some(format!("{cost}, -{weighs} this round"));
            Cow::Owned(Choice { cost, ..choice.clone() })
        }
        None => Cow::Borrowed(choice),
    }
}

/// That an answer costs more than when it was chosen for every time.
fn is_dearer(choice: &Choice, burden: Burden) -> String {
    let cost = choice.cost.clone().unwrap_or_default();
    let now = (burden.now > 0).then(|| format!("-{} on this", burden.now));
    let to_come = (burden.to_come > 0).then(|| format!("-{} in their own turn this round", burden.to_come));
    let all = [Some(cost), now, to_come].into_iter().flatten().filter(|words| !words.is_empty());
    let all = all.collect::<Vec<_>>().join(", ");
    format!("{} costs more than when you chose it for every time: {all}.", choice.label)
}

/// A deed with its target and its arm: "attack Thug with Sword"; what is done to the arm itself: "draw the Blackjack".
pub(super) fn named(look: Look<'_>, order: &Order) -> String {
    let whom = look.target(order).map(|whom| format!(" {}", look.name(whom)));
    let is_done_to_it = whom.is_none() && look.deed(order.verb).is_ok_and(|deed| deed.group() == Group::Gear);
    let how = if is_done_to_it { "the" } else { "with" };
    let with = order.with.map(|with| format!(" {how} {with}"));
    format!("{}{}{}", order.verb, whom.unwrap_or_default(), with.unwrap_or_default())
}

/// What the game says of answers to such a question, in one line each: of several with the answer that it is about; of their
/// chances what they are, or why there are none. Only of answers at these places. Where each of them lies.
pub(super) fn plainly(
    ui: &mut Ui,
    asked: &Asked<'_, '_>,
    is_told: impl Fn(&usize) -> bool,
    everything: bool,
) -> Vec<Rect> {
    let mut lie = Vec::new();
    let (rules, kind) = (asked.look.rules(), asked.question.kind.as_str());
    let all = (0..asked.choices.len()).filter(is_told).filter_map(|at| asked.choices.get(at));
    let choices: Vec<&Choice> = all.collect();
    let mut told: Vec<(Verb, &str, &str)> = Vec::new();
    for choice in choices.iter().filter(|choice| choice.is_legal() || everything) {
        let verb = choice.order.verb;
        let tip = tips::tip_at(rules, kind, verb.as_str());
        let tip = tip.filter(|_| !told.iter().any(|(before, ..)| *before == verb));
        told.extend(tip.map(|tip| (verb, choice.label.as_str(), tip)));
    }
    let has_chance = choices.iter().any(|choice| choice.is_legal() && choice.chance.is_some());
    let chances = if has_chance { tips::chances(rules, kind) } else { tips::without_chances(rules, kind) };
    if let Some(told) = chances {
        lie.push(ui.label(RichText::new(told).small().color(theme::faint())).rect);
    }
    let is_only = told.len() == 1;
    for (_, label, tip) in told {
        let line = if is_only { tip.to_owned() } else { format!("{label}: {tip}") };
        lie.push(ui.label(RichText::new(line).small().color(theme::faint())).rect);
    }
    lie
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: what is asked is one sentence with what its chance leaves out, and a deed with a thing is told as people say it.
    #[test]
    fn what_is_asked_and_what_is_done_is_said_in_a_sentence() {
        trial::in_lesson("hursagmu", "HG-L-FAR-FRIEND", 3, |look| {
            let question = Question { before: Some("dodge".into()), ..look.question().unwrap().clone() };
            let question = Question { prompt: "The blow would fell them.".to_owned(), ..question };
            assert_eq!(in_full(&question), "The blow would fell them, before a dodge.");
            assert_eq!(named(look, &Order::new("draw").with("Knife")), "draw the Knife");
            assert_eq!(named(look, &Order::new("attack").with("Knife")), "attack with Knife");
        });
    }

    /// Promise: whoever has prepared something is told what they were ready for when they are asked whether they do it now.
    #[test]
    fn whoever_was_ready_is_told_for_what() {
        trial::in_lesson("liberi_gothica", "LG-C03", 4, |look| {
            let question = look.question().unwrap();
            let told = look.rules().registry.shows.iter().find_map(|mechanic| mechanic.leads_to(look, question));
            assert_eq!(told.as_deref(), Some("Prepared for when an enemy enters a square within 5 ft."));
        });
    }

    /// Promise: whoever is to be shoved is told where to, what does harm there first.
    #[test]
    fn whoever_is_shoved_is_told_where_to() {
        trial::in_lesson("zones", "ZN-L-INTO-THE-RIVER", 3, |look| {
            let question = look.question().unwrap();
            let told =
                look.rules().registry.shows.iter().find_map(|mechanic| mechanic.leads_to(look, question)).unwrap();
            assert!(told.starts_with("A shove sends Bandit to River (river, which does harm)"), "{told}");
            assert!(told.ends_with('.') && told.contains("Bridge"), "{told}");
        });
    }
}
