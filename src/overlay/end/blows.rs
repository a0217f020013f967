//! The blows of a battle that is over, each in a sentence: who, whom, with what, and what came of it.

mod told;

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::{Change, Chronicle, Fact, Id, Key, Look, Purpose};
use crate::overlay::tokens;

pub(super) use self::told::Line;
pub use self::told::Told;

/// What taking somebody out weighs against the hundredths of their health that a hit takes; what any other state does, and a hit
/// where nobody counts what is left: as forecasts weigh them.
const FELLED: i64 = 1_000;
const STATE: i64 = 35;
const WOUND: i64 = 30;
/// Harm of a place comes so many facts at most before who has sent somebody there.
const NEAR: usize = 8;

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
    /// They have done it to themselves, as with a bomb of their own.
    is_own: bool,
    /// They were out of the fight already.
    is_idle: bool,
    /// It took the other out, as this fact says.
    pub felled: Option<&'a Fact>,
    /// They died of the same, as this one says, before anything else was thrown.
    died: Option<&'a Fact>,
    /// States that it left, beside what it changed.
    befell: Vec<Key>,
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
    // Whom something has felled that is still under way.
    let mut open: BTreeSet<Id> = BTreeSet::new();
    for (place, fact) in chronicle.facts.iter().enumerate().filter(|(_, fact)| look.may_read(fact)) {
        blame.hear(fact);
        if let Some((by, whom)) = fact.sends().filter(|(by, whom)| by != whom) {
            // What befalls somebody where they are sent may be told before who has sent them.
            let is_of_it = |blow: &&mut Blow<'a>| {
                let is_then = (blow.fact.round, blow.fact.turn) == (fact.round, fact.turn);
                let is_near = blow.hit.is_some_and(|hit| place.saturating_sub(hit) <= NEAR);
                let is_of_nobody = blow.fact.whom.is_none() && blow.fact.dealt.is_some_and(|hit| hit.by.is_none());
                is_then && is_near && blow.at == whom && is_of_nobody
            };
            if let Some(blow) = blows.iter_mut().rev().find(is_of_it) {
                let since = chronicle.facts.get(blow.hit.unwrap_or(place)..place).unwrap_or_default();
                let is_left = |change: &&Change| {
                    let is_theirs = change.who == whom && change.to > change.from;
                    is_theirs && is_state(look, change.what) && !is_out(look, change.what)
                };
                let left = since.iter().filter(|fact| look.may_read(fact)).flat_map(|fact| &fact.changes);
                blow.befell.extend(left.filter(is_left).map(|change| change.what));
                (blow.by, blow.is_sent) = (Some(by), true);
            }
        }
        let Some(at) = fact.who.filter(|who| !who.is_thing() && look.knows_of(*who)) else { continue };
        let by = fact.dealt.and_then(|dealt| dealt.by).or(fact.whom).or_else(|| blame.struck.get(&at).copied());
        let by = by.filter(|by| *by != at && !by.is_thing() && look.knows_of(*by));
        let is_own = fact.dealt.is_some_and(|dealt| dealt.by == Some(at));
        let (is_sent, is_idle) = (blame.sent == Some(at), down.contains(&at));
        let changes = || fact.changes.iter().filter(|change| change.who == at);
        let weighs = |change: &Change| match (is_state(look, change.what), change.to > change.from) {
            (false, _) => {
                let lost = (i64::from(change.to) - i64::from(change.from)).abs();
                look.health(at).map_or(0, |(_, whole)| lost * 100 / i64::from(whole.max(1)))
            }
            (true, true) => STATE,
            (true, false) => 0,
        };
        let befell = fact.befalls.filter(|(who, _)| *who == at).map(|(_, what)| what);
        let lowers = |change: &Change| change.to < change.from && !is_state(look, change.what);
        let is_wound = look.health(at).is_none() && changes().any(lowers);
        let more = STATE * i64::from(befell.is_some()) + WOUND * i64::from(is_wound);
        let moved: i64 = changes().map(weighs).sum::<i64>() + more;
        let fells = changes().any(|change| change.to > change.from && is_out(look, change.what));
        let round = fact.round;
        let hit = fact.dealt.map(|dealt| place.saturating_sub(dealt.back));
        let is_same = |blow: &Blow<'_>| hit.is_some() && blow.at == at && blow.hit == hit;
        match blows.iter_mut().rev().find(|blow| is_same(blow)) {
            Some(blow) => {
                blow.changes.extend(changes());
                blow.befell.extend(befell);
                blow.weight += moved;
            }
            None if fact.dealt.is_some() && (befell.is_some() || changes().next().is_some()) => {
                let (changes, befell) = (changes().collect(), befell.into_iter().collect());
                let (weight, felled, died) = (moved, None, None);
                blows.push(Blow { fact, by, at, hit, weight, changes, is_sent, is_own, is_idle, felled, died, befell });
            }
            None => {}
        }
        // What they throw for themselves is no part of the blow that felled them.
        if fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Other) {
            open.remove(&at);
        }
        for change in changes().filter(|change| is_out(look, change.what)) {
            let _ = if change.to > change.from { down.insert(at) } else { down.remove(&at) };
        }
        // Whoever is down already is not felled by the rest of a combo.
        let is_down = |blow: &Blow<'_>| blow.at == at && blow.felled.is_some() && blow.fact.round == round;
        let dies = fells && changes().any(|change| change.to > change.from && is_dead(look, change.what));
        let before = blows.iter().position(is_down);
        let last = blows.iter().rposition(|blow| blow.at == at);
        if let Some((before, last)) = before.zip(last).filter(|_| dies && open.contains(&at)) {
            let by = |index: usize| blows.get(index).map(|blow| blow.by);
            let is_others = by(last) != by(before);
            match blows.get_mut(if is_others { last } else { before }) {
                // Whoever strikes somebody who is dying kills them.
                Some(blow) if is_others => (blow.felled, blow.weight) = (Some(fact), blow.weight + FELLED),
                Some(blow) => blow.died = Some(fact),
                None => {}
            }
        }
        if fells && before.is_none() {
            open.insert(at);
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
                    let (changes, befell) = (changes().collect(), Vec::new());
                    let (weight, felled, died) = (FELLED / 2, Some(fact), None);
                    blows.push(Blow {
                        fact,
                        by,
                        at,
                        hit,
                        weight,
                        changes,
                        is_sent,
                        is_own,
                        is_idle,
                        felled,
                        died,
                        befell,
                    });
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

/// Whether a state is death.
fn is_dead(look: Look<'_>, what: Key) -> bool {
    look.rules().conditions.get(&what).is_some_and(|def| def.dead)
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
        let facts = self.felled.into_iter().chain(self.died);
        let mut changes = facts.flat_map(|fact| &fact.changes).filter(|change| change.who == self.at);
        changes.any(|change| change.to > change.from && is_dead(look, change.what))
    }

    /// In a sentence, in words that are right for one and for many: "Warden felled Hound with Mace: dying", "Mung hit Jot with Fist:
    /// hurt, Stamina 8 to 3"; of whoever was sent somewhere, "Bruin harmed Mung: hurt, Stamina 10 to 3"; of what somebody did to
    /// themselves, "Cis fell to their own Fire bomb: dying".
    pub fn told(&self, look: Look<'_>) -> String {
        let at = look.name(self.at);
        let is_dead = self.is_deadly(look);
        let arm = self.fact.dealt.and_then(|dealt| dealt.arm).map(|arm| format!(" with {arm}")).unwrap_or_default();
        let own = |how: &str| self.own().map(|own| format!(" {how} {own}")).unwrap_or_default();
        // As the board calls it: the wound, and what it led to.
        let state = || {
            let state = self.takes_out(look);
            let wound = self.felled.and_then(|fact| fact.dealt?.wound).filter(|wound| Some(*wound) != state);
            // Where they were sent says what has done it.
            let left = self.befell.iter().copied().filter(|_| self.is_sent);
            let all: Vec<String> = left.chain(wound).chain(state).map(|word| word.to_string()).collect();
            if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) }
        };
        match (self.by, self.lays_low(look)) {
            (Some(by), true) if is_dead => format!("{} killed {at}{arm}", look.name(by)),
            (Some(by), true) => format!("{} felled {at}{arm}{}", look.name(by), state()),
            (Some(by), false) if self.is_sent => format!("{} harmed {at}{}", look.name(by), self.came(look)),
            (Some(by), false) => format!("{} hit {at}{arm}{}", look.name(by), self.came(look)),
            (None, true) if is_dead => format!("{at} died{}", own("by")),
            (None, true) => format!("{at} fell{}{}", own("to"), state()),
            (None, false) => format!("{at} came to harm{}{}", own("by"), self.came(look)),
        }
    }

    /// What of their own has done it to them: "their own Fire bomb".
    fn own(&self) -> Option<String> {
        let arm = self.fact.dealt.filter(|_| self.is_own)?.arm;
        Some(arm.map_or_else(|| "what they did themselves".to_owned(), |arm| format!("their own {arm}")))
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
        let states = states.map(|change| change.what).chain(self.befell.iter().copied());
        for state in states.chain(self.takes_out(look)).map(|state| state.to_string()) {
            if !came.contains(&state) {
                came.push(state);
            }
        }
        let figure = self.changes.iter().find(|change| !is_state(look, change.what));
        came.extend(figure.map(|change| format!("{} {} to {}", change.what, change.from, change.to)));
        if came.is_empty() { String::new() } else { format!(": {}", came.join(", ")) }
    }
}

#[cfg(test)]
mod tests;
