//! Who else has come to harm since somebody here decided last, and in the turn of the last blow, in few words each: by blows before
//! it, by whoever struck back, by a fall, by what burns or hangs in the air.

use std::cmp::Reverse;

use crate::battle::{Change, Fact, FigureName, Id, Key, Look, capital};
use crate::overlay::tokens::states::Sort;

/// So many of them are told of; of all others it is told how many they are.
pub(super) const MOST: usize = 3;
/// So many of those who hurt somebody are named.
const NAMED: usize = 2;
/// What somebody is called who has lost what they held: no state of theirs says it.
const DISARMED: &str = "disarmed";

/// How bad a state is, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Hampered,
    Out,
    Dead,
}

/// What a fact does to somebody.
enum Harm {
    /// So much of a figure is lost.
    Loses(Key, i32),
    /// They come into a state.
    Falls(Grade, Key),
    /// They are in a state no longer.
    Ends(Key),
}

/// What somebody has come to, either before somebody here decided last or since then.
struct Hurt {
    who: Id,
    is_earlier: bool,
    /// Who has done it, the first one first; whether something else took part of what is lost.
    by: Vec<Id>,
    is_by_more: bool,
    /// How much of which figures they have lost, whatever was given back.
    lost: Vec<(Key, i32)>,
    /// The states that they have come into and are still in.
    states: Vec<(Grade, Key)>,
}

impl Hurt {
    /// Notes one more thing that was done to them.
    fn suffers(&mut self, harm: &Harm, by: Option<Id>) {
        match *harm {
            Harm::Loses(what, lost) => {
                match self.lost.iter_mut().find(|(of, _)| *of == what) {
                    Some((_, sum)) => *sum = sum.saturating_add(lost),
                    None => self.lost.push((what, lost)),
                }
                self.is_by_more |= by.is_none();
            }
            Harm::Falls(grade, state) => {
                self.ends(state);
                self.states.push((grade, state));
            }
            Harm::Ends(state) => self.ends(state),
        }
        if let Some(by) = by.filter(|by| !self.by.contains(by)) {
            self.by.push(by);
        }
    }

    fn ends(&mut self, state: Key) {
        self.states.retain(|(_, each)| *each != state);
    }

    /// The worst state that they are in, the last of several.
    fn worst(&self) -> Option<(Grade, Key)> {
        self.states.iter().copied().max_by_key(|(grade, _)| *grade)
    }

    /// Who did it, in brackets, if that is known: " (Wolf 1, Wolf 2 and 2 more)".
    fn whose(&self, look: Look<'_>) -> String {
        let named: Vec<&str> = self.by.iter().take(NAMED).map(|by| look.name(*by)).collect();
        let rest = match self.by.len() - named.len() {
            _ if named.is_empty() => return String::new(),
            _ if self.is_by_more => " and more".to_owned(),
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        format!(" ({}{rest})", named.join(", "))
    }

    /// "Ann -7 Life (Wolf 1, Wolf 2), dying", "earlier Ann -3 Life".
    fn told(&self, look: Look<'_>) -> String {
        let lost: Vec<String> = self.lost.iter().map(|(what, lost)| format!("-{lost} {what}")).collect();
        let (lost, by) = (lost.join(", "), self.whose(look));
        let came = match self.worst() {
            None => format!("{lost}{by}"),
            Some((_, state)) if lost.is_empty() => format!("{state}{by}"),
            Some((_, state)) => format!("{lost}{by}, {state}"),
        };
        let when = if self.is_earlier { "earlier " } else { "" };
        format!("{when}{} {came}", look.name(self.who))
    }
}

/// How bad a state is that a fact brings somebody into; nothing where it does no harm. What no hit has brought about and nobody is
/// out by does so where it is news, or an enemy has done it and it still holds them, as a grip does.
fn grade(look: Look<'_>, fact: &Fact, who: Id, state: Key) -> Option<Grade> {
    let def = look.rules().conditions.get(&state)?;
    let is_by_foe = |by: Option<Id>| by.is_some_and(|by| look.are_enemies(by, who));
    let is_done = || is_by_foe(other(fact, who)) || fact.driven == Some(who);
    let holds = || !def.mutual && look.conditions(who).iter().any(|each| each.kind.key() == state);
    let is_told = fact.dealt.is_some() || fact.is_news;
    match Sort::of(Some(&**def)) {
        _ if def.dead => Some(Grade::Dead),
        _ if def.out => Some(Grade::Out),
        Sort::Hampers if is_told || (is_done() || is_by_foe(fact.turn)) && holds() => Some(Grade::Hampered),
        // Nobody else brings somebody into a posture that they want.
        Sort::Stance if is_done() && holds() => Some(Grade::Hampered),
        _ => None,
    }
}

/// Whom a fact is about, where that is somebody else than this one.
fn other(fact: &Fact, who: Id) -> Option<Id> {
    fact.who.filter(|by| *by != who)
}

/// How much of a figure is lost by a change; nothing where it is no loss, or none that hurts. `is_hit`: it is told of a hit.
fn loss(look: Look<'_>, change: &Change, is_hit: bool) -> Option<i32> {
    let name = FigureName::of(change.what);
    let is_better_high = look.rules().figures.get(&name).is_some_and(|figure| !figure.low_is_good);
    let is_health = look.health_in(change.who) == Some(name);
    let hurts = is_health || is_hit && is_better_high;
    (hurts && !change.is_price && change.to < change.from).then(|| change.from.saturating_sub(change.to))
}

/// What a fact does to whom.
fn harms(look: Look<'_>, fact: &Fact) -> Vec<(Id, Harm)> {
    let is_hit = fact.dealt.is_some();
    let falls = |who: Id, state: Key| Some(Harm::Falls(grade(look, fact, who, state)?, state));
    let of = |change: &Change| {
        let Change { who, what, from, to, .. } = *change;
        match loss(look, change, is_hit) {
            Some(lost) => Some(Harm::Loses(what, lost)),
            None if to > from => falls(who, what),
            None => (to <= 0 && look.rules().conditions.contains_key(&what)).then_some(Harm::Ends(what)),
        }
    };
    let changed = fact.changes.iter().filter_map(|change| Some((change.who, of(change)?)));
    let befallen = fact.befalls.and_then(|(who, state)| Some((who, falls(who, state)?)));
    let disarmed = fact.disarmed.map(|(who, _)| (who, Harm::Falls(Grade::Hampered, Key::from(DISARMED))));
    changed.chain(befallen).chain(disarmed).collect()
}

/// Whether a fact does harm to anybody.
pub(super) fn hurts(look: Look<'_>, fact: &Fact) -> bool {
    let is_worse = |change: &Change| !change.is_price && change.from != change.to;
    fact.dealt.is_some() && fact.changes.iter().any(is_worse)
        || harms(look, fact).iter().any(|(_, harm)| !matches!(harm, Harm::Ends(_)))
}

/// All that these facts did to anybody, each one who was hurt by themselves, those who are played here before others and of each the
/// gravest first: since the fact at the place where somebody here `decided` last, and before that in this turn; where nobody decides here
/// only in this turn. What a fact at a place did to somebody is left out where it `is_told` already. With the place of the first fact
/// that did anything to anybody, told already or not.
pub(super) fn also<'f>(
    look: Look<'_>,
    facts: impl Iterator<Item = (usize, &'f Fact)>,
    decided: Option<usize>,
    turn: Option<(i32, Option<Id>)>,
    is_told: impl Fn(usize, &Fact, Id) -> bool,
) -> (Vec<String>, Option<usize>) {
    let turn = turn.filter(|(_, who)| who.is_some() || decided.is_none());
    let (mut all, mut first): (Vec<Hurt>, Option<usize>) = (Vec::new(), None);
    for (at, fact) in facts {
        let is_since = decided.is_some_and(|decided| at >= decided);
        let is_of = is_since || turn == Some((fact.round, fact.turn));
        if !is_of || !look.may_read(fact) {
            continue;
        }
        let is_earlier = decided.is_some() && !is_since;
        for (who, harm) in harms(look, fact) {
            if let Harm::Ends(_) = harm {
                all.iter_mut().filter(|hurt| hurt.who == who).for_each(|hurt| hurt.suffers(&harm, None));
            } else if !who.is_thing() && look.knows_of(who) {
                first = first.or(Some(at));
                if is_told(at, fact, who) {
                    continue;
                }
                let does = || fact.disarmed.map(|(_, by)| by).or_else(|| other(fact, who));
                let foe = || does().filter(|by| look.are_enemies(*by, who));
                let by = fact.dealt.map_or_else(foe, |hit| hit.by);
                let by = by.filter(|by| *by != who && !by.is_thing() && look.knows_of(*by));
                of(&mut all, who, is_earlier).suffers(&harm, by);
            }
        }
    }
    all.retain(|hurt| !hurt.lost.is_empty() || !hurt.states.is_empty());
    all.sort_by_key(|hurt| {
        let lost = hurt.lost.iter().fold(0, |sum: i32, (_, lost)| sum.saturating_add(*lost));
        let is_others = !look.is_played_here(look.side(hurt.who));
        (is_others, Reverse(hurt.worst().map(|(grade, _)| grade)), Reverse(lost))
    });
    (all.iter().map(|hurt| hurt.told(look)).collect(), first)
}

/// What somebody has come to so far, before somebody here decided or since; nothing yet where they are told of first.
fn of(all: &mut Vec<Hurt>, who: Id, is_earlier: bool) -> &mut Hurt {
    let known = all.iter().position(|hurt| (hurt.who, hurt.is_earlier) == (who, is_earlier));
    let place = known.unwrap_or(all.len());
    if known.is_none() {
        let (by, lost, states) = (Vec::new(), Vec::new(), Vec::new());
        all.push(Hurt { who, is_earlier, by, is_by_more: false, lost, states });
    }
    &mut all[place]
}

/// The same as one sentence that names no more than `most` of them; nothing where nobody else was hurt.
pub(super) fn told(all: &[String], most: usize) -> Option<String> {
    match (all.len(), most) {
        (0, _) => None,
        (rest, 0) => Some(format!("And {rest} more hurt; see the log.")),
        _ => Some(format!("Also: {}.", listed(all, most))),
    }
}

/// The same where it goes before the last blow.
pub(super) fn leading(all: &[String], most: usize) -> String {
    format!("{}.", capital(&listed(all, most)))
}

fn listed(all: &[String], most: usize) -> String {
    let shown = all.get(..most.min(all.len())).unwrap_or_default();
    match all.len() - shown.len() {
        0 => shown.join("; "),
        rest => format!("{}; and {rest} more, see the log", shown.join("; ")),
    }
}
