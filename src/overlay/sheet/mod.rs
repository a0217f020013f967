//! The sheet of a fighter: what it is in, its figures with all that makes them
//! up, its wounds, what it carries and has learned.

mod body;
mod figures;
mod gear;

use bevy_egui::egui::{CollapsingHeader, ProgressBar, RichText, ScrollArea, TextStyle, Ui, vec2};

use super::cards::{self, Face};
use super::desk::Desk;
use super::tokens::states;
use super::{book, theme, tokens};
use crate::battle::{Dealt, Id, Key, Look, SheetLine};

/// The sheet of whoever is selected, else of whoever acts.
pub fn sheet(ui: &mut Ui, look: Look<'_>, desk: &mut Desk) {
    let acts = || look.clock().turn.filter(|who| look.knows_of(*who));
    let Some(who) = desk.selected.or_else(|| look.asked()).or_else(acts) else {
        ui.label(RichText::new("Click on a fighter to see its sheet.").color(theme::faint()));
        return;
    };
    ScrollArea::vertical().id_salt("sheet").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            super::track::chip(ui, look, who);
            ui.label(RichText::new(look.name(who)).heading());
        });
        if let Some(profile) = look.profile(who) {
            if profile.name != look.name(who) {
                ui.label(RichText::new(profile.name.as_str()).color(theme::faint()));
            }
            ui.label(RichText::new(&profile.blurb).italics());
        }
        if let Some((left, whole)) = look.health(who) {
            let share = left.max(0) as f32 / whole.max(1) as f32;
            let colour = theme::over(theme::sunken(), tokens::health_colour(share), 0.75);
            let height = ui.text_style_height(&TextStyle::Body) + 2.0;
            let bar = ProgressBar::new(share).fill(colour).corner_radius(3).desired_height(height);
            ui.add(bar.text(RichText::new(format!("{left} of {whole}")).strong()));
        }
        for state in states::states(look, who).iter().filter(|state| state.condition.part.is_none()) {
            states::told(ui, look, state, Some(desk));
        }
        // What others hold in secret is not told.
        let known = look.as_asked();
        for told in look.rules().registry.shows.iter().flat_map(|mechanic| mechanic.sheet(known, who)) {
            line(ui, look, desk, &told);
        }
        body::wounds(ui, look, who, desk);
        for (group, title, open) in
            [("figure", "Figures", true), ("ability", "Abilities", false), ("skill", "Skills", false)]
        {
            if look.rules().figures.values().any(|def| def.group.as_deref() == Some(group)) {
                let header = CollapsingHeader::new(title).default_open(open);
                header.show(ui, |ui| figures::figures(ui, look, who, group, desk));
            }
        }
        if !look.gear(who).is_empty() {
            CollapsingHeader::new("Arms and gear").default_open(true).show(ui, |ui| gear::gear(ui, look, who, desk));
        }
        learned(ui, look, who, desk);
    });
}

/// What a mechanic has to say; cards are shown as cards.
fn line(ui: &mut Ui, look: Look<'_>, desk: &mut Desk, told: &SheetLine) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(&told.label).color(theme::faint()));
        if !matches!(told.cards, Some(Dealt::Open(_))) {
            ui.label(if told.text.is_empty() { "none" } else { &told.text });
        }
        told.rule.into_iter().for_each(|rule| book::link(ui, look, desk, rule));
    });
    // Low enough for the room that there is to be seen whole.
    let height = (ui.text_style_height(&TextStyle::Body) * 2.6).min(ui.clip_rect().height() * 0.4).max(24.0);
    let Some(dealt) = &told.cards else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        match dealt {
            Dealt::Open(cards) => cards.iter().for_each(|card| {
                Face::of(*card).show(ui, height, &card.to_string());
            }),
            Dealt::Down(count) => (0..*count.min(&10)).for_each(|_| {
                let (rect, _) = ui.allocate_exact_size(cards::size(height), bevy_egui::egui::Sense::hover());
                cards::back(ui.painter(), rect);
            }),
        }
    });
}

/// Techniques and combos, with what they do.
fn learned(ui: &mut Ui, look: Look<'_>, who: Id, desk: &mut Desk) {
    let (techniques, combos): (Vec<Key>, _) = (look.techniques(who).collect(), look.combos(who));
    if techniques.is_empty() && combos.is_empty() {
        return;
    }
    CollapsingHeader::new("Learned").default_open(false).show(ui, |ui| {
        for technique in &techniques {
            let def = look.rules().conditions.get(technique);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(technique.as_str());
                def.iter().for_each(|def| book::link(ui, look, desk, def.rule));
            });
            if let Some(def) = def {
                ui.label(RichText::new(&def.text).small().color(theme::faint()));
            }
        }
        for (name, parts) in &combos {
            ui.label(name.as_str());
            let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).collect();
            ui.label(RichText::new(parts.join(", then ")).small().color(theme::faint()));
        }
    });
}
