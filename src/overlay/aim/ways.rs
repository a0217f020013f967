//! The ways to act at somebody, and which of them a click does.

use std::cmp::Reverse;

use crate::battle::house_words::{ATTACK, RELOAD};
use crate::battle::{Choice, Forecast, Group, Id, Key, Look, Merit, Prospect, Verb, Worth};
use crate::overlay::hand::Hand;
use crate::overlay::hud::slots::strikes_with;
use crate::overlay::known::Known;

/// So many ways are shown at once; more of them on demand.
const BEST: usize = 6;
/// What comes to anything less often than this hardly ever does.
const HARDLY: f64 = 0.05;

/// The ways to act at somebody, in the one order that all follow who name them: the panel beside them, their card, and a click
/// that does the first of them.
pub struct Ways<'c> {
    /// All of them, as they are offered.
    pub all: Vec<&'c Choice>,
    /// What a click on them does once they are aimed at, if it does anything: it is named before all others.
    pub led: Option<&'c Choice>,
    /// The best of what can be done; what hardly ever comes to anything, or leaves the hand for good, is among it only where there
    /// is nothing else. What loads an arm for them comes before what only makes ready, and after all else.
    pub best: Vec<&'c Choice>,
    /// The rest of it.
    pub rest: Vec<&'c Choice>,
    /// What leaves the hand for good: no way at them as long as there is another.
    pub given: Vec<&'c Choice>,
    /// What only makes ready for what they may do, unless there is nothing else.
    pub ready: Vec<&'c Choice>,
    /// What cannot be done.
    pub shut: Vec<&'c Choice>,
}

impl<'c> Ways<'c> {
    /// Those of these choices at somebody; where anything is wielded, those with it.
    pub fn at(look: Look<'_>, choices: &'c [Choice], target: Id, (hand, known): (&Hand, &mut Known)) -> Self {
        let mut all = known.aimed(look).choices(choices, target);
        if let Some(arm) = &hand.wielded {
            all.retain(|choice| strikes_with(choice, arm));
        }
        let (open, shut): (Vec<&Choice>, Vec<&Choice>) = all.iter().copied().partition(|choice| choice.is_legal());
        let (ready, acts): (Vec<&Choice>, Vec<&Choice>) =
            open.into_iter().partition(|choice| choice.group == Group::Prepare);
        let (open, ready) = if acts.is_empty() { (ready, acts) } else { (acts, ready) };
        let (open, ready) = (ranked(look, open, known), ranked(look, ready, known));
        let open = known.as_listed(look, target, open);
        let (given, kept): (Vec<&Choice>, Vec<&Choice>) =
            open.into_iter().partition(|choice| look.gives_up(&choice.order).is_some());
        let (open, given) = if kept.is_empty() { (given, kept) } else { (kept, given) };
        let who = look.asked();
        let mut is_vain = |choice: &Choice| {
            let forecast = who.and_then(|who| known.forecast(look, who, &choice.order));
            forecast.is_some_and(|forecast| is_vain(&forecast))
        };
        let (mut vain, mut good): (Vec<&Choice>, Vec<&Choice>) = open.into_iter().partition(|choice| is_vain(choice));
        let hopeful = if good.is_empty() { &mut vain } else { &mut good };
        let led = led(look, hopeful, target, (hand, known));
        if let Some(led) = led {
            // Those of its deed stay beside it.
            hopeful.sort_by_key(|choice| (choice.order != led.order, choice.order.verb != led.order.verb));
        }
        let (mut best, rest) = parted(good, vain);
        let at = if best.iter().all(|choice| choice.group == Group::Prepare) { 0 } else { best.len() };
        drop(best.splice(at..at, loads(look, choices, &shut, target)));
        Self { all, led, best, rest, given, ready, shut }
    }
}

/// What loads the arms in hand whose shots at an enemy are `shut` while they are empty.
fn loads<'c>(look: Look<'_>, choices: &'c [Choice], shut: &[&'c Choice], target: Id) -> Vec<&'c Choice> {
    let Some(who) = look.asked().filter(|who| look.are_enemies(*who, target) && look.is_in_play(target)) else {
        return Vec::new();
    };
    let is_empty = |arm: Key| {
        let item = look.item(who, arm).filter(|item| item.is_in_hand() && item.arm.rounds.is_some());
        item.is_some_and(|item| item.loaded <= 0)
    };
    let shoots = |arm: Key| shut.iter().any(|shot| shot.group == Group::Attack && shot.order.with == Some(arm));
    // That of a neighbour is named with its owner.
    let is_own = |choice: &&Choice| choice.order.verb == RELOAD && choice.order.at.is_empty() && choice.is_legal();
    let all = choices.iter().filter(is_own);
    all.filter(|choice| choice.order.with.is_some_and(|arm| shoots(arm) && is_empty(arm))).collect()
}

/// What a click on somebody does once they are aimed at, of the best ways, the best of all first: what was begun, else the best
/// plain blow or another that goes before it. With an arm in hand it is plain. Nothing is given up by it, and nobody is struck
/// who is no enemy or down already.
fn led<'c>(look: Look<'_>, best: &[&'c Choice], target: Id, (hand, known): (&Hand, &mut Known)) -> Option<&'c Choice> {
    let asked = look.question().filter(|asked| asked.choices.is_none() && look.is_played_here(asked.side));
    let who = asked.and_then(|asked| asked.who).filter(|_| hand.deed.is_none())?;
    if hand.wielded.is_none() && !(look.are_enemies(who, target) && look.is_in_play(target)) {
        return None;
    }
    let is_meant = |choice: &&&Choice| {
        let is_at_them = look.target(&choice.order) == Some(target) && choice.squares.is_empty();
        is_at_them && look.gives_up(&choice.order).is_none()
    };
    let first = |is: fn(&Choice) -> bool| best.iter().filter(is_meant).find(|choice| is(choice)).copied();
    if let Some(begun) = first(|choice| choice.group == Group::Begun) {
        return Some(begun);
    }
    let plain = first(|choice| choice.order.verb == ATTACK);
    let is_other = |choice: &&&Choice| choice.group == Group::Attack && choice.order.verb != ATTACK;
    let others = best.iter().filter(is_meant).filter(is_other).filter(|_| hand.wielded.is_none()).copied();
    let all = plain.into_iter().chain(others).map(|choice| {
        let worth = known.worth(look, who, &choice.order);
        (Merit::of(look, &choice.order, (choice.takes, choice.pays), (0, worth)), choice)
    });
    let is_worth_it = |merit: Merit| merit.is_plain || merit.worth > Some(Worth::default());
    Merit::best_of(all.filter(|(merit, _)| is_worth_it(*merit)), false).map(|(_, choice)| choice)
}

/// As many as are shown at once of these, or of those in vain where there are no others; and the rest.
fn parted<T>(best: Vec<T>, vain: Vec<T>) -> (Vec<T>, Vec<T>) {
    let (mut best, vain) = if best.is_empty() { (vain, best) } else { (best, vain) };
    let mut rest = if best.len() > BEST + 1 { best.split_off(BEST) } else { Vec::new() };
    rest.extend(vain);
    (best, rest)
}

/// Whether hardly anything ever comes of a deed to anybody.
fn is_vain(forecast: &Forecast) -> bool {
    let does = |prospect: &Prospect| {
        let brings = prospect.brings.iter().map(|(_, chance)| chance.to_f64());
        brings.fold(prospect.outcomes.chance(|(grade, _)| *grade >= 0).to_f64(), f64::max)
    };
    !forecast.against.is_empty() && forecast.against.iter().all(|prospect| does(prospect) < HARDLY)
}

/// Where a way stands among others: what was begun is paid for in part, so it comes first; then blows, then the rest, and last
/// what only makes ready.
const fn rank(choice: &Choice) -> u8 {
    match choice.group {
        Group::Begun => 0,
        Group::Attack => 1,
        Group::Prepare => 3,
        _ => 2,
    }
}

/// The best first, those of one deed beside each other, in a card as in the list of all. Which manner is chosen changes nothing
/// of it.
fn ranked<'c>(look: Look<'_>, open: Vec<&'c Choice>, known: &mut Known) -> Vec<&'c Choice> {
    let Some(who) = look.asked() else { return open };
    let mut rated: Vec<((u8, Reverse<Worth>, bool), &Choice)> = Vec::new();
    for choice in open {
        let worth = known.worth(look, who, &choice.order).unwrap_or_default();
        rated.push(((rank(choice), Reverse(worth), choice.order.with.is_none()), choice));
    }
    rated.sort_by_key(|(rank, _)| *rank);
    let verbs: Vec<Verb> = rated.iter().map(|(_, choice)| choice.order.verb).collect();
    rated.sort_by_key(|(_, choice)| verbs.iter().position(|other| *other == choice.order.verb));
    rated.into_iter().map(|(_, choice)| choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::worth_foretold;
    use crate::battle::{Key, Order};
    use crate::dice::Distribution;
    use crate::overlay::{odds, trial};

    /// Promise: of the blows at somebody the one comes first that is worth most by all that is foretold of it, which is not
    /// always the one that does most harm.
    #[test]
    fn the_blow_that_is_worth_most_comes_first() {
        let (mut several, mut differ) = (0, 0);
        trial::watch("tavern_yard", 3, 150, |look| {
            let mut known = Known::default();
            let choices = look.choices();
            for target in look.everybody() {
                let is_blow = |choice: &&Choice| {
                    let is_at = look.target(&choice.order) == Some(target);
                    is_at
                        && choice.is_legal()
                        && choice.group == Group::Attack
                        && look.gives_up(&choice.order).is_none()
                };
                let open: Vec<&Choice> = choices.iter().filter(is_blow).collect();
                let Some(who) = look.asked().filter(|_| open.len() > 1) else { continue };
                let news = |forecast| odds::news(look, who, forecast);
                let forecast = |choice: &Choice| look.forecast(who, &choice.order).map(news);
                let worth = |choice: &&Choice| {
                    worth_foretold(look, who, &choice.order, forecast(choice).as_ref()).unwrap_or_default()
                };
                let harm = |choice: &&Choice| forecast(choice).map(|forecast| forecast.worth(look, who));
                let most = open.iter().map(worth).max();
                differ += usize::from(open.iter().max_by_key(|choice| harm(choice)).map(worth) < most);
                let first = ranked(look, open, &mut known).first().map(worth);
                assert_eq!(first, most, "{} at {}", look.name(who), look.name(target));
                several += 1;
            }
        });
        assert!(several > 10 && differ > 0, "{several} {differ}");
    }

    /// Promise: of blows of one price the one that is worth more is what a click strikes, be it one blow or several.
    #[test]
    fn of_blows_of_one_price_a_click_strikes_the_better() {
        let (hand, mut several) = (Hand::default(), 0);
        trial::watch("gate", 3, 200, |look| {
            let mut known = Known::default();
            let choices = known.choices(look);
            let asked = look.asked();
            for (who, target) in asked.into_iter().flat_map(|who| look.foes(who).map(move |foe| (who, foe))) {
                let ways = Ways::at(look, &choices, target, (&hand, &mut known));
                let Some(led) = ways.led.filter(|led| led.group == Group::Attack) else { continue };
                let mut worth = |choice: &Choice| known.worth(look, who, &choice.order);
                let is_alike = |way: &&&Choice| {
                    let is_of_blows = look.deed(way.order.verb).is_ok_and(|deed| deed.nature().of_blows);
                    is_of_blows && (way.takes, way.pays) == (led.takes, led.pays)
                };
                let best = ways.best.iter().filter(is_alike).copied().map(&mut worth).max();
                assert!(best <= Some(worth(led)), "{} at {}: {}", look.name(who), look.name(target), led.label);
                several += usize::from(look.deed(led.order.verb).is_ok_and(|deed| deed.nature().of_blows));
            }
        });
        assert!(several > 0, "nobody strikes several blows");
    }

    /// Promise: what throws away something that is held is no way at somebody as long as anything else can be done to them.
    #[test]
    fn what_is_thrown_away_is_no_way_beside_another() {
        let (hand, mut parted) = (Hand::default(), 0);
        trial::watch("tavern_yard", 3, 100, |look| {
            let mut known = Known::default();
            let choices = known.choices(look);
            let gives = |choice: &&Choice| look.gives_up(&choice.order).is_some();
            for target in look.everybody() {
                let ways = Ways::at(look, &choices, target, (&hand, &mut known));
                let others = || ways.best.iter().chain(&ways.rest);
                assert!(others().all(gives) || !others().any(gives), "{}", look.name(target));
                assert!(ways.given.iter().all(gives) && (ways.given.is_empty() || !others().any(gives)));
                parted += usize::from(!ways.given.is_empty());
            }
        });
        assert!(parted > 0, "nobody could throw anything away");
    }

    /// Promise: whoever holds an empty arm is shown what loads it among the ways at an enemy whom they cannot shoot meanwhile, before
    /// what only makes ready for them; with a loaded one, or at a friend, nobody is.
    #[test]
    fn what_is_to_be_loaded_is_a_way() {
        let (hand, mut loaded, mut empty) = (Hand::default(), 0, 0);
        for seed in 1..=4 {
            trial::watch("first_watch", seed, 150, |look| {
                let mut known = Known::default();
                let holds = |is: fn(i32) -> bool| {
                    let gear = look.asked().map_or(&[][..], |who| look.gear(who));
                    let held = gear.iter().filter(|item| item.is_in_hand() && item.arm.rounds.is_some());
                    held.filter(|item| is(item.loaded)).count()
                };
                let (full, bare) = (holds(|rounds| rounds > 0), holds(|rounds| rounds <= 0));
                let choices = known.choices(look);
                let asked = look.asked().filter(|_| full + bare > 0);
                for target in asked.into_iter().flat_map(|_| look.everybody()) {
                    let best = Ways::at(look, &choices, target, (&hand, &mut known)).best;
                    let loads: Vec<usize> = (0..best.len()).filter(|at| best[*at].order.verb == RELOAD).collect();
                    let strikes = best.iter().any(|way| way.group != Group::Prepare && way.order.verb != RELOAD);
                    let first = if strikes { best.len() - loads.len() } else { 0 };
                    assert!(loads.first().is_none_or(|at| *at == first), "{loads:?} at {}", look.name(target));
                    let is_foe = asked.is_some_and(|who| look.are_enemies(who, target));
                    assert!(loads.is_empty() || is_foe && bare > 0, "{}", look.name(target));
                    empty += loads.len();
                    loaded += full;
                }
            });
        }
        assert!(loaded > 0 && empty > 0, "{loaded} loaded, {empty} to be loaded");
    }

    /// Promise: a way that hardly ever comes to anything lies among the rest, whatever else can be done.
    #[test]
    fn what_hardly_ever_comes_to_anything_is_folded_away() {
        let of = |hits: u64| {
            let outcomes = [((-1, Key::new("miss")), 100 - hits), ((1, Key::new("hurt")), hits)];
            let outcomes = Distribution::weighted(outcomes).unwrap();
            Forecast::of(vec![Prospect::of(Id(0), outcomes, Distribution::certain(0))])
        };
        assert!(is_vain(&of(1)) && is_vain(&of(4)));
        assert!(!is_vain(&of(5)) && !is_vain(&of(60)));
        assert!(!is_vain(&Forecast::of(Vec::new())), "nobody can say");
    }

    /// Promise: no more ways than a handful lie open, also where all of them are in vain.
    #[test]
    fn a_handful_of_ways_lies_open() {
        let count = |best: usize, vain: usize| {
            let (open, rest) = parted(vec![(); best], vec![(); vain]);
            (open.len(), rest.len())
        };
        assert_eq!((count(2, 3), count(BEST + 1, 1), count(BEST + 2, 1)), ((2, 3), (BEST + 1, 1), (BEST, 3)));
        assert_eq!((count(0, 4), count(0, 20)), ((4, 0), (BEST, 20 - BEST)));
    }

    /// Promise: a blow that was begun and may go on at somebody else stands before all other ways to act at them.
    #[test]
    fn what_was_begun_stands_first_among_the_ways() {
        let of = |group| rank(&Choice::new(Order::new("deed"), "Deed", group, "R-1"));
        let order = [Group::Begun, Group::Attack, Group::Defence, Group::Prepare].map(of);
        assert!(order.is_sorted() && order[0] < order[1] && order[2] < order[3], "{order:?}");
    }
}
