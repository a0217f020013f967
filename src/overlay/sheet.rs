//! The sheet of a fighter: figures with all that makes them up.

use bevy_egui::egui::{CollapsingHeader, Grid, ProgressBar, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::{book, theme, tokens};
use crate::battle::{Held, Id, Key, Look};

/// The sheet of whoever is selected, else of whoever acts.
pub fn sheet(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let asked = || look.question().and_then(|question| question.who);
    let Some(who) = desk.selected.or_else(asked).or(look.clock().turn) else {
        ui.label(RichText::new("Click on a fighter to see its sheet.").color(theme::FAINT));
        return;
    };
    ScrollArea::vertical().id_salt("sheet").auto_shrink(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            super::track::chip(ui, look, who);
            ui.label(RichText::new(look.name(who)).heading());
        });
        if let Some(profile) = look.profile(who) {
            if profile.name != look.name(who) {
                ui.label(RichText::new(profile.name.as_str()).color(theme::FAINT));
            }
            ui.label(RichText::new(&profile.blurb).italics());
        }
        if let Some((left, whole)) = look.health(who) {
            ui.add(ProgressBar::new(left.max(0) as f32 / whole.max(1) as f32).text(format!("{left} of {whole}")));
        }
        states(ui, look, who, desk);
        let known = look.as_asked();
        for line in look.rules().mechanics.iter().flat_map(|mechanic| mechanic.sheet(known, who)) {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&line.label).color(theme::FAINT));
                ui.label(&line.text);
            });
        }
        for (group, title, open) in
            [("figure", "Figures", true), ("ability", "Abilities", false), ("skill", "Skills", false)]
        {
            CollapsingHeader::new(title).default_open(open).show(ui, |ui| figures(ui, look, who, group, desk));
        }
        CollapsingHeader::new("Gear").default_open(true).show(ui, |ui| gear(ui, look, who));
    });
}

/// What somebody is in, what that does, until when, and by which rule.
fn states(ui: &mut Ui, look: Look<'_>, who: Id, desk: &mut Desk) {
    for state in tokens::states::states(look, who) {
        tokens::states::told(ui, look, &state);
        if let Some(def) = state.def {
            book::link(ui, look, desk, def.rule);
        }
    }
}

fn figures(ui: &mut Ui, look: Look<'_>, who: Id, group: &str, desk: &mut Desk) {
    Grid::new(("figures", group)).num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (name, def) in &look.rules().figures {
            if def.group.as_deref() != Some(group) {
                continue;
            }
            let sum = look.figure(who, *name);
            let label = ui.label(RichText::new(name.as_str()).color(theme::FAINT));
            let total = shown(sum.total(), def.halves);
            let value = ui.label(total).on_hover_ui(|ui| {
                for term in &sum.terms {
                    let rule = term.rule.map(|rule| format!("  [{rule}]")).unwrap_or_default();
                    ui.label(format!("{:+} {}{rule}", term.value, term.name));
                }
            });
            if let Some(rule) = def.rule
                && (label.clicked() || value.clicked())
            {
                desk.look_up(rule);
            }
            ui.end_row();
        }
    });
}

fn shown(value: i32, halves: bool) -> String {
    match (halves, value % 2 != 0) {
        (true, true) => format!("{}.5", value.div_euclid(2)),
        (true, false) => (value / 2).to_string(),
        (false, _) => value.to_string(),
    }
}

fn gear(ui: &mut Ui, look: Look<'_>, who: Id) {
    for item in look.gear(who) {
        let held = match item.held {
            Held::Hand(_) => "in hand",
            Held::Worn => "worn",
            Held::Body => "",
            Held::Belt => "at the belt",
            Held::Pack => "in the pack",
            Held::Ground(_) => "on the ground",
        };
        let mut text = item.arm.name.to_string();
        if let Some(rounds) = item.arm.rounds {
            text.push_str(&format!("  {}/{rounds}", item.loaded));
        }
        if item.wounds > 0 {
            text.push_str(&format!("  {} wounds", item.wounds));
        }
        for state in &item.state {
            text.push_str(&format!("  {state}"));
        }
        ui.horizontal(|ui| {
            ui.label(text).on_hover_text(facts(&item.arm));
            ui.label(RichText::new(held).small().color(theme::FAINT));
        });
    }
}

/// What an arm does, in a line.
fn facts(arm: &crate::battle::Arm) -> String {
    let mut facts: Vec<String> = Vec::new();
    if let Some(damage) = &arm.damage {
        let adds: Vec<String> = arm
            .adds
            .iter()
            .map(|(figure, times)| match times {
                1 => format!(" + {figure}"),
                _ => format!(" + {times} x {figure}"),
            })
            .collect();
        facts.push(format!("{damage}{}", adds.concat()));
    }
    facts.extend(arm.types.iter().map(Key::to_string));
    if !arm.reach.is_empty() {
        facts.push(format!("reach {}", arm.reach.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    facts.extend(arm.increment.map(|increment| format!("increment {increment}")));
    if facts.is_empty() { arm.name.to_string() } else { facts.join(", ") }
}
