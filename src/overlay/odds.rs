//! Prospects as they are shown: outcomes with their chances, and every figure
//! that went in with all that it is made of.

use bevy_egui::egui::{Color32, RichText, Sense, Ui, vec2};

use super::{theme, tips};
use crate::battle::{Answered, Choice, Forecast, Key, Prospect, Rules, Sum};
use crate::dice::{Distribution, Fraction};

/// An outcome, how likely it is, and its colour.
struct Part {
    name: Key,
    chance: Fraction,
    colour: Color32,
}

/// The outcomes of a prospect, the worst last: what is as bad has one colour everywhere; those that do no harm are told
/// apart by their shade.
fn parts(prospect: &Prospect) -> Vec<Part> {
    let mut idle = 0_u8;
    let part = |((grade, name), chance): (&(i32, Key), Fraction)| {
        let colour = if *grade > 0 {
            theme::outcome(*grade)
        } else {
            idle = idle.saturating_add(1);
            Color32::from_gray(0x50_u8.saturating_add(idle.saturating_mul(0x12)))
        };
        Part { name: *name, chance, colour }
    };
    prospect.outcomes.iter().map(part).collect()
}

/// A chance that is told as a fraction, "3/5", as players read it: "60%".
pub fn percent(chance: &str) -> String {
    let (of, all) = chance.split_once('/').unwrap_or((chance, "1"));
    match (of.parse::<f64>(), all.parse::<f64>()) {
        (Ok(of), Ok(all)) if all > 0.0 => format!("{:.0}%", of * 100.0 / all),
        _ => chance.to_owned(),
    }
}

/// What a choice is called, with the chance that it comes to anything: "Sprint 60%".
pub fn with_chance(choice: &Choice) -> String {
    let chance = choice.chance.as_deref().map(|chance| format!(" {}", percent(chance)));
    format!("{}{}", choice.label, chance.unwrap_or_default())
}

/// A chance with one place after the point: "45.8%".
fn exactly(chance: &Fraction) -> String {
    format!("{:.1}%", chance.to_f64() * 100.0)
}

/// The chances that harm comes of one blow: "wound 46%, dying 3%"; for one
/// that harms nobody the chance of the best that can come of it.
pub fn telling(prospect: &Prospect) -> String {
    let mut telling: Vec<_> = prospect.outcomes.iter().filter(|((grade, _), _)| *grade > 0).collect();
    let brings = || prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO);
    if telling.is_empty() && brings().next().is_none() {
        // Where not even the best of it does anything.
        let best = prospect.outcomes.iter().next_back().filter(|((grade, _), _)| *grade >= 0);
        let Some(best) = best else { return "comes to nothing".to_owned() };
        telling.push(best);
    }
    let harm = telling.iter().map(|((_, name), chance)| format!("{name} {}", chance.percent()));
    let told: Vec<String> =
        harm.chain(brings().map(|(state, chance)| format!("{state} {}", chance.percent()))).collect();
    told.join(", ")
}

/// The same of a whole deed, with what they could still do who are struck: that is not counted in.
pub fn line(forecast: &Forecast) -> String {
    let told = forecast.against.iter().map(telling).collect::<Vec<_>>().join("; ");
    let mut answers: Vec<&str> = Vec::new();
    for verb in forecast.answers.iter().filter_map(|answer| answer.verb) {
        if !answers.contains(&verb.as_str()) {
            answers.push(verb.as_str());
        }
    }
    if answers.is_empty() { told } else { format!("{told} unless they {}", answers.join(" or ")) }
}

/// What would come of each answer of those who are struck: "dodge: hurt 24%; counter with Spear: hurt 53%, back hurt 30%".
/// Nothing where the odds hold whatever they do.
fn answered(forecast: &Forecast) -> Option<String> {
    let harm = |outcomes: &Distribution<(i32, Key)>| {
        let telling = outcomes.iter().filter(|((grade, _), _)| *grade > 0);
        let told: Vec<String> = telling.map(|((_, name), chance)| format!("{name} {}", chance.percent())).collect();
        if told.is_empty() { "no harm".to_owned() } else { told.join(", ") }
    };
    let told = forecast.answers.iter().map(|answer| {
        let back = answer.back.as_ref().map(|back| format!(", back {}", harm(&back.outcomes)));
        let outcome = format!("{}{}", harm(&answer.outcomes), back.unwrap_or_default());
        // What it is done with is left out where it makes no difference.
        let by_other_means = |other: &&Answered| other.verb == answer.verb && other.name != answer.name;
        let others: Vec<&Answered> = forecast.answers.iter().filter(by_other_means).collect();
        let is_alike = !others.is_empty() && others.iter().all(|other| other.outcomes == answer.outcomes);
        match answer.verb.filter(|_| is_alike) {
            Some(verb) => format!("{verb}: {outcome}"),
            None => format!("{}: {outcome}", answer.name),
        }
    });
    let mut all: Vec<String> = told.collect();
    all.dedup();
    (!all.is_empty()).then(|| format!("If they do something about it: {}", all.join("; ")))
}

/// What may come of a deed as bars, and below them what comes of it where it is answered, if there is room for it.
pub fn outlook(ui: &mut Ui, forecast: &Forecast, has_room: bool) {
    bar(ui, forecast);
    if has_room {
        answers(ui, forecast);
    }
}

/// What comes of a deed where it is answered, in a faint line.
pub fn answers(ui: &mut Ui, forecast: &Forecast) {
    if let Some(told) = answered(forecast) {
        ui.label(RichText::new(told).small().color(theme::faint()));
    }
}

/// The outcomes of each blow as one bar, as wide as there is room.
fn bar(ui: &mut Ui, forecast: &Forecast) {
    for prospect in &forecast.against {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), theme::em(ui, 6.0)), Sense::hover());
        let mut left = rect.left();
        for part in parts(prospect) {
            let width = rect.width() * part.chance.to_f64() as f32;
            let piece = bevy_egui::egui::Rect::from_min_size(
                bevy_egui::egui::pos2(left, rect.top()),
                vec2(width, rect.height()),
            );
            ui.painter().rect_filled(piece, 0.0, part.colour);
            left += width;
        }
    }
}

/// Every outcome with its exact chance, then every figure with its terms.
pub fn details(ui: &mut Ui, rules: &Rules, forecast: &Forecast, names: impl Fn(&Prospect) -> Option<String>) {
    for prospect in &forecast.against {
        if let Some(name) = names(prospect) {
            ui.label(RichText::new(name).strong());
        }
        for part in parts(prospect) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0) * theme::scale(ui.ctx()), Sense::hover());
                ui.painter().rect_filled(rect, 2.0, part.colour);
                ui.label(format!("{}  {}", exactly(&part.chance), part.name));
                let exact = part.chance.to_string();
                if exact.len() <= 13 {
                    ui.label(RichText::new(exact).small().color(theme::faint()));
                }
            });
            if let Some(tip) = tips::outcome(rules, part.name.as_str()) {
                ui.label(RichText::new(tip).small().color(theme::faint()));
            }
        }
        for (state, chance) in prospect.brings.iter().filter(|(_, chance)| *chance > Fraction::ZERO) {
            ui.label(format!("{}  {state}, whatever else", exactly(chance)));
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new("expected harm").color(theme::faint()));
            ui.label(format!("{:.2}", prospect.mean_harm().to_f64()));
        });
        ui.separator();
        for (name, sum) in &prospect.figures {
            figure(ui, *name, sum);
        }
    }
}

/// A figure and the terms that it is the sum of.
pub fn figure(ui: &mut Ui, name: Key, sum: &Sum) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("{name} {}", sum.total())).strong());
        if sum.terms.len() > 1 {
            for term in &sum.terms {
                let text = RichText::new(format!("{:+} {}", term.value, term.name)).small().color(theme::faint());
                let label = ui.label(text);
                if let Some(rule) = term.rule {
                    label.on_hover_text(rule.as_str());
                }
            }
        }
    });
}
