//! The question at hand and what can be answered, greyed where it cannot, with
//! the reason.

use bevy_egui::egui::{Button, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::theme;
use crate::battle::{Choice, Id, Look, Question};

/// The question and its answers.
pub fn answers(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let Some(question) = look.question() else {
        ui.label(RichText::new("Nothing is being asked.").color(theme::FAINT));
        return;
    };
    ui.horizontal_wrapped(|ui| {
        if let Some(who) = question.who {
            super::track::chip(ui, look, who);
        }
        ui.label(RichText::new(&question.prompt).size(16.0));
        for rule in &question.rules {
            if ui.link(RichText::new(rule.as_str()).small()).clicked() {
                desk.look_up(*rule);
            }
        }
    });
    let choices = look.choices();
    ScrollArea::vertical().id_salt("answers").auto_shrink(false).show(ui, |ui| {
        if question.choices.is_some() {
            ui.horizontal_wrapped(|ui| choices.iter().for_each(|choice| answer(ui, look, question, choice, desk)));
        } else {
            turn(ui, look, question, &choices, desk);
        }
    });
}

/// The deeds of a turn, by groups; blows at the one who is aimed at.
fn turn(ui: &mut Ui, look: Look<'_>, question: &Question, choices: &[Choice], desk: &mut Desk) {
    let mut groups: Vec<&str> = Vec::new();
    for choice in choices {
        if !groups.contains(&choice.group.as_str()) {
            groups.push(choice.group.as_str());
        }
    }
    groups.sort_by_key(|group| ["attack", "move", "gear", "turn"].iter().position(|known| known == group).unwrap_or(3));
    let target = desk.target.or(desk.pointed).map(|target| look.name(target));
    for group in groups {
        let here: Vec<&Choice> = choices.iter().filter(|choice| choice.group == group).collect();
        let aimed = |choice: &&&Choice| {
            let at = choice.order.at.first().and_then(|aim| aim.who.as_deref());
            match (at, target) {
                (Some(at), Some(target)) => at == target,
                (Some(_), None) => choice.is_legal(),
                (None, _) => true,
            }
        };
        let shown: Vec<&&Choice> = here.iter().filter(aimed).collect();
        if shown.is_empty() {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(group).small().color(theme::FAINT));
            shown.iter().for_each(|choice| answer(ui, look, question, choice, desk));
        });
    }
}

fn answer(ui: &mut Ui, look: Look<'_>, question: &Question, choice: &Choice, desk: &mut Desk) {
    let mut text = choice.label.clone();
    for more in choice.cost.iter().chain(&choice.chance) {
        text.push_str(&format!("  {more}"));
    }
    let button = ui.add_enabled(choice.is_legal(), Button::new(text));
    if let Some(refusal) = &choice.refused {
        button.on_disabled_hover_text(refusal.to_string());
        return;
    }
    let who = question.who;
    let button = button.on_hover_ui(|ui| {
        ui.label(RichText::new(choice.rule.as_str()).small().color(theme::FAINT));
        if let Some(who) = who {
            odds(ui, look, who, choice);
        }
        if !choice.squares.is_empty() {
            ui.label("Click on a square of the board.");
        }
    });
    if button.clicked() && choice.squares.is_empty() {
        desk.order = Some(choice.order.clone());
    }
}

/// What would come of a deed, with all that counts.
pub fn odds(ui: &mut Ui, look: Look<'_>, who: Id, choice: &Choice) {
    let forecast = look.deed(&choice.order.verb).ok().and_then(|deed| deed.forecast(look, who, &choice.order));
    let Some(forecast) = forecast else { return };
    for prospect in &forecast.against {
        if let Some(target) = prospect.who {
            ui.label(RichText::new(look.name(target)).strong());
        }
        for ((_, name), chance) in prospect.outcomes.iter() {
            ui.label(format!("{:>5.1}%  {name}", chance.to_f64() * 100.0));
        }
        ui.separator();
        for (name, sum) in &prospect.figures {
            ui.label(RichText::new(format!("{name} {sum}")).small());
        }
    }
}
