//! What a hover over a token tells.

use bevy_egui::egui::{RichText, Ui};

use super::states;
use crate::battle::{Id, Look};
use crate::overlay::motion::Fares;
use crate::overlay::{layers, theme, track};

/// The figures of somebody that matter most, their wounds, and each of their states: what it does, and how long it lasts. Of
/// those who have not been shown whole yet, only what has been.
pub fn tip(ui: &mut Ui, look: Look<'_>, who: Id, fares: &Fares) {
    let is_shown = *fares == Fares::of(look, who);
    // What is left of them stands beside their face already.
    let stats = look.rules().stats;
    let left = [stats.life, stats.hit_points, stats.stamina];
    let telling = look.rules().figures.iter().filter(|(name, def)| {
        let is_left = fares.health.is_some() && left.contains(&Some(**name));
        is_shown && !is_left && def.group.as_deref() == Some("figure") && look.figure(who, **name).terms.len() > 1
    });
    let telling: Vec<String> = telling.map(|(name, _)| format!("{name} {}", look.value(who, *name))).collect();
    if !telling.is_empty() {
        ui.label(telling.join(" · "));
    }
    if let Some(falls) = track::falls(look, who).filter(|_| is_shown) {
        ui.label(RichText::new(falls).color(theme::bad()));
    }
    let wounds = fares.wounds;
    if wounds > 0 {
        let text = if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") };
        ui.label(RichText::new(text).color(theme::bad()));
    }
    if let Some(by) = flanked_by(look, who).filter(|_| fares.in_play) {
        ui.label(RichText::new(by).color(theme::bad()));
    }
    for state in states::sorted(look, &fares.states) {
        states::told(ui, look, &state, None);
    }
}

/// Who flanks somebody: what the yellow heads of arrows at their token say.
fn flanked_by(look: Look<'_>, who: Id) -> Option<String> {
    let names: Vec<&str> = layers::flankers(look, who).into_iter().map(|by| look.name(by)).collect();
    (look.is_in_play(who) && !names.is_empty()).then(|| format!("flanked by {}", names.join(" and ")))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Area, Context, RawInput, Shape};

    use super::*;
    use crate::overlay::trial;

    /// Promise: whoever is pointed at while dice still roll is told of as their token is.
    #[test]
    fn no_more_is_told_than_has_been_shown() {
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let who = look.everybody().next().unwrap();
        let told = |fares: &Fares| {
            let (context, mut told) = (Context::default(), String::new());
            for _ in 0..3 {
                context.begin_pass(RawInput::default());
                Area::new("tip".into()).show(&context, |ui| tip(ui, look, who, fares));
                let mut output = context.end_pass();
                output.textures_delta.clear();
                let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
                    Shape::Text(text) => Some(text.galley.job.text.clone()),
                    _ => None,
                });
                told = texts.collect::<Vec<_>>().join("; ");
            }
            told
        };
        let truth = Fares::of(look, who);
        let (whole, shown) = (told(&truth), told(&Fares { wounds: truth.wounds + 2, ..truth.clone() }));
        assert!(!whole.contains("wounds") && shown.contains("2 wounds"), "{shown}, then {whole}");
    }
}
