//! The words that float over somebody: what came of something, and what follows from it where a figure has come to its floor.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::Color32;

use super::show::{Show, Told};
use crate::battle::{Change, Fact, FigureName, Id, Key, Look, Purpose};
use crate::board::Square;
use crate::overlay::theme;

/// The colour of a blow that was warded off.
const WARDED: Color32 = Color32::from_rgb(0x9f, 0xd8, 0xff);
/// That of what neither helps nor harms.
const PLAIN: Color32 = Color32::from_rgb(0xe8, 0xe8, 0xe8);
/// What is said of a state that takes somebody out of the fight.
const OUT: &str = " (out of the fight)";
/// What follows from a figure at its floor is told by so many facts after it, the one itself among them.
const NEXT: usize = 4;

/// Whether a change takes somebody out of the fight.
pub(super) fn takes_out(look: Look<'_>, change: &Change) -> bool {
    change.to > change.from && look.rules().conditions.get(&change.what).is_some_and(|def| def.out || def.dead)
}

/// What is shown of a change, if anything has changed.
pub(super) fn change_word(look: Look<'_>, change: &Change, (by, facts): (Option<Id>, &[&Fact])) -> Option<Show> {
    let more = change.to - change.from;
    if change.who.is_thing() || more == 0 {
        return None;
    }
    let mut leads = None;
    let (text, colour) = match look.rules().conditions.get(&change.what) {
        // What only counts up, or is paid with, is neither a figure nor health: it stands in the sheet.
        None if (more > 0 || change.is_price) && !is_told(look, change) => return None,
        None if more < 0 && change.is_price => (format!("{more:+} {}", change.what), PLAIN),
        None if more < 0 => {
            let (then, state) = follows(look, change, facts).unwrap_or_default();
            leads = state;
            (format!("{more:+} {}{then}", change.what), Color32::from_rgb(0xff, 0x8a, 0x70))
        }
        None => (format!("{more:+} {}", change.what), Color32::from_rgb(0x9f, 0xe0, 0x8c)),
        Some(_) if more < 0 => return None,
        Some(def) if def.helps => (change.what.to_string(), Color32::from_rgb(0x9f, 0xe0, 0x8c)),
        Some(_) => {
            let wound = led_by(look, change, facts).map(|wound| format!("{wound}, ")).unwrap_or_default();
            (format!("{wound}{}", change.what), theme::ACTIVE)
        }
    };
    let harm = harm(look, change);
    Some(Show::Word {
        over: change.who,
        text,
        colour,
        harm,
        by: by.filter(|_| harm > 0.0),
        change: Some((change.clone(), leads)),
    })
}

/// Whether a figure has come to its floor, or whatever is counted of somebody to nothing.
fn is_at_floor(look: Look<'_>, change: &Change) -> bool {
    let least = look.rules().figures.get(&FigureName::of(change.what)).and_then(|def| def.min).unwrap_or(0);
    change.to < change.from && change.from > least && change.to <= least
}

/// What follows where a figure has come to its floor: the states that the facts after it tell of, what takes them out before
/// all else; in words, and which it is. Where no state follows it is said what is left: of nothing there is never less than none.
fn follows(look: Look<'_>, change: &Change, facts: &[&Fact]) -> Option<(String, Option<Key>)> {
    if !is_at_floor(look, change) {
        return None;
    }
    let is_it = |each: &Change| each.who == change.who && each.what == change.what && each.to == change.to;
    let from = facts.iter().position(|fact| fact.changes.iter().any(is_it)).unwrap_or(0);
    let begun = |facts: &[&Fact]| -> Vec<Change> {
        let all = facts.iter().flat_map(|fact| fact.changes.iter());
        all.filter(|each| each.who == change.who && each.to > each.from).cloned().collect()
    };
    let after = facts.get(from..).unwrap_or_default();
    let state = |each: &&Change| look.rules().conditions.contains_key(&each.what);
    let (all, next) = (begun(after), begun(after.get(..NEXT.min(after.len())).unwrap_or_default()));
    // Whoever dies of it is told of as dead, whatever they were on the way.
    let dead = |each: &&Change| look.rules().conditions.get(&each.what).is_some_and(|def| def.dead);
    let comes = all.iter().rfind(dead).or_else(|| all.iter().find(|each| takes_out(look, each)));
    let comes = comes.or_else(|| next.iter().find(state));
    let out = comes.filter(|comes| takes_out(look, comes) && !dead(comes)).map_or("", |_| OUT);
    let left = || if change.to > 0 { format!("{} left", change.to) } else { "none left".to_owned() };
    let then = comes.map_or_else(left, |comes| format!("{}{out}", comes.what));
    Some((format!(": {then}"), comes.map(|comes| comes.what)))
}

/// The wound that has led to a state which takes somebody out: what the blow itself came to, as the log tells it.
fn led_by(look: Look<'_>, change: &Change, facts: &[&Fact]) -> Option<Key> {
    let state = (change.who, change.what);
    let begins = |fact: &Fact| {
        let changed = |each: &Change| (each.who, each.what) == state && each.to > each.from;
        fact.befalls == Some(state) || fact.changes.iter().any(changed)
    };
    let at = facts.iter().position(|fact| begins(fact)).filter(|_| takes_out(look, change))?;
    let mut before = facts.get(..=at)?.iter().rev().take(NEXT).filter(|fact| fact.who == Some(change.who));
    before.find_map(|fact| fact.dealt)?.wound.filter(|wound| *wound != change.what)
}

/// Whether what has become more is a figure, or what is left of somebody.
fn is_told(look: Look<'_>, change: &Change) -> bool {
    // A number that happens to be as great as what is left of somebody is something else.
    let is_health = match look.health_in(change.who) {
        Some(figure) => figure.key() == change.what,
        None => look.health(change.who).is_some_and(|(left, _)| left == change.to),
    };
    is_health || look.rules().figures.contains_key(&FigureName::of(change.what))
}

/// How bad a change is, from 0, no harm, to 1, the end of somebody.
fn harm(look: Look<'_>, change: &Change) -> f32 {
    match look.rules().conditions.get(&change.what) {
        Some(def) if def.dead => 1.0,
        Some(def) if def.out => 0.85,
        Some(def) => {
            if def.helps || def.stance {
                0.0
            } else {
                0.3
            }
        }
        None if change.to >= change.from || change.is_price => 0.0,
        None => {
            let whole = look.health(change.who).map_or(0, |(_, whole)| whole);
            let share = if whole > 0 { (change.from - change.to) as f32 / whole as f32 } else { 0.25 };
            (0.25 + share * 1.2).clamp(0.0, 1.0)
        }
    }
}

/// Over somebody who is struck down one blow says no more than one number and the worst state: what else it does to them is
/// known with what is shown before it, and read in the log.
pub(super) fn spare(look: Look<'_>, told: Vec<Told>) -> Vec<Told> {
    let (mut all, mut blow) = (Vec::with_capacity(told.len()), Vec::new());
    for each in told {
        if matches!(each.0, Show::Blow { .. }) {
            all.extend(of_one_blow(look, std::mem::take(&mut blow)));
        }
        blow.push(each);
    }
    all.extend(of_one_blow(look, blow));
    all
}

/// The same for what one blow tells.
fn of_one_blow(look: Look<'_>, mut told: Vec<Told>) -> Vec<Told> {
    let fallen = told.iter().filter_map(|(show, ..)| match show {
        Show::Fall { who, .. } => Some(*who),
        _ => None,
    });
    let fallen: BTreeSet<Id> = fallen.collect();
    for who in fallen {
        // Whether each of the words over them tells of a state, and how bad it is; a number that says what follows comes first.
        let words = told.iter().enumerate().filter_map(|(at, (show, ..))| match show {
            Show::Word { over, harm, change: Some((change, leads)), .. } if *over == who && *harm > 0.0 => {
                Some((at, look.rules().conditions.contains_key(&change.what), (leads.is_some(), *harm)))
            }
            _ => None,
        });
        let words: Vec<(usize, bool, (bool, f32))> = words.collect();
        let worst = |of_states: bool| {
            let same = words.iter().rev().filter(|(_, is_state, _)| *is_state == of_states);
            same.max_by(|(.., one), (.., other)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)))
                .map(|(at, ..)| *at)
        };
        let kept = [worst(false), worst(true)];
        for (at, ..) in words.iter().rev().filter(|(at, ..)| !kept.contains(&Some(*at))) {
            let (_, changes, facts) = told.remove(*at);
            // It is known no earlier than it would have been told.
            if let Some((_, tells, places)) = told.get_mut(at.saturating_sub(1)) {
                tells.extend(changes);
                places.extend(facts);
            }
        }
    }
    told
}

/// The state that a fact tells of beside its changes, as a change.
pub(super) fn befallen(fact: &Fact) -> Option<Change> {
    let (who, what) = fact.befalls?;
    Some(Change { who, what, from: 0, to: 1, is_price: false })
}

/// How far somebody is pushed along these squares; nothing if they stay where they are.
fn pushed(look: Look<'_>, squares: &[Square]) -> Option<String> {
    match squares {
        [first, .., last] if first == last => None,
        [first, .., last] if look.zoned().is_none() => {
            let far = (last.x - first.x).abs().max((last.y - first.y).abs());
            Some(format!("pushed {far} square{}", if far == 1 { "" } else { "s" }))
        }
        _ => Some("pushed".to_owned()),
    }
}

/// What is said of a fact over somebody.
pub(super) fn word(look: Look<'_>, fact: &Fact, (struck, facts): (&BTreeMap<Id, Id>, &[&Fact])) -> Option<Show> {
    if let Some(change) = fact.changes.iter().find(|change| !change.who.is_thing() && change.from != change.to) {
        return change_word(look, change, (struck.get(&change.who).copied(), facts));
    }
    if let Some(change) = befallen(fact) {
        return change_word(look, &change, (struck.get(&change.who).copied(), facts));
    }
    if let Some(over) = fact.driven.filter(|over| !over.is_thing()) {
        let text = pushed(look, &fact.squares)?;
        return Some(Show::Word { over, text, colour: theme::ACTIVE, harm: 0.0, by: None, change: None });
    }
    // As plain a word as a wound has.
    if let Some((over, by)) = fact.warded.filter(|(who, _)| !who.is_thing()) {
        let text = format!("safe: {by}");
        return Some(Show::Word { over, text, colour: WARDED, harm: 0.0, by: None, change: None });
    }
    let roll = fact.roll.as_ref()?;
    // What else fails is told by the cross beside its dice.
    let missed = roll.shows() == Some(false) && roll.purpose != Purpose::Defence;
    let over = fact.whom.filter(|over| missed && !over.is_thing())?;
    Some(Show::Word { over, text: "miss".to_owned(), colour: PLAIN, harm: 0.0, by: fact.who, change: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::HitBy;
    use crate::overlay::trial;

    fn change(what: Key, from: i32, to: i32) -> Change {
        Change { who: Id(0), what, from, to, is_price: false }
    }

    /// What takes somebody out of the fight, and what kills them.
    fn worst(look: Look<'_>) -> (Key, Key) {
        let conditions = &look.rules().conditions;
        let out = conditions.iter().find(|(_, def)| def.out && !def.dead).unwrap();
        (*out.0, *conditions.iter().find(|(_, def)| def.dead).unwrap().0)
    }

    fn fact(changes: Vec<Change>) -> Fact {
        let mut fact = Fact::new("harm", "");
        fact.changes = changes;
        fact
    }

    /// Promise: where a figure has come to its floor the word over whoever it befalls says what follows, in every game; where
    /// it has not, nothing follows.
    #[test]
    fn harm_to_the_floor_says_what_follows() {
        for game in ["liberi_gothica", "zones", "old_school"] {
            trial::in_game(game, |look| {
                let (out, dead) = worst(look);
                let life = Key::new("Life of a test");
                let told = |harm: Change, then: &[Key]| {
                    let first = fact(vec![harm.clone()]);
                    let rest: Vec<Fact> = then.iter().map(|what| fact(vec![change(*what, 0, 1)])).collect();
                    let facts: Vec<&Fact> = std::iter::once(&first).chain(&rest).collect();
                    match change_word(look, &harm, (None, &facts)) {
                        Some(Show::Word { text, .. }) => text,
                        other => panic!("{game}: {other:?}"),
                    }
                };
                let fallen = told(change(life, 5, 0), &[out]);
                assert_eq!(fallen, format!("-5 Life of a test: {out} (out of the fight)"), "{game}");
                assert_eq!(told(change(life, 5, -2), &[out, dead]), format!("-7 Life of a test: {dead}"));
                // In the words of the log: nobody has less than none.
                assert_eq!(told(change(life, 5, 0), &[]), "-5 Life of a test: none left");
                assert_eq!(told(change(life, 5, -13), &[]), "-18 Life of a test: none left");
                assert_eq!(told(change(life, 5, 1), &[out]), "-4 Life of a test", "{game}: it is not at its floor");
            });
        }
    }
    /// Promise: over somebody stands what they gain of what is left of them, under its name, and no number that is only as great.
    #[test]
    fn a_number_as_great_as_what_is_left_is_something_else() {
        trial::in_game("hursagmu", |look| {
            let (left, _) = look.health(Id(0)).unwrap();
            let figure = look.health_in(Id(0)).unwrap();
            let told = |what: Key| change_word(look, &change(what, left - 1, left), (None, &[])).is_some();
            assert!(told(figure.key()) && !told(Key::new("largest blow")));
            let remains = crate::overlay::tokens::remains(look, Id(0), (-2, 3));
            assert_eq!(remains, format!("{figure} -2 of 3"));
        });
    }

    /// Promise: where a wound takes somebody out, over them stands the wound, as the log has it, and then what it has led to; a
    /// blow that does so by itself says no more than that.
    #[test]
    fn a_wound_that_fells_is_told_with_what_it_leads_to() {
        trial::in_game("scale_toughness", |look| {
            let (out, _) = worst(look);
            let told = |wound: Key| {
                let mut harm = fact(vec![change(Key::new("Hardness of a test"), 2, 1)]).who(Id(0));
                harm.dealt = Some(HitBy { by: Some(Id(1)), arm: None, back: 0, wound: Some(wound) });
                let state = change(out, 0, 1);
                let falls = fact(vec![state.clone()]).who(Id(0));
                match change_word(look, &state, (None, &[&harm, &falls])) {
                    Some(Show::Word { text, .. }) => text,
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!(told(Key::new("wound")), format!("wound, {out}"));
            assert_eq!(told(out), out.to_string());
        });
    }

    /// Promise: over somebody who is pushed stands how far, where squares count, and nothing where they stay; a state that a fact
    /// tells of is a word as any other.
    #[test]
    fn being_pushed_and_hampered_is_told() {
        for (game, far) in [("liberi_gothica", "pushed 2 squares"), ("zones", "pushed")] {
            trial::in_game(game, |look| {
                let told = |fact: &Fact| match word(look, fact, (&BTreeMap::new(), &[])) {
                    Some(Show::Word { over, text, .. }) => Some((over, text)),
                    _ => None,
                };
                let flies = |x| Fact::new("push", "").at([Square::new(3, 3), Square::new(x, 3)]).driven(Id(1));
                assert_eq!(told(&flies(5)), Some((Id(1), far.to_owned())), "{game}");
                assert_eq!(told(&flies(3)), None, "{game}");
                let (out, _) = worst(look);
                assert_eq!(told(&Fact::new("wound", "").befalls(Id(1), out)), Some((Id(1), out.to_string())), "{game}");
            });
        }
    }

    /// Promise: over somebody whom a blow kills stand one number and the worst state, and what else it did is told with them; of
    /// somebody who stands nothing is left out.
    #[test]
    fn a_kill_says_no_more_than_a_number_and_the_worst() {
        for game in ["liberi_gothica", "zones", "old_school"] {
            trial::in_game(game, |look| {
                let (out, dead) = worst(look);
                let said = |what: Key, from: i32, to: i32| {
                    let change = change(what, from, to);
                    (change_word(look, &change, (None, &[])).unwrap(), vec![change], vec![7])
                };
                let (life, soft) = (Key::new("Life of a test"), Key::new("Softness of a test"));
                let blow = || (Show::Blow { by: Id(1), at: Id(0), with: None }, Vec::new(), Vec::new());
                let fall = (Show::Fall { who: Id(0), by: None }, Vec::new(), Vec::new());
                let words = |told: &[Told]| -> Vec<String> {
                    let word = |(show, ..): &Told| match show {
                        Show::Word { text, .. } => Some(text.clone()),
                        _ => None,
                    };
                    told.iter().filter_map(word).collect()
                };
                let scratch = [blow(), said(life, 5, 4), said(soft, 5, 4)];
                let all = [blow(), said(life, 5, 1), said(soft, 5, 3), said(out, 0, 1), fall, said(dead, 0, 1)];
                let told = spare(look, scratch.iter().chain(&all).cloned().collect());
                let kept = words(&told);
                assert_eq!(kept.len(), 4, "{game}: {kept:?}");
                assert_eq!(kept[..2], words(&scratch), "{game}");
                assert_eq!(kept[2..], ["-4 Life of a test".to_owned(), dead.to_string()], "{game}");
                let changes = |told: &[Told]| told.iter().map(|(_, changes, _)| changes.len()).sum::<usize>();
                assert_eq!(
                    changes(&told),
                    changes(&scratch) + changes(&all),
                    "{game}: what is left out is told all the same"
                );
            });
        }
    }
}
