//! What is told of an answer that was tried, line by line: who comes to what, how bad that is, and what the words of it mean.

use bevy_egui::egui::Color32;

use crate::ahead::{Befell, Peril, Stake};
use crate::battle::{Id, Look, Question, Rules};
use crate::overlay::{theme, tips};

/// So many are named beside an answer that harms them.
const MOST_TOLD: usize = 3;
/// How bad it is to be brought into a state, and nothing more.
pub(super) const STATE: i32 = -1;
/// So many of the states and outcomes that are named there have their meaning told where it is pointed at.
const MOST_MEANT: usize = 3;

/// What comes of it, each line with how bad that is: for those whom anything befalls, whoever is asked before all others.
pub(super) fn staked(look: Look<'_>, question: &Question, (stake, is_whole): (&Stake, bool)) -> Vec<(String, i32)> {
    let is_own = |who: &Id| question.who == Some(*who);
    let befalls =
        |is_asked: bool| stake.of.iter().filter(move |(who, peril)| is_own(who) == is_asked && peril.is_any());
    let name = |who: &Id| match &stake.then {
        _ if !is_own(who) => look.name(*who).to_owned(),
        Some(then) => format!("you, then {then}:"),
        None => "you:".to_owned(),
    };
    let is_foe = |who: Id| question.who.is_some_and(|own| look.are_enemies(own, who));
    let line = |(who, peril): (&Id, &Peril)| {
        let told = if is_whole { stake.told(look, *who)? } else { stake.brief(*who)? };
        Some((format!("{} {told}", name(who)), if is_foe(*who) { 0 } else { graded(peril) }))
    };
    let mut told: Vec<(String, i32)> = befalls(true).chain(befalls(false)).take(MOST_TOLD).filter_map(line).collect();
    // Where only others come to something by what the one who is asked does next, that is said before it.
    let is_said = befalls(true).next().is_some() || question.by.is_none() && !told.is_empty();
    let then = stake.then.as_ref().filter(|_| !is_said);
    let then = then.map(|then| format!("then {then}: ")).unwrap_or_default();
    match told.first_mut() {
        Some((first, _)) => first.insert_str(0, &then),
        None => told.push((format!("{then}{}", stake.no_harm()), 0)),
    }
    told
}

/// How bad it is for one's own what may come of it: 0 or less where it is no loss, as a state is none by itself.
fn graded(peril: &Peril) -> i32 {
    let is_gear = |befell: &Befell| matches!(befell, Befell::Lost(_) | Befell::Damaged(_));
    let is_loss = peril.hurt > 0 || peril.befell.keys().any(is_gear);
    if is_loss { 1 + i32::from(peril.out > 0) } else { STATE }
}

/// Where the figures of a stake are known from, with what they reckon with of the one who is asked.
pub(super) fn sourced(stake: &Stake) -> String {
    let asked = |then: &String| format!("You are asked once more then; it is reckoned that you answer “{then}”. ");
    format!("{}{}", stake.then.as_ref().map(asked).unwrap_or_default(), stake.source())
}

/// What the states and outcomes mean that these lines name.
pub(super) fn meanings(rules: &Rules, lines: &[&str]) -> Vec<String> {
    let is_named = |word: &str| lines.iter().any(|line| names(line, word));
    let states = rules.conditions.iter().filter(|(name, def)| !def.text.is_empty() && is_named(name.as_str()));
    let states = states.map(|(name, def)| format!("{name}: {}", def.text));
    let words = rules.tips.iter().filter_map(|(tip, word)| Some((tip.strip_prefix("word of outcome: ")?, word)));
    let words = words.filter(|(_, word)| is_named(word));
    let outcomes = words.filter_map(|(name, word)| Some(format!("{word}: {}", tips::outcome(rules, name)?)));
    outcomes.chain(states).take(MOST_MEANT).collect()
}

/// Whether a line has this word in it, by itself.
pub(in crate::overlay) fn names(line: &str, word: &str) -> bool {
    let is_apart = |beside: Option<char>| !beside.is_some_and(char::is_alphanumeric);
    line.match_indices(word).any(|(at, found)| {
        let (before, after) = (line.get(..at), line.get(at + found.len()..));
        let before = before.and_then(|before| before.chars().next_back());
        is_apart(before) && is_apart(after.and_then(|after| after.chars().next()))
    })
}

/// The colour of a line that tells of something so bad.
pub(super) fn inked(grade: i32) -> Color32 {
    match grade {
        0 => theme::faint(),
        STATE => theme::legible(theme::brought()),
        _ => theme::legible(theme::outcome(grade)),
    }
}
