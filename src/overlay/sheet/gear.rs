//! Arms, armour and other gear, with their facts in words.

use bevy_egui::egui::{RichText, Ui};

use crate::battle::{Arm, ArmKind, Held, Item, Key, Look, Measure, ModDef};
use crate::overlay::book::{self, Book};
use crate::overlay::{theme, tips};

/// What somebody has, what is ready before what is put away.
pub fn gear(ui: &mut Ui, look: Look<'_>, items: &[Item], book: &mut Book) {
    let mut items: Vec<&Item> = items.iter().collect();
    items.sort_by_key(|item| place(item).0);
    for item in items {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(item.arm.name.as_str()).strong());
            let (_, held) = place(item);
            if !held.is_empty() {
                ui.label(RichText::new(held).small().color(theme::faint()));
            }
            for word in hurt(item) {
                ui.label(RichText::new(word).small().color(theme::bad()));
            }
            item.arm.rule.into_iter().for_each(|rule| book::link(ui, look, book, rule));
        });
        let facts = facts(&item.arm, &look.rules().measure);
        let loaded = item.arm.rounds.map(|rounds| format!("{} of {rounds} loaded", item.loaded));
        let told: Vec<String> = loaded.into_iter().chain(facts).collect();
        if !told.is_empty() {
            let words = ui.label(RichText::new(told.join("; ")).small().color(theme::faint()));
            if item.arm.tags.iter().any(|word| tips::tag(look.rules(), word.as_str()).is_some()) {
                words.on_hover_ui(|ui| tags(ui, look, &item.arm));
            }
        }
    }
}

/// What each word on an arm means.
fn tags(ui: &mut Ui, look: Look<'_>, arm: &Arm) {
    ui.set_max_width(tips::WIDE * theme::scale(ui.ctx()));
    for word in &arm.tags {
        if let Some(tip) = tips::tag(look.rules(), word.as_str()) {
            ui.label(RichText::new(word.as_str()).strong());
            ui.label(tip);
        }
    }
}

/// Where it is: what is ready first.
fn place(item: &Item) -> (u8, &'static str) {
    match item.held {
        Held::Hand(grip) if grip.count() > 1 => (0, "in both hands"),
        Held::Hand(grip) => (0, grip.manner().unwrap_or("in hand")),
        Held::Worn => (1, "worn"),
        Held::Body => (2, ""),
        Held::Belt => (3, "at the belt"),
        Held::Pack => (4, "in the pack"),
        Held::Ground(_) => (5, "on the ground"),
    }
}

/// What is wrong with it.
fn hurt(item: &Item) -> Vec<String> {
    let wounds = (item.wounds > 0)
        .then(|| if item.wounds == 1 { "1 wound".to_owned() } else { format!("{} wounds", item.wounds) });
    wounds.into_iter().chain(item.state.iter().map(Key::to_string)).collect()
}

/// What an arm does, in words.
pub fn facts(arm: &Arm, measure: &Measure) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    let adds = arm.adds.iter().map(|(figure, times)| match times {
        1 => figure.to_string(),
        _ => format!("{times} x {figure}"),
    });
    let parts: Vec<String> = arm.damage.iter().map(ToString::to_string).chain(adds).collect();
    let types = arm.types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" and ");
    if !parts.is_empty() {
        facts.push(format!("{} {types} damage", parts.join(" + ")).replace("  ", " "));
    } else if !types.is_empty() {
        facts.push(types);
    }
    facts.extend(arm.harms.map(|harms| format!("against {harms}")));
    if measure.zones.is_some() {
        facts.extend((!arm.reach.is_empty()).then(|| "reaches whoever is nearby".to_owned()));
    } else {
        facts.extend(reach(&arm.reach));
    }
    facts.extend(arm.area.map(|area| {
        let shape = format!("{:?}", area.shape).to_lowercase();
        format!("strikes a {shape}")
    }));
    facts.extend(arm.increment.map(|increment| format!("range in steps of {increment} {}", measure.unit)));
    facts.extend(arm.range.map(|range| match measure.zones {
        Some(_) => format!("as far as {range} zones"),
        None => format!("as far as {range} {}", measure.unit),
    }));
    if !matches!(arm.kind, ArmKind::Worn) {
        match arm.hands {
            0 => {}
            1 => facts.push("one hand".to_owned()),
            2 => facts.push("two hands".to_owned()),
            hands => facts.push(format!("{hands} hands")),
        }
    }
    facts.extend(arm.skill.map(|skill| format!("rolled with {skill}")));
    facts.extend(arm.figures.iter().map(|(figure, value)| format!("{figure} {value}")));
    facts.extend(arm.mods.iter().map(modifier));
    facts.extend(arm.effects.iter().map(|effect| format!("leaves {effect}")));
    facts.extend(arm.tags.iter().map(Key::to_string));
    facts
}

fn reach(bands: &[i32]) -> Option<String> {
    let (first, last) = (bands.iter().min()?, bands.iter().max()?);
    Some(match (first, last) {
        (0, 0) => "reaches one's own square only".to_owned(),
        (1, 1) => "reaches the next square".to_owned(),
        (first, last) if first == last => format!("reaches {first} squares away"),
        (first, last) => format!("reaches {first} to {last} squares away"),
    })
}

fn modifier(each: &ModDef) -> String {
    let on = each.on.iter().map(|on| on.as_str()).collect::<Vec<_>>().join(", ");
    let when = each.when.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" and ");
    let when = if when.is_empty() { when } else { format!(" ({when})") };
    format!("{:+} {on}{when}", each.n)
}
