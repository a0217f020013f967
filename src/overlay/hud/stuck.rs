//! Why nothing can be done in a turn, in one sentence, out of what the rules themselves refuse.

use std::collections::BTreeSet;

use super::slots::Kind;
use crate::battle::house_words::END_TURN;
use crate::battle::{Choice, Group, Look, Phase, Refusal, RuleId};

/// What is asked for first: to strike, and to go somewhere.
const FIRST: [Group; 2] = [Group::Attack, Group::Move];

/// What is said where nothing is left that takes anything of the turn.
const FREE: &str = "Only what costs nothing is left";

/// Why nothing but the end of a turn is left, or nothing but what is seldom wanted; and the rules that say so. Nothing where
/// something can be done.
pub fn why(look: Look<'_>, choices: &[Choice]) -> Option<(String, Vec<RuleId>)> {
    let mut open = choices.iter().filter(|choice| choice.is_legal());
    let end = choices.iter().find(|choice| choice.order.verb == END_TURN && choice.is_legal());
    let is_end = |choice: &Choice| choice.order.verb == END_TURN;
    if !open.clone().all(|choice| is_end(choice) || Kind::of(choice).is_seldom()) {
        return None;
    }
    let left = match end {
        Some(end) if open.clone().all(is_end) => format!("Only “{}” is left", end.label),
        // What the help of a first battle calls spent.
        _ if open.all(|choice| is_end(choice) || choice.takes == 0) => FREE.to_owned(),
        _ => "Only what is seldom wanted is left".to_owned(),
    };
    let mut found: Vec<(String, RuleId)> =
        FIRST.into_iter().filter_map(|group| refused(look, choices, group)).collect();
    if found.is_empty() {
        found.extend(barred(look, choices.iter()));
    }
    let rules: BTreeSet<RuleId> = found.iter().map(|(_, rule)| *rule).collect();
    let told = match found.as_slice() {
        [] => return None,
        [(one, _)] => one.clone(),
        [(one, _), (other, _), ..] if one == other => one.clone(),
        [(one, _), (other, _), ..] => both(one, other).unwrap_or_else(|| format!("{one}; {other}")),
    };
    Some((format!("{left}: {told}."), rules.into_iter().filter(|rule| look.rules().book.contains_key(rule)).collect()))
}

/// What a part of a turn is for, where turns come in parts because several act at the same moment, or what keeps whoever acts
/// from the blow that this part is there for; and the rule that says so.
pub fn part(look: Look<'_>, choices: &[Choice]) -> Option<(String, Option<RuleId>)> {
    let why = look.rules().initiative.at_once();
    let (phase, together) = (look.clock().phase, look.clock().together);
    match phase {
        Phase::Moves if together => Some(("first all of this number move, then all of them strike".to_owned(), why)),
        Phase::Moves | Phase::Whole => None,
        Phase::Blows | Phase::First | Phase::Last => {
            let strikes = |choice: &Choice| choice.group == Group::Attack && choice.is_legal();
            let (told, rule) = refused(look, choices, Group::Attack).filter(|_| !choices.iter().any(strikes))?;
            Some((format!("nobody to strike: {told}"), Some(rule)))
        }
    }
}

/// Why nothing of a group can be done: the deed that the group is called by tells it before others of it.
fn refused(look: Look<'_>, choices: &[Choice], group: Group) -> Option<(String, RuleId)> {
    let all = || choices.iter().filter(|choice| choice.group == group);
    let refused = |choice| -> Option<(&Choice, &Refusal)> {
        let choice: &Choice = choice;
        Some((choice, choice.refused.as_ref()?))
    };
    // Of blows that no part of the round is there for any more it is not told that they come later.
    let forgone = look.asked().filter(|_| group == Group::Attack && all().next().is_some());
    if let Some(refusal) = forgone.and_then(|who| look.rules().economy.forgone(look, who)) {
        return Some((refusal.why, refusal.rule));
    }
    let plain = all().filter(|choice| choice.order.verb.as_str() == group.as_str());
    commonest(look, plain.filter_map(refused)).or_else(|| commonest(look, all().filter_map(refused)))
}

/// Why nobody goes anywhere in this turn, where the rules refuse the plain move, and what frees them where something does.
pub fn bound(look: Look<'_>, choices: &[Choice]) -> Option<String> {
    let goes = |choice: &Choice| choice.is_legal() && choice.group == Group::Move && !choice.squares.is_empty();
    let (why, _) = refused(look, choices, Group::Move).filter(|_| !choices.iter().any(goes))?;
    Some(match freeing(choices).or_else(|| rising(choices)) {
        Some(first) => format!("{why}; first: {}", first.label),
        None => why,
    })
}

/// The same where steps are left in the turn, and no more than a state of theirs or an enemy keeps them from it.
pub(super) fn kept(look: Look<'_>, choices: &[Choice]) -> Option<String> {
    let who = look.asked().filter(|who| look.rules().economy.remaining(look, *who) > 0)?;
    let is_kept = !look.may_step(who) || look.holders(who).next().is_some();
    bound(look, choices).filter(|_| is_kept)
}

/// What has to be done before anybody goes anywhere, where something helps.
pub(super) fn first(choices: &[Choice]) -> Option<String> {
    let rises = |choice: &&Choice| choice.group == Group::Posture && choice.is_legal();
    let frees = freeing(choices).map(|first| format!("First: {}.", first.label));
    frees.or_else(|| choices.iter().find(rises).map(|first| format!("First: {}.", first.label)))
}

/// What gets somebody out of what keeps them where they are: it is about the way, and leads nowhere itself.
pub(super) fn freeing(choices: &[Choice]) -> Option<&Choice> {
    let frees = |choice: &&Choice| choice.group == Group::Move && choice.purpose() == Group::Ability;
    choices.iter().filter(|choice| choice.is_legal()).find(frees)
}

/// What takes the place of the way where nothing of that leads anywhere, as to stand up.
fn rising(choices: &[Choice]) -> Option<&Choice> {
    let is_way = |choice: &&Choice| choice.group == Group::Move && choice.purpose() == Group::Move;
    let mut open = choices.iter().filter(is_way).filter(|choice| choice.is_legal());
    let only =
        open.next().filter(|only| only.squares.is_empty() && only.order.verb.as_str() != Group::Move.as_str())?;
    open.next().is_none().then_some(only)
}

/// Why none of these can be done, in one clause that holds for all of them where there is one.
pub fn barred<'c>(look: Look<'_>, choices: impl Iterator<Item = &'c Choice>) -> Option<(String, RuleId)> {
    commonest(look, choices.filter_map(|choice| Some((choice, choice.refused.as_ref()?))))
}

/// Whether nothing but the turn keeps somebody from it: what is left of that, or the part that it is in.
fn is_of_the_turn(look: Look<'_>, choice: &Choice, refusal: &Refusal) -> bool {
    let price = |who| Some(look.rules().economy.price(look, who, &**look.deed(choice.order.verb).ok()?, &choice.order));
    look.asked().and_then(price).is_some_and(|price| price.as_ref().err() == Some(refusal))
}

/// The reason that is given most often: of what only the turn keeps somebody from, where there is any of that, since it lacks
/// the least. A reason that is about somebody in particular comes after those that hold whoever it is, and is told of everybody
/// where it holds for all of them.
fn commonest<'c>(
    look: Look<'_>,
    refusals: impl Iterator<Item = (&'c Choice, &'c Refusal)>,
) -> Option<(String, RuleId)> {
    let (of_the_turn, other): (Vec<_>, Vec<_>) =
        refusals.partition(|(choice, refusal)| is_of_the_turn(look, choice, refusal));
    let refusals = if of_the_turn.is_empty() { other } else { of_the_turn };
    let all: Vec<(String, bool, &Refusal)> = refusals
        .into_iter()
        .map(|(choice, refusal)| {
            let name = look.target(&choice.order).filter(|who| look.knows_of(*who)).map(|who| look.name(who));
            let of_them = name.and_then(|name| refusal.why.strip_prefix(name)).filter(|rest| rest.starts_with(' '));
            let general = of_them.map_or_else(|| refusal.why.clone(), |rest| format!("everybody{rest}"));
            let is_named = name.is_some_and(|name| refusal.why.contains(name));
            (general, is_named, refusal)
        })
        .collect();
    let count = |told: &str| all.iter().filter(|(other, ..)| other == told).count();
    // Of those that are given as often the first.
    let best = all.iter().rev().max_by_key(|(told, is_named, _)| (!is_named, count(told)))?;
    let (told, is_named, refusal) = best;
    let holds_for_all = *is_named && all.len() > 1 && count(told) == all.len();
    let text = if *is_named && !holds_for_all { refusal.why.clone() } else { told.clone() };
    Some((text, refusal.rule))
}

/// Two reasons that differ in a word or two, as one: "Jot cannot attack or move while held".
fn both(one: &str, other: &str) -> Option<String> {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.split(' ').collect(), other.split(' ').collect());
    let first = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let most = one.len().min(other.len()) - first;
    let last = one.iter().rev().zip(other.iter().rev()).take(most).take_while(|(one, other)| one == other).count();
    let (a, b) = (one.get(first..one.len() - last)?, other.get(first..other.len() - last)?);
    let is_short = |middle: &[&str]| (1..=2).contains(&middle.len());
    if first + last < 3 || !is_short(a) || !is_short(b) {
        return None;
    }
    let parts = [one.get(..first)?, a, &["or"], b, one.get(one.len() - last..)?];
    Some(parts.concat().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Mind, Skill};
    use crate::battle::{Id, Order, advance, answer};
    use crate::overlay::hud::slots::strikes_with;
    use crate::overlay::trial;

    fn choice(verb: &'static str, group: Group, why: &str) -> Choice {
        let choice = Choice::new(Order::new(verb), verb, group, "R-1");
        if why.is_empty() { choice } else { choice.unless(Err(Refusal::new("R-1", why))) }
    }

    /// What is told of these choices in some battle.
    fn told(choices: &[Choice]) -> Option<String> {
        let game = trial::begun("gate", 1);
        why(trial::look(&game), choices).map(|(told, _)| told)
    }

    /// Promise: where nothing but the end of the turn can be chosen it is said why, out of what the rules refuse: in one clause
    /// where the reasons are alike, blows and steps before all else; where something can be done nothing is said.
    #[test]
    fn a_turn_in_which_nothing_can_be_done_says_why() {
        let end = || choice(END_TURN, Group::Turn, "");
        let held = || {
            vec![
                choice("escape", Group::Ability, "it takes 1 action, and 0 are left"),
                choice("attack", Group::Attack, "Jot cannot attack while held"),
                choice("move", Group::Move, "Jot cannot move while held"),
                choice("draw", Group::Gear, "Jot cannot handle gear while held"),
            ]
        };
        let all = [held(), vec![end()]].concat();
        assert_eq!(told(&all).as_deref(), Some("Only “end turn” is left: Jot cannot attack or move while held."));
        // What is seldom wanted is no way out, but it is there.
        let drop = [held(), vec![end(), choice("drop", Group::Gear, "")]].concat();
        let free = "Only what costs nothing is left: Jot cannot attack or move while held.";
        assert_eq!(told(&drop).as_deref(), Some(free));
        let kneel = Choice { takes: 1, ..choice("kneel", Group::Posture, "") };
        let seldom = "Only what is seldom wanted is left: Jot cannot attack or move while held.";
        assert_eq!(told(&[drop, vec![kneel]].concat()).as_deref(), Some(seldom));
        assert_eq!(told(&[held(), vec![end(), choice("escape", Group::Ability, "")]].concat()), None);
        // What a deed of another name lacks comes after what the plain one lacks.
        let far = [
            choice("charge", Group::Attack, "it takes a whole turn"),
            choice("attack", Group::Attack, "the bow is not loaded"),
            choice("move", Group::Move, "the walk is used up"),
            end(),
        ];
        let words = "Only “end turn” is left: the bow is not loaded; the walk is used up.";
        assert_eq!(told(&far).as_deref(), Some(words));
        // Where neither is offered at all, what is refused says it.
        let other = [choice("leap off", Group::Ability, "the horse stands still"), end()];
        assert_eq!(told(&other).as_deref(), Some("Only “end turn” is left: the horse stands still."));
        assert_eq!(told(&[end()]), None);
    }

    /// Promise: what bars all of several targets alike is told of everybody, not of one of them.
    #[test]
    fn what_bars_all_targets_is_told_of_all() {
        let game = trial::begun("gate", 1);
        let look = trial::look(&game);
        let foes: Vec<Id> = look.everybody().filter(|id| look.is_in_play(*id)).take(2).collect();
        let at = |who: Id, why: &str| {
            let order = Order::new("ram").at(look.aim(who));
            Choice::new(order, "ram", Group::Attack, "R-1").unless(Err(Refusal::new("R-1", why)))
        };
        let far: Vec<Choice> =
            foes.iter().map(|who| at(*who, &format!("{} is too far away", look.name(*who)))).collect();
        let told = |choices: &[Choice]| barred(look, choices.iter()).map(|(why, _)| why);
        assert_eq!(told(&far).as_deref(), Some("everybody is too far away"));
        let mixed = [far.clone(), vec![at(foes[0], "it takes 2 actions")]].concat();
        assert_eq!(told(&mixed).as_deref(), Some("it takes 2 actions"));
    }

    /// Promise: where a turn comes in parts it is told what the part is for, with the rule; and in a part for blows that reach
    /// nobody, why.
    #[test]
    fn a_turn_that_comes_in_parts_tells_what_each_is_for() {
        let (mut game, mut mind) = (trial::begun("spears_at_the_bridge", 3), Mind::new(Skill::Plain, 1));
        let (mut moves, mut blows) = (0, 0);
        for _ in 0..60 {
            let look = trial::look(&game);
            if look.question().is_some_and(|question| question.choices.is_none()) {
                let choices = look.choices();
                let told = part(look, &choices);
                let strikes = |choice: &Choice| choice.group == Group::Attack && choice.is_legal();
                match look.clock().phase {
                    Phase::Whole => assert!(told.is_none()),
                    Phase::Moves => {
                        assert!(told.is_some_and(|(_, rule)| rule.is_some()));
                        moves += 1;
                    }
                    _ => {
                        assert!(told.is_none() || !choices.iter().any(strikes));
                        blows += usize::from(told.is_some_and(|(words, _)| words.starts_with("nobody to strike: ")));
                    }
                }
            }
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        assert!(moves > 3 && blows > 0, "{moves} {blows}");
    }

    /// Promise: of a weapon that could strike later in the round it is said that blows come later, whatever keeps it from more.
    #[test]
    fn what_only_waits_for_its_part_says_so() {
        let (mut game, mut mind) = (trial::begun("spears_at_the_bridge", 3), Mind::new(Skill::Plain, 1));
        let why_of = |choice: &Choice| choice.refused.as_ref().map(|refusal| refusal.why.clone());
        let mut waits = 0;
        for _ in 0..120 {
            let look = trial::look(&game);
            if look.question().is_some_and(|question| question.choices.is_none()) && look.clock().phase == Phase::Moves
            {
                let choices = look.choices();
                let who = look.asked().unwrap_or_default();
                let arms: BTreeSet<&str> = choices.iter().map(|choice| choice.order.done_with()).collect();
                for arm in arms {
                    let all: Vec<&Choice> = choices.iter().filter(|choice| strikes_with(choice, arm)).collect();
                    let may = |choice: &&&Choice| {
                        look.deed(choice.order.verb).is_ok_and(|deed| deed.check(look, who, &choice.order).is_ok())
                    };
                    let waiting: Vec<String> = all.iter().filter(may).filter_map(|choice| why_of(choice)).collect();
                    if waiting.is_empty() || all.iter().any(|choice| choice.is_legal()) {
                        continue;
                    }
                    let told = barred(look, all.iter().copied()).map(|(told, _)| told);
                    assert!(told.is_some_and(|told| waiting.contains(&told)), "{arm}: {waiting:?}");
                    waits += usize::from(waiting.len() < all.len());
                }
            }
            if !trial::goes_on(&mut game, &mut mind) {
                break;
            }
        }
        assert!(waits > 0);
    }

    /// Promise: steps are told only where they lead somewhere now, no farther than that; else why they do not, and what has to be
    /// done first.
    #[test]
    fn steps_are_told_only_where_they_lead_somewhere() {
        let tells = |look: Look<'_>| {
            let Some(question) = look.question().filter(|question| question.choices.is_none()) else { return };
            let Some(who) = question.who else { return };
            let choices = look.choices();
            let goes = |each: &Choice| each.group == Group::Move && each.is_legal() && !each.squares.is_empty();
            let economy = &look.rules().economy;
            if choices.iter().any(goes) {
                assert_eq!(kept(look, &choices), None);
                return;
            }
            let left = economy.left_now(look, who);
            assert!(!left.contains("square") && !question.prompt.contains("square"), "{}", question.prompt);
            let is_kept = economy.remaining(look, who) > 0 && !look.may_step(who);
            assert!(!is_kept || kept(look, &choices).is_some(), "{}", look.name(who));
        };
        trial::watch("brawl_on_the_quay", 1, 150, tells);
        // One who shoots, fumbles and falls.
        let mut game = trial::begun("brawl_on_the_quay", 444_375);
        let look = trial::look(&game);
        let foe = look.everybody().find(|id| look.name(*id) == "Bandit 8").unwrap();
        let shoots = Order::new("attack").with("Sling").at(look.aim(foe));
        answer(&mut game.world, game.battle, shoots).unwrap();
        advance(&mut game.world, game.battle);
        let look = trial::look(&game);
        tells(look);
        let told = kept(look, &look.choices());
        assert_eq!(told.as_deref(), Some("Thief cannot move while knocked down; first: Stand up"));
    }

    /// Promise: reasons are drawn together only where they are one sentence but for a word or two.
    #[test]
    fn reasons_that_are_alike_are_one() {
        assert_eq!(
            both("A cannot attack while held", "A cannot move while held").as_deref(),
            Some("A cannot attack or move while held")
        );
        assert_eq!(both("steps come before blows", "A cannot attack while parrying"), None);
        assert_eq!(both("it is so", "it is so"), None);
    }
}
