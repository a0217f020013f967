//! Areas are seen on the field before they are struck, with what may come of it for everybody in them.

use std::collections::BTreeSet;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Look, Order};
use sortie::board::Square;
use sortie::overlay::{Hand, Pointer};

use crate::kit::Battle;
use crate::kit::window::{Window, by_people, window};

fn covers(look: Look<'_>, order: &Order) -> BTreeSet<Square> {
    let of = |who| look.deed(order.verb).map(|deed| deed.covers(look, who, order).into_iter().collect());
    look.asked().and_then(|who| of(who).ok()).unwrap_or_default()
}

/// A window on the battle at the moment when somebody can strike an area with this in their turn.
fn armed(name: &str, seed: u64, arm: &str) -> (Window, Vec<Choice>) {
    let mut screen = by_people(name, seed);
    let mut mind = Mind::new(Skill::Plain, seed);
    for _ in 0..60 {
        let look = screen.now();
        let is_turn = look.question().is_some_and(|question| question.choices.is_none());
        let ways = look.choices().into_iter().filter(|choice| {
            choice.is_legal() && choice.group == Group::Attack && choice.order.with.is_some_and(|with| with == arm)
        });
        let ways: Vec<Choice> = ways.filter(|_| is_turn).collect();
        if !ways.is_empty() {
            return (window(screen), ways);
        }
        let order = mind.decide(look).unwrap();
        screen.give(order);
    }
    panic!("{name}: nobody ever strikes with {arm}");
}

/// Points at a square; what is then shown as struck, and whom that would touch.
fn pointed(harness: &mut Window, square: Square) -> (BTreeSet<Square>, BTreeSet<Id>) {
    let at = harness.place_of(square);
    harness.point_at(at);
    let pointer = harness.edit::<Pointer>();
    (pointer.struck.as_ref().clone(), pointer.touched.iter().copied().collect())
}

/// Everybody whom the rules foretell something of, and who may be seen.
fn foretold(look: Look<'_>, order: &Order) -> BTreeSet<Id> {
    let who = look.asked().unwrap();
    let forecast = look.deed(order.verb).unwrap().forecast(look, who, order);
    forecast.iter().flat_map(|forecast| forecast.against.iter().filter_map(|prospect| prospect.who)).collect()
}

/// A square of this area in which nobody stands.
fn free(look: Look<'_>, squares: &BTreeSet<Square>) -> Option<Square> {
    let is_free = |square: &Square| !look.everybody().any(|id| look.footprint(id).contains(*square));
    squares.iter().copied().find(is_free)
}

/// The same, but in no area of any other way: not on the border of two zones.
fn own(look: Look<'_>, ways: &[Choice], way: &Choice) -> Square {
    let mut squares = covers(look, &way.order);
    for other in ways.iter().filter(|other| other.order != way.order) {
        let others = covers(look, &other.order);
        squares.retain(|square| !others.contains(square));
    }
    free(look, &squares).unwrap()
}

/// Promise: with an arm in hand that strikes a whole zone, pointing at the zone shows it with everybody in it, and a click on
/// its ground strikes just that.
#[test]
fn a_zone_that_is_pointed_at_shows_what_would_be_struck() {
    let (mut harness, ways) = armed("toll_bridge", 1, "Fire bomb");
    harness.edit::<Hand>().wielded = Some("Fire bomb".to_owned());
    let (mut seen, mut heads) = (0, 0);
    for way in ways.iter().filter(|way| way.order.verb == "blast") {
        let squares = covers(harness.now(), &way.order);
        let at = own(harness.now(), &ways, way);
        let (struck, touched) = pointed(&mut harness, at);
        assert_eq!(struck, squares, "{}", way.label);
        assert_eq!(touched, foretold(harness.now(), &way.order), "{}", way.label);
        seen += 1;
        heads = heads.max(touched.len());
    }
    assert!(seen > 1 && heads > 0, "{seen} zones, at most {heads} in one of them");
    let way = ways.iter().rfind(|way| !foretold(harness.now(), &way.order).is_empty()).unwrap();
    let at = own(harness.now(), &ways, way);
    let at = harness.place_of(at);
    harness.point_at(at);
    let made = harness.made().len();
    harness.click_at(at);
    if harness.made().len() == made {
        harness.click_at(at);
    }
    assert_eq!(harness.made()[made].order.verb, "blast");
    assert_eq!(harness.made()[made].order.at, way.order.at);
}

/// Promise: with an arm in hand that strikes an area, the card of somebody in it tells of that and of nothing else, and that
/// they may still dodge it.
#[test]
fn the_card_tells_of_what_is_in_hand() {
    let (mut harness, ways) = armed("toll_bridge", 1, "Fire bomb");
    harness.edit::<Hand>().wielded = Some("Fire bomb".to_owned());
    let who = harness.now().asked().unwrap();
    let blasts = || ways.iter().filter(|way| way.order.verb == "blast");
    let struck = |harness: &Window| -> Vec<Id> {
        let all: BTreeSet<Id> = blasts().flat_map(|way| foretold(harness.now(), &way.order)).collect();
        all.into_iter().filter(|id| harness.now().are_enemies(who, *id)).collect()
    };
    for foe in struck(&harness) {
        let at = harness.now().footprint(foe).at;
        pointed(&mut harness, at);
        assert!(harness.names("Fire bomb"), "{foe:?}");
        assert!(harness.names("Click to strike."), "{foe:?}");
        assert!(!harness.names("Distract"), "{foe:?}");
    }
    let look = harness.now();
    let several = blasts().filter_map(|way| look.deed(way.order.verb).ok()?.forecast(look, who, &way.order));
    let told: Vec<bool> = several
        .filter(|forecast| forecast.against.len() > 1)
        .flat_map(|forecast| forecast.against.into_iter().map(|prospect| prospect.before.is_some()))
        .collect();
    assert!(told.contains(&true), "nobody could dodge: {told:?}");
}

/// Every way of one arm, pointed at as one would: at whom it is aimed at, at the square where it goes, else at a square that
/// it covers.
fn shown(name: &str, seed: u64, arm: &str) {
    let (mut harness, ways) = armed(name, seed, arm);
    let mut heads = 0;
    for way in &ways {
        let look = harness.now();
        let target = look.target(&way.order);
        let order = match way.squares.iter().find(|(at, _)| !foretold(look, &way.order.clone().to(*at)).is_empty()) {
            Some((at, _)) => way.order.clone().to(*at),
            None => way.order.clone(),
        };
        let squares = covers(look, &order);
        let at = order.to.or(target.map(|target| look.footprint(target).at)).or_else(|| free(look, &squares));
        let Some(at) = at.filter(|_| !squares.is_empty()) else { continue };
        harness.edit::<Hand>().put_down();
        if target.is_none() {
            harness.edit::<Hand>().deed = (!way.squares.is_empty()).then(|| way.order.clone());
        }
        if harness.edit::<Hand>().deed.is_none() {
            harness.edit::<Hand>().wielded = Some(arm.to_owned());
        }
        let (struck, touched) = pointed(&mut harness, at);
        // Of several directions that cover a square one is meant.
        let likely = |other: &&Choice| target.is_some() || covers(harness.now(), &other.order).contains(&at);
        let meant = ways.iter().filter(likely).any(|other| covers(harness.now(), &other.order) == struck);
        assert!(struck == squares || meant, "{name}: {} at {at} shows {struck:?}, not {squares:?}", way.label);
        heads = heads.max(touched.len());
    }
    assert!(heads > 0, "{name}: nobody is touched by any of {} ways with {arm}", ways.len());
}

/// Promise: spheres, lines and cones are seen with all whom they touch, whether they go to somebody, to a square or one way.
#[test]
fn spheres_lines_and_cones_are_seen_before_they_are_sent() {
    for arm in ["Fire Burst", "Delayed Burst", "Lightning Lance", "Frost Breath"] {
        shown("gas_corridor", 1, arm);
    }
}

/// Promise: what lands in a square and spreads from there is seen, too.
#[test]
fn pots_and_stones_are_seen_where_they_would_land() {
    shown("charge_at_the_ford", 1, "Fire pot");
    shown("siege_camp", 1, "Catapult");
}

/// Promise: where a game has come to strike areas, it is named here, and so its areas are looked at.
#[test]
fn no_other_game_strikes_areas() {
    for name in ["brawl_at_the_crown", "night_of_the_choir", "spears_at_the_bridge", "brawl_on_the_quay"] {
        let mut screen = by_people(name, 1);
        let mut mind = Mind::new(Skill::Plain, 1);
        for _ in 0..30 {
            let look = screen.now();
            assert!(look.choices().iter().all(|choice| covers(look, &choice.order).is_empty()), "{name}");
            let Some(order) = mind.decide(look) else { break };
            screen.give(order);
        }
    }
}
