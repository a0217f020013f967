//! Who else has come to harm in the turn of the last blow, in few words each: by blows before it, by whoever struck back, by a
//! fall, by what burns or hangs in the air.

use std::collections::BTreeMap;

use super::blow::between;
use crate::battle::{Change, Fact, FigureName, Id, Key, Look};
use crate::overlay::stakes::names;
use crate::overlay::tokens::states::Sort;

/// So many of them are told of; of all others it is told how many they are.
pub(super) const MOST: usize = 3;

/// How bad a state is, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Hampered,
    Out,
    Dead,
}

/// What somebody has come to by somebody else, or by nobody.
struct Hurt {
    by: Option<Id>,
    who: Id,
    /// How much of which figures they have lost.
    lost: Vec<(Key, i32)>,
    /// The worst state that they have come into.
    state: Option<(Grade, Key)>,
}

impl Hurt {
    /// Notes that so much of a figure is lost.
    fn loses(&mut self, what: Key, lost: i32) {
        match self.lost.iter_mut().find(|(of, _)| *of == what) {
            Some((_, sum)) => *sum = sum.saturating_add(lost),
            None => self.lost.push((what, lost)),
        }
    }

    /// Notes a state, where it is no better than the one before.
    fn falls(&mut self, grade: Grade, state: Key) {
        if self.state.is_none_or(|(worst, _)| worst <= grade) {
            self.state = Some((grade, state));
        }
    }

    /// "Wolf against Ann: -4 Life, dying", "Ann: -3 Life".
    fn told(&self, look: Look<'_>) -> String {
        let named = between(look, self.by, Some(self.who)).unwrap_or_else(|| look.name(self.who).to_owned());
        let lost = self.lost.iter().map(|(what, lost)| format!("-{lost} {what}"));
        let all: Vec<String> = lost.chain(self.state.map(|(_, state)| state.to_string())).collect();
        format!("{named}: {}", all.join(", "))
    }
}

/// How bad a state is that somebody has come into; nothing where it does no harm.
fn grade(look: Look<'_>, state: Key) -> Option<Grade> {
    let def = look.rules().conditions.get(&state)?;
    match Sort::of(Some(&**def)) {
        _ if def.dead => Some(Grade::Dead),
        _ if def.out => Some(Grade::Out),
        Sort::Hampers => Some(Grade::Hampered),
        _ => None,
    }
}

/// How much of a figure is lost by a change; nothing where it is no loss, or none that hurts. `is_hit`: it is told of a hit.
fn loss(look: Look<'_>, change: &Change, is_hit: bool) -> Option<i32> {
    let name = FigureName::of(change.what);
    let is_better_high = look.rules().figures.get(&name).is_some_and(|figure| !figure.low_is_good);
    let is_health = look.health_in(change.who) == Some(name);
    let hurts = is_health || is_hit && is_better_high;
    (hurts && !change.is_price && change.to < change.from).then(|| change.from.saturating_sub(change.to))
}

/// All that hurt somebody in the turn of a blow, besides what its own words tell, with how much of that was `before` these facts:
/// somebody here has decided within the turn. `at`: where it stands among them, which tell of it `from` one of them on; `felled`:
/// what is said before it of those who have fallen.
pub(super) fn also(
    look: Look<'_>,
    (before, facts): (&[Fact], &[Fact]),
    (at, from): (usize, usize),
    (words, felled): (&str, &BTreeMap<Id, String>),
) -> (Vec<String>, usize) {
    let Some(last) = facts.get(at) else { return (Vec::new(), 0) };
    let is_of = |fact: &Fact| (fact.round, fact.turn) == (last.round, last.turn) && look.may_read(fact);
    let is_told = |index: Option<usize>, who: Id| {
        index.is_some_and(|index| index >= from) && names(words, look.name(who)) || felled.contains_key(&who)
    };
    // What belongs to nobody's turn is told as far as these facts go.
    let is_within = |fact: &Fact| fact.round == last.round && fact.turn.is_none_or(|of| Some(of) == last.turn);
    let same = |fact: &&Fact| last.turn.is_some() && is_within(fact);
    let earlier = before.iter().rev().take_while(same).count();
    let earlier = before.iter().skip(before.len() - earlier).map(|fact| (None::<usize>, fact));
    let own = facts.iter().enumerate().map(|(index, fact)| (Some(index), fact));
    let mut all: Vec<Hurt> = Vec::new();
    let mut gone = 0;
    for (index, fact) in earlier.chain(own).filter(|(_, fact)| is_of(fact)) {
        let by = fact.dealt.and_then(|hit| hit.by).filter(|by| !by.is_thing() && look.knows_of(*by));
        let is_shown = |who: Id| !who.is_thing() && look.knows_of(who) && !is_told(index, who);
        let changes = fact.changes.iter().filter(|change| is_shown(change.who));
        let lost =
            changes.clone().filter_map(|change| Some((change.who, change.what, loss(look, change, is_hit(fact))?)));
        let lost: Vec<(Id, Key, i32)> = lost.collect();
        // A state that no hit has brought about and that nobody is out by, as a grip, hurts nobody.
        let begun = changes.filter(|change| change.to > change.from).map(|change| (change.who, change.what));
        let begun = begun.chain(fact.befalls.filter(|(who, _)| is_shown(*who)));
        let states = begun.filter_map(|(who, state)| Some((who, grade(look, state)?, state)));
        let states = states.filter(|(_, grade, _)| is_hit(fact) || *grade > Grade::Hampered);
        let states: Vec<(Id, Grade, Key)> = states.collect();
        for (who, what, lost) in lost {
            of(&mut all, who, |hurt| hurt.by == by, by).loses(what, lost);
        }
        for (who, grade, state) in states {
            // One that names nobody comes of what has hurt them before.
            of(&mut all, who, |hurt| hurt.by == by || by.is_none(), by).falls(grade, state);
        }
        if index.is_none() {
            gone = all.len();
        }
    }
    (all.iter().map(|hurt| hurt.told(look)).collect(), gone)
}

/// Whether it tells of a hit.
const fn is_hit(fact: &Fact) -> bool {
    fact.dealt.is_some()
}

/// What somebody has come to so far, the last such thing that `is_it`; else by this one, and nothing yet.
fn of(all: &mut Vec<Hurt>, who: Id, is_it: impl Fn(&Hurt) -> bool, by: Option<Id>) -> &mut Hurt {
    let known = all.iter().rposition(|hurt| hurt.who == who && is_it(hurt));
    let place = known.unwrap_or(all.len());
    if known.is_none() {
        all.push(Hurt { by, who, lost: Vec::new(), state: None });
    }
    &mut all[place]
}

/// The same as one sentence that names no more than `most` of them; nothing where nobody else was hurt.
pub(super) fn told(all: &[String], most: usize) -> Option<String> {
    let shown = all.get(..most.min(all.len())).unwrap_or_default();
    match (all.len() - shown.len(), shown) {
        (0, []) => None,
        (0, shown) => Some(format!("Also: {}.", shown.join("; "))),
        (rest, []) => Some(format!("And {rest} more hurt; see the log.")),
        (rest, shown) => Some(format!("Also: {}; and {rest} more, see the log.", shown.join("; "))),
    }
}
