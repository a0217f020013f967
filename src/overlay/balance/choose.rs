//! What can be varied, and what is: a side, a kind of its fighters, how many there are or a figure of theirs, and a range.

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
    kinds: Vec<Kind>,
    /// Which of them.
    kind: usize,
    what: What,
    /// The least and the most.
    range: (i32, i32),
}

impl Chosen {
    /// As the page opens: how many there are of whom there are most.
    pub(super) fn of(setup: &Setup) -> Self {
        let kinds = Kind::all(setup);
        let most = kinds.iter().map(|kind| kind.count).max();
        let kind = kinds.iter().position(|kind| Some(kind.count) == most).unwrap_or_default();
        let mut chosen = Self { kinds, kind, what: What::Count, range: (0, 0) };
        chosen.set(What::Count);
        chosen
    }

    /// Varies this, in the usual range.
    pub(super) fn set(&mut self, what: What) {
        let figures = self.kinds.get(self.kind).map_or(&[][..], |kind| &kind.figures);
        self.what = match what {
            What::Figure(name) if !figures.contains(&name) => What::Count,
            what => what,
        };
        let count = self.kinds.get(self.kind).map_or(1, |kind| kind.count.min(FIGHTERS));
        self.range = match self.what {
            What::Count => ((count - AROUND).max(1), (count + AROUND).min(FIGHTERS)),
            What::Figure(_) | What::Nothing => (-AROUND, AROUND),
        };
    }

    /// What is to be varied; nothing where the battle is weighed as it stands.
    pub(super) fn vary(&self) -> Result<Option<Vary>, Wrong> {
        let Some(kind) = self.kinds.get(self.kind) else { return Ok(None) };
        let values = self.range.0..=self.range.1;
        match self.what {
            What::Nothing => Ok(None),
            What::Count => Vary::how_many(&kind.name, kind.side, values).map(Some),
            What::Figure(name) => Vary::figure_by(name, &kind.name, kind.side, values).map(Some),
        }
    }

    /// The side whose fighters are varied.
    fn side(&self) -> Option<SideId> {
        self.kinds.get(self.kind).map(|kind| kind.side)
    }

    /// Lets somebody choose.
    pub(super) fn choose(&mut self, ui: &mut Ui, sides: &[Side]) {
        ui.horizontal_wrapped(|ui| {
            name(ui, "Side");
            for (side, each) in (0..).map(SideId).zip(sides) {
                let first = self.kinds.iter().position(|kind| kind.side == side);
                if ui.selectable_label(self.side() == Some(side), &each.name).clicked()
                    && self.side() != Some(side)
                    && let Some(first) = first
                {
                    self.kind = first;
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
            self.kind = chosen;
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
            let figures = self.kinds.get(self.kind).into_iter().flat_map(|kind| &kind.figures);
            let all = [What::Count, What::Nothing].into_iter().chain(figures.map(|name| What::Figure(*name)));
            for what in all {
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
        let written = move |value: f64, _: std::ops::RangeInclusive<usize>| {
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

    /// Promise: what is offered is what can be varied: kinds and figures of a side, in a range in which there is something.
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
            chosen.kind = kind;
            for figure in chosen.kinds[kind].figures.clone() {
                chosen.set(What::Figure(figure));
                let vary = chosen.vary().unwrap().unwrap();
                assert!(vary.is_added());
                assert!(vary.with(&setup, 0).is_ok(), "{vary}");
            }
        }
        assert!(chosen.kinds.iter().all(|kind| !kind.figures.is_empty()));
        chosen.set(What::Nothing);
        assert_eq!(chosen.vary().unwrap(), None);
    }
}
