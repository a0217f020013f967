//! Wounds, and the states that are theirs, by the part of the body.

use std::collections::BTreeMap;

use bevy_egui::egui::{CollapsingHeader, Color32, Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::Standing;
use crate::battle::{Key, Look, RuleId, Wound};
use crate::overlay::book::{self, Book};
use crate::overlay::theme;
use crate::overlay::tokens::states::{self, State};

/// What has happened to one part.
#[derive(Default)]
struct Part<'w> {
    wounds: Vec<&'w Wound>,
    states: Vec<State<'w>>,
}

/// Every wound by its place, each with its rule and with what it does; nothing
/// for whoever is whole.
pub fn wounds(ui: &mut Ui, look: Look<'_>, standing: &Standing, book: &mut Book) {
    let mut parts: BTreeMap<Option<Key>, Part<'_>> = BTreeMap::new();
    for wound in &standing.wounds {
        parts.entry(wound.part).or_default().wounds.push(wound);
    }
    for state in states::sorted(look, &standing.fares.states) {
        if let Some(part) = state.condition.part {
            parts.entry(Some(part)).or_default().states.push(state);
        }
    }
    if parts.is_empty() {
        return;
    }
    CollapsingHeader::new("Wounds").default_open(true).show(ui, |ui| {
        let hurt: Vec<Limb> = parts.keys().flatten().filter_map(|part| Limb::of(part.as_str())).collect();
        if !hurt.is_empty() {
            figure(ui, &hurt);
        }
        for (part, on_it) in &parts {
            if parts.len() > 1 || part.is_some() {
                let name = part.map_or("anywhere", |part| part.as_str());
                ui.label(RichText::new(name).color(theme::accent()));
            }
            told(ui, look, on_it, book);
        }
    });
}

fn told(ui: &mut Ui, look: Look<'_>, part: &Part<'_>, book: &mut Book) {
    let mut kinds: BTreeMap<(Key, RuleId, bool), usize> = BTreeMap::new();
    for wound in &part.wounds {
        *kinds.entry((wound.kind, wound.rule, wound.locked)).or_default() += 1;
    }
    for ((kind, rule, locked), count) in kinds {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let times = if count > 1 { format!("{count} x ") } else { String::new() };
            ui.label(RichText::new(format!("{times}{kind}")).color(theme::bad()).strong());
            if locked {
                ui.label(RichText::new("cannot heal yet").small().color(theme::faint()));
            }
            book::link(ui, look, book, rule);
        });
        let title = look.rules().book.get(&rule).filter(|rule| !rule.title.to_lowercase().starts_with(kind.as_str()));
        if let Some(rule) = title {
            ui.label(RichText::new(&rule.title).small().color(theme::faint()));
        }
    }
    for state in &part.states {
        states::told(ui, look, state, Some(&mut *book));
    }
}

/// A limb of the drawn figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limb {
    Head,
    Torso,
    Arm { left: bool },
    Leg { left: bool },
}

impl Limb {
    /// Where a part of this name is drawn; nothing for what no such figure has.
    fn of(part: &str) -> Option<Self> {
        let has = |words: &[&str]| words.iter().any(|word| part.contains(word));
        let left = part.starts_with("left");
        match () {
            () if has(&["foreleg", "hind", "front", "wing", "tail"]) => None,
            () if has(&["head", "eye", "ear", "jaw", "throat", "neck", "face"]) && !has(&["heart"]) => Some(Self::Head),
            () if has(&["arm", "hand", "finger"]) => Some(Self::Arm { left }),
            () if has(&["leg", "foot"]) => Some(Self::Leg { left }),
            () if has(&["torso", "heart", "belly", "chest", "groin"]) => Some(Self::Torso),
            () => None,
        }
    }
}

/// A small figure that looks at us, so that its left is on our right; what is hurt is red and ringed.
fn figure(ui: &mut Ui, hurt: &[Limb]) {
    let em = theme::scale(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(60.0, 84.0) * em, Sense::hover());
    let place = |x: f32, y: f32| pos2(rect.center().x + x * 30.0 * em, rect.top() + (42.0 + y * 42.0) * em);
    let colour = |limb: Limb| if hurt.contains(&limb) { theme::bad() } else { theme::faint() };
    let painter = ui.painter();
    let line = |limb: Limb, from: Pos2, to: Pos2| {
        painter.line_segment([from, to], Stroke::new(8.0, colour(limb)));
    };
    painter.circle_filled(place(0.0, -0.74), 9.0, colour(Limb::Head));
    let torso = Rect::from_two_pos(place(-0.34, -0.48), place(0.34, 0.16));
    painter.rect_filled(torso, 5.0, colour(Limb::Torso));
    for (left, way) in [(true, 1.0), (false, -1.0)] {
        line(Limb::Arm { left }, place(way * 0.52, -0.42), place(way * 0.74, 0.16));
        line(Limb::Leg { left }, place(way * 0.2, 0.24), place(way * 0.28, 0.94));
    }
    // A cross on what is hurt, for those who see few colours.
    for limb in hurt {
        let middle = match limb {
            Limb::Head => place(0.0, -0.74),
            Limb::Torso => place(0.0, -0.16),
            Limb::Arm { left } => place(if *left { 0.63 } else { -0.63 }, -0.13),
            Limb::Leg { left } => place(if *left { 0.24 } else { -0.24 }, 0.6),
        };
        for (x, y) in [(4.0, 4.0), (4.0, -4.0)] {
            painter.line_segment([middle - vec2(x, y), middle + vec2(x, y)], Stroke::new(2.0, Color32::WHITE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_drawn_where_they_are() {
        assert_eq!(Limb::of("left arm"), Some(Limb::Arm { left: true }));
        assert_eq!(Limb::of("right hand"), Some(Limb::Arm { left: false }));
        assert_eq!(Limb::of("heart"), Some(Limb::Torso));
        assert_eq!(Limb::of("left hind leg"), None);
        assert_eq!(Limb::of("eye"), Some(Limb::Head));
        assert_eq!(Limb::of("pincers"), None);
    }
}
