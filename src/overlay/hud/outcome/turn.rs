//! All that was done in the last turn of others, for those who come after it: also what is neither a blow nor a walk.

use super::also::also;
use super::{HARM, Of, Outcome};
use crate::battle::{Fact, Id, Look};
use crate::overlay::stakes::names;

/// What is told of a turn, each with the place of its last fact.
type Lines = Vec<(usize, String)>;

/// The round and the turn of the fact at a place.
fn turn(facts: &[Fact], at: usize) -> Option<(i32, Option<Id>)> {
    facts.get(at).map(|fact| (fact.round, fact.turn))
}

/// Whether somebody who sits here is asked what they do in their turn.
pub(super) fn is_asked_here(look: Look<'_>) -> bool {
    look.question().is_some_and(|question| question.choices.is_none() && look.is_played_here(question.side))
}

/// Those of these facts, by their places, that no dice and no harm tell of, and that are not told already: of the last turn.
fn quiet(facts: &[Fact], deeds: &[usize], told: &[(usize, String)]) -> Lines {
    let last = told.iter().map(|(at, _)| *at).chain(deeds.iter().copied()).max().and_then(|at| turn(facts, at));
    let is_told = |at: usize, fact: &Fact| told.iter().any(|(last, words)| *last == at || words.contains(&fact.text));
    let each = deeds.iter().filter_map(|at| Some((*at, facts.get(*at)?)));
    let each = each.filter(|(at, _)| turn(facts, *at) == last);
    let quiet = each.filter(|(at, fact)| fact.roll.is_none() && fact.dealt.is_none() && !is_told(*at, fact));
    quiet.map(|(at, fact)| (at, fact.text.clone())).collect()
}

/// Whose turn the last of these lines is of, and all of that turn in one line.
fn last_turn(facts: &[Fact], lines: &[(usize, String)]) -> Option<(Id, String)> {
    let (last, _) = lines.last()?;
    let (_, who) = turn(facts, *last)?;
    let own = lines.iter().filter(|(at, _)| turn(facts, *at) == turn(facts, *last));
    Some((who?, own.map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(" ")))
}

impl Outcome {
    /// The same with all that was done in the last turn, where that was one of others. `deeds`: where facts stand that tell what
    /// others set about.
    pub(super) fn with_turn(look: Look<'_>, of: Of, deeds: &[usize], came: Option<Self>) -> Option<Self> {
        let is_own = |side| look.is_played_here(side);
        let mut all: Lines = came.iter().flat_map(|came| came.all.iter().cloned()).collect();
        all.extend(quiet(look.facts(), deeds, &all));
        all.sort_by_key(|(at, _)| *at);
        let Some((who, whole)) = last_turn(look.facts(), &all).filter(|(who, _)| !is_own(look.side(*who))) else {
            return came;
        };
        let by = Some(look.side(who));
        let Some((at, last)) = all.last().cloned() else { return came };
        let told = look.facts().iter().enumerate().take(of.told).skip(of.told.saturating_sub(HARM));
        let last_turn = turn(look.facts(), at);
        let (beside, hurt) = also(look, told, of.decided, last_turn, |at, fact, who| {
            let is_of_it = at >= of.since && last_turn == Some((fact.round, fact.turn));
            is_of_it && names(&whole, look.name(who))
        });
        let begun = (of.since..at).find(|place| turn(look.facts(), *place) == last_turn);
        let from = begun.into_iter().chain(hurt).chain(came.as_ref().map(|came| came.from)).fold(at, usize::min);
        // A walk alone is less than what was set about after it.
        let is_walk = |at: usize| look.facts().get(at).is_some_and(|fact| fact.goes().is_some() && fact.roll.is_none());
        Some(match came {
            Some(came) if at > came.at && is_walk(came.at) => {
                Self { words: whole, short: [last.clone(), last], whole: None, also: beside, all, from, at, by, ..came }
            }
            Some(came) => {
                let whole = Some((whole, beside)).filter(|(whole, _)| *whole != came.words);
                let by = if whole.is_some() { by } else { came.by };
                Self { whole, all, from, by, ..came }
            }
            None => {
                let (words, short, also) = (last.clone(), [last.clone(), last], beside.clone());
                Self { words, short, whole: Some((whole, beside)), also, all, from, at, by, ..Self::default() }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Roll;

    /// Promise: whoever comes after others reads all that these did in their turn, in its order: also what nobody was struck by; and
    /// nothing twice, nor of the turn before.
    #[test]
    fn a_whole_turn_of_others_is_told() {
        let fact = |words: &str, turn: u16| {
            let mut fact = Fact::new("deed", words).who(Id(turn));
            fact.turn = Some(Id(turn));
            fact
        };
        let rolls = fact("Bo strikes.", 1).roll(Roll::default());
        let facts = [fact("Ana walks.", 0), fact("Bo walks.", 1), fact("Bo waits for Ana.", 1), rolls];
        let mut all: Lines = vec![(1, "Bo walks.".to_owned())];
        all.extend(quiet(&facts, &[0, 1, 2, 3], &all));
        assert_eq!(all.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [1, 2], "the turn before is over");
        assert_eq!(last_turn(&facts, &all), Some((Id(1), "Bo walks. Bo waits for Ana.".to_owned())));
        all.insert(0, (0, "Ana walks.".to_owned()));
        assert_eq!(last_turn(&facts, &all).map(|(who, _)| who), Some(Id(1)));
        assert_eq!(last_turn(&facts, &all[..1]), Some((Id(0), "Ana walks.".to_owned())));
        assert_eq!(last_turn(&facts, &[]), None);
    }
}
