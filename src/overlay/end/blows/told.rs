//! What the page at the end tells of the blows of a battle, and of who felled whom.

use std::collections::BTreeMap;

use bevy_egui::egui::{RichText, TextStyle, Ui};

use super::{Blow, felled, tell};
use crate::battle::{ConditionName, Id, Key, Look, RuleId};
use crate::overlay::book::{self, Book};
use crate::overlay::end::armies;
use crate::overlay::end::heaviest::{Weighed, heaviest};
use crate::overlay::{rounds, theme, tokens};

/// So many blows have room on the page, each of them in two rows, and the last so many strikes of armies in any case.
const MOST: usize = 10;
const STRIKES: usize = 2;

/// Who has laid somebody low who is out of the fight: as their state says it, else by the last blow that did. Whoever gave up or has
/// left the field has done so by themselves.
fn feller(look: Look<'_>, id: Id, told: &[Blow<'_>]) -> Option<Id> {
    let (word, _) = tokens::state(look, id).filter(|(_, is_out)| *is_out && look.place(id).present)?;
    let last = told.iter().rfind(|blow| blow.at == id && blow.by.is_some() && blow.lays_low(look))?;
    let by = look.condition(id, word).and_then(|condition| condition.by).or(last.by);
    by.filter(|by| look.knows_of(*by))
}

/// Whose deed it counts as that somebody is out of the fight: that of whoever took them out of it, as the blows tell it. Who strikes
/// them where they lie already, as `by` may have done, has only killed them.
pub(super) fn taker(id: Id, by: Id, told: &[Blow<'_>], look: Look<'_>) -> Id {
    let took = told.iter().rfind(|blow| blow.at == id && blow.by.is_some() && !blow.is_idle && blow.lays_low(look));
    took.and_then(|blow| blow.by).unwrap_or(by)
}

/// What of their own has laid somebody low who is out of the fight, where it was their own doing.
fn undoing(look: Look<'_>, id: Id, told: &[Blow<'_>]) -> Option<String> {
    let (word, _) = tokens::state(look, id).filter(|(_, is_out)| *is_out && look.place(id).present)?;
    let last = told.iter().rfind(|blow| blow.at == id && blow.lays_low(look)).filter(|last| last.is_own)?;
    let others = look.condition(id, word).and_then(|condition| condition.by).is_some_and(|by| by != id);
    last.own().filter(|_| !others)
}

/// What somebody was taken out by at first who is out by something else now.
fn first_out(look: Look<'_>, id: Id, told: &[Blow<'_>]) -> Option<Key> {
    let last = told.iter().rfind(|blow| blow.at == id && blow.by.is_some() && blow.lays_low(look))?;
    let first = last.takes_out(look).filter(|_| !last.is_deadly(look))?;
    look.condition(id, ConditionName::of(first)).is_none().then_some(first)
}

/// What is told of the blows of a battle: worked out once, not with every frame.
#[derive(Debug)]
pub struct Told {
    pub(super) heaviest: Vec<Line>,
    /// How many more there were.
    pub(super) more: usize,
    /// How many of those who are out of the fight each has taken out of it.
    felled: BTreeMap<Id, usize>,
    /// Who has brought it about that others are.
    by: BTreeMap<Id, Id>,
    /// What took those out at first who are out by something else now.
    first: BTreeMap<Id, Key>,
    /// What of their own has done so to those who did it themselves.
    own: BTreeMap<Id, String>,
}

/// What is told of one of them.
#[derive(Debug)]
pub(in crate::overlay::end) struct Line {
    pub round: i32,
    pub sentence: String,
    pub fells: bool,
    pub rule: RuleId,
}

impl Told {
    /// Of all that has been told.
    pub fn of(look: Look<'_>) -> Self {
        let mut told = tell(look);
        // What befell those who lay there decided nothing, unless they died of it.
        told.retain(|blow| !blow.is_idle || blow.felled.is_some());
        let for_good: Vec<&Blow<'_>> = felled(look, &told).collect();
        let weighed = |blow: &Blow<'_>| Weighed {
            is_for_good: for_good.iter().any(|last| std::ptr::eq(*last, blow)),
            weight: blow.weight,
            round: blow.fact.round,
            at: blow.at,
        };
        let weighed: Vec<Weighed> = told.iter().map(weighed).collect();
        let line = |blow: &Blow<'_>| Line {
            round: blow.fact.round,
            sentence: blow.told(look),
            fells: blow.lays_low(look),
            rule: blow.fact.rule,
        };
        let chosen = heaviest(&weighed, MOST);
        let more = weighed.len().saturating_sub(chosen.len());
        let mut strikes = armies::lines(look);
        strikes.drain(..strikes.len().saturating_sub(MOST.saturating_sub(chosen.len()).max(STRIKES)));
        let persons = chosen.into_iter().filter_map(|index| told.get(index)).map(line);
        // Armies meet before anybody does so in person.
        let heaviest = strikes.into_iter().chain(persons).collect();
        let out = || look.shown().filter(|id| !look.counts(*id));
        let by: BTreeMap<Id, Id> = out().filter_map(|id| Some((id, feller(look, id, &told)?))).collect();
        let own = out().filter(|id| !by.contains_key(id));
        let own = own.filter_map(|id| Some((id, undoing(look, id, &told)?))).collect();
        let first = by.keys().filter_map(|id| Some((*id, first_out(look, *id, &told)?))).collect();
        let mut felled = BTreeMap::new();
        by.iter().for_each(|(id, by)| *felled.entry(taker(*id, *by, &told, look)).or_default() += 1);
        Self { heaviest, more, felled, by, first, own }
    }

    /// How many somebody has felled.
    pub fn felled_by(&self, who: Id) -> usize {
        self.felled.get(&who).copied().unwrap_or_default()
    }

    /// Who has brought it about that somebody is out of the fight.
    pub fn feller_of(&self, who: Id) -> Option<Id> {
        self.by.get(&who).copied()
    }

    /// What of their own took somebody out of the fight who did it themselves.
    pub fn undone_by(&self, who: Id) -> Option<&str> {
        self.own.get(&who).map(String::as_str)
    }

    /// What took somebody out at first who is out by something else now.
    pub fn first_of(&self, who: Id) -> Option<Key> {
        self.first.get(&who).copied()
    }

    /// The blows that told most, in the order of the battle.
    pub fn blows(&self, ui: &mut Ui, look: Look<'_>, book: &mut Book) {
        if self.heaviest.is_empty() {
            return;
        }
        ui.label(RichText::new("The blows that told").heading());
        let rounds: Vec<String> = self.heaviest.iter().map(|line| rounds::named(line.round)).collect();
        let counted = self.heaviest.iter().zip(&rounds).filter(|(line, _)| line.round > 0);
        let widest = counted.map(|(_, round)| theme::wide(ui, round, TextStyle::Small)).fold(0.0, f32::max);
        for (line, round) in self.heaviest.iter().zip(&rounds) {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let said = ui.label(RichText::new(round).small().color(theme::faint()));
                // All sentences begin below each other, however many digits a round has.
                ui.add_space((widest - said.rect.width()).max(0.0));
                let sentence = RichText::new(&line.sentence);
                ui.label(if line.fells { sentence.strong() } else { sentence });
                book::link(ui, look, book, line.rule);
            });
        }
        if self.more > 0 {
            ui.label(RichText::new(format!("and {} more", self.more)).small().color(theme::faint()));
        }
    }
}
