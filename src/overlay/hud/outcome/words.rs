//! What is told of a fact in the line of the last blow, and what is added to it.

use crate::battle::{Change, Fact, FigureName, Key, Look, RuleId};
use crate::overlay::log::falls_short;
use crate::overlay::tips;

/// A rule of more letters than this is read in the rulebook.
const BRIEF: usize = 260;

/// What a fact tells; where its dice are held against several numbers each is said with what it stands for, and where they come
/// to just one of them, that it takes more.
pub(super) fn plainly(fact: &Fact) -> String {
    let tie = fact.roll.as_ref().and_then(falls_short).map(|told| format!(" {told}")).unwrap_or_default();
    named(fact) + &tie
}

/// What a fact tells, as it is told beside the field; with what each of the numbers stands for that its dice are held against.
fn named(fact: &Fact) -> String {
    let text = fact.seen.as_ref().unwrap_or(&fact.text);
    let bands = fact.roll.as_ref().and_then(|roll| Some((roll.bands.as_slice(), roll.against.as_ref()?.total())));
    let Some((bands, most)) = bands.filter(|(bands, _)| !bands.is_empty()) else { return text.clone() };
    let meant: Vec<&(i32, Key)> = bands.iter().filter(|(over, _)| *over <= most).collect();
    let low = meant.first().map_or(most, |(over, _)| *over);
    let named: Vec<String> = meant.iter().map(|(over, name)| format!("{over} ({name})")).collect();
    text.replacen(&format!("against {low} / {most}"), &format!("against {}", named.join(" / ")), 1)
}

/// What each of these facts tells.
pub(super) fn texts(facts: &[&Fact]) -> Vec<String> {
    facts.iter().map(|fact| fact.text.clone()).collect()
}

/// What a fact tells of a state without how long that lasts; where it tells of somebody who was moved, all of it.
pub(super) fn in_short(fact: &Fact) -> String {
    let lasts = fact.text.rsplit_once(" (").filter(|_| fact.driven.is_none() && fact.text.ends_with(")."));
    lasts.map_or_else(|| fact.text.clone(), |(short, _)| format!("{short}."))
}

/// Words without the names of those whom a blow is about: there may be numbers in them.
pub(super) fn nameless(look: Look<'_>, words: &str, blow: &Fact) -> String {
    let names = blow.who.into_iter().chain(blow.whom).map(|id| look.name(id)).filter(|name| !name.is_empty());
    names.fold(words.to_owned(), |words, name| words.replace(name, ""))
}

/// Whether words tell a number.
pub(super) fn says(words: &str, number: i32) -> bool {
    words.split(|letter: char| !letter.is_ascii_digit()).any(|word| word == number.to_string())
}

/// How much whoever comes to this harm has lost by all of these facts of one figure, as a number and in words.
pub(super) fn lost(look: Look<'_>, harm: &Fact, facts: &[&Fact]) -> Option<(i32, String)> {
    let who = harm.changes.first()?.who;
    let is_loss = |change: &&Change| {
        let figure = look.rules().figures.get(&FigureName::of(change.what));
        let is_worse = figure.is_some_and(|figure| !figure.low_is_good);
        change.who == who && change.to < change.from && !change.is_price && is_worse
    };
    let all = || facts.iter().flat_map(|fact| &fact.changes).filter(is_loss);
    let what = all().next()?.what;
    let lost = all().filter(|change| change.what == what).map(|change| change.from.saturating_sub(change.to));
    let lost = lost.fold(0, i32::saturating_add);
    Some((lost, format!("{} loses {lost} {what}.", look.name(who))))
}

/// A rule of no more letters than that, after what its numbers are: "Step three, harm: every damage total is compared on its own
/// ...".
pub(super) fn in_brief(look: Look<'_>, rule: RuleId) -> Option<String> {
    let numbers = tips::numbers(look.rules(), rule).map(str::to_owned);
    let entry = look.rules().book.get(&rule).filter(|entry| entry.text.len() <= BRIEF);
    let entry = entry.map(|entry| format!("{}: {}", entry.title, entry.text));
    let told: Vec<String> = numbers.into_iter().chain(entry).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}
