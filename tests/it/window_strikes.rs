//! What a click on an enemy means: nobody gives up by it what they hold, and what is open or still being shown changes
//! nothing.

use bevy_egui::egui::{Pos2, vec2};
use egui_kittest::kittest::Queryable;
use sortie::ahead::{Ahead, walk};
use sortie::ai::{Mind, Skill};
use sortie::battle::{Choice, Group, Id, Look, Order};
use sortie::board::Square;
use sortie::overlay::{FieldView, Hand, Pace, Pointer, Preferences, Questions, Speed, Wishes};

use crate::kit::Battle;
use crate::kit::window::{Window, at_once, at_speed, by_people, said, window};

/// An order that throws what whoever is on turn could as well walk up with and strike, and the one it is thrown at.
fn thrown_away(look: Look<'_>) -> Option<(Order, Id)> {
    let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    let choices = look.choices();
    let blows: Vec<&Choice> =
        choices.iter().filter(|choice| choice.is_legal() && choice.group == Group::Attack).collect();
    blows.iter().filter(|choice| look.gives_up(&choice.order).is_some()).find_map(|choice| {
        let (target, arm) = (look.target(&choice.order)?, choice.order.with?);
        let strikes = |other: &&Choice| {
            other.order.with == Some(arm)
                && look.target(&other.order) == Some(target)
                && look.gives_up(&other.order).is_none()
        };
        if !look.are_enemies(who, target) || !look.is_in_play(target) || blows.iter().any(strikes) {
            return None;
        }
        Ahead::default().approach(look, (who, target), &choices, Some(arm.as_str()))?;
        Some((choice.order.clone(), target))
    })
}

/// Somebody whom whoever is on turn can do one thing to, a blow, and with what.
fn one_way(look: Look<'_>) -> Option<(Id, String)> {
    let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    let choices = look.choices();
    look.foes(who).find_map(|target| {
        let legal = choices.iter().filter(|choice| choice.is_legal());
        let at: Vec<&Choice> = legal.filter(|choice| look.target(&choice.order) == Some(target)).collect();
        let [only] = at.as_slice() else { return None };
        let is_blow = only.group == Group::Attack && only.order.with.is_some();
        let is_plain = is_blow && look.gives_up(&only.order).is_none();
        // Whoever could do far better from beside them walks up to them instead.
        let walks = Ahead::default().approach(look, (who, target), &choices, None);
        let is_plain = is_plain && walks.is_none_or(|walks| walks.passes_up.is_none());
        is_plain.then(|| (target, only.order.done_with().to_owned()))
    })
}

/// The window of a battle in which somebody is asked who may throw their sword away or walk up with it, with that throw and
/// its target.
fn with_a_sword(speed: Speed) -> (Window, Order, Id) {
    let found = (1..=8).find_map(|seed| {
        let mut screen = by_people("first_round", seed);
        screen.edit::<Preferences>().speed = Speed::AtOnce;
        let (mut harness, mut mind) = (window(screen), Mind::new(Skill::Plain, seed));
        for _ in 0..150 {
            harness.run();
            if harness.end().is_some() {
                break;
            }
            if let Some((order, target)) = thrown_away(harness.now()) {
                return Some((harness, order, target));
            }
            let order = mind.decide(harness.now())?;
            harness.give(order);
        }
        None
    });
    let (mut harness, order, target) = found.expect("nobody has anything to throw away");
    harness.edit::<Preferences>().speed = speed;
    (harness, order, target)
}

/// Clicks there by key: no press of a button hurries what is shown.
fn click_by_key(harness: &mut Window, at: Square) {
    let pointer = harness.edit::<Pointer>();
    (pointer.cursor, pointer.clicked) = (Some(at), Some(at));
    harness.run_steps(1);
}

/// Promise: a click with a sword in hand on somebody a few squares off walks up to them; it never throws the sword.
#[test]
fn a_click_with_what_is_no_missile_walks_up() {
    let (mut harness, throw, target) = with_a_sword(Speed::AtOnce);
    let made = harness.made().len();
    harness.edit::<Hand>().wielded = throw.with.map(|arm| arm.to_string());
    harness.run();
    let at = harness.now().footprint(target).at;
    harness.click_square(at);
    assert_eq!(harness.made().len(), made, "the first click does nothing");
    let sets_out = harness.edit::<Hand>().sure.clone().expect("it shows the way");
    assert_ne!(sets_out.verb, throw.verb);
    assert!(harness.edit::<Hand>().target.is_none(), "nothing has to be chosen");
}

/// Promise: whoever throws their sword away says so twice, and is told before the second time what they give up.
#[test]
fn what_is_thrown_away_wants_a_second_word() {
    let (mut harness, throw, _) = with_a_sword(Speed::AtOnce);
    let made = harness.made().len();
    harness.edit::<Wishes>().order = Some(throw.clone());
    harness.run();
    assert_eq!(harness.made().len(), made, "the first word does nothing");
    assert!(harness.names("gives up the"));
    harness.edit::<Wishes>().order = Some(throw);
    harness.run();
    assert_eq!(harness.made().len(), made + 1);
}

/// Promise: a click on an enemy out of reach walks up to them, too, where the ways at somebody else lie open.
#[test]
fn a_click_past_an_open_popup_walks_up() {
    let (mut harness, throw, target) = with_a_sword(Speed::AtOnce);
    let look = harness.now();
    let who = look.asked().unwrap();
    let named = |other: &Id| look.choices().iter().any(|choice| look.target(&choice.order) == Some(*other));
    let other = look.foes(who).find(|foe| *foe != target && named(foe)).expect("a second enemy");
    let at = look.footprint(target).at;
    harness.edit::<Hand>().wielded = throw.with.map(|arm| arm.to_string());
    harness.edit::<Hand>().aim_at(Some(other));
    harness.step();
    click_by_key(&mut harness, at);
    assert!(harness.edit::<Hand>().target.is_none(), "nothing has to be chosen");
    assert!(harness.edit::<Hand>().sure.is_some(), "it shows the way");
}

/// Promise: a click on an enemy out of reach means the same while what was done last is still being shown.
#[test]
fn a_click_before_all_is_shown_walks_up() {
    let (mut harness, throw, target) = with_a_sword(Speed::Slow);
    harness.edit::<Preferences>().warns = false;
    let look = harness.now();
    let (who, choices) = (look.asked().unwrap(), look.choices());
    let walk = walk(&choices).expect("they can walk");
    let (body, aim) = (look.footprint(who), look.footprint(target));
    // Out of reach also of what is long.
    let far = |square: &Square| *square != body.at && body.moved_to(*square).gap(aim) >= 3;
    let near = |square: &Square| body.moved_to(*square).gap(aim);
    let beside = walk.squares.iter().filter(|(square, _)| far(square));
    let (to, _) = *beside.min_by_key(|(square, length)| (*length, near(square))).expect("a step to take");
    let (order, at) = (Order { to: Some(to), ..walk.order.clone() }, aim.at);
    harness.edit::<Wishes>().order = Some(order);
    harness.run_steps(2);
    assert_eq!(harness.now().asked(), Some(who), "they are still on turn");
    harness.edit::<Hand>().wielded = throw.with.map(|arm| arm.to_string());
    click_by_key(&mut harness, at);
    assert!(harness.edit::<Pace>().shows(), "it was still being shown");
    assert!(harness.edit::<Hand>().sure.is_some() && harness.edit::<Hand>().target.is_none(), "it shows the way");
}

/// Promise: a card says that a click strikes only where it does; where a click opens a choice, it says that.
#[test]
fn a_card_says_what_a_click_does() {
    let found = ["lanterns/lamp_room", "lanterns/well", "lanterns/first", "first_round"].into_iter().find_map(|name| {
        let mut screen = by_people(name, 1);
        let (target, arm) = screen.until(&mut Mind::new(Skill::Plain, 1), 150, |look, _| one_way(look))?;
        Some((screen, target, arm))
    });
    let (screen, target, arm) = found.expect("nobody can strike in one way alone");
    let mut harness = at_once(screen);
    let at = harness.now().footprint(target).at;
    let at = harness.place_of(at);
    harness.point_at(at);
    let chooses = |harness: &Window| harness.names("One click: choose how") || harness.names("once: choose how");
    assert!(chooses(&harness) && !harness.names("One click: strike"));
    harness.edit::<Hand>().wielded = Some(arm);
    harness.run();
    assert!(harness.names("One click: strike") && !chooses(&harness) && !harness.names("Click twice"));
}

/// Somebody who can be struck in several ways with one weapon, just one of them a plain blow, and that weapon.
fn several_ways(look: Look<'_>) -> Option<(Id, String)> {
    let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
    let choices = look.choices();
    look.foes(who).find_map(|target| {
        let is_way = |choice: &&Choice| {
            let is_blow = choice.is_legal() && choice.group == Group::Attack && choice.order.with.is_some();
            is_blow && look.target(&choice.order) == Some(target) && look.gives_up(&choice.order).is_none()
        };
        let at: Vec<&Choice> = choices.iter().filter(is_way).collect();
        at.iter().find_map(|choice| {
            let arm = choice.order.done_with();
            let same = || at.iter().filter(|other| other.order.done_with() == arm);
            let plain = same().filter(|other| other.order.verb == "attack").count();
            (same().count() > 1 && plain == 1).then(|| (target, arm.to_owned()))
        })
    })
}

/// Promise: where a weapon in hand is good for more than a plain blow the first click on somebody lists the ways, and the second one
/// strikes plainly; nothing has to be chosen twice.
#[test]
fn a_second_click_with_a_weapon_strikes_plainly() {
    let found = ["toll_bridge", "first_toll", "first_round", "gate"].into_iter().find_map(|name| {
        let mut screen = by_people(name, 1);
        let (target, arm) = screen.until(&mut Mind::new(Skill::Plain, 1), 150, |look, _| several_ways(look))?;
        Some((screen, target, arm))
    });
    let (mut screen, target, arm) = found.expect("nobody can strike in several ways with one weapon");
    (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
    let mut harness = window(screen);
    harness.edit::<Hand>().wielded = Some(arm.clone());
    harness.run();
    let (made, at) = (harness.made().len(), harness.now().footprint(target).at);
    let place = harness.place_of(at);
    harness.click_at(place);
    assert_eq!((harness.made().len(), harness.edit::<Hand>().target), (made, Some(target)));
    assert!(harness.names("once more to strike"));
    harness.click_at(place);
    let given = harness.made()[made].order.clone();
    assert_eq!((given.verb.as_str(), given.done_with()), ("attack", arm.as_str()));
}

/// Promise: in every game somebody who is near enough to walk up to and strike is offered just that.
#[test]
fn whoever_is_near_enough_is_walked_up_to_in_every_game() {
    for scenario in ["first_watch", "last_orders", "first_milestone", "first_round", "lanterns/first"] {
        let mut offered = 0;
        for seed in 1..=4 {
            let mut screen = by_people(scenario, seed);
            screen.until(&mut Mind::new(Skill::Plain, seed), 120, |look, _| {
                let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
                let choices = look.choices();
                let can_strike = |foe: &Id| {
                    let blow = |choice: &&Choice| choice.is_legal() && choice.group == Group::Attack;
                    choices.iter().filter(blow).any(|choice| look.target(&choice.order) == Some(*foe))
                };
                let far: Vec<Id> = look.foes(who).filter(|foe| !can_strike(foe)).collect();
                offered += far
                    .into_iter()
                    .filter(|foe| Ahead::default().approach(look, (who, *foe), &choices, None).is_some())
                    .count();
                None::<()>
            });
        }
        assert!(offered > 3, "{scenario}: offered {offered} times");
    }
}

/// Where the button of this answer lies over the field, if it does.
fn answer_over_the_field(harness: &mut Window, order: &Order) -> Option<Pos2> {
    let lies = harness.edit::<Questions>().beside?;
    let choices = harness.now().choices();
    let text = said(choices.iter().find(|choice| choice.is_legal() && choice.order == *order)?);
    let mut buttons = harness.query_all_by_label(&text).map(|node| node.rect().center());
    buttons.find(|at| lies.contains(*at))
}

/// Whether a click there is a walk of whoever is on turn now, also so far aside.
fn is_walk(harness: &mut Window, at: Pos2, aside: Pos2) -> bool {
    let Some(view) = harness.edit::<FieldView>().drawn.as_ref().map(|drawn| drawn.view) else { return false };
    let (square, look) = (view.square(at), harness.now());
    let is_turn = look.question().is_some_and(|asked| asked.choices.is_none());
    let is_free = look.everybody().all(|id| !look.footprint(id).contains(square));
    let goes = is_turn && walk(&look.choices()).is_some_and(|walk| walk.squares.iter().any(|(to, _)| *to == square));
    goes && is_free && view.square(aside) == square
}

/// Promise: where a question lay that was answered by a click, the next click at that place walks nobody; after the pointer has moved
/// it does.
#[test]
fn a_click_where_a_question_lay_walks_nobody() {
    let mut seen = 0;
    for (name, seed) in
        ["first_toll", "toll_bridge", "tavern_yard", "gate"].into_iter().flat_map(|name| [(name, 1), (name, 2)])
    {
        let mut screen = by_people(name, seed);
        (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
        let (mut harness, mut mind) = (window(screen), Mind::new(Skill::Plain, seed));
        for _ in 0..100 {
            harness.run();
            let Some(order) = mind.decide(harness.now()).filter(|_| harness.end().is_none()) else { break };
            let made = harness.made().len();
            let Some(at) = answer_over_the_field(&mut harness, &order) else {
                harness.give(order);
                continue;
            };
            harness.point_at(at);
            harness.click_at(at);
            if harness.made().len() == made {
                harness.give(order);
                continue;
            }
            // What has just one answer is answered by itself.
            harness.run();
            let (made, aside) = (harness.made().len(), at + vec2(12.0, 0.0));
            if harness.edit::<Questions>().beside.is_some() || !is_walk(&mut harness, at, aside) {
                continue;
            }
            harness.click_at(at);
            assert_eq!(harness.made().len(), made, "{name}: somebody walks off: {:?}", harness.made().last());
            harness.point_at(aside);
            harness.click_at(aside);
            let is_heard = harness.made().len() > made || harness.edit::<Hand>().sure.is_some();
            assert!(is_heard, "{name}: nobody walks once the pointer has moved");
            seen += 1;
        }
        if seen > 2 {
            return;
        }
    }
    assert!(seen > 0, "no question lay over ground to walk on");
}

/// Promise: a click on an enemy hurries on what is still being shown, and means the same as one later: what can be done to them is
/// shown, nothing is done; the second does it, however soon it comes.
#[test]
fn a_click_on_somebody_is_heard_while_dice_fall() {
    let (mut seen, mut struck) = (0, 0);
    for seed in 1..=4 {
        let mut screen = by_people("first_toll", seed);
        screen.edit::<Preferences>().speed = Speed::Slow;
        let (mut harness, mut mind) = (at_speed(screen), Mind::new(Skill::Plain, seed));
        for _ in 0..60 {
            harness.run_steps(4);
            let Some(order) = mind.decide(harness.now()).filter(|_| harness.end().is_none()) else { break };
            harness.give(order);
            harness.run_steps(40);
            let look = harness.now();
            let is_turn = look.question().is_some_and(|asked| asked.choices.is_none());
            let choices = look.choices();
            let at = look.asked().filter(|_| is_turn).and_then(|who| {
                let is_at = |foe: &Id| {
                    let is_alone = look.everybody().filter(|id| look.footprint(*id).gap(look.footprint(*foe)) <= 0);
                    let mut legal = choices.iter().filter(|choice| choice.is_legal());
                    is_alone.count() == 1 && legal.any(|choice| look.target(&choice.order) == Some(*foe))
                };
                look.foes(who).filter(|foe| look.is_in_play(*foe)).find(is_at).map(|foe| look.footprint(foe).at)
            });
            let Some(at) = at.filter(|_| harness.edit::<Pace>().shows()) else { continue };
            let (made, at) = (harness.made().len(), harness.place_of(at));
            harness.hover_at(at);
            harness.run_steps(1);
            harness.drag_at(at);
            harness.drop_at(at);
            harness.run_steps(2);
            let is_shown = harness.edit::<Hand>().target.is_some() || harness.edit::<Hand>().sure.is_some();
            assert!(is_shown, "seed {seed}: nothing comes of the click");
            assert_eq!(harness.made().len(), made, "seed {seed}: it was an order");
            // The second click is the last, however soon it comes.
            harness.drag_at(at);
            harness.drop_at(at);
            harness.run_steps(2);
            struck += usize::from(harness.made().len() > made);
            harness.edit::<Hand>().put_down();
            harness.edit::<Hand>().then = None;
            seen += 1;
        }
    }
    assert!(seen > 3 && struck > 0, "{seen} clicks, {struck} blows");
}

/// Promise: two clicks on an enemy who can be struck where they stand strike the best plain blow, or several for the price of one, and
/// the first one says so.
#[test]
fn two_clicks_on_an_enemy_strike_plainly() {
    let plain = |look: Look<'_>| {
        let who = look.asked().filter(|_| look.question().is_some_and(|asked| asked.choices.is_none()))?;
        let choices = look.choices();
        let is_blow = |foe: Id| {
            let mut legal = choices.iter().filter(|choice| choice.is_legal() && choice.order.verb == "attack");
            legal.any(|choice| look.target(&choice.order) == Some(foe) && look.gives_up(&choice.order).is_none())
        };
        let is_near = |foe: &Id| {
            let alone = look.everybody().filter(|id| look.footprint(*id).gap(look.footprint(*foe)) <= 0).count() == 1;
            alone && look.footprint(who).gap(look.footprint(*foe)) == 1
        };
        look.foes(who).filter(|foe| look.is_in_play(*foe) && is_near(foe)).find(|foe| is_blow(*foe))
    };
    let mut seen = 0;
    for name in ["first_toll", "first_watch", "first_milestone", "first_round"] {
        let mut screen = by_people(name, 1);
        let Some(target) = screen.until(&mut Mind::new(Skill::Plain, 1), 200, |look, _| plain(look)) else { continue };
        (screen.edit::<Preferences>().speed, screen.edit::<Preferences>().warns) = (Speed::AtOnce, false);
        let mut harness = window(screen);
        harness.run();
        let (made, at) = (harness.made().len(), harness.now().footprint(target).at);
        let place = harness.click_square(at);
        assert_eq!((harness.made().len(), harness.edit::<Hand>().target), (made, Some(target)), "{name}");
        assert!(harness.names("once more to strike"), "{name}");
        harness.click_at(place);
        if harness.edit::<Hand>().sure.is_some() {
            // It only begins now, or others may answer it.
            harness.click_at(place);
        }
        let given = harness.made()[made].order.clone();
        let is_of_blows = harness.now().deed(given.verb).is_ok_and(|deed| deed.nature().of_blows);
        assert!(given.verb == "attack" || is_of_blows, "{name}: {given}");
        assert_eq!(given.whom(), Some(harness.now().key(target)), "{name}");
        seen += 1;
    }
    assert!(seen > 1, "{seen} games");
}
