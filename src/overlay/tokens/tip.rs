//! What a hover over a token tells.

use bevy_egui::egui::{RichText, Ui};

use super::states;
use crate::battle::{Id, Look};
use crate::overlay::theme;

/// The figures of somebody that matter most, its wounds, and each of its
/// states: what it does, and how long it lasts.
pub fn tip(ui: &mut Ui, look: Look<'_>, who: Id) {
    let telling = look
        .rules()
        .figures
        .iter()
        .filter(|(name, def)| def.group.as_deref() == Some("figure") && look.figure(who, **name).terms.len() > 1);
    let telling: Vec<String> = telling.map(|(name, _)| format!("{name} {}", look.value(who, *name))).collect();
    if !telling.is_empty() {
        ui.label(telling.join(" · "));
    }
    let wounds = look.wounds(who).len();
    if wounds > 0 {
        let text = if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") };
        ui.label(RichText::new(text).color(theme::bad()));
    }
    for state in states::states(look, who) {
        states::told(ui, look, &state, None);
    }
}
