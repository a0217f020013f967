//! How a rider is led by clicks: rides, blows from the saddle, and how they are taken back.

use sortie::ahead::{Ahead, Approach, Ride, carried_on};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Id, Look, Order};
use sortie::board::{Footprint, Square};
use sortie::overlay::{Hand, Preferences, Screen, Wish};

use crate::kit::Battle;
use crate::kit::window::{Window, at_once, by_people};

/// A window before somebody may ride, how they would, and a square to ride to.
fn before_somebody_rides() -> (Window, Ride, Square) {
    let mut screen = by_people("cavalry_charge", 1);
    let ride = screen.until(&mut Mind::new(Skill::Plain, 1), 200, |look, _| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        Ahead::default().ride(look, who, &look.choices())
    });
    let ride = ride.expect("somebody rides");
    let body = screen.now().footprint(ride.mount);
    let mut squares = ride.walk.squares.iter().map(|(square, _)| *square);
    let to = squares.find(|square| Footprint::one(*square).gap(body) >= 2).expect("a square to ride to");
    (at_once(screen), ride, to)
}

/// Promise: a rider who goes nowhere on their own feet rides by a click on a square, as others walk.
#[test]
fn one_click_rides() {
    let (mut harness, ride, to) = before_somebody_rides();
    let (made, at) = (harness.made().len(), harness.place_of(to));
    harness.point_at(at);
    assert_eq!(harness.made().len(), made, "pointing does nothing");
    harness.click_at(at);
    let orders: Vec<Order> = harness.made().iter().skip(made).map(|decision| decision.order.clone()).collect();
    assert_eq!(orders.first(), Some(&ride.first.order));
    assert_eq!(orders.get(1).map(|order| order.verb), Some(ride.walk.order.verb), "{orders:?}");
    assert!(harness.now().footprint(ride.mount).contains(to), "{orders:?}");
}

/// Promise: a rider who is asked in the middle of a ride goes on with it by a click beside everybody.
#[test]
fn a_click_beside_everybody_rides_on() {
    let mut screen = by_people("cavalry_charge", 1);
    let found = screen.until(&mut Mind::new(Skill::Plain, 1), 240, |look, _| {
        let (on, mount) = carried_on(look, &look.choices()).map(|(on, mount)| (on.order.clone(), mount))?;
        let all: Vec<Footprint> = look.shown().map(|id| look.footprint(id)).collect();
        let mut squares = (0..12).flat_map(|y| (0..12).map(move |x| Square::new(x, y)));
        let free = squares.find(|at| all.iter().all(|body| body.gap(Footprint::one(*at)) > 1))?;
        Some((on, mount, free))
    });
    let (on, mount, free) = found.expect("a rider is asked on the way");
    let mut harness = at_once(screen);
    let (made, from) = (harness.made().len(), harness.now().footprint(mount).at);
    harness.click_square(free);
    let orders: Vec<Order> = harness.made()[made..].iter().map(|decision| decision.order.clone()).collect();
    assert_eq!(orders.first(), Some(&on));
    assert_ne!(harness.now().footprint(mount).at, from, "it goes on");
}

/// How whoever is asked would ride up to an enemy so that somebody in a saddle strikes, with nobody to step in on the way.
fn ride_to_strike(look: Look<'_>) -> Option<(Id, Approach)> {
    let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    if look.mount(who).is_none() && look.riders(who).is_empty() {
        return None;
    }
    let (choices, mut ahead) = (look.choices(), Ahead::default());
    look.foes(who).filter(|foe| look.knows_of(*foe)).find_map(|foe| {
        // Those who can be struck at once are not ridden up to.
        let name = look.key(foe);
        let is_near = choices.iter().any(|choice| choice.is_legal() && choice.order.whom() == Some(name));
        let approach = if is_near { None } else { ahead.approach(look, (who, foe), &choices, None) }?;
        let is_free = approach.lands() && approach.course.is_ride() && !approach.comes.is_grave(true);
        is_free.then_some((foe, approach))
    })
}

/// A battle in which whoever is asked would do so.
fn before_a_ride(scenario: &str) -> (Screen, Id, Approach) {
    for seed in 1..6 {
        let mut screen = by_people(scenario, seed);
        let found = screen.until(&mut Mind::new(Skill::Plain, seed), 240, |look, _| ride_to_strike(look));
        if let Some((foe, approach)) = found {
            return (screen, foe, approach);
        }
    }
    panic!("{scenario}: nobody strikes from the saddle");
}

/// Promise: a blow from the saddle is found by the legal answers alone and comes off as foretold, whether the rider is asked
/// first or the mount.
#[test]
fn a_ride_and_a_blow_are_found_whoever_is_asked_first() {
    for (scenario, is_rider_first) in [("cavalry_charge", true), ("zones/ambush_at_the_ford", false)] {
        let (mut screen, foe, approach) = before_a_ride(scenario);
        let (course, asked) = (approach.course, screen.now().asked());
        assert_eq!(asked == Some(course.by), is_rider_first, "{scenario}");
        assert_eq!(approach.first.is_some(), is_rider_first, "{scenario}: {:?}", approach.first);
        screen.give(approach.sets_out().clone());
        if approach.first.is_some() {
            assert_eq!(screen.now().asked(), Some(course.mover), "{scenario}");
            screen.give(approach.go.clone());
        }
        for _ in 0..20 {
            let look = screen.now();
            if look.asked() == Some(course.by) && look.footprint(course.mover).at == approach.from {
                break;
            }
            let next = course.rides_on(look).unwrap_or_else(|| panic!("{scenario}: the ride does not go on"));
            assert!(
                look.choices().iter().any(|choice| choice.is_legal() && choice.order == next),
                "{scenario}: {next}"
            );
            screen.give(next);
        }
        let look = screen.now();
        assert_eq!(look.asked(), Some(course.by), "{scenario}");
        assert!(look.check(&approach.blow).is_ok(), "{scenario}: {}", approach.blow);
        assert_eq!(approach.blow.whom(), Some(look.key(foe)), "{scenario}");
    }
}

/// Promise: a click on an enemy whom a rider could strike after a ride shows that, the second click does all of it: the mount
/// is let act, goes there, and its rider strikes.
#[test]
fn two_clicks_ride_up_and_strike() {
    let (screen, foe, approach) = before_a_ride("cavalry_charge");
    let mut harness = at_once(screen);
    let (made, at) = (harness.made().len(), harness.now().footprint(foe).at);
    let at = harness.click_square(at);
    assert_eq!(harness.made().len(), made, "the first click does nothing");
    let first = approach.first.as_ref().map(|first| first.order.clone());
    assert_eq!(harness.edit::<Hand>().sure, first);
    harness.click_at(at);
    let orders: Vec<Order> = harness.made().iter().skip(made).map(|decision| decision.order.clone()).collect();
    assert_eq!(orders.first(), first.as_ref());
    assert_eq!(orders.get(1), Some(&approach.go), "{orders:?}");
    assert_eq!(orders.last(), Some(&approach.blow), "{orders:?}");
    // All of it is one click, and taken back as one where dice that have fallen may be.
    harness.edit::<Preferences>().rewinds = true;
    harness.run();
    harness.wish(Wish::Undo);
    assert_eq!(harness.made().len(), made);
    harness.run();
    assert_eq!(harness.made().len(), made, "nothing of it goes on by itself");
}

/// Promise: one press takes back a whole ride: that the mount was let act, and its way.
#[test]
fn one_undo_takes_back_a_ride() {
    let (mut harness, ride, to) = before_somebody_rides();
    let (made, body) = (harness.made().len(), harness.now().footprint(ride.mount));
    harness.click_square(to);
    assert!(harness.made().len() >= made + 2, "the mount is let act, and goes");
    assert!(!harness.is_grey("Undo"), "no die has fallen");
    harness.wish(Wish::Undo);
    assert_eq!(harness.made().len(), made);
    assert_eq!(harness.now().footprint(ride.mount), body);
}
