//! Where fighters can strike and go: threat and reach, as the field draws them.

use std::collections::BTreeMap;

use sortie::ahead::{Ahead, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Group, Id, Nobody, Order, Scratch};
use sortie::board::Footprint;
use sortie::overlay::{Hand, Known, Seat};

use crate::kit::window::{by_people, in_lesson};
use crate::kit::{Battle, library};

/// Promise: who is struck hand to hand by an enemy in its next turn stood where that was shown; nobody comes from nowhere.
#[test]
fn whoever_is_struck_stood_where_enemies_can_strike() {
    let mut screen = by_people("even", 5);
    let mut mind = Mind::new(Skill::Plain, 5);
    let mut struck = 0;
    let mut threat: std::collections::BTreeMap<Id, sortie::ahead::Strikes> = Default::default();
    let mut turn = None;
    for _ in 0..260 {
        let look = screen.now();
        if screen.end().is_some() {
            break;
        }
        let now = look.clock().turn;
        if now != turn {
            // As it stands when a turn begins, for the one whose turn it is.
            turn = now;
            threat = now.map(|who| Ahead::default().strikes(look, [who].into_iter())).unwrap_or_default();
        }
        let Some(order) = mind.decide(look) else { break };
        let is_blow = look.question().is_some_and(|question| question.choices.is_none())
            && look.choices().iter().any(|choice| {
                choice.group == Group::Attack && choice.order.verb == order.verb && choice.order.with == order.with
            });
        let target = look.target(&order).filter(|id| !id.is_thing());
        if let Some(((who, target), strikes)) =
            look.asked().zip(target).zip(look.asked().and_then(|who| threat.get(&who))).filter(|_| is_blow)
            && look.are_enemies(who, target)
        {
            let body = look.footprint(target);
            let is_shown = body.squares().any(|square| strikes.near.contains(&square) || strikes.far.contains(&square));
            let (name, facts) = (look.name(who).to_owned(), look.facts().len());
            screen.give(order.clone());
            // What has only begun strikes nobody yet.
            let is_begun = screen.now().facts()[facts..].iter().any(|fact| fact.text.contains(" begins: "));
            assert!(is_shown || is_begun, "{name} comes from nowhere: {order}");
            struck += usize::from(!is_begun);
        } else {
            screen.give(order);
        }
    }
    assert!(struck > 8, "only {struck} blows were seen");
}

/// Promise: an enemy who has acted in this round threatens as they will in their next turn; one who shoots does so from afar.
#[test]
fn whoever_has_acted_threatens_with_their_next_turn() {
    for scenario in ["toll_bridge", "even"] {
        let mut screen = by_people(scenario, 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        let mut seen = 0;
        for _ in 0..60 {
            let Some(order) = mind.decide(screen.now()) else { break };
            screen.give(order);
            let look = screen.now();
            let is_turn = look.question().is_some_and(|asked| asked.choices.is_none());
            let Some(who) = look.asked().filter(|_| is_turn && screen.end().is_none()) else { continue };
            let track = look.rules().initiative.track(look);
            let acted = |foe: &Id| track.iter().any(|entry| entry.who == *foe && entry.done);
            let foes: Vec<Id> = look.foes(who).filter(acted).collect();
            let strikes = Ahead::default().strikes(look, foes.iter().copied());
            for foe in foes.iter().filter(|foe| look.allows(**foe, &["turn", "act", "attack"]).is_ok()) {
                let found = strikes.get(foe);
                let threatens = found.is_some_and(|found| !found.near.is_empty() || !found.far.is_empty());
                assert!(threatens, "{scenario}: {} is shown as no threat", look.name(*foe));
                seen += 1;
            }
            if seen > 4 {
                break;
            }
        }
        assert!(seen > 0, "{scenario}: nobody has acted");
    }
}

/// Promise: in the first battle of every game each enemy threatens squares that they reach after a walk alone.
#[test]
fn a_threat_goes_farther_than_present_reach() {
    for name in library().scenarios() {
        let scenario = library().scenario(&name).unwrap();
        if !scenario.is_first {
            continue;
        }
        let mut screen = by_people(&name, 1);
        let far = screen.until(&mut Mind::new(Skill::Plain, 1), 20, |look, _| {
            let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
            let strikes = Ahead::default().strikes(look, look.foes(who));
            let farthest = |foe: Id| {
                let near = strikes.get(&foe).into_iter().flat_map(|found| &found.near);
                near.map(|at| look.footprint(foe).gap(Footprint::one(*at))).max().unwrap_or(0)
            };
            Some(look.foes(who).map(|foe| (look.name(foe).to_owned(), farthest(foe))).collect::<Vec<_>>())
        });
        let far = far.unwrap_or_else(|| panic!("{name}: nobody is asked"));
        // No weapon of these battles reaches so far by itself.
        assert!(!far.is_empty() && far.iter().all(|(_, gap)| *gap > 3), "{name}: {far:?}");
    }
}

/// Promise: where it is shown that one can go and still strike, a blow is still paid for after the walk, and nowhere else; what
/// has to be said first for it makes more of such squares.
#[test]
fn reach_tells_where_a_blow_is_still_paid_for() {
    let (mut walks, mut firsts) = (0, 0);
    let mut screen = by_people("toll_bridge", 2);
    screen.until(&mut Mind::new(Skill::Plain, 2), 40, |look, _| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let look = Seat::as_seen(look, [Seat::Me, Seat::Me]);
        let bands = Hand::default().bands(&mut Known::default(), look)?;
        let walk = walk(&look.choices())?.clone();
        // A place of a zone is one place, whichever of its squares is pointed at.
        let mut places = BTreeMap::new();
        for (to, band) in &bands.squares {
            let place = look.spot_of(look.footprint(who).moved_to(*to));
            assert_eq!(places.entry(place).or_insert(*band), band, "{} to {to}", look.name(who));
        }
        for band in 0..bands.prices.len() {
            let (to, _) = bands.squares.iter().find(|(_, of)| **of == band)?;
            if !bands.firsts[band].is_empty() {
                firsts += 1;
                continue;
            }
            let mut scratch = Scratch::new();
            let mut copy = scratch.copy(look);
            if copy.answer(Order { to: Some(*to), ..walk.order.clone() }).is_err() {
                continue;
            }
            copy.play(&mut Nobody);
            let after = copy.look().unwrap();
            if after.asked() == Some(who) && after.question().is_some_and(|asked| asked.choices.is_none()) {
                let deed = after.deed("attack").unwrap();
                let price = after.rules().economy.price(after, who, &**deed, &Order::new("attack"));
                assert_eq!(price.is_ok(), bands.acts[band], "{} to {to}: {}", look.name(who), bands.prices[band]);
                walks += 1;
            }
        }
        None::<()>
    });
    assert!(walks > 5 && firsts > 0, "{walks} walks, {firsts} after something else");
}

/// Promise: whoever may not stir from the spot is not told that they have steps left.
#[test]
fn whoever_may_not_move_has_no_steps_left() {
    let swings = [
        "first with Heroes",
        "act with Theobald",
        "attack with Battleaxe at Near",
        "keep hold",
        "end turn",
        "act with Near",
    ];
    let held: [(&str, &str, &[&str], &str); 2] =
        [("zones", "ZN-L-HELD-FROM-THE-START", &swings, "zone"), ("hursagmu", "HG-C26", &["declare for 1"], "square")];
    for (ruleset, id, orders, steps) in held {
        let screen = in_lesson(ruleset, id, orders);
        let look = screen.now();
        let (who, economy) = (look.asked().unwrap(), &look.rules().economy);
        let left = economy.left(look, who);
        assert!(look.allows(who, &["move"]).is_err() && left.contains(steps), "{id}: {left}");
        let told = [look.question().unwrap().prompt.clone(), economy.left_now(look, who)];
        assert!(told.iter().all(|told| !told.contains(steps)), "{id}: {told:?}");
    }
}

/// Promise: where a computer decides, the field does not show how far its fighters come.
#[test]
fn the_reach_of_a_computers_fighter_is_not_drawn() {
    let screen = by_people("even", 3);
    let sits = |side: usize| {
        let seat = |each: usize| if each == side { Seat::Me } else { Seat::Computer(Skill::Plain) };
        let look = Seat::as_seen(screen.now(), (0..2).map(seat));
        Hand::default().bands(&mut Known::default(), look).is_some()
    };
    let asked = usize::from(screen.now().question().unwrap().side.0);
    assert!(sits(asked) && !sits(1 - asked));
}
