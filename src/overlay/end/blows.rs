//! The blows of a battle that is over, each in a sentence: who, whom, with what, and what came of it.

use std::collections::BTreeMap;

use bevy_egui::egui::{RichText, Ui};

use crate::battle::{Change, Chronicle, Fact, Id, Key, Look, Purpose, RuleId};
use crate::overlay::book::{self, Book};
use crate::overlay::theme;

/// Blows that are told, and how many of them are kept for such as felled nobody.
const BLOWS: usize = 6;
const OTHERS: usize = 2;
/// What taking somebody out weighs against any figure that only changes, and what any other state does.
const FELLED: i64 = 1_000;
const STATE: i64 = 4;

/// Something that somebody did to somebody, and what it weighs.
pub(super) struct Blow<'a> {
    /// The first that was told of it.
    pub fact: &'a Fact,
    /// Who did it, if anybody.
    pub by: Option<Id>,
    /// Whom it struck.
    pub at: Id,
    /// The place of that, where it is known to be a hit: all that is told of one hit is one blow.
    pub hit: Option<usize>,
    weight: i64,
    /// What it changed in them.
    changes: Vec<&'a Change>,
    /// It took the other out, as this fact says.
    pub felled: Option<&'a Fact>,
}

/// Every hit that left somebody worse off, with what came of it at once.
pub(super) fn tell<'a>(look: Look<'a>) -> Vec<Blow<'a>> {
    let Some(chronicle) = look.battle::<Chronicle>() else { return Vec::new() };
    let mut blows: Vec<Blow<'a>> = Vec::new();
    // At whom everybody aimed last, and who did them harm last.
    let (mut aimed, mut struck) = (BTreeMap::<Id, Id>::new(), BTreeMap::<Id, Id>::new());
    for (place, fact) in chronicle.facts.iter().enumerate().filter(|(_, fact)| look.may_read(fact)) {
        if let (Some(by), Some(roll)) = (fact.who, &fact.roll) {
            let at = fact.whom.filter(|at| *at != by);
            aimed.extend(at.filter(|_| roll.purpose != Purpose::Defence).map(|at| (by, at)));
            // What is thrown for harm belongs to the blow before it where it names nobody.
            let hit = at.or_else(|| aimed.get(&by).copied()).filter(|_| roll.purpose == Purpose::Damage);
            struck.extend(hit.map(|at| (at, by)));
        }
        let Some(at) = fact.who.filter(|who| !who.is_thing() && look.knows_of(*who)) else { continue };
        let by = fact.dealt.and_then(|dealt| dealt.by).or(fact.whom).or_else(|| struck.get(&at).copied());
        let by = by.filter(|by| *by != at && !by.is_thing() && look.knows_of(*by));
        let changes = || fact.changes.iter().filter(|change| change.who == at);
        let weighs = |change: &Change| match (is_state(look, change.what), change.to > change.from) {
            (false, _) => (i64::from(change.to) - i64::from(change.from)).abs(),
            (true, comes) => {
                if comes {
                    STATE
                } else {
                    0
                }
            }
        };
        let moved: i64 = changes().map(weighs).sum();
        let fells = changes().any(|change| change.to > change.from && is_out(look, change.what));
        let round = fact.round;
        let hit = fact.dealt.map(|dealt| place.saturating_sub(dealt.back));
        let is_same = |blow: &Blow<'_>| hit.is_some() && blow.at == at && blow.hit == hit;
        match blows.iter_mut().rev().find(|blow| is_same(blow)) {
            Some(blow) => {
                blow.changes.extend(changes());
                blow.weight += moved;
            }
            None if fact.dealt.is_some() && changes().next().is_some() => {
                blows.push(Blow { fact, by, at, hit, weight: moved, changes: changes().collect(), felled: None });
            }
            None => {}
        }
        // Whoever is down already is not felled by the rest of a combo.
        let is_down = |blow: &Blow<'_>| blow.at == at && blow.felled.is_some() && blow.fact.round == round;
        if fells && !blows.iter().any(is_down) {
            // The hit of which it is told is to blame, else the blow before it at the same body.
            let is_last = |blow: &&Blow<'_>| blow.at == at && blow.fact.round == round;
            let before = || blows.last().filter(is_last).map(|_| blows.len().saturating_sub(1));
            let cause = blows.iter().rposition(is_same).or_else(before);
            match cause.and_then(|index| blows.get_mut(index)) {
                Some(blow) => {
                    blow.felled = Some(fact);
                    blow.weight += FELLED;
                }
                None => {
                    let changes = changes().collect();
                    blows.push(Blow { fact, by, at, hit, weight: FELLED / 2, changes, felled: Some(fact) });
                }
            }
        }
    }
    blows
}

/// Whether a change of this name is a state that somebody comes into, rather than a figure.
fn is_state(look: Look<'_>, what: Key) -> bool {
    look.rules().conditions.contains_key(&what)
}

/// Whether a state takes whoever is in it out of the fight.
fn is_out(look: Look<'_>, what: Key) -> bool {
    look.rules().conditions.get(&what).is_some_and(|def| def.out || def.dead)
}

/// The first blow that took out each of those who are out of it.
pub(super) fn felled<'a, 'b>(look: Look<'a>, told: &'b [Blow<'a>]) -> impl Iterator<Item = &'b Blow<'a>> {
    let out = look.shown().filter(move |id| !look.counts(*id));
    out.filter_map(|id| told.iter().find(|blow| blow.at == id && blow.felled.is_some()))
}

impl Blow<'_> {
    /// In a sentence: "Warden fells Hound with Mace", "Mung hits Jot with Fist: hurt, Stamina 8 to 3".
    pub fn told(&self, look: Look<'_>) -> String {
        let at = look.name(self.at);
        let changes = || self.felled.into_iter().flat_map(|fact| &fact.changes).filter(|change| change.who == self.at);
        let is_dead = changes().any(|change| {
            change.to > change.from && look.rules().conditions.get(&change.what).is_some_and(|def| def.dead)
        });
        let arm = self.fact.dealt.and_then(|dealt| dealt.arm).map(|arm| format!(" with {arm}")).unwrap_or_default();
        match (self.by, self.felled.is_some()) {
            (Some(by), true) => {
                format!("{} {} {at}{arm}", look.name(by), if is_dead { "kills" } else { "fells" })
            }
            (Some(by), false) => format!("{} hits {at}{arm}{}", look.name(by), self.came(look)),
            (None, true) => format!("{at} {}", if is_dead { "dies" } else { "falls" }),
            (None, false) => format!("{at} comes to harm{}", self.came(look)),
        }
    }

    /// What came of it: the states that it brought, and the figure that it changed first.
    fn came(&self, look: Look<'_>) -> String {
        let mut came: Vec<String> = Vec::new();
        let states = self.changes.iter().filter(|change| is_state(look, change.what) && change.to > change.from);
        for state in states.map(|change| change.what.to_string()) {
            if !came.contains(&state) {
                came.push(state);
            }
        }
        let figure = self.changes.iter().find(|change| !is_state(look, change.what));
        came.extend(figure.map(|change| format!("{} {} to {}", change.what, change.from, change.to)));
        if came.is_empty() { String::new() } else { format!(": {}", came.join(", ")) }
    }
}

/// Which of these are told, by what they weigh and whether they felled somebody, in the order in which they fell: the heaviest,
/// and among them some that felled nobody, where there were such.
fn heaviest(weights: &[(i64, bool)]) -> Vec<usize> {
    let weighs = |index: &usize| std::cmp::Reverse(weights.get(*index).map_or(0, |(weight, _)| *weight));
    let (mut felled, mut others): (Vec<usize>, Vec<usize>) =
        (0..weights.len()).partition(|index| weights.get(*index).is_some_and(|(_, felled)| *felled));
    felled.sort_by_key(weighs);
    others.sort_by_key(weighs);
    felled.truncate(BLOWS - OTHERS.min(others.len()));
    others.truncate(BLOWS - felled.len());
    felled.extend(others);
    felled.sort_unstable();
    felled
}

/// What is told of the blows of a battle: worked out once, not with every frame.
#[derive(Debug)]
pub struct Told {
    heaviest: Vec<Line>,
    /// How many of those who are out of the fight each has taken out of it.
    felled: BTreeMap<Id, usize>,
}

/// What is told of one of them.
#[derive(Debug)]
struct Line {
    round: i32,
    sentence: String,
    fells: bool,
    rule: RuleId,
}

impl Told {
    /// Of all that has been told.
    pub fn of(look: Look<'_>) -> Self {
        let told = tell(look);
        let weights: Vec<(i64, bool)> = told.iter().map(|blow| (blow.weight, blow.felled.is_some())).collect();
        let line = |blow: &Blow<'_>| Line {
            round: blow.fact.round,
            sentence: blow.told(look),
            fells: blow.felled.is_some(),
            rule: blow.fact.rule,
        };
        let heaviest = heaviest(&weights).into_iter().filter_map(|index| told.get(index)).map(line).collect();
        let mut by = BTreeMap::new();
        felled(look, &told).filter_map(|blow| blow.by).for_each(|who| *by.entry(who).or_default() += 1);
        Self { heaviest, felled: by }
    }

    /// How many somebody has felled.
    pub fn felled_by(&self, who: Id) -> usize {
        self.felled.get(&who).copied().unwrap_or_default()
    }

    /// The blows that told most, in the order in which they fell.
    pub fn blows(&self, ui: &mut Ui, look: Look<'_>, book: &mut Book) {
        if self.heaviest.is_empty() {
            return;
        }
        ui.label(RichText::new("The blows that told").heading());
        for line in &self.heaviest {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(RichText::new(format!("round {}", line.round)).small().color(theme::faint()));
                let sentence = RichText::new(&line.sentence);
                ui.label(if line.fells { sentence.strong() } else { sentence });
                book::link(ui, look, book, line.rule);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::heaviest;

    /// Promise: the heaviest blows that felled nobody are told beside those that did, however many fell.
    #[test]
    fn heavy_blows_that_felled_nobody_are_told_too() {
        let fells = |n: i64| (1_000 + n, true);
        let all = [(3, false), fells(1), fells(2), fells(3), (9, false), fells(4), fells(5), (5, false), fells(6)];
        assert_eq!(heaviest(&all), [3, 4, 5, 6, 7, 8]);
        assert_eq!(heaviest(&[(3, false), fells(1)]), [0, 1]);
        assert_eq!(heaviest(&[fells(1); 9]).len(), 6);
        assert_eq!(heaviest(&[(1, false); 9]).len(), 6);
        assert!(heaviest(&[]).is_empty());
    }
}
