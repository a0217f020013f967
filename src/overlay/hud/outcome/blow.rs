//! What one blow came to, and the same with less.

use super::spread::Piece;
use super::words::plainly;
use crate::battle::{Fact, Id, Look, Purpose, RuleId, SideId};

/// What one blow came to.
#[derive(Clone)]
pub(super) struct Blow {
    /// Its place among the facts, and those of the first and of the last fact that are told of it.
    pub(super) at: usize,
    pub(super) from: usize,
    pub(super) until: usize,
    /// The place of what it is the answer to, where it wards something off.
    pub(super) of: Option<usize>,
    /// Who did it to whom, in short, and the side of whoever did it.
    pub(super) by: Option<String>,
    pub(super) side: Option<SideId>,
    /// What led to it, and what it came to, fact by fact.
    pub(super) lead: Vec<String>,
    pub(super) words: Vec<String>,
    pub(super) luck: Option<bool>,
    /// The rule of the last of them.
    pub(super) rule: RuleId,
    /// It is no blow, and is told after the one before it: a side has sent nobody, nerves have broken.
    pub(super) is_news: bool,
    /// Of which deed it is a part, where one may strike at several.
    pub(super) piece: Option<Piece>,
}

impl Blow {
    /// What one fact tells by itself, at this place among all, in these words.
    pub(super) fn single(look: Look<'_>, (at, fact): (usize, &Fact), words: String, luck: Option<bool>) -> Self {
        let (by, side) = whose(look, Some(fact), (between(look, fact.who, fact.whom), acts(fact)));
        let (lead, words) = (Vec::new(), vec![words]);
        let Fact { rule, is_news, .. } = *fact;
        Self { at, from: at, until: at, of: None, by, side, lead, words, luck, rule, is_news, piece: None }
    }

    /// All that is told of it.
    pub(super) fn told(&self) -> impl Iterator<Item = &String> {
        self.lead.iter().chain(&self.words)
    }

    /// It in one line with less: without the blow itself, then with nothing but the last of what came of it.
    pub(super) fn short(&self) -> [String; 2] {
        let rest = self.words.get(1..).filter(|rest| !rest.is_empty()).unwrap_or(&self.words);
        let (first, last) = (self.lead.first(), self.lead.get(1..).and_then(<[String]>::last));
        let less = match first {
            Some(_) => first.into_iter().chain(last).chain(rest).cloned().collect::<Vec<_>>().join(" "),
            None => self.named(&rest.join(" ")),
        };
        [less, self.named(self.words.last().map_or("", String::as_str))]
    }

    /// Some of what it came to, with who did it to whom: what is told in one piece says so itself.
    fn named(&self, words: &str) -> String {
        let by = self.by.as_ref().filter(|_| self.words.len() > 1 || !self.lead.is_empty());
        by.map_or_else(|| words.to_owned(), |by| format!("{by}: {words}"))
    }
}

/// Several of them in one line with less, from one form to the next.
pub(super) fn shorter(all: &[&Blow]) -> [String; 2] {
    let mut all = all.iter().map(|blow| blow.short());
    let [mut less, mut least] = all.next().unwrap_or_default();
    for [next, last] in all {
        less = format!("{less} {next}");
        least = last;
    }
    [less, least]
}

/// Who did something to whom, in short.
pub(super) fn between(look: Look<'_>, who: Option<Id>, whom: Option<Id>) -> Option<String> {
    let (who, whom) = who.zip(whom).filter(|(who, whom)| who != whom)?;
    Some(format!("{} against {}", look.name(who), look.name(whom)))
}

/// Who has dealt the harm that a fact tells of, and to whom, as far as those who look know of them.
pub(super) fn dealt(look: Look<'_>, harm: &Fact) -> Option<(Id, Id)> {
    let by = harm.dealt?.by.filter(|by| !by.is_thing() && look.knows_of(*by))?;
    let whom = harm.changes.first().map(|change| change.who).or(harm.who)?;
    (by != whom && look.knows_of(whom)).then_some((by, whom))
}

/// Who did it to whom, and the side of whoever did it: whoever dealt the harm that is told, if anybody did, else this one.
pub(super) fn whose(
    look: Look<'_>,
    harm: Option<&Fact>,
    (by, acts): (Option<String>, Option<Id>),
) -> (Option<String>, Option<SideId>) {
    match harm.and_then(|harm| dealt(look, harm)) {
        Some((striker, whom)) => (between(look, Some(striker), Some(whom)), side(look, Some(striker))),
        None => (by, side(look, acts)),
    }
}

/// Who acts by what a fact tells: where somebody defends themselves, whoever struck at them.
pub(super) fn acts(fact: &Fact) -> Option<Id> {
    let defends = fact.roll.as_ref().is_some_and(|roll| roll.purpose == Purpose::Defence);
    fact.whom.filter(|_| defends).or(fact.who)
}

/// The side of somebody who does something; things are of none.
pub(super) fn side(look: Look<'_>, who: Option<Id>) -> Option<SideId> {
    who.filter(|who| !who.is_thing()).map(|who| look.side(who))
}

/// What led to an answer to a fact at this place: what was told of that before, whatever came between, is told with it, and not
/// twice.
pub(super) fn answered(all: &mut Vec<Blow>, at: usize, blow: &Fact) -> Vec<String> {
    let told = all.iter().rposition(|before| before.at == at || before.of == Some(at)).map(|index| all.remove(index));
    told.map_or_else(|| vec![plainly(blow)], |before| before.told().cloned().collect())
}
