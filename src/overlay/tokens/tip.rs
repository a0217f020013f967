//! What a hover over a token tells.

use std::collections::BTreeSet;

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
    if let Some(by) = flanked_by(look, who) {
        ui.label(RichText::new(by).color(theme::bad()));
    }
    for state in states::states(look, who) {
        states::told(ui, look, &state, None);
    }
}

/// Who flanks somebody: what the yellow heads of arrows at their token say.
fn flanked_by(look: Look<'_>, who: Id) -> Option<String> {
    let pairs = look.flanked_between(who).filter(|_| look.is_in_play(who))?;
    let known = |by: &Id| *by != who && look.knows_of(*by);
    let by: BTreeSet<Id> = pairs.into_iter().flat_map(|(one, other)| [one, other]).filter(known).collect();
    let names: Vec<&str> = by.into_iter().map(|by| look.name(by)).collect();
    (!names.is_empty()).then(|| format!("flanked by {}", names.join(" and ")))
}
