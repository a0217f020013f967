//! The blows of a battle that is over, each in a sentence: who, whom, with what, and what came of it.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{RichText, Ui};

use crate::battle::{Change, Chronicle, Fact, Id, Key, Look, Purpose, RuleId};
use crate::overlay::book::{self, Book};
use crate::overlay::{rounds, theme, tokens};

/// So many blows are told that felled somebody for good, and so many others at least; so many in all where few fell.
const FELLING: usize = 8;
const OTHERS: usize = 2;
const BLOWS: usize = 6;
/// What taking somebody out weighs against the hundredths of their health that a hit takes, and what any other state does.
const FELLED: i64 = 1_000;
const STATE: i64 = 25;

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
    /// They were sent somewhere, and that has done it.
    is_sent: bool,
    /// They were out of the fight already.
    is_idle: bool,
    /// It took the other out, as this fact says.
    pub felled: Option<&'a Fact>,
}

/// Who is to blame for harm that names nobody, as far as it has been told.
#[derive(Default)]
struct Blame {
    /// At whom everybody aimed last.
    aimed: BTreeMap<Id, Id>,
    /// Who did everybody harm last.
    struck: BTreeMap<Id, Id>,
    /// Who was sent somewhere last, as over an edge: what is thrown for their harm then is none of theirs.
    sent: Option<Id>,
}

impl Blame {
    /// This is told next.
    fn hear(&mut self, fact: &Fact) {
        if let (Some(by), Some(roll)) = (fact.who, &fact.roll) {
            let at = fact.whom.filter(|at| *at != by);
            if at.is_some() {
                self.sent = None;
            }
            self.aimed.extend(at.filter(|_| roll.purpose != Purpose::Defence).map(|at| (by, at)));
            // What is thrown for harm belongs to the blow before it where it names nobody.
            let hit = at.or_else(|| self.aimed.get(&by).copied()).filter(|_| roll.purpose == Purpose::Damage);
            self.struck.extend(hit.filter(|_| self.sent != Some(by)).map(|at| (at, by)));
        }
        if let Some((by, at)) = fact.sends() {
            self.struck.insert(at, by);
            self.sent = Some(at);
        }
    }
}

/// Every hit that left somebody worse off, with what came of it at once.
pub(super) fn tell<'a>(look: Look<'a>) -> Vec<Blow<'a>> {
    let Some(chronicle) = look.battle::<Chronicle>() else { return Vec::new() };
    let mut blows: Vec<Blow<'a>> = Vec::new();
    let mut blame = Blame::default();
    let mut down: BTreeSet<Id> = BTreeSet::new();
    for (place, fact) in chronicle.facts.iter().enumerate().filter(|(_, fact)| look.may_read(fact)) {
        blame.hear(fact);
        let Some(at) = fact.who.filter(|who| !who.is_thing() && look.knows_of(*who)) else { continue };
        let by = fact.dealt.and_then(|dealt| dealt.by).or(fact.whom).or_else(|| blame.struck.get(&at).copied());
        let by = by.filter(|by| *by != at && !by.is_thing() && look.knows_of(*by));
        let (is_sent, is_idle) = (blame.sent == Some(at), down.contains(&at));
        let changes = || fact.changes.iter().filter(|change| change.who == at);
        let weighs = |change: &Change| match (is_state(look, change.what), change.to > change.from) {
            (false, _) => {
                let whole = look.health(at).map_or(100, |(_, whole)| i64::from(whole.max(1)));
                (i64::from(change.to) - i64::from(change.from)).abs() * 100 / whole
            }
            (true, true) => STATE,
            (true, false) => 0,
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
                let changes = changes().collect();
                blows.push(Blow { fact, by, at, hit, weight: moved, changes, is_sent, is_idle, felled: None });
            }
            None => {}
        }
        for change in changes().filter(|change| is_out(look, change.what)) {
            let _ = if change.to > change.from { down.insert(at) } else { down.remove(&at) };
        }
        // Whoever is down already is not felled by the rest of a combo.
        let is_down = |blow: &Blow<'_>| blow.at == at && blow.felled.is_some() && blow.fact.round == round;
        if fells && !blows.iter().any(is_down) {
            // The hit that it is told of is to blame, else the blow before it at the same body.
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
                    let (weight, felled) = (FELLED / 2, Some(fact));
                    blows.push(Blow { fact, by, at, hit, weight, changes, is_sent, is_idle, felled });
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

/// The first blow that laid low each of those who are out of the fight by one; the first that is known to be somebody's, if any is.
pub(super) fn felled<'a, 'b>(look: Look<'a>, told: &'b [Blow<'a>]) -> impl Iterator<Item = &'b Blow<'a>> {
    let out = look.shown().filter(move |id| !look.counts(*id) && look.place(*id).present);
    out.filter_map(move |id| {
        let all = || told.iter().filter(|blow| blow.at == id && blow.lays_low(look));
        all().find(|blow| blow.by.is_some()).or_else(|| all().next())
    })
}

impl Blow<'_> {
    /// Whether it is a hit that took the other out, or what they died of: whoever flees does so by themselves.
    fn lays_low(&self, look: Look<'_>) -> bool {
        self.felled.is_some_and(|fact| fact.dealt.is_some()) || self.is_deadly(look)
    }

    /// Whether the other died of it.
    fn is_deadly(&self, look: Look<'_>) -> bool {
        let mut changes = self.felled.into_iter().flat_map(|fact| &fact.changes).filter(|change| change.who == self.at);
        let is_dead = |what: Key| look.rules().conditions.get(&what).is_some_and(|def| def.dead);
        changes.any(|change| change.to > change.from && is_dead(change.what))
    }

    /// In a sentence: "Warden fells Hound with Mace: dying", "Mung hits Jot with Fist: hurt, Stamina 8 to 3"; of whoever was sent
    /// somewhere, "Bruin harms Mung: hurt, Stamina 10 to 3".
    pub fn told(&self, look: Look<'_>) -> String {
        let at = look.name(self.at);
        let is_dead = self.is_deadly(look);
        let arm = self.fact.dealt.and_then(|dealt| dealt.arm).map(|arm| format!(" with {arm}")).unwrap_or_default();
        // As the board calls it: the wound, and what it led to.
        let state = || {
            let state = self.takes_out(look);
            let wound = self.felled.and_then(|fact| fact.dealt?.wound).filter(|wound| Some(*wound) != state);
            let both: Vec<String> = wound.into_iter().chain(state).map(|word| word.to_string()).collect();
            if both.is_empty() { String::new() } else { format!(": {}", both.join(", ")) }
        };
        match (self.by, self.lays_low(look)) {
            (Some(by), true) if is_dead => format!("{} kills {at}{arm}", look.name(by)),
            (Some(by), true) => format!("{} fells {at}{arm}{}", look.name(by), state()),
            (Some(by), false) if self.is_sent => format!("{} harms {at}{}", look.name(by), self.came(look)),
            (Some(by), false) => format!("{} hits {at}{arm}{}", look.name(by), self.came(look)),
            (None, true) if is_dead => format!("{at} dies"),
            (None, true) => format!("{at} falls{}", state()),
            (None, false) => format!("{at} comes to harm{}", self.came(look)),
        }
    }

    /// The state that took the other out: the one that they are known by now, if it was that.
    fn takes_out(&self, look: Look<'_>) -> Option<Key> {
        let changes = || self.felled.into_iter().flat_map(|fact| &fact.changes);
        let outs = || changes().filter(|change| change.who == self.at && change.to > change.from);
        let outs = || outs().map(|change| change.what).filter(|what| is_out(look, *what));
        let now = tokens::state(look, self.at).map(|(word, _)| word);
        outs().find(|what| Some(what.as_str()) == now).or_else(|| outs().next())
    }

    /// What came of it: the states that it brought, and the figure that it changed first.
    fn came(&self, look: Look<'_>) -> String {
        let mut came: Vec<String> = Vec::new();
        let states = self.changes.iter().filter(|change| is_state(look, change.what) && change.to > change.from);
        for state in states.map(|change| change.what).chain(self.takes_out(look)).map(|state| state.to_string()) {
            if !came.contains(&state) {
                came.push(state);
            }
        }
        let figure = self.changes.iter().find(|change| !is_state(look, change.what));
        came.extend(figure.map(|change| format!("{} {} to {}", change.what, change.from, change.to)));
        if came.is_empty() { String::new() } else { format!(": {}", came.join(", ")) }
    }
}

/// What decides whether a blow is told.
#[derive(Clone, Copy)]
struct Weighed {
    /// Whoever it felled has not come back.
    is_for_good: bool,
    weight: i64,
    round: i32,
}

/// Which of these are told, in the order of the battle: those that felled somebody for good before all others, and the
/// heaviest of the rest, one of each round before two of any.
fn heaviest(all: &[Weighed]) -> Vec<usize> {
    let mut ranked: Vec<(usize, Weighed)> = all.iter().copied().enumerate().collect();
    ranked.sort_by_key(|(_, blow)| std::cmp::Reverse(blow.weight));
    let (mut told, others): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(_, blow)| blow.is_for_good);
    told.truncate(FELLING);
    let room = BLOWS.saturating_sub(told.len()).max(OTHERS);
    let mut rounds = BTreeSet::new();
    let (first, more): (Vec<_>, Vec<_>) = others.into_iter().partition(|(_, blow)| rounds.insert(blow.round));
    told.extend(first.into_iter().chain(more).take(room));
    let mut told: Vec<usize> = told.into_iter().map(|(index, _)| index).collect();
    told.sort_unstable();
    told
}

/// Who has laid somebody low who is out of the fight: as their state says it, else by the last blow that did. Whoever gave up or has
/// left the field has done so by themselves.
fn feller(look: Look<'_>, id: Id, told: &[Blow<'_>]) -> Option<Id> {
    let (word, _) = tokens::state(look, id).filter(|(_, is_out)| *is_out && look.place(id).present)?;
    let last = told.iter().rfind(|blow| blow.at == id && blow.by.is_some() && blow.lays_low(look))?;
    let by = look.condition(id, word).and_then(|condition| condition.by).or(last.by);
    by.filter(|by| look.knows_of(*by))
}

/// What is told of the blows of a battle: worked out once, not with every frame.
#[derive(Debug)]
pub struct Told {
    heaviest: Vec<Line>,
    /// How many of those who are out of the fight each has taken out of it.
    felled: BTreeMap<Id, usize>,
    /// Who has brought it about that others are.
    by: BTreeMap<Id, Id>,
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
        let mut told = tell(look);
        // What befell those who lay there decided nothing, unless they died of it.
        told.retain(|blow| !blow.is_idle || blow.felled.is_some());
        let for_good: Vec<&Blow<'_>> = felled(look, &told).collect();
        let weighed = |blow: &Blow<'_>| Weighed {
            is_for_good: for_good.iter().any(|last| std::ptr::eq(*last, blow)),
            weight: blow.weight,
            round: blow.fact.round,
        };
        let weighed: Vec<Weighed> = told.iter().map(weighed).collect();
        let line = |blow: &Blow<'_>| Line {
            round: blow.fact.round,
            sentence: blow.told(look),
            fells: blow.lays_low(look),
            rule: blow.fact.rule,
        };
        let heaviest = heaviest(&weighed).into_iter().filter_map(|index| told.get(index)).map(line).collect();
        let out = look.shown().filter(|id| !look.counts(*id));
        let by: BTreeMap<Id, Id> = out.filter_map(|id| Some((id, feller(look, id, &told)?))).collect();
        let mut felled = BTreeMap::new();
        by.values().for_each(|who| *felled.entry(*who).or_default() += 1);
        Self { heaviest, felled, by }
    }

    /// How many somebody has felled.
    pub fn felled_by(&self, who: Id) -> usize {
        self.felled.get(&who).copied().unwrap_or_default()
    }

    /// Who has brought it about that somebody is out of the fight.
    pub fn feller_of(&self, who: Id) -> Option<Id> {
        self.by.get(&who).copied()
    }

    /// The blows that told most, in the order of the battle.
    pub fn blows(&self, ui: &mut Ui, look: Look<'_>, book: &mut Book) {
        if self.heaviest.is_empty() {
            return;
        }
        ui.label(RichText::new("The blows that told").heading());
        for line in &self.heaviest {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(RichText::new(rounds::named(line.round)).small().color(theme::faint()));
                let sentence = RichText::new(&line.sentence);
                ui.label(if line.fells { sentence.strong() } else { sentence });
                book::link(ui, look, book, line.rule);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Told, Weighed, heaviest, tell};
    use crate::ai::{Mind, Skill};
    use crate::overlay::trial;

    fn hit(weight: i64, round: i32) -> Weighed {
        Weighed { is_for_good: false, weight, round }
    }

    fn kill(round: i32) -> Weighed {
        Weighed { is_for_good: true, weight: 500, round }
    }

    /// Promise: whoever throws somebody over an edge has felled whoever does not get up from the fall, and the page names them
    /// as the one who did.
    #[test]
    fn a_fall_is_of_whoever_has_thrown_them() {
        trial::in_lesson("hursagmu", "HG-C43", 5, |look| {
            let id = |name: &str| look.everybody().find(|id| look.name(*id) == name).unwrap();
            let (by, at) = (id("W"), id("C"));
            let all = tell(look);
            let fall = all.iter().find(|blow| blow.at == at && blow.felled.is_some()).unwrap();
            let (state, _) = crate::overlay::tokens::state(look, at).unwrap();
            let sentence = fall.told(look);
            assert!(sentence.starts_with("W fells C: ") && sentence.ends_with(state), "{sentence}");
            assert_eq!(fall.by, Some(by));
            let told = Told::of(look);
            assert_eq!((told.felled_by(by), told.felled_by(at), told.feller_of(at)), (1, 0, Some(by)));
            let (fate, _) = crate::overlay::end::fates::fate(look, at, told.feller_of(at));
            assert!(fate.ends_with(", by W"), "{fate}");
        });
    }

    /// Promise: of a combo that fells somebody nothing is told that struck them when they lay there already.
    #[test]
    fn nobody_is_struck_once_they_lie_there() {
        let mut seen = 0;
        for seed in 1..=6 {
            let mut game = trial::begun("first_watch", seed);
            let mut mind = Mind::new(Skill::Plain, seed);
            while trial::goes_on(&mut game, &mut mind) {}
            let look = trial::look(&game);
            let all = tell(look);
            seen += all.iter().filter(|blow| blow.is_idle && blow.felled.is_none()).count();
            let told = Told::of(look);
            for (place, line) in told.heaviest.iter().enumerate() {
                let Some(name) = line.sentence.split(" fells ").nth(1) else { continue };
                let name = name.split(" with ").next().unwrap();
                let round = told.heaviest.iter().skip(place + 1).take_while(|next| next.round == line.round);
                let hit = format!(" hits {name} ");
                assert!(round.into_iter().all(|next| !next.sentence.contains(&hit)), "{seed}: {}", line.sentence);
            }
        }
        assert!(seen > 0, "nobody was struck who lay there");
    }

    /// Promise: the heaviest blows that felled nobody are told beside those that did, however many fell.
    #[test]
    fn heavy_blows_that_felled_nobody_are_told_too() {
        let all = [hit(3, 1), kill(1), kill(2), kill(2), hit(9, 3), kill(4), kill(5), hit(5, 6), kill(6)];
        assert_eq!(heaviest(&all), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(heaviest(&[hit(3, 1), kill(1)]), [0, 1]);
        assert_eq!(heaviest(&[kill(1); 9]).len(), 8);
        assert_eq!(heaviest(&[hit(1, 1); 9]).len(), 6);
        assert!(heaviest(&[]).is_empty());
    }

    /// Promise: whoever was felled for good is told of before any heavier blow, and the rest are from all over the battle; all
    /// stand in its order.
    #[test]
    fn what_decided_comes_first_and_the_rest_from_all_over() {
        let early = [hit(1_040, 1), hit(90, 1), hit(80, 2), hit(70, 2), hit(60, 2), hit(50, 3)];
        let mut all = early.to_vec();
        all.extend([hit(30, 8), kill(9), hit(20, 11), kill(12)]);
        assert_eq!(heaviest(&all), [0, 2, 5, 6, 7, 9]);
    }
}
