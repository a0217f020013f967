//! What the ways leave to be said: a part of the body, manners, a number.

use bevy_egui::egui::{Button, ComboBox, RichText, Slider, Ui, WidgetInfo, WidgetType};

use crate::battle::{Choice, Key, Look};
use crate::overlay::answers::Answering;
use crate::overlay::hand::Hand;
use crate::overlay::{theme, tips};

/// No more numbers than these stand side by side, and the odds of all of them are found out.
pub(super) const NUMBERS: i32 = 6;

/// Parts, manners and numbers that the ways take.
pub(super) fn extras(ui: &mut Ui, look: Look<'_>, ways: &[&Choice], with: &mut Answering<'_>) {
    let gather = |of: fn(&Choice) -> &[Key]| {
        let mut all: Vec<Key> = Vec::new();
        for key in ways.iter().flat_map(|choice| of(choice)) {
            if !all.contains(key) {
                all.push(*key);
            }
        }
        all
    };
    let parts = gather(|choice| &choice.parts);
    let manners = gather(|choice| &choice.manners);
    if !parts.is_empty() || !manners.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if !parts.is_empty() {
                aimed_part(ui, &parts, with);
            }
            for manner in manners {
                let on = with.hand.manners.contains(&manner);
                let chip = ui.add(Button::selectable(on, manner.as_str()).frame_when_inactive(true));
                let chip = match tips::manner(look.rules(), manner) {
                    Some(tip) => chip.on_hover_text(tip),
                    None => chip,
                };
                if chip.clicked() {
                    if on {
                        with.hand.manners.retain(|each| *each != manner);
                    } else {
                        with.hand.manners.push(manner);
                    }
                }
            }
        });
    }
    number(ui, ways.iter().copied(), &mut with.hand);
}

/// Where the blow is aimed.
fn aimed_part(ui: &mut Ui, parts: &[Key], with: &mut Answering<'_>) {
    let now = with.hand.part.filter(|part| parts.contains(part));
    let shown = now.map_or("anywhere", |part| part.as_str());
    ui.label(RichText::new("at").color(theme::faint()));
    ComboBox::from_id_salt("part").selected_text(shown).show_ui(ui, |ui| {
        ui.selectable_value(&mut with.hand.part, None, "anywhere");
        for part in parts {
            ui.selectable_value(&mut with.hand.part, Some(*part), part.as_str());
        }
    });
}

/// Lets a number be chosen of those that these choices take: few stand side by side, many have a slider. Where there is only one
/// there is nothing to choose.
pub fn number<'c>(ui: &mut Ui, choices: impl Iterator<Item = &'c Choice> + Clone, hand: &mut Hand) {
    let takes = |choice: &&Choice| choice.is_legal() && choice.numbers.is_some();
    let asks = choices.clone().find(|choice| choice.asks_for_number());
    let Some(choice) = asks.or_else(|| choices.clone().find(takes)) else { return };
    let Some(((low, high), chosen)) = choice.numbers.zip(hand.number_for(choice)) else { return };
    if high <= low {
        return;
    }
    if high - low >= NUMBERS {
        slider(ui, choice, hand);
        return;
    }
    let words = counted(choice);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(words).small().color(theme::faint()));
        for n in low..=high {
            let is_chosen = n == chosen;
            let chip = ui.add(Button::selectable(is_chosen, n.to_string()).frame_when_inactive(true));
            let name = format!("{words}: {n}");
            chip.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_chosen, &name));
            if chip.clicked() {
                hand.number = Some(n);
            }
        }
    });
}

/// What the number of a choice counts.
fn counted(choice: &Choice) -> &'static str {
    choice.counts.unwrap_or(if choice.card.is_some() { "what a joker counts as" } else { "how many" })
}

/// Lets a number be chosen by a slider.
pub fn slider(ui: &mut Ui, choice: &Choice, hand: &mut Hand) {
    let Some(((low, high), mut chosen)) = choice.numbers.zip(hand.number_for(choice)) else { return };
    if ui.add(Slider::new(&mut chosen, low..=high.max(low)).text(counted(choice))).changed() {
        hand.number = Some(chosen);
    }
}
