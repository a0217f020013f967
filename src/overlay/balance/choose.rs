//! What can be varied, and what is: a side, a kind of its fighters, how many there are or a figure of theirs, and a range.

use std::ops::RangeInclusive;
use std::sync::Arc;

use bevy_egui::egui::{ComboBox, DragValue, RichText, Ui, WidgetInfo, WidgetType};

use crate::balance::{Kind, Vary, Wrong};
use crate::battle::{FigureName, Setup, Side, SideId};
use crate::overlay::theme;

/// So many values at most: each of them is fought many times.
const MOST: i32 = 20;
/// Values of the usual range, to either side of what there is.
const AROUND: i32 = 3;
/// Fighters of a kind at most.
const FIGHTERS: i32 = 100;
/// A figure is changed by no more.
const FAR: i32 = 100;

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Nothing,
    Count,
    Figure(FigureName),
}

/// What is chosen on the page.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    setup: Arc<Setup>,
    /// Those who have something that can be varied.
    kinds: Vec<Kind>,
    /// Which of them.
    kind: usize,
    /// What can be varied of them.
    offered: Vec<What>,
    what: What,
    /// The least and the most.
    range: (i32, i32),
}

impl Chosen {
    /// As the page opens: the number of the largest group, else what can be varied first; nothing where nothing can.
    pub(super) fn of(setup: &Arc<Setup>) -> Self {
        let mut kinds = Kind::all(setup);
        kinds.retain(|kind| offered(setup, kind).next().is_some());
        let counts = |kind: &&Kind| offered(setup, kind).next() == Some(What::Count);
        let most = kinds.iter().filter(counts).map(|kind| kind.count).max();
        let is_most = |kind: &Kind| Some(kind.count) == most && counts(&kind);
        let kind = kinds.iter().position(is_most).unwrap_or_default();
        let (setup, what, offered) = (setup.clone(), What::Nothing, Vec::new());
        let mut chosen = Self { setup, kinds, kind, offered, what, range: (0, 0) };
        chosen.choose_kind(kind);
        chosen.set(What::Count);
        chosen
    }

    /// Takes up another kind.
    fn choose_kind(&mut self, kind: usize) {
        self.kind = kind;
        self.offered = self.kinds.get(kind).map_or_else(Vec::new, |kind| offered(&self.setup, kind).collect());
    }

    /// Varies this, or what can be varied first where this cannot, in the usual range as far as that makes sense.
    pub(super) fn set(&mut self, what: What) {
        let is_offered = what == What::Nothing || self.offered.contains(&what);
        self.what = if is_offered { what } else { self.offered.first().copied().unwrap_or(What::Nothing) };
        let Some(kind) = self.kinds.get(self.kind) else { return };
        let middle = if self.what == What::Count { kind.count } else { 0 };
        let fits = |value: &i32| fits(&self.setup, kind, self.what, *value);
        let least = (1..=AROUND).map(|by| middle - by).take_while(fits).last().unwrap_or(middle);
        let most = (1..=AROUND).map(|by| middle + by).take_while(fits).last().unwrap_or(middle);
        self.range = (least, most);
    }

    /// What is to be varied; nothing where the battle is weighed as it stands.
    pub(super) fn vary(&self) -> Result<Option<Vary>, Wrong> {
        let Some(kind) = self.kinds.get(self.kind) else { return Ok(None) };
        vary(kind, self.what, self.range.0..=self.range.1).transpose()
    }

    /// The side whose fighters are varied.
    fn side(&self) -> Option<SideId> {
        self.kinds.get(self.kind).map(|kind| kind.side)
    }

    /// Lets somebody choose.
    pub(super) fn choose(&mut self, ui: &mut Ui, sides: &[Side]) {
        if self.kinds.is_empty() {
            ui.label(RichText::new("Nothing of it can be varied: it is weighed as it stands.").color(theme::faint()));
            return;
        }
        ui.horizontal_wrapped(|ui| {
            name(ui, "Side");
            for (side, each) in (0..).map(SideId).zip(sides) {
                let Some(first) = self.kinds.iter().position(|kind| kind.side == side) else { continue };
                if ui.selectable_label(self.side() == Some(side), &each.name).clicked() && self.side() != Some(side) {
                    self.choose_kind(first);
                    self.set(self.what);
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            name(ui, "Who");
            self.who(ui);
        });
        ui.horizontal_wrapped(|ui| {
            name(ui, "What");
            self.what(ui);
        });
        if self.what != What::Nothing {
            ui.horizontal_wrapped(|ui| self.ends(ui));
        }
    }

    fn who(&mut self, ui: &mut Ui) {
        let said = self.kinds.get(self.kind).map_or_else(String::new, said);
        let shown = ComboBox::from_id_salt("who").selected_text(&said).width(theme::em(ui, 150.0));
        let mut chosen = self.kind;
        let shown = shown.show_ui(ui, |ui| {
            let own = self.kinds.iter().enumerate().filter(|(_, kind)| Some(kind.side) == self.side());
            for (index, kind) in own {
                ui.selectable_value(&mut chosen, index, self::said(kind));
            }
        });
        shown.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, format!("Who: {said}")));
        if chosen != self.kind {
            self.choose_kind(chosen);
            self.set(self.what);
        }
    }

    fn what(&mut self, ui: &mut Ui) {
        let word = |what: What| match what {
            What::Nothing => "nothing: as it stands",
            What::Count => "how many there are",
            What::Figure(name) => name.as_str(),
        };
        let said = word(self.what);
        let shown = ComboBox::from_id_salt("what").selected_text(said).width(theme::em(ui, 150.0));
        let mut chosen = self.what;
        let shown = shown.show_ui(ui, |ui| {
            for what in self.offered.iter().copied().chain([What::Nothing]) {
                ui.selectable_value(&mut chosen, what, word(what));
            }
        });
        shown.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, format!("What: {said}")));
        if chosen != self.what {
            self.set(chosen);
        }
    }

    fn ends(&mut self, ui: &mut Ui) {
        let is_count = self.what == What::Count;
        let (least, most) = if is_count { (1, FIGHTERS) } else { (-FAR, FAR) };
        let written = move |value: f64, _: RangeInclusive<usize>| {
            if is_count { format!("{value:.0}") } else { format!("{value:+.0}") }
        };
        let (from, to) = &mut self.range;
        let label = name(ui, if is_count { "From" } else { "By" });
        let value = DragValue::new(from).range(least..=most).speed(0.1).custom_formatter(written);
        let is_moved = ui.add(value).labelled_by(label.id).changed();
        let label = name(ui, "to");
        let value = DragValue::new(to).range(least..=most).speed(0.1).custom_formatter(written);
        ui.add(value).labelled_by(label.id);
        // The end that is not held gives way.
        if is_moved {
            *to = (*to).clamp(*from, *from + MOST - 1).min(most);
        } else {
            *from = (*from).clamp(*to - MOST + 1, *to).max(least);
        }
    }
}

/// A thing of a kind through these values; nothing where the battle is weighed as it stands.
fn vary(kind: &Kind, what: What, values: RangeInclusive<i32>) -> Option<Result<Vary, Wrong>> {
    match what {
        What::Nothing => None,
        What::Count => Some(Vary::how_many(&kind.name, kind.side, values)),
        What::Figure(name) => Some(Vary::figure_by(name, &kind.name, kind.side, values)),
    }
}

/// Whether there can be such a battle.
fn fits(setup: &Setup, kind: &Kind, what: What, value: i32) -> bool {
    let is_count = what == What::Count;
    let bounds = if is_count { 1..=FIGHTERS } else { -FAR..=FAR };
    bounds.contains(&value)
        && vary(kind, what, value..=value).is_some_and(|vary| vary.is_ok_and(|vary| vary.with(setup, value).is_ok()))
}

/// What of a kind can be varied: what has another value than the one that it has.
fn offered<'a>(setup: &'a Setup, kind: &'a Kind) -> impl Iterator<Item = What> + 'a {
    let varies = move |what: &What| {
        let now = if *what == What::Count { kind.count } else { 0 };
        [now - 1, now + 1].iter().any(|value| fits(setup, kind, *what, *value))
    };
    std::iter::once(What::Count).chain(kind.figures.iter().copied().map(What::Figure)).filter(varies)
}

/// A kind and how many there are: "Goblin (5)".
fn said(kind: &Kind) -> String {
    format!("{} ({})", kind.name, kind.count)
}

fn name(ui: &mut Ui, text: &str) -> bevy_egui::egui::Response {
    ui.label(RichText::new(text).color(theme::faint()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Library;

    /// Promise: what is offered is what can be varied: kinds and figures of a side, in a range that holds something.
    #[test]
    fn what_is_offered_can_be_varied() {
        let setup = Library::open("rulesets").scenario("scale_toughness/gate").unwrap().setup;
        let mut chosen = Chosen::of(&setup);
        let vary = chosen.vary().unwrap().unwrap();
        assert_eq!((vary.to_string().as_str(), vary.values()), ("count of Goblin", &[2, 3, 4, 5, 6, 7, 8][..]));
        let kinds: Vec<String> = chosen.kinds.iter().map(said).collect();
        assert_eq!(
            kinds,
            ["Colonel Mauve (1)", "Guard (1)", "Crossbowman (1)", "Chief (1)", "Goblin (5)", "Archer (5)"]
        );
        for kind in 0..chosen.kinds.len() {
            chosen.choose_kind(kind);
            for what in chosen.offered.clone() {
                chosen.set(what);
                let vary = chosen.vary().unwrap().unwrap();
                assert_eq!(vary.is_added(), what != What::Count);
                assert!(vary.values().iter().all(|value| vary.with(&setup, *value).is_ok()), "{vary}");
            }
        }
        assert!(chosen.kinds.iter().all(|kind| !kind.figures.is_empty()));
        chosen.set(What::Nothing);
        assert_eq!(chosen.vary().unwrap(), None);
    }

    /// Promise: whatever a battle holds, what the page opens with can be fought: where the largest group cannot be counted
    /// something else is varied, and where nothing can, nothing is.
    #[test]
    fn the_page_opens_with_what_can_be_varied() {
        let library = Library::open("rulesets");
        for name in ["firebreak/first_strip", "firebreak/two_roads", "zones/toll_bridge"] {
            let setup = library.scenario(name).unwrap().setup;
            let chosen = Chosen::of(&setup);
            let vary = chosen.vary().unwrap().unwrap();
            for value in vary.values() {
                assert!(vary.with(&setup, *value).is_ok(), "{name}: {vary} {value}");
            }
            for kind in &chosen.kinds {
                assert!(offered(&setup, kind).next().is_some(), "{name}: {}", kind.name);
            }
        }
        let setup = library.scenario("firebreak/first_strip").unwrap().setup;
        let mut bare = (*setup).clone();
        bare.fighters.clear();
        assert_eq!(Chosen::of(&Arc::new(bare)).vary().unwrap(), None);
    }
}
