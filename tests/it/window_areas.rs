//! Areas are seen on the field before they are struck, with what may come of it for everybody in them.

use std::collections::BTreeSet;

use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Falls, Group, Id, Look, Nobody, Order, Place, Scratch};
use sortie::board::{Spot, Square};
use sortie::dice::Fraction;
use sortie::overlay::{Hand, Known, Pointer, Slot};

use crate::kit::Battle;
use crate::kit::window::{Window, by_people, window};

fn covers(look: Look<'_>, order: &Order) -> BTreeSet<Square> {
    let of = |who| look.deed(order.verb).map(|deed| deed.covers(look, who, order).into_iter().collect());
    look.asked().and_then(|who| of(who).ok()).unwrap_or_default()
}

/// A window on the battle at the moment when somebody can strike an area with this in their turn.
fn armed(name: &str, seed: u64, arm: &str) -> (Window, Vec<Choice>) {
    may_be_armed(name, seed, arm).unwrap_or_else(|| panic!("{name}: nobody ever strikes with {arm}"))
}

/// The same, where it comes to that.
fn may_be_armed(name: &str, seed: u64, arm: &str) -> Option<(Window, Vec<Choice>)> {
    let mut screen = by_people(name, seed);
    let mut mind = Mind::new(Skill::Plain, seed);
    let ways = screen.until(&mut mind, 60, |look, _| {
        look.question().filter(|question| question.choices.is_none())?;
        let with = |choice: &Choice| choice.order.with.is_some_and(|with| with == arm);
        let is_way = |choice: &Choice| choice.is_legal() && choice.group == Group::Attack && with(choice);
        let ways: Vec<Choice> = look.choices().into_iter().filter(is_way).collect();
        (!ways.is_empty()).then_some(ways)
    })?;
    Some((window(screen), ways))
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
    its_own(look, ways, way).unwrap()
}

/// That square, if there is one.
fn its_own(look: Look<'_>, ways: &[Choice], way: &Choice) -> Option<Square> {
    let mut squares = covers(look, &way.order);
    for other in ways.iter().filter(|other| other.order != way.order) {
        let others = covers(look, &other.order);
        squares.retain(|square| !others.contains(square));
    }
    free(look, &squares)
}

/// Promise: with an arm in hand that strikes a whole zone, pointing at the zone shows it with everybody in it, and a click on
/// its ground strikes just that.
#[test]
fn a_zone_that_is_pointed_at_shows_what_would_be_struck() {
    let (mut harness, ways) = armed("toll_bridge", 1, "Fire bomb");
    harness.edit::<Hand>().wielded = Some("Fire bomb".to_owned());
    harness.run();
    assert!(harness.names("Fire bomb: where"), "a place is asked for");
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

/// Promise: with an arm in hand that strikes an area, the card of somebody in it tells of that and of nothing else, that they may
/// still dodge it, and how many clicks it takes.
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
        let (once, twice) = (harness.names("One click: strike."), harness.names("Click twice: strike."));
        assert!(once != twice, "{foe:?}: once {once}, twice {twice}");
        assert!(!harness.names("Distract"), "{foe:?}");
    }
    let look = harness.now();
    let several = blasts().filter_map(|way| look.deed(way.order.verb).ok()?.forecast(look, who, &way.order));
    let told: Vec<bool> = several
        .filter(|forecast| forecast.against.len() > 1)
        .flat_map(|forecast| forecast.against.into_iter().map(|prospect| prospect.before.is_some()))
        .collect();
    assert!(told.contains(&true), "nobody could dodge: {told:?}");
    let foe = struck(&harness).pop().expect("an enemy is struck");
    let at = harness.now().footprint(foe).at;
    pointed(&mut harness, at);
    let (made, twice) = (harness.made().len(), harness.names("Click twice: strike."));
    harness.click_square(at);
    assert_eq!(harness.made().len() == made, twice, "as many clicks as are told");
    assert_eq!(harness.names("Click again"), twice);
}

/// Promise: what is lit is exactly what is struck: on whichever square of the field an enemy stands, they are foretold of if
/// it is lit, borders of the zone among it, and else not.
#[test]
fn what_is_lit_is_what_is_struck() {
    let (mut harness, ways) = armed("toll_bridge", 1, "Fire bomb");
    let who = harness.now().asked().unwrap();
    let foe = harness.now().everybody().find(|id| harness.now().are_enemies(who, *id)).unwrap();
    let entity = harness.now().entity(foe).unwrap();
    let (wide, high) = (harness.now().board().width(), harness.now().board().height());
    let field: Vec<Square> = (0..high).flat_map(|y| (0..wide).map(move |x| Square::new(x, y))).collect();
    let (mut lit, mut dark, mut borders) = (0, 0, 0);
    for way in ways.iter().filter(|way| way.order.verb == "blast") {
        for square in field.iter().copied() {
            harness.world_mut().get_mut::<Place>(entity).unwrap().footprint.at = square;
            let look = harness.now();
            let is_lit = covers(look, &way.order).contains(&square);
            let is_struck = foretold(look, &way.order).contains(&foe);
            assert_eq!(is_lit, is_struck, "{}: {square}", way.label);
            let is_border = matches!(look.spots().at(square), Some(Spot::Border(..)));
            (lit, dark) = (lit + usize::from(is_lit), dark + usize::from(!is_lit));
            borders += usize::from(is_lit && is_border);
        }
    }
    assert!(lit > 0 && dark > 0 && borders > 0, "{lit} lit, {borders} of them on borders, {dark} dark");
}

/// Promise: zones that may be struck are told apart: none is pointed at by a square of another, and wherever one points within
/// one it is that which would be struck, all of it.
#[test]
fn each_zone_is_pointed_at_by_its_own_squares() {
    let (harness, ways) = armed("toll_bridge", 1, "Fire bomb");
    let look = harness.now();
    let (mut hand, mut known) = (Hand::default(), Known::default());
    hand.wielded = Some("Fire bomb".to_owned());
    let places = hand.places(&mut known, look);
    assert_eq!(places.len(), ways.iter().filter(|way| way.order.verb == "blast").count());
    for (index, place) in places.iter().enumerate() {
        assert!(places.iter().skip(index + 1).all(|other| other.is_disjoint(place)), "{place:?} is part of another");
        for square in place.iter() {
            let order = hand.sent(&mut known, look, *square, None).unwrap();
            assert!(covers(look, &order).is_superset(place), "{square}: {order}");
        }
    }
}

/// Clicks on a square, once more where that is asked for; what was decided by it.
fn given(harness: &mut Window, at: Square) -> Order {
    let made = harness.made().len();
    let place = harness.place_of(at);
    harness.click_at(place);
    if harness.made().len() == made {
        harness.click_at(place);
    }
    harness.made()[made].order.clone()
}

/// Promise: a place is chosen by a click on it though the same places are listed, and it is shown before what would be struck.
#[test]
fn a_place_is_chosen_on_the_field_though_it_is_listed() {
    let (mut harness, ways) = armed("toll_bridge", 1, "Fire bomb");
    let way = ways.iter().find(|way| way.order.verb == "blast").unwrap();
    let at = own(harness.now(), &ways, way);
    harness.run();
    let choices = harness.now().choices();
    let holds = |slot: &Slot| slot.choices.iter().any(|at| choices[*at].order == way.order);
    let slot = harness.bar(&choices).into_iter().find(holds).unwrap();
    let hand = harness.edit::<Hand>();
    (hand.open, hand.wielded) = (Some(slot.kind), Some("Fire bomb".to_owned()));
    harness.run();
    let (struck, _) = pointed(&mut harness, at);
    assert_eq!(struck, covers(harness.now(), &way.order));
    assert_eq!(given(&mut harness, at).at, way.order.at);
}

/// Promise: the directions of an attack that goes some way are lit on the field once it is taken up from the bar, and a click there
/// chooses one.
#[test]
fn a_direction_is_chosen_on_the_field() {
    let (mut harness, ways) = armed("gas_corridor", 1, "Lightning Lance");
    let mut all = ways.iter().filter(|way| way.order.toward.is_some());
    let found = all.find_map(|way| Some((way, its_own(harness.now(), &ways, way)?)));
    let (way, at) = found.expect("it goes some way");
    harness.edit::<Hand>().put_down();
    harness.run();
    assert!(!harness.use_slot(&way.order, "no button of this name"));
    assert_eq!(harness.edit::<Hand>().wielded.as_deref(), Some("Lightning Lance"));
    // They are listed above the bar, too, for those who play by keys.
    assert!(harness.edit::<Hand>().open.take().is_some());
    harness.run();
    let (struck, _) = pointed(&mut harness, at);
    assert_eq!(struck, covers(harness.now(), &way.order));
    assert_eq!(given(&mut harness, at).toward, way.order.toward);
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

/// Every legal way to strike an area with this, each with a place where it takes one.
fn sent(look: Look<'_>, ways: &[Choice]) -> Vec<Order> {
    let placed = |way: &Choice| match way
        .squares
        .iter()
        .find(|(at, _)| !foretold(look, &way.order.clone().to(*at)).is_empty())
    {
        Some((at, _)) => way.order.clone().to(*at),
        None => way.order.clone(),
    };
    ways.iter().map(placed).filter(|order| !covers(look, order).is_empty()).collect()
}

/// Promise: of every attack at an area it is known exactly where it comes down if the aim fails, and whom of one's own it may
/// hit: what is said comes to the whole, and to what befalls copies that are played on.
#[test]
fn where_an_aim_fails_to_is_what_befalls() {
    let mut fail = 0;
    let arms = [("toll_bridge", "Fire bomb"), ("charge_at_the_ford", "Fire pot"), ("siege_camp", "Catapult")];
    for ((name, arm), seed) in arms.into_iter().flat_map(|arm| [1, 2, 3, 4].map(|seed| (arm, seed))) {
        let Some((harness, ways)) = may_be_armed(name, seed, arm) else { continue };
        let look = harness.now();
        let who = look.asked().unwrap();
        for order in sent(look, &ways) {
            let strays = look.strays(who, &order).unwrap();
            let astray: Fraction = strays.elsewhere.iter().map(|(_, chance)| chance.clone()).sum();
            let whole = &(&astray + &strays.nowhere) + &strays.on_the_spot;
            assert_eq!(whole, Fraction::ONE, "{name}: {order}");
            assert!(strays.own.iter().all(|(id, _)| !look.are_enemies(who, *id)), "{name}: {order}");
            assert_eq!(strays.may_fail(), !strays.told(look).is_empty() && strays.on_the_spot != Fraction::ONE);
            fail += usize::from(strays.may_fail());
        }
    }
    assert!(fail > 2, "{fail} aims may fail");
    // A bomb that flies over more than one zone needs a save: what is said of it is how often copies see it go astray.
    let risky = (1..=6).find_map(|seed| {
        let (harness, ways) = may_be_armed("toll_bridge", seed, "Fire bomb")?;
        let look = harness.now();
        let who = look.asked().unwrap();
        let order = sent(look, &ways).into_iter().find(|order| look.strays(who, order).unwrap().may_fail())?;
        Some((harness, order))
    });
    let (harness, order) = risky.expect("somebody may throw it farther than one zone");
    let look = harness.now();
    let who = look.asked().unwrap();
    let strays = look.strays(who, &order).unwrap();
    let mut scratch = Scratch::new().told();
    let mut copy = scratch.copy(look);
    let (mut astray, tries) = (0, 240);
    for seed in 0..tries {
        copy.again(Falls::From(seed));
        copy.answer(order.clone()).unwrap();
        copy.play(&mut Nobody);
        let after = copy.look().unwrap();
        astray += u64::from(after.facts().iter().any(|fact| fact.astray.is_some()));
    }
    let expected = 1.0 - strays.on_the_spot.to_f64();
    let found = astray as f64 / tries as f64;
    let spread = 4.0 * (expected * (1.0 - expected) / tries as f64).sqrt();
    assert!((found - expected).abs() <= spread.max(0.02), "{found:.3} of {tries} went astray, {expected:.3} was said");
}

/// Promise: what may go astray, or hit one's own, or is the last of its kind waits for a second click, and says why before it.
#[test]
fn what_may_go_astray_wants_a_second_click() {
    for (name, seed, arm) in [("toll_bridge", 1, "Fire bomb"), ("charge_at_the_ford", 1, "Fire pot")] {
        let (mut harness, ways) = armed(name, seed, arm);
        harness.edit::<Hand>().wielded = Some(arm.to_owned());
        let look = harness.now();
        let who = look.asked().unwrap();
        let mut risky = sent(look, &ways);
        risky.retain(|order| look.strays(who, order).unwrap().is_grave());
        // At a place before at somebody, whom there may be other ways to strike.
        risky.sort_by_key(|order| (order.to.is_none(), look.target(order).is_some()));
        let order = risky.first().unwrap_or_else(|| panic!("{name}: no way may fail")).clone();
        let at = order.to.or(look.target(&order).map(|at| look.footprint(at).at));
        let way = ways.iter().find(|way| way.order == order);
        let at = at.unwrap_or_else(|| own(look, &ways, way.unwrap()));
        if order.to.is_some() {
            harness.edit::<Hand>().wielded = None;
            harness.edit::<Hand>().deed = Some(Order { to: None, ..order.clone() });
        }
        let made = harness.made().len();
        let at = harness.click_square(at);
        assert_eq!(harness.made().len(), made, "{name}: {order} was given at once");
        assert!(harness.edit::<Hand>().sure.is_some(), "{name}: {order} waits for nothing");
        assert!(harness.names("Click again"), "{name}: nothing is said of {order}");
        harness.click_at(at);
        assert_eq!(harness.made().len(), made + 1, "{name}: {order} was not given");
    }
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
